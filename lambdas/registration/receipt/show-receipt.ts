import type { PaidCard } from '../../domain/money/payment';
import { type Billing, shouldNameBuyer } from '../../payment/documents/document';
import type { IssuedDocument, Receipted, Receipts } from '../../payment/documents/ports';
import type { Tokens } from '../ports';
import { type AccessRequest, accessBy, opens } from '../show/access';

export interface ReceiptNeeds {
  readonly tokens: Pick<Tokens, 'readHold' | 'readLink'>;
  readonly receipts: Pick<Receipts, 'find'>;
}

/**
 * `not-found`: there is no such registration yet. `nothing-paid`: it was free, somebody else paid, or the money was let
 * go. `settling`: the card is being charged.
 */
export interface NoReceipt {
  readonly kind: 'not-yours' | 'not-found' | 'nothing-paid' | 'settling';
}

export type ReceiptAnswer =
  | {
      readonly kind: 'found';
      readonly raceId: string;
      readonly raceName: string;
      /** Newest first. */
      readonly documents: readonly IssuedDocument[];
      readonly card: PaidCard | undefined;
      readonly dueAt: Date | undefined;
      readonly billing: Billing | undefined;
      /** The next invoice should name its buyer, and has no address yet. */
      readonly asksForBuyer: boolean;
    }
  | NoReceipt;

export type ShowReceipt = (request: AccessRequest) => Promise<ReceiptAnswer>;

/**
 * Opens what was paid under a registration id to the session that made the registration, which brings its hold, and to
 * anybody with the link from its mail. A group has one receipt, which is the payer's.
 */
export const openReceipt = async (
  { tokens, receipts }: ReceiptNeeds,
  request: AccessRequest,
): Promise<{ readonly kind: 'open'; readonly found: Receipted } | NoReceipt> => {
  const access = await accessBy(tokens, request);
  if (!access) return { kind: 'not-yours' };
  const found = await receipts.find(request.registrationId);
  if (!found) return { kind: 'not-found' };
  if (!opens(access, found)) return { kind: 'not-yours' };
  const missing = whyNoReceipt(found);
  return missing ? { kind: missing } : { kind: 'open', found };
};

const whyNoReceipt = ({ payment }: Receipted): 'nothing-paid' | 'settling' | undefined => {
  if (!payment || payment.amount === 0) return 'nothing-paid';
  if (payment.state === 'authorised') return 'settling';
  return payment.state === 'captured' || payment.state === 'refunded' ? undefined : 'nothing-paid';
};

/** Shows the documents of a payment to whom `openReceipt` opens it. */
export const showReceipt =
  (needs: ReceiptNeeds & { readonly receipts: Receipts }): ShowReceipt =>
  async (request) => {
    const answer = await openReceipt(needs, request);
    if (answer.kind !== 'open') return answer;
    const { raceId, raceName, payment, card, dueAt, billing } = answer.found;
    const documents = await needs.receipts.documentsOf(request.registrationId);
    const isOpen = dueAt !== undefined && documents.length === 0;
    const asksForBuyer = isOpen && !billing && payment !== undefined && shouldNameBuyer(payment);
    return { kind: 'found', raceId, raceName, card, dueAt, billing, asksForBuyer, documents };
  };
