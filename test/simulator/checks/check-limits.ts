import type { Entry, RaceFacts } from '../history';
import { findings, type Violation } from './violation';

/** Faults after which a count may be too high: what was to be taken back was not, or a request was counted that nobody heard of. */
const mayMiscount = /^(cache|session|queue|database|clock|stalled|killed|throttled|browser|page)/;
/** Milliseconds: what is counted or taken back is so by then, and its answer has come. */
const slack = 2_000;

interface Asked {
  readonly at: number;
  readonly registrationId: string;
  readonly wanted: readonly number[];
  readonly isQuoted: boolean;
}

/** Nobody is told that too many units are claimed and not paid for while they are not: what is paid for does not count (L5). */
export const checkLimits = (history: readonly Entry[], { perAddress }: RaceFacts): readonly Violation[] => {
  const { violations, insist } = findings();
  if (perAddress === undefined) return violations;
  const asked = history.flatMap((entry): readonly Asked[] =>
    entry.kind === 'quoted' ? [{ ...entry, isQuoted: entry.answer === 'quoted' }] : [],
  );
  const paidAt = new Map<string, number>();
  for (const { at, step, ...entry } of history) {
    if (entry.kind === 'fault' && mayMiscount.test(entry.fault)) break;
    if (entry.kind === 'committed')
      for (const { id, outcome } of entry.changes.registrations)
        if (outcome === 'confirmed' && !paidAt.has(id)) paidAt.set(id, at);
    if (entry.kind !== 'quoted' || entry.answer !== 'too-many-units') continue;
    const until = asked.filter((one) => one.at <= at + slack);
    const ids = new Set(until.map(({ registrationId }) => registrationId));
    const most = [...ids].reduce((sum, id) => {
      const isPaid = (paidAt.get(id) ?? Number.POSITIVE_INFINITY) + slack < at;
      return (
        sum +
        mostCounted(
          until.filter(({ registrationId }) => registrationId === id),
          isPaid,
        )
      );
    }, 0);
    insist(
      most > perAddress,
      'L5',
      step,
      `${entry.registrationId} is refused: ${most} of ${perAddress} are claimed at most`,
    );
  }
  return violations;
};

/** All that somebody ever asked for besides what they had. Of what is paid for, the smallest quote was it. */
const mostCounted = (asked: readonly Asked[], isPaid: boolean): number => {
  const [first] = asked;
  const ever = (first?.wanted ?? []).reduce(
    (sum, _, pool) =>
      sum +
      asked.reduce(
        (all, { wanted }, n) => all + Math.max(0, (wanted[pool] ?? 0) - (asked[n - 1]?.wanted[pool] ?? 0)),
        0,
      ),
    0,
  );
  const quoted = asked
    .filter(({ isQuoted }) => isQuoted)
    .map(({ wanted }) => wanted.reduce((sum, one) => sum + one, 0));
  return isPaid && quoted.length > 0 ? ever - Math.min(...quoted) : ever;
};
