import './silence';
import { checkHistory } from './check-history';
import { wrongRules } from './mutants-of-rules';
import { wrongWirings } from './mutants-of-wiring';
import { simulate } from './simulate';

/** Most are seen within ten worlds; what only a rare path shows takes fifty, or more if chance would have it. */
const mostSeeds = 500;

test.each([...wrongWirings, ...wrongRules])(
  'it is seen when $name',
  async ({ mutant, breaks }) => {
    for (let seed = 1; seed <= mostSeeds; seed++) {
      const broken = checkHistory(await simulate(seed, mutant));
      if (broken.some(({ invariant }) => breaks.includes(invariant))) return;
    }
    throw new Error(`nothing was seen in ${mostSeeds} worlds`);
  },
  180_000,
);
