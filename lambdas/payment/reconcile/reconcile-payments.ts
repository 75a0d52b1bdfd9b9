import type { HeldPayment } from '../../domain/payment';
import type { PaymentList, Sweepable, Sweeps } from '../ports';

interface Needs {
  readonly payments: PaymentList;
  readonly sweeps: Sweeps;
  readonly now: () => Date;
}

export interface Reconciled {
  /** Registrations whose money is still held; a sweep for each was sent. */
  readonly swept: readonly string[];
  /** Payments without the id of an event: they cannot be swept. */
  readonly nameless: readonly string[];
}

export type ReconcilePayments = () => Promise<Reconciled>;

/**
 * In milliseconds. A sweep comes after a quarter of an hour, and an order takes minutes: money held for longer may be
 * lost.
 */
const settleDeadlineMs = 20 * 60_000;
/** In milliseconds. Longer than an outage or a rest of the schedule, and shorter than an authorisation lasts. */
const lookBackMs = 3 * 24 * 3600_000;

/**
 * Finds money that nothing refers to any more, because its submission and its sweep were both lost. Only the
 * processor's list still shows it. The writer decides as usual: a payment with a row is ordered again, one without is
 * voided.
 */
export const reconcilePayments =
  ({ payments, sweeps, now }: Needs): ReconcilePayments =>
  async () => {
    const swept: string[] = [];
    const nameless: string[] = [];
    const at = now().getTime();
    for await (const page of payments.held(new Date(at - lookBackMs), new Date(at - settleDeadlineMs))) {
      const known = page.flatMap((payment) => sweepOf(payment) ?? []);
      nameless.push(...page.filter((payment) => !sweepOf(payment)).map(({ authorisation }) => authorisation));
      if (known.length > 0) await sweeps.send(known);
      swept.push(...known.map(({ registrationId }) => registrationId));
    }
    return { swept, nameless };
  };

const sweepOf = ({ registrationId, amount, currency, raceId, eventId }: HeldPayment): Sweepable | undefined =>
  raceId && eventId ? { registrationId, amount, currency, raceId, eventId } : undefined;
