import { refundOf } from '../../../lambdas/registration/change/change-rules';
import { type RegistrationRow, takenOf } from '../../model/ledger/tables';
import type { Entry, RaceFacts } from '../history';
import { priceAt } from '../race';
import { commitByJob } from '../stores/change-store';
import { LedgerSoFar } from './ledger-so-far';
import { findings, type Violation } from './violation';

const clockSkew = 300_000;

interface Money {
  readonly registrationId: string;
  readonly amount: number;
  captures: number;
  voids: number;
  /** In cents. */
  refunded: number;
}

/** What the bank did, compared with what the database decided and what the runner was told it costs. */
export const checkMoney = (history: readonly Entry[], race: RaceFacts): readonly Violation[] => {
  const { violations, insist } = findings();
  const ledger = new LedgerSoFar(race);
  const authorised = new Map<string, Money>();
  const told = new Map<string, number[]>();
  const captures = new Map<string, number>();
  let end = 0;

  for (const entry of history) {
    end = entry.step;
    const { step } = entry;
    if (entry.kind === 'committed') ledger.apply(entry.changes);
    if (entry.kind === 'hold' && entry.total !== undefined) {
      const { registrationId, total, at, spots = [] } = entry;
      // The same hold again keeps its price.
      const isOlder = told.get(registrationId)?.includes(total);
      told.set(registrationId, [...(told.get(registrationId) ?? []), total]);
      // Requested just before the price changed and answered just after it, by a wrong clock.
      const prices = [priceAt(race, at - clockSkew - 20_000), priceAt(race, at + clockSkew)];
      const isPrice = prices.some((price) => price * spots.length === total);
      insist(isPrice || isOlder === true, 'S5', step, `${registrationId} was told ${total}`);
    }
    if (entry.kind === 'fee-quoted' && entry.total !== undefined) {
      told.set(entry.registrationId, [entry.total]);
      insist(entry.total === race.transferFee, 'S5', step, `${entry.registrationId} was told a fee of ${entry.total}`);
    }
    if (entry.kind === 'move-quoted' && entry.total !== undefined) told.set(entry.registrationId, [entry.total]);
    // In a race with a form the quote says what is charged: see check-goods.ts.
    if (entry.kind === 'quoted' && entry.total !== undefined)
      told.set(entry.registrationId, [...(told.get(entry.registrationId) ?? []), entry.total]);
    if (entry.kind === 'authorised') {
      const { registrationId, authorisation, amount } = entry;
      authorised.set(authorisation, { registrationId, amount, captures: 0, voids: 0, refunded: 0 });
    }
    if (entry.kind === 'voided') {
      const money = authorised.get(entry.authorisation);
      if (money) money.voids += 1;
    }
    if (entry.kind === 'refunded') {
      const { registrationId, authorisation, amount } = entry;
      const money = authorised.get(authorisation);
      if (money) money.refunded += amount;
      const payment = ledger.payments.get(registrationId);
      insist(payment?.wanted === 'refund', 'S4', step, `${registrationId} got money back that nobody wanted back`);
      const promised = promisedOf(registrationId);
      insist(
        (money?.refunded ?? 0) <= promised,
        'S5',
        step,
        `${registrationId} got ${money?.refunded} back in all, and ${promised} was promised`,
      );
    }
    if (entry.kind === 'captured') {
      const { registrationId, authorisation, amount } = entry;
      const money = authorised.get(authorisation);
      if (money) money.captures += 1;
      captures.set(registrationId, (captures.get(registrationId) ?? 0) + 1);
      insist(
        captures.get(registrationId) === 1,
        'S5',
        step,
        `${registrationId} was charged ${captures.get(registrationId)} times`,
      );
      insist(
        (told.get(registrationId)?.includes(amount) ?? false) || race.stock !== undefined,
        'S5',
        step,
        `${registrationId} was charged ${amount}, not ${told.get(registrationId)?.join(' or ')}`,
      );
      const row = ledger.registrations.get(registrationId);
      insist(
        row?.outcome === 'confirmed' || row?.via === 'move',
        'S4',
        step,
        `${registrationId} was charged, and is ${row?.outcome ?? 'undecided'}`,
      );
      insist((money?.voids ?? 0) === 0, 'S4', step, `${registrationId} was charged after its money was given back`);
    }
  }

  for (const [authorisation, { registrationId, captures: taken, voids, refunded }] of authorised) {
    const row = ledger.registrations.get(registrationId);
    const payment = ledger.payments.get(registrationId);
    const about = `${registrationId} (${authorisation})`;
    insist(row !== undefined, 'L1', end, `${about} was authorised and never decided`);
    insist(taken + voids > 0, 'S6', end, `${about} is neither charged nor given back`);
    insist(taken === 0 || voids === 0, 'S4', end, `${about} was charged and given back`);
    const told = taken === 0 ? 'nothing' : refunded > 0 ? 'refunded' : 'captured';
    const booked = payment?.state === 'captured' || payment?.state === 'refunded' ? payment.state : 'nothing';
    insist(told === booked, 'S6', end, `at the bank ${about} is ${told}; the books say ${payment?.state}`);
    const promised = promisedOf(registrationId);
    insist(refunded === promised, 'S6', end, `${about} is owed ${promised}, and got ${refunded} back`);
    insist((payment?.refund ?? 0) === promised, 'S6', end, `${about} is owed ${promised}, not ${payment?.refund}`);
    if (ledger.paidFor(registrationId).some(({ isLive }) => isLive))
      insist(taken === 1, 'S6', end, `${about} has a spot and has not paid`);
  }
  for (const row of ledger.registrations.values()) {
    if (row.via !== 'transfer') continue;
    // The fee is taken or, where the bank refuses it after all, written down as lost.
    const fee = ledger.payments.get(row.id)?.state;
    const isRight = race.transferFee === undefined ? fee === undefined : fee === 'captured' || fee === 'failed';
    insist(isRight, 'S5', end, `${row.id} took a spot over, and the fee for that is ${fee}`);
  }
  for (const { registrationId, state } of ledger.payments.values())
    insist(state !== 'authorised', 'L1', end, `the payment of ${registrationId} is not settled`);
  for (const row of ledger.live) insist(isPaidFor(row), 'S6', end, `${row.id} has a spot that is not paid for`);
  // Whom a cancelled race gives their money back, what check-cancelled.ts compares.
  const byJob = new Set(
    history.flatMap((entry) =>
      entry.kind === 'committed' && entry.by === commitByJob ? entry.changes.registrations.map(({ id }) => id) : [],
    ),
  );
  for (const entry of history) {
    if (entry.kind !== 'changed' || entry.answer !== 'cancelled') continue;
    const { registrationId, refund, step } = entry;
    const row = ledger.registrations.get(registrationId);
    const payment = row && ledger.paymentOf(row);
    insist(row?.ended === 'cancelled', 'S3', step, `${registrationId} was told it is cancelled, and is ${row?.ended}`);
    const owed = refundOf(row?.share ?? (payment ? takenOf(payment) : 0), race.refundPercent);
    const booked = row?.refund ?? 0;
    insist(
      owed === booked || byJob.has(registrationId),
      'S6',
      step,
      `${registrationId} is owed ${owed}, and gets ${booked}`,
    );
    insist(refund === booked, 'S6', step, `${registrationId} was told ${refund}, and gets ${booked}`);
  }
  return violations;

  /** Cents promised to those of a payment who gave their spots back. With moves, check-moves.ts compares the sum of several payments. */
  function promisedOf(registrationId: string): number {
    if (ledger.hasMoved(registrationId)) return ledger.payments.get(registrationId)?.refund ?? 0;
    return ledger.paidFor(registrationId).reduce((sum, { refund }) => sum + (refund ?? 0), 0);
  }

  /** Of a group's payment, the others' money may have gone back. */
  function isPaidFor(row: RegistrationRow): boolean {
    const payment = ledger.paymentOf(row);
    if (payment && ledger.hasMoved(payment.registrationId))
      return payment.state === 'captured' || payment.state === 'refunded';
    if (payment?.state !== 'refunded') return payment?.state === 'captured';
    const live = ledger.paidFor(payment.registrationId).filter(({ isLive }) => isLive);
    const owed = live.reduce((sum, { share }) => sum + (share ?? takenOf(payment)), 0);
    return takenOf(payment) - (payment.refund ?? 0) >= owed;
  }
};
