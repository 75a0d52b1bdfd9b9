import './silence';
import { checkHistory } from './check-history';
import { wrongs } from './mutants';
import { simulate } from './simulate';

/** Most are seen within ten worlds; what only a rare path shows takes more. */
const mostSeeds = 500;

test.each(wrongs)(
  'it is seen when $name',
  async ({ mutant, breaks }) => {
    for (let seed = 1; seed <= mostSeeds; seed++) {
      const broken = checkHistory(await simulate(seed, mutant)).map(({ invariant }) => invariant);
      if (broken.length === 0) continue;
      expect(broken.filter((invariant) => breaks.includes(invariant))).not.toEqual([]);
      return;
    }
    throw new Error(`nothing was seen in ${mostSeeds} worlds`);
  },
  180_000,
);
