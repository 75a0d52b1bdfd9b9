import { authenticationGraceSeconds } from '../../../lambdas/domain/registration';
import { graceAfter } from '../../../lambdas/spots/blocks/block';
import type { Entry, RaceFacts } from '../history';
import { commitCancelled } from '../stores/job-store';
import { type Fault, outages, strikes } from '../world/fault-plan';
import { oldData } from '../world/memcached-node';
import { LedgerSoFar } from './ledger-so-far';
import { findings, type Violation } from './violation';

const minute = 60_000;
/** Milliseconds that a transaction, and the minute job before it, may take besides. */
const slack = 10_000;

/** With one of these faults nobody may learn that a block is spent, or nobody may be able to close it. */
const mayHideAnEnd = new Set<Fault>([
  ...[...strikes, ...outages].filter((fault) => /^(cache|database|killed)-/.test(fault)),
  'clock-skew',
]);

/**
 * A hold is good until its end (S17): its block is open, and no sweep has decided against its owner. What was dealt to
 * nobody comes back soon after the holds that were dealt beside it (L2). No block lasts longer than it was to, whatever
 * a bank asks (P5).
 */
export const checkHolds = (history: readonly Entry[], race: RaceFacts): readonly Violation[] => {
  const { violations, insist } = findings();
  const faults = new Set(history.flatMap((entry) => (entry.kind === 'fault' ? [entry.fault] : [])));
  // A cache with old data deals from ended blocks; a wrong clock makes holds too long.
  const isHonest = !history.some((entry) => entry.kind === 'note' && entry.about === oldData);
  const [areEndsTrue, areEndsKnown] = [
    isHonest && !faults.has('clock-skew'),
    isHonest && ![...faults].some((fault) => mayHideAnEnd.has(fault)),
  ];
  // By a wrong clock, a sweep knows no more than that the hold is over.
  const graceMs = faults.has('clock-skew') ? 0 : authenticationGraceSeconds * 1000;
  const ledger = new LedgerSoFar(race);
  const holds = new Map<string, { readonly block: string; readonly expiresAt: number }>();
  const dueAt = new Map<string, number>();
  const closings = new Map<string, number>();
  for (const entry of history) {
    const { at, step } = entry;
    for (const [block, due] of dueAt) {
      if (at <= due) continue;
      dueAt.delete(block);
      const row = ledger.blocks.get(block);
      const lost = [...ledger.spots].filter(([number, of]) => of === block && !ledger.isTaken(number));
      insist(row?.isClosed === true || lost.length === 0, 'L2', step, `${lost.length} spots of ${block} are not back`);
    }
    if (entry.kind === 'hold' && entry.block !== undefined && entry.expiresAt !== undefined) {
      const known = holds.get(entry.registrationId);
      if (!known || known.block === entry.block)
        holds.set(entry.registrationId, { block: entry.block, expiresAt: entry.expiresAt });
    }
    if (entry.kind === 'counted' && areEndsKnown) {
      const row = ledger.blocks.get(entry.block);
      if (row && entry.upTo >= row.numbers.length && !dueAt.has(row.id) && !row.isClosed)
        dueAt.set(row.id, at + (row.holdSeconds + graceAfter.spent) * 1000 + minute + slack);
    }
    if (entry.kind !== 'committed') continue;
    ledger.apply(entry.changes);
    for (const { id, via } of entry.changes.registrations) {
      const hold = holds.get(id);
      if (via === 'sweep' && hold)
        insist(
          at >= hold.expiresAt + graceMs,
          'S17',
          step,
          `${id} was swept, whose hold ends at ${hold.expiresAt}, and whose bank may have asked`,
        );
    }
    for (const { id, closesAt } of entry.changes.blocks) {
      const before = closings.get(id) ?? closesAt;
      insist(closesAt <= before, 'P5', step, `block ${id} was to close at ${before}, and closes at ${closesAt}`);
      closings.set(id, closesAt);
    }
    // Only that ends a hold that somebody was promised.
    if (!areEndsTrue || entry.by === commitCancelled) continue;
    for (const { id, owner, isClosed } of entry.changes.blocks) {
      if (!isClosed || owner !== null) continue;
      for (const [who, { block, expiresAt }] of holds)
        insist(block !== id || expiresAt <= at, 'S17', step, `the hold of ${who} outlives its block ${id}`);
    }
  }
  return violations;
};
