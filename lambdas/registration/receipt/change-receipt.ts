import type { ReceiptRequests } from '../../payment/documents/ports';
import type { AccessRequest } from '../show/access';
import { type NoReceipt, openReceipt, type ReceiptNeeds } from './show-receipt';

interface Needs extends ReceiptNeeds {
  readonly requests: ReceiptRequests;
}

/** `none`: the organiser issues no documents here. */
export type RequestAnswer = { readonly kind: 'requested' | 'issued' | 'none' } | NoReceipt;

/** What the owner of a payment may do about its receipt. */
export interface ChangeReceipt {
  /** Makes the documents leave with the next run of their function. Repeating it changes nothing. */
  request(request: AccessRequest): Promise<RequestAnswer>;
}

export const changeReceipt = (needs: Needs): ChangeReceipt => ({
  async request(request) {
    const answer = await openReceipt(needs, request);
    if (answer.kind !== 'open') return answer;
    return { kind: await needs.requests.hurry(request.registrationId) };
  },
});
