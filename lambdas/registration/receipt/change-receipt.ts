import type { Billing } from '../../payment/documents/document';
import type { Receipted, ReceiptRequests } from '../../payment/documents/ports';
import type { AccessRequest } from '../show/access';
import { type NoReceipt, openReceipt, type ReceiptNeeds } from './show-receipt';

interface Needs extends ReceiptNeeds {
  readonly requests: ReceiptRequests;
}

/** `none`: the organiser issues no documents here. */
export type RequestAnswer = { readonly kind: 'requested' | 'issued' | 'none' } | NoReceipt;

/** `issued`: each document says already whom it is addressed to. */
export type BillingAnswer = { readonly kind: 'set' | 'issued' } | NoReceipt;

/** What the owner of a payment may do about its receipt. */
export interface ChangeReceipt {
  /** Makes the documents leave with the next run of their function. Repeating it changes nothing. */
  request(request: AccessRequest): Promise<RequestAnswer>;
  /** Says whom the documents are addressed to. Each call replaces what the call before said. */
  setBilling(request: AccessRequest, billing: Billing): Promise<BillingAnswer>;
}

export const changeReceipt = (needs: Needs): ChangeReceipt => ({
  async request(request) {
    const answer = await openReceipt(needs, request);
    if (answer.kind !== 'open') return answer;
    return { kind: await needs.requests.hurry(idsOf(answer.found)) };
  },

  async setBilling(request, billing) {
    const answer = await openReceipt(needs, request);
    if (answer.kind !== 'open') return answer;
    return { kind: await needs.requests.setBilling(idsOf(answer.found), billing) };
  },
});

const idsOf = ({ payments }: Receipted) => payments.map(({ registrationId }) => registrationId);
