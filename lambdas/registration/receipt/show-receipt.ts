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

/** `card`: the one that paid to move to a dearer event. It may be another one than that of the entry. */
export interface ShownDocument extends IssuedDocument {
  readonly card: PaidCard | undefined;
}

export type ReceiptAnswer =
  | {
      readonly kind: 'found';
      readonly raceId: string;
      readonly raceName: string;
      /** Newest first. */
      readonly documents: readonly ShownDocument[];
      /** The card of the payment under its id. */
      readonly card: PaidCard | undefined;
      /** When the next document is due. */
      readonly dueAt: Date | undefined;
      /** What the next document will be addressed to. */
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

const whyNoReceipt = ({ payments }: Receipted): 'nothing-paid' | 'settling' | undefined => {
  const states = payments.flatMap(({ amount, state }) => (amount > 0 ? state : []));
  if (states.includes('captured') || states.includes('refunded')) return undefined;
  return states.includes('authorised') ? 'settling' : 'nothing-paid';
};

/** Shows the documents of payments to whom `openReceipt` opens them. */
export const showReceipt =
  (needs: ReceiptNeeds & { readonly receipts: Receipts }): ShowReceipt =>
  async (request) => {
    const answer = await openReceipt(needs, request);
    if (answer.kind !== 'open') return answer;
    const { raceId, raceName, payments } = answer.found;
    const issued = await needs.receipts.documentsOf(payments.map(({ registrationId }) => registrationId));
    const paymentOf = (document: IssuedDocument) =>
      payments.find(({ registrationId }) => registrationId === document.registrationId);
    const invoiced = new Set(issued.map(paymentOf));
    const due = payments.filter(({ dueAt }) => dueAt !== undefined);
    // The address of an invoice that is to come can still be set. A credit note has the address of its invoice.
    const open = due.find((payment) => !invoiced.has(payment));
    const own = payments.find(({ registrationId }) => registrationId === request.registrationId);
    const { dueAt, billing } = open ?? { ...own, dueAt: due[0]?.dueAt };
    return {
      ...{ kind: 'found', raceId, raceName, card: own?.card, dueAt, billing },
      asksForBuyer: open !== undefined && !billing && shouldNameBuyer(open),
      documents: issued.map((document) => {
        const payment = paymentOf(document);
        return { ...document, card: payment === own ? undefined : payment?.card };
      }),
    };
  };
