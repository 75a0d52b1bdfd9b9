import type { Ending } from './ending';
import { endingsOf, generatorFigures, groupsOf, secondOf, stepsOf, totalsOf } from './figures';
import type { Harvest } from './generator/harvest';
import type { Check, Cost, Machine, TestReport, Validity, Wish } from './test-report';

export interface Happened {
  readonly id: string;
  readonly startedAt: string;
  readonly comment?: string;
  readonly wish: Wish;
  /** The generators'. */
  readonly machine: Machine;
  readonly version: string;
  readonly harvest: Harvest;
  /** The canary's first. */
  readonly endings: readonly Ending[];
  readonly validity: Validity;
  readonly checks: readonly Check[];
  /** What could not be looked at. */
  readonly unchecked?: readonly string[];
  readonly costs: readonly Cost[];
}

/** The report of one finished run. */
export const composeReport = ({ harvest, endings, comment = '', ...happened }: Happened): TestReport => {
  const totals = totalsOf(harvest);
  const groups = groupsOf(endings);
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
    endings: endingsOf(endings),
    ...(groups && { groups }),
    steps: [...stepsOf(harvest)],
    series: harvest.seconds.map(secondOf),
    totals,
    costs: [...costs],
    generator: generatorFigures(harvest.strain, totals),
  };
};
