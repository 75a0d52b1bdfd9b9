import '../silence';
import { checkHistory } from '../checks/check-history';
import { simulate } from '../simulate';
import { wrongMoves } from './moves';

test.each(wrongMoves)(
  'it is seen when $name',
  async ({ mutant, breaks, seenIn = 1 }) => {
    for (let n = 0; n <= 400; n++) {
      const broken = checkHistory(await simulate(n === 0 ? seenIn : n, mutant, 'moves'));
      if (broken.some(({ invariant }) => breaks.includes(invariant))) return;
    }
    throw new Error('nothing was seen in 400 worlds');
  },
  180_000,
);
