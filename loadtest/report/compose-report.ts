import type { GeneratorResults } from '../generator/results';
import type { Outcome } from '../people/outcome';
import { challengesOf, generatorFigures, groupsOf, outcomeCounts, secondOf, stepsOf, totalsOf } from './figures';
import type { Check, Cost, Machine, TestReport, Validity, Wish } from './test-report';

export interface Happened {
  readonly id: string;
  readonly startedAt: string;
  readonly comment?: string;
  readonly wish: Wish;
  /** The machine of the generators. */
  readonly machine: Machine;
  readonly version: string;
  readonly results: GeneratorResults;
  /** The canary's outcome first. */
  readonly outcomes: readonly Outcome[];
  readonly validity: Validity;
  readonly checks: readonly Check[];
  /** What could not be checked. */
  readonly unchecked?: readonly string[];
  readonly costs: readonly Cost[];
}

/** The report of one finished run. */
export const composeReport = ({ results, outcomes, comment = '', ...happened }: Happened): TestReport => {
  const totals = totalsOf(results);
  const groups = groupsOf(outcomes);
  const challenges = challengesOf(outcomes);
  const { id, startedAt, wish, machine, version, validity, checks, unchecked, costs } = happened;
  return {
    id,
    startedAt,
    comment,
    wish,
    machine,
    version,
    validity,
    checks: [...checks],
    ...(unchecked && { unchecked: [...unchecked] }),
    endings: outcomeCounts(outcomes),
    ...(groups && { groups }),
    ...(challenges && { challenges }),
    steps: [...stepsOf(results)],
    series: results.seconds.map(secondOf),
    totals,
    costs: [...costs],
    generator: generatorFigures(results.generatorLoad, totals),
  };
};
