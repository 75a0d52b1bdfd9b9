import type { Random } from './random';

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

// Jest looks every global up again, and these are used at every step.
const { max, round } = Math;

/**
 * The clock of a simulated world. Only what is due happens, the earliest first; the next one waits until every promise
 * that follows from it has settled.
 */
export class VirtualTime {
  readonly #random: Random;
  readonly #heap: Due[] = [];
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
      const [first] = this.#heap;
      if (!first || first.at > until) break;
      this.#pop();
      this.#now = max(this.#now, first.at);
      if (++this.#steps > mostSteps) throw new RestlessError(`no rest after ${mostSteps} steps`);
      first.happen();
      // A tick comes after every promise that follows. It needs no turn of the event loop, which would cost ten times
      // as much.
      if (!first.isQuiet) await new Promise<void>((resolve) => process.nextTick(resolve));
    }
    if (!isOver()) this.#now = max(this.#now, until);
  }

  #plan(milliseconds: number, happen: () => void, isQuiet: boolean): void {
    const at = this.#now + max(0, round(milliseconds));
    this.#push({ at, tie: this.#random.next(), isQuiet, happen });
  }

  #push(due: Due): void {
    const heap = this.#heap;
    let at = heap.push(due) - 1;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      const above = heap[parent];
      if (!above || !isBefore(due, above)) break;
      heap[at] = above;
      at = parent;
    }
    heap[at] = due;
  }

  #pop(): void {
    const heap = this.#heap;
    const last = heap.pop();
    if (!last || heap.length === 0) return;
    let at = 0;
    for (;;) {
      const [left, right] = [heap[2 * at + 1], heap[2 * at + 2]];
      const least = left && right ? (isBefore(right, left) ? right : left) : left;
      if (!least || !isBefore(least, last)) break;
      heap[at] = least;
      at = least === right ? 2 * at + 2 : 2 * at + 1;
    }
    heap[at] = last;
  }
}

const isBefore = (a: Due, b: Due): boolean => a.at < b.at || (a.at === b.at && a.tie < b.tie);
