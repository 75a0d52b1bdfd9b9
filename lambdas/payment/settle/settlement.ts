import type { FailedRefund, PaymentState, Settlement } from '../../domain/money/payment';
import type { Relay } from '../../domain/outbox';
import type { Announcements, Payments } from '../ports';

/** A payment's row: what is wanted of it, and what is known to have happened. */
export interface RecordedPayment {
  readonly authorisation: string | null;
  readonly amount: number | null;
  /** How much of `amount` is to be taken; null or absent: all of it. */
  readonly captureAmount?: number | null;
  readonly currency: string | null;
  readonly wanted: 'capture' | 'void' | 'refund';
  /** The total to be refunded of `amount`; null unless a refund is wanted. */
  readonly refund: number | null;
  /**
   * The total of the order that is under way, if more was added to the refund since; otherwise the order is for all of
   * `refund`.
   */
  readonly refundOrdered?: number | null;
  /** How much has been refunded so far. */
  readonly refunded?: number;
  readonly state: PaymentState;
}

type After = Settlement['state'] | 'unchanged' | 'contradiction';

/**
 * The state of a payment after a settlement. Only an authorised payment is captured or voided, and only a captured one
 * is refunded, so repeated and late settlements change nothing. `refunded`: as much as was ordered; see `refundAfter`.
 * `contradiction`: money moved, or did not, against the decision of the database.
 */
export const stateAfter = (payment: RecordedPayment, settlement: Settlement): After => {
  switch (settlement.state) {
    case 'captured':
      return afterCaptured(payment, settlement);
    case 'refunded':
      return afterRefunded(payment, settlement);
    case 'voided':
    case 'failed':
      // Before an entry cost nothing, or by another page, a payment may have been begun for the same registration, and given up.
      return isOfAnother(payment, settlement) ? 'unchanged' : afterVoidOrFailure(payment, settlement.state);
  }
};

const afterCaptured = (payment: RecordedPayment, settlement: Settlement): After => {
  const { wanted, state, amount, captureAmount } = payment;
  if (wanted === 'void' || !isOf(payment, settlement, captureAmount ?? amount)) return 'contradiction';
  // A refund is wanted of captured payments only: for those, a settlement that reports the capture is a repetition.
  if (state === 'captured' || state === 'refunded') return 'unchanged';
  return wanted === 'capture' && state === 'authorised' ? 'captured' : 'contradiction';
};

const afterRefunded = (payment: RecordedPayment, settlement: Settlement): After => {
  const { wanted, state, refund, refundOrdered, refunded = 0 } = payment;
  if (wanted !== 'refund') return 'contradiction';
  // An earlier step that is reported again: money goes back in steps, for one member of a group, an item or a move before the rest.
  if (settlement.amount <= refunded && isOf(payment, settlement, null)) return 'unchanged';
  if (!isOf(payment, settlement, refundOrdered ?? refund)) return 'contradiction';
  if (state === 'refunded') return 'unchanged';
  return state === 'captured' ? 'refunded' : 'contradiction';
};

const afterVoidOrFailure = (
  { wanted, state, captureAmount }: RecordedPayment,
  reported: 'voided' | 'failed',
): After => {
  // To take nothing is to let go of what is held, and the processor tells of that, too.
  if (wanted === 'capture' && captureAmount === 0 && reported === 'voided')
    return state === 'authorised' ? 'captured' : 'unchanged';
  if (state === 'captured' || state === 'refunded') return 'contradiction';
  if (state !== 'authorised') return 'unchanged';
  // We wanted to capture, and the payment was voided: the authorisation expired, or somebody canceled it at the
  // processor.
  if (wanted === 'capture') return 'failed';
  return wanted === 'void' && reported === 'voided' ? 'voided' : 'contradiction';
};

/** The state after a total of `refunded` was given back; `order` is the total of the next refund to order. */
export const refundAfter = ({ refund }: Pick<RecordedPayment, 'refund'>, refunded: number) =>
  refund !== null && refund > refunded
    ? { state: 'captured' as const, refunded, refundOrdered: null, order: refund }
    : { state: 'refunded' as const, refunded, refundOrdered: null, order: undefined };

/**
 * How much of what the bank returned is new and must be paid by hand. `lost` of it is recorded already, and `standing`
 * may make up for it. 0 when there is nothing to record.
 */
export const newlyLost = (
  { refunded, lost }: { readonly refunded: number; readonly lost: number },
  { amount, sent = amount, standing = 0 }: FailedRefund,
): number => Math.max(0, Math.min(amount - lost, Math.max(refunded, sent) - standing));

const isOfAnother = ({ authorisation }: RecordedPayment, settlement: Settlement): boolean =>
  authorisation !== null && settlement.authorisation !== null && authorisation !== settlement.authorisation;

const isOf = (
  { authorisation, currency }: RecordedPayment,
  settlement: Settlement,
  amount: RecordedPayment['amount'],
): boolean =>
  (authorisation === null || authorisation === settlement.authorisation) &&
  (amount === null || amount === settlement.amount) &&
  (currency === null || currency.toLowerCase() === settlement.currency.toLowerCase());

/**
 * The mail that tells the runner; `undefined` when no runner is known. A runner who cancels is told at once and not
 * when the money is given back.
 */
export const mailAbout = (state: Settlement['state'], hasRunner: boolean) => {
  if (!hasRunner || state === 'refunded') return undefined;
  return ({ captured: 'confirmation', voided: 'not-registered', failed: 'payment-failed' } as const)[state];
};

interface Needs {
  readonly payments: Payments;
  readonly relay: Relay;
  readonly announcements: Announcements;
  /** Called with errors after the commit. The database has the settlements by then, so the batch has succeeded. */
  readonly report: (error: unknown) => void;
}

/** Returns the registration ids of settlements that contradict the database: they must not be lost. */
export type RecordSettlements = (settlements: readonly Settlement[]) => Promise<readonly string[]>;

/** Records what the processor did; after the commit, relays the mails and tells the clients that poll. */
export const recordSettlements =
  ({ payments, relay, announcements, report }: Needs): RecordSettlements =>
  async (settlements) => {
    const { changed, outbox, contradictions } = await payments.settle(settlements);
    const results = await Promise.allSettled([
      outbox.length > 0 ? relay(outbox) : undefined,
      ...changed.map(({ registrationId, state }) => announcements.settled(registrationId, state)),
    ]);
    for (const result of results) if (result.status === 'rejected') report(result.reason);
    return contradictions;
  };
