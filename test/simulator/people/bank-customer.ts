import type { System } from '../system';
import type { World } from '../world/machine';
import type { Browser } from './browser';
import { type Temper, tempers } from './temper';

const [second, minute] = [1000, 60_000];

interface Customer {
  readonly world: World;
  readonly system: System;
  readonly browser: Browser;
  readonly registrationId: string;
  /** Answers at once, and rightly. */
  readonly isSteady: boolean;
}

interface Question {
  readonly clientSecret: string;
  /** When their hold ends, in milliseconds since the epoch. */
  readonly expiresAt: number;
  /** Sends the request of this runner again, as another tab does. */
  readonly askElsewhere: () => Promise<unknown>;
}

/** Answers the bank, or does not. `gone`: they give the registration up. */
export const answerBank = async (
  { world, system, browser, registrationId, isSteady }: Customer,
  { clientSecret, expiresAt, askElsewhere }: Question,
): Promise<'answered' | 'another card' | 'gone'> => {
  const { random, time, history } = world;
  const does: Temper = isSteady || random.chance(0.4) ? 'passes' : random.pick(tempers);
  history.add({ kind: 'questioned', registrationId, does });
  // The bank's page may be out of reach: then the runner goes on, and the product finds out.
  const say = (outcome: 'pass' | 'fail') => browser.toBank(system.bank, clientSecret, outcome);

  await browser.pause(isSteady ? random.whole(0, 10 * second) : random.whole(2 * second, 90 * second));
  switch (does) {
    case 'passes':
      await say('pass');
      return 'answered';
    case 'fails':
      await say('fail');
      return 'answered';
    case 'abandons':
      return 'gone';
    case 'comes back':
      await browser.pause(random.whole(second, 8 * minute));
      return 'answered';
    case 'comes late':
      await browser.pause(Math.max(0, expiresAt - time.now) + random.whole(-30 * second, 5 * minute));
      await say('pass');
      return 'answered';
    case 'answers twice':
      await Promise.all([say('pass'), say('pass')]);
      return 'answered';
    case 'has two tabs':
      await Promise.all([say('pass'), askElsewhere()]);
      return 'answered';
    case 'takes another card':
      return 'another card';
  }
};
