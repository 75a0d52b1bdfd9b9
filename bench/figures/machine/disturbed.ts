import type { Calibration, Run } from '../results';
import { number } from '../words';

/** Cores that others may use, and the hypervisor may take, while a benchmark runs: a twentieth of two cores. */
const mostCores = 0.1;
/** By how much a calibration may differ before and after: runs of a second differ by half of it on a quiet machine. */
const mostDrift = 0.1;

const parts = { answer: 'an answer', wrk: 'a request of wrk', row: 'a row' } as const satisfies Record<
  keyof Calibration,
  string
>;

/** Why a run says less about the system than it should; empty on a quiet machine. */
export const disturbancesOf = ({ beside, calibration }: Pick<Run, 'beside' | 'calibration'>): readonly string[] => {
  const reasons: string[] = [];
  if (beside && beside.cores > mostCores) {
    const names = beside.busiest.map(({ name, cores }) => `${name} ${number(cores)}`).join(', ');
    reasons.push(`Other processes used ${number(beside.cores)} cores (${names}; limit: ${mostCores}).`);
  }
  if (beside && beside.stolen > mostCores)
    reasons.push(`The hypervisor took ${number(beside.stolen)} cores (limit: ${mostCores}).`);
  for (const part of ['answer', 'wrk', 'row'] as const) {
    const [before, after] = [calibration?.before[part], calibration?.after[part]];
    if (before === undefined || after === undefined) continue;
    const drift = Math.max(before, after) / Math.min(before, after) - 1;
    if (drift > mostDrift)
      reasons.push(
        `The CPU of ${parts[part]} was ${number(before)} µs before and ${number(after)} µs after (limit: ${100 * mostDrift} % apart).`,
      );
  }
  return reasons;
};

/** Of two runs of one benchmark, the one that says more: measured before failed, quiet before disturbed, then the quieter. */
export const betterOf = (one: Run, other: Run): Run => {
  const rank = (run: Run) => [
    run.outcome.kind === 'failed' ? 1 : 0,
    disturbancesOf(run).length > 0 ? 1 : 0,
    (run.beside?.cores ?? 0) + (run.beside?.stolen ?? 0),
  ];
  const [ranks, others] = [rank(one), rank(other)];
  const at = ranks.findIndex((value, n) => value !== others[n]);
  return at < 0 || (ranks[at] ?? 0) < (others[at] ?? 0) ? one : other;
};
