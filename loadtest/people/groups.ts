import type { RunnerMessage } from '../../lambdas/api/messages/registrations';
import { randomOf } from '../generator/random';
import type { Wish } from '../report/test-report';
import { peopleAtAddress, person } from './people';

type Crowd = Pick<Wish, 'runners' | 'seed' | 'together'>;

/** Sizes of groups in the demo races. A system allows eight, which hardly ever come. */
const fewest = 2;
export const mostAtOnce = 4;

/**
 * Each runner draws the size of their group from a separate stream, so that everything else they draw stays the same.
 */
const ownStreams = 0x5e1f;

/** How many people the n-th runner of a crowd comes as, themselves included: the same for the same seed. */
export const peopleWith = ({ seed, together = 0 }: Omit<Crowd, 'runners'>, n: number): number => {
  if (together === 0) return 1;
  const random = randomOf(seed ^ ownStreams, n);
  return random() * 100 < together ? fewest + Math.floor(random() * (mostAtOnce - fewest + 1)) : 1;
};

/**
 * The companions of the n-th runner, who are nobody else of this run. The first of them is a child without an e-mail
 * address of their own. `first`: how many people of the run came before this crowd.
 */
export const companionsOf = (crowd: Crowd, n: number, run: string, first = 0): readonly RunnerMessage[] => {
  const before = first + crowd.runners + n * (mostAtOnce - 1);
  const { email } = person(first + n, run);
  return Array.from({ length: peopleWith(crowd, n) - 1 }, (_, at) => {
    const one = person(before + at, run);
    return at === 0 ? { ...one, email } : one;
  });
};

const peopleOf = (crowd: Crowd): number => {
  let people = 0;
  for (let n = 0; n < crowd.runners; n++) people += peopleWith(crowd, n);
  return people;
};

/** A household shares an address, however many browsers it uses. */
export const homesFor = (crowd: Crowd): number => Math.ceil(peopleOf(crowd) / peopleAtAddress);

/** On AWS a hundred people share a generator and its address, because each generator costs money. */
export const officesFor = (crowd: Crowd): number => Math.ceil(peopleOf(crowd) / 100);
