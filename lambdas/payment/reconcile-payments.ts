import type { HeldPayment } from './payment';
import type { PaymentList, Sweepable, Sweeps } from './ports';

interface Needs {
  readonly payments: PaymentList;
  readonly sweeps: Sweeps;
  readonly now: () => Date;
}

export interface Reconciled {
  /** Registrations whose money is still held; a sweep for each is on its way. */
  readonly swept: readonly string[];
  /** Payments that do not say which event they are for: nobody can sweep them. */
  readonly nameless: readonly string[];
}

export type ReconcilePayments = () => Promise<Reconciled>;

/** A sweep comes after a quarter of an hour, and an order takes minutes: what is held for longer may be lost. */
const settleDeadlineMs = 20 * 60_000;
/** Longer than this is down for, and shorter than an authorisation lives. Also as long as the schedule may rest. */
const lookBackMs = 3 * 24 * 3600_000;

/**
 * Finds money of which nobody knows any more: its submission and its sweep were both lost. The processor's list is the
 * one witness left. The writer decides, as it would have: what has a row is ordered again, and what has none is let go.
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
