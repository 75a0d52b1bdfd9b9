import type { FailedRefund, PaymentState, Settlement } from './payment';

/** A payment's row: what is wanted of it, and what is known to have become of it. */
export interface RecordedPayment {
  readonly authorisation: string | null;
  readonly amount: number | null;
  readonly currency: string | null;
  readonly wanted: 'capture' | 'void' | 'refund';
  /** How much of `amount` is to be given back, or was, in all. Only where that is wanted. */
  readonly refund: number | null;
  /** Up to which sum an order is on its way that more was added to since; otherwise it is up to all of `refund`. */
  readonly refundOrdered?: number | null;
  /** How much went back so far. */
  readonly refunded?: number;
  /** It pays for several people: the money of one may go back before that of another. */
  readonly isForSeveral?: boolean;
  readonly state: PaymentState;
}

type After = Settlement['state'] | 'unchanged' | 'contradiction';

/**
 * What a settlement makes of a payment. Only an authorised payment is taken or let go, and only one that was taken is
 * given back, so repeats and late-comers do nothing. `refunded`: as much went back as was ordered; see `refundAfter`.
 * `contradiction`: money moved, or did not, against what the database decided.
 */
export const stateAfter = (payment: RecordedPayment, settlement: Settlement): After => {
  switch (settlement.state) {
    case 'captured':
      return afterCaptured(payment, settlement);
    case 'refunded':
      return afterRefunded(payment, settlement);
    case 'voided':
    case 'failed':
      return afterLetGo(payment, settlement.state);
  }
};

const afterCaptured = (payment: RecordedPayment, settlement: Settlement): After => {
  const { wanted, state, amount } = payment;
  if (wanted === 'void' || !isOf(payment, settlement, amount)) return 'contradiction';
  // Whoever wants it back has seen it taken: news of that is old, and what was never taken cannot be wanted back.
  if (state === 'captured' || state === 'refunded') return 'unchanged';
  return wanted === 'capture' && state === 'authorised' ? 'captured' : 'contradiction';
};

const afterRefunded = (payment: RecordedPayment, settlement: Settlement): After => {
  const { wanted, state, refund, refundOrdered, refunded = 0, isForSeveral } = payment;
  if (wanted !== 'refund') return 'contradiction';
  // News of a step before: whoever paid for himself alone gets all of it in one.
  const isOld = isForSeveral === true && settlement.amount <= refunded;
  if (isOld && isOf(payment, settlement, null)) return 'unchanged';
  if (!isOf(payment, settlement, refundOrdered ?? refund)) return 'contradiction';
  if (state === 'refunded') return 'unchanged';
  return state === 'captured' ? 'refunded' : 'contradiction';
};

const afterLetGo = ({ wanted, state }: RecordedPayment, heard: 'voided' | 'failed'): After => {
  if (state === 'captured' || state === 'refunded') return 'contradiction';
  if (state !== 'authorised') return 'unchanged';
  // A card we wanted to charge and that was let go: expired, or canceled by hand at the processor's.
  if (wanted === 'capture') return 'failed';
  return wanted === 'void' && heard === 'voided' ? 'voided' : 'contradiction';
};

/** Where a payment stands once so much of it went back; `order` is what is to be ordered then, in all. */
export const refundAfter = ({ refund }: Pick<RecordedPayment, 'refund'>, refunded: number) =>
  refund !== null && refund > refunded
    ? { state: 'captured' as const, refunded, refundOrdered: null, order: refund }
    : { state: 'refunded' as const, refunded, refundOrdered: null, order: undefined };

/**
 * How much of what the bank sent back is new, and for somebody to pay: `lost` of it is noted already, and what stands may
 * make up for it. Zero when there is nothing to note.
 */
export const newlyLost = (
  { refunded, lost }: { readonly refunded: number; readonly lost: number },
  { amount, sent = amount, standing = 0 }: FailedRefund,
): number => Math.max(0, Math.min(amount - lost, Math.max(refunded, sent) - standing));

const isOf = (
  { authorisation, currency }: RecordedPayment,
  settlement: Settlement,
  amount: RecordedPayment['amount'],
): boolean =>
  (authorisation === null || authorisation === settlement.authorisation) &&
  (amount === null || amount === settlement.amount) &&
  (currency === null || currency.toLowerCase() === settlement.currency.toLowerCase());

/**
 * Which mail tells the runner. A card that was never used by a known runner is nobody's news; who gave his spot back is
 * told when he does, not when the money is on its way.
 */
export const mailAbout = (state: Settlement['state'], hasRunner: boolean) => {
  if (!hasRunner || state === 'refunded') return undefined;
  return ({ captured: 'confirmation', voided: 'not-registered', failed: 'payment-failed' } as const)[state];
};
