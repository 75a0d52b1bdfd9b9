import './silence';
import { checkHistory } from './check-history';
import { wrongGroups } from './mutants-of-groups';
import { wrongRules } from './mutants-of-rules';
import { wrongWirings } from './mutants-of-wiring';
import { simulate } from './simulate';

/** Most are seen within ten worlds; what only a rare path shows takes fifty, or by chance more. */
const seeds = Array.from({ length: 500 }, (_, n) => n + 1);

test.each([...wrongWirings, ...wrongRules, ...wrongGroups])(
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
