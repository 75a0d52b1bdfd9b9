import type { IssuedDocument, Receipted, Receipts } from '../../payment/documents/ports';
import type { Tokens } from '../ports';
import { type AccessRequest, accessBy, opens } from '../show/access';

interface Needs {
  readonly tokens: Pick<Tokens, 'readHold' | 'readLink'>;
  readonly receipts: Receipts;
}

/**
 * `not-found`: there is no such registration yet. `nothing-paid`: it was free, somebody else paid, or the money was let
 * go. `settling`: the card is being charged.
 */
export type ReceiptAnswer =
  | {
      readonly kind: 'found';
      readonly raceId: string;
      readonly raceName: string;
      /** Newest first. */
      readonly documents: readonly IssuedDocument[];
      readonly dueAt: Date | undefined;
    }
  | { readonly kind: 'not-yours' | 'not-found' | 'nothing-paid' | 'settling' };

export type ShowReceipt = (request: AccessRequest) => Promise<ReceiptAnswer>;

/**
 * Shows what was paid under a registration id to the session that made the registration, which brings its hold, and to
 * anybody with the link from its mail. A group has one receipt, which is the payer's.
 */
export const showReceipt =
  ({ tokens, receipts }: Needs): ShowReceipt =>
  async (request) => {
    const { registrationId } = request;
    const access = await accessBy(tokens, request);
    if (!access) return { kind: 'not-yours' };
    const found = await receipts.find(registrationId);
    if (!found) return { kind: 'not-found' };
    if (!opens(access, found.sessionHash)) return { kind: 'not-yours' };
    const missing = whyNoReceipt(found);
    if (missing) return { kind: missing };
    const { raceId, raceName, dueAt } = found;
    return { kind: 'found', raceId, raceName, dueAt, documents: await receipts.documentsOf(registrationId) };
  };

const whyNoReceipt = ({ payment }: Receipted): 'nothing-paid' | 'settling' | undefined => {
  if (!payment || payment.amount === 0) return 'nothing-paid';
  if (payment.state === 'authorised') return 'settling';
  return payment.state === 'captured' || payment.state === 'refunded' ? undefined : 'nothing-paid';
};
