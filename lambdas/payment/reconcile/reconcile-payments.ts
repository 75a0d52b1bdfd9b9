import type { Dispute } from '../../domain/money/dispute';
import type { FailedRefund, HeldPayment } from '../../domain/money/payment';
import type { Disputes, PaymentList, Refunds, SettlementQueue, Sweepable, Sweeps } from '../ports';

interface Needs {
  readonly payments: PaymentList;
  readonly sweeps: Sweeps;
  readonly disputes: Pick<Disputes, 'since'>;
  readonly refunds: Pick<Refunds, 'since'>;
  readonly settlements: SettlementQueue;
  readonly now: () => Date;
}

export interface Reconciled {
  /** Registrations whose money is still held; a sweep for each was sent. */
  readonly swept: readonly string[];
  /** Payments without the id of an event: they cannot be swept. */
  readonly nameless: readonly string[];
  /** How many disputes were told of again. */
  readonly disputes: number;
  /** How many payments were told of again that somebody gave back by hand, or whose refund came back. */
  readonly refunds: number;
}

export type ReconcilePayments = () => Promise<Reconciled>;

/**
 * In milliseconds since the payment was created. The longest hold lasts 20 minutes, its submission may take five more,
 * and an order takes minutes. Money held for longer may be lost. A sweep that came earlier could refuse a runner who
 * paid at the last moment, or whose bank asked them.
 */
const settleDeadlineMs = 30 * 60_000;
/**
 * In milliseconds. Longer than an outage or a rest of the schedule, and shorter than the seven days that an
 * authorisation lasts.
 */
const lookBackMs = 6 * 24 * 3600_000;
/** In milliseconds. Banks decide within four months, and the news of it may be lost as well as that of the dispute. */
const disputesLookBackMs = 120 * 24 * 3600_000;

/**
 * Finds money that nothing refers to any more, because its submission and its sweep were both lost. Only the
 * processor's list still shows it. The writer decides as usual: a payment with a row is ordered again, one without is
 * voided. Also tells of disputes, of refunds by hand and of those that came back again, in case their webhook was lost.
 */
export const reconcilePayments =
  ({ payments, sweeps, disputes, refunds, settlements, now }: Needs): ReconcilePayments =>
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
    const tell = async (pages: AsyncIterable<readonly (Dispute | FailedRefund)[]>) => {
      let told = 0;
      for await (const page of pages) {
        if (page.length > 0) await settlements.send(page);
        told += page.length;
      }
      return told;
    };
    return {
      swept,
      nameless,
      disputes: await tell(disputes.since(new Date(at - disputesLookBackMs))),
      refunds: await tell(refunds.since(new Date(at - lookBackMs))),
    };
  };

const sweepOf = ({ registrationId, amount, currency, raceId, eventId, purpose }: HeldPayment): Sweepable | undefined =>
  raceId && eventId ? { registrationId, amount, currency, raceId, eventId, ...(purpose && { purpose }) } : undefined;
