import { TimerHeap } from '../../local/timer-heap';
import type { Random } from './random';

interface Due {
  readonly at: number;
  /** Who goes first of those due in the same millisecond is chance. */
  readonly tie: number;
  /** No promise is settled by it. */
  readonly isQuiet: boolean;
  readonly happen: () => void;
}

export class RestlessError extends Error {}

/** What a run may take at most before it counts as one that never comes to rest. */
const mostSteps = 400_000;

// Jest looks every global up anew, and these are wanted at every step.
const { max, round } = Math;

/**
 * The clock of a simulated world. Nothing happens but what is due; the earliest happens first, and the next one waits
 * until every promise that follows from it has been followed to its end.
 */
export class VirtualTime {
  readonly #random: Random;
  readonly #heap = new TimerHeap<Due>((a, b) => a.at < b.at || (a.at === b.at && a.tie < b.tie));
  #now: number;
  #steps = 0;

  constructor(random: Random, start: number) {
    this.#random = random;
    this.#now = start;
  }

  /** Milliseconds since the epoch. */
  get now(): number {
    return this.#now;
  }

  get steps(): number {
    return this.#steps;
  }

  after(milliseconds: number, happen: () => void): void {
    this.#plan(milliseconds, happen, false);
  }

  /** For what settles no promise, nor starts anything that waits for one: nobody needs a turn after it. */
  quietly(milliseconds: number, happen: () => void): void {
    this.#plan(milliseconds, happen, true);
  }

  /** Lets happen what is due until `until` (milliseconds since the epoch) or until `isOver`. */
  async run(until: number, isOver: () => boolean = () => false): Promise<void> {
    while (!isOver()) {
      const { first } = this.#heap;
      if (!first || first.at > until) break;
      this.#heap.removeFirst();
      this.#now = max(this.#now, first.at);
      if (++this.#steps > mostSteps) throw new RestlessError(`no rest after ${mostSteps} steps`);
      first.happen();
      // A tick comes after every promise that follows, and needs no turn of the event loop, which would cost ten times as much.
      if (!first.isQuiet) await new Promise<void>((resolve) => process.nextTick(resolve));
    }
    if (!isOver()) this.#now = max(this.#now, until);
  }

  #plan(milliseconds: number, happen: () => void, isQuiet: boolean): void {
    const at = this.#now + max(0, round(milliseconds));
    this.#heap.add({ at, tie: this.#random.next(), isQuiet, happen });
  }
}
