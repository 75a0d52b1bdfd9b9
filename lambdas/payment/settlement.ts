import type { PaymentState, Settlement } from './payment';

/** A payment's row: what is wanted of it, and what is known to have become of it. */
export interface RecordedPayment {
  readonly authorisation: string | null;
  readonly amount: number | null;
  readonly currency: string | null;
  readonly wanted: 'capture' | 'void';
  readonly state: PaymentState;
}

/**
 * What a settlement makes of a payment. Only an authorised payment changes, so repeats and late-comers do nothing.
 * `contradiction`: money moved, or did not, against what the database decided.
 */
export const stateAfter = (
  payment: RecordedPayment,
  settlement: Settlement,
): Settlement['state'] | 'unchanged' | 'contradiction' => {
  const { state, wanted } = payment;
  if (state === 'refunded') return 'unchanged';
  if (settlement.state === 'captured') {
    if (wanted !== 'capture' || !isOf(payment, settlement)) return 'contradiction';
    if (state === 'captured') return 'unchanged';
    return state === 'authorised' ? 'captured' : 'contradiction';
  }
  if (state === 'captured') return 'contradiction';
  if (state !== 'authorised') return 'unchanged';
  // A card we wanted to charge and that was let go: expired, or canceled by hand at the processor's.
  if (wanted === 'capture') return 'failed';
  return settlement.state === 'voided' ? 'voided' : 'contradiction';
};

const isOf = ({ authorisation, amount, currency }: RecordedPayment, settlement: Settlement): boolean =>
  (authorisation === null || authorisation === settlement.authorisation) &&
  (amount === null || amount === settlement.amount) &&
  (currency === null || currency.toLowerCase() === settlement.currency.toLowerCase());

/** Which mail tells the runner. A card that was never used by a known runner is nobody's news. */
export const mailAbout = (state: Settlement['state'], hasRunner: boolean) => {
  if (!hasRunner) return undefined;
  return ({ captured: 'confirmation', voided: 'not-registered', failed: 'payment-failed' } as const)[state];
};
