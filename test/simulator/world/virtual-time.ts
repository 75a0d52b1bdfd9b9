import { TimerHeap } from '../../../local/timer-heap';
import type { Random } from '../../support/random';

interface Due {
  readonly at: number;
  /** Breaks ties between events due in the same millisecond, at random. */
  readonly tie: number;
  /** It settles no promise. */
  readonly isQuiet: boolean;
  readonly happen: () => void;
}

export class RestlessError extends Error {}

/** A run that takes more than this never comes to rest. */
const mostSteps = 400_000;

/**
 * The clock of a simulated world. Only what is due happens, the earliest first; the next one waits until every promise
 * that follows from it has settled.
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

  /** For what settles no promise and starts nothing that waits for one: no turn is needed after it. */
  quietly(milliseconds: number, happen: () => void): void {
    this.#plan(milliseconds, happen, true);
  }

  /** Runs what is due until `until` (milliseconds since the epoch) or until `isOver`. */
  async run(until: number, isOver: () => boolean = () => false): Promise<void> {
    while (!isOver()) {
      const { first } = this.#heap;
      if (!first || first.at > until) break;
      this.#heap.removeFirst();
      this.#now = Math.max(this.#now, first.at);
      if (++this.#steps > mostSteps) throw new RestlessError(`no rest after ${mostSteps} steps`);
      first.happen();
      // A tick comes after every promise that follows. It needs no turn of the event loop, which would cost ten times
      // as much.
      if (!first.isQuiet) await new Promise<void>((resolve) => process.nextTick(resolve));
    }
    if (!isOver()) this.#now = Math.max(this.#now, until);
  }

  #plan(milliseconds: number, happen: () => void, isQuiet: boolean): void {
    const at = this.#now + Math.max(0, Math.round(milliseconds));
    this.#heap.add({ at, tie: this.#random.next(), isQuiet, happen });
  }
}
