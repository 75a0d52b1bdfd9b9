import type { Configuration } from '../configuration';
import type { Rules } from '../ledger/rules-under-test';
import type { World } from '../world';
import { afterTheRush } from './after-the-rush';
import { atTheOpening } from './at-the-opening';
import { money } from './money';
import { writer } from './writer';

/** What happened, in words and ids; put together only for a trace. */
export type What = readonly (string | number)[];

export interface Surroundings {
  readonly world: World;
  readonly configuration: Configuration;
  readonly rules: Rules;
  /** `next` is the same world where nothing changes. */
  readonly visit: (next: World, what: What) => void;
  /** The violation, if what just happened is one. */
  readonly object: (violation: string | undefined, what: What) => void;
}

/** All possible next steps. */
export const move = (around: Surroundings) => {
  atTheOpening(around);
  writer(around);
  money(around);
  afterTheRush(around);
};
