import { curveOf } from '../../../lambdas/line/calling/curve';
import { nextCalls } from '../../../lambdas/line/calling/next-calls';
import { waitOf } from '../../../lambdas/line/rules/wait';
import type { Course } from './world';

export interface Calibration {
  /** People who were told a range, and those who were called within it. */
  told: number;
  kept: number;
  /** The same of those who were told that it is unlikely: who were called within 55 minutes all the same. */
  unlikely: number;
  calledAllTheSame: number;
  uncertain: number;
}

const shares = [0.02, 0.1, 0.3, 0.6, 0.9, 1.1, 1.3, 1.6, 2.5];
const moments = [10, 30, 60, 120, 300, 600, 900, 1200];

/** Compares what people are told of their wait with when they are called. */
export const calibrate = (courses: readonly Course[], hold = 900): Calibration => {
  const sum: Calibration = { told: 0, kept: 0, unlikely: 0, calledAllTheSame: 0, uncertain: 0 };
  for (const { seconds, facts, spots } of courses)
    for (const moment of moments) {
      const now = seconds[moment];
      const known = facts[moment / 10];
      if (!now || !known || now.sold > spots * 0.97) continue;
      const { rate, events } = nextCalls([known.facts], known.load);
      const [event] = events;
      if (!event) continue;
      const { rateMax } = known.load;
      const waiting = known.facts.waves[0]?.[1] ?? 0;
      const curve = curveOf(known.facts, event, { rate, rateMax, hold, now: moment });
      for (const share of shares) {
        const passes = Math.round((share * spots) / 1.2 / 0.7);
        if (passes < now.called + 20) continue;
        const at = seconds.findIndex((one, second) => second >= moment && one.called >= passes);
        const wait = waitOf(passes / waiting, event.calledTo, curve);
        if (wait.kind === 'uncertain') sum.uncertain++;
        if (wait.kind === 'unlikely') {
          sum.unlikely++;
          if (at >= 0 && at - moment < 3300) sum.calledAllTheSame++;
        }
        if (wait.kind === 'range') {
          sum.told++;
          if (at >= 0 && at - moment >= wait.from && at - moment <= wait.to) sum.kept++;
        }
      }
    }
  return sum;
};
