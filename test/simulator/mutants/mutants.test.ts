import '../silence';
import { checkHistory } from '../checks/check-history';
import { simulate } from '../simulate';
import { wrongFees } from './fees';
import { wrongGroups } from './groups';
import { wrongJobs } from './jobs';
import { wrongQuestions } from './questions';
import { wrongRules } from './rules';
import { wrongWirings } from './wiring';

/** Most are seen within ten worlds; what only a rare path shows takes fifty, or by chance more: those say in which (`seenIn`). */
const seeds = Array.from({ length: 500 }, (_, n) => n + 1);

test.each([...wrongWirings, ...wrongRules, ...wrongGroups, ...wrongQuestions, ...wrongFees, ...wrongJobs])(
  'it is seen when $name',
  async ({ mutant, breaks, seenIn = 1 }) => {
    for (const seed of [seenIn, ...seeds]) {
      const broken = checkHistory(await simulate(seed, mutant));
      if (broken.some(({ invariant }) => breaks.includes(invariant))) return;
    }
    throw new Error(`nothing was seen in ${seeds.length} worlds`);
  },
  180_000,
);
