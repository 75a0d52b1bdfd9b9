import type { Entry, RaceFacts } from '../history';
import { oldData } from '../world/memcached-node';
import { LedgerSoFar } from './ledger-so-far';
import { findings, type Violation } from './violation';

/** Milliseconds that a request may take between counting a spot and hearing so: after that its function dies. */
const longestRequest = 11_000;

/** Once a director was told that nothing is dealt, nothing is, until they let the sale go on (S18). */
export const checkSale = (history: readonly Entry[], race: RaceFacts): readonly Violation[] => {
  const { violations, insist } = findings();
  // A cache with old data forgets that a block was stopped. By a wrong clock, an ended block is dealt from.
  const isExcused = history.some(
    (entry) =>
      (entry.kind === 'note' && entry.about === oldData) || (entry.kind === 'fault' && entry.fault === 'clock-skew'),
  );
  if (isExcused) return violations;
  const ledger = new LedgerSoFar(race);
  let stoppedAt = Number.POSITIVE_INFINITY;
  for (const entry of history) {
    if (entry.kind === 'stopped') stoppedAt = entry.at;
    if (entry.kind === 'committed') {
      ledger.apply(entry.changes);
      if (ledger.sale === 'on') stoppedAt = Number.POSITIVE_INFINITY;
    }
    if (entry.kind !== 'counted' || entry.at < stoppedAt + longestRequest) continue;
    const { block, upTo, step } = entry;
    insist((ledger.blocks.get(block)?.numbers.length ?? 0) < upTo, 'S18', step, `${upTo} of ${block} was dealt`);
  }
  return violations;
};
