import { TimerHeap } from '../../local/timer-heap';
import { Histogram } from '../report/histogram';

interface Entry {
  /** Milliseconds of `performance.now()`. */
  readonly due: number;
  readonly wake: () => void;
}

/** The load test was stopped before its end. */
export class Stopped extends Error {
  constructor() {
    super('The load test was stopped.');
  }
}

/**
 * Every wait of one generator, in a heap behind a single timer: each of tens of thousands of waiting runners costs one
 * entry. It also measures how late each was woken, because the generator adds that lateness to its own figures.
 */
export class Agenda {
  /** Microseconds, one value for each wait that ended. */
  readonly lateness = new Histogram();
  /** Milliseconds, since `takeWorst` was last called. */
  #worst = 0;
  readonly #heap = new TimerHeap<Entry>((a, b) => a.due < b.due);
  #timer: NodeJS.Timeout | undefined;
  #armedFor = Number.POSITIVE_INFINITY;
  #stopped = false;

  /** Resolves at `due`, in milliseconds of `performance.now()`, and never earlier. Rejects with `Stopped` after `stop`. */
  async until(due: number): Promise<void> {
    if (this.#stopped) throw new Stopped();
    await new Promise<void>((wake) => {
      this.#heap.add({ due, wake });
      this.#arm();
    });
    if (this.#stopped) throw new Stopped();
  }

  /** The worst lateness since the last call, in milliseconds. */
  takeWorst(): number {
    const worst = this.#worst;
    this.#worst = 0;
    return worst;
  }

  /** Ends every wait, and every wait that begins later. */
  stop(): void {
    this.#stopped = true;
    clearTimeout(this.#timer);
    for (const { wake } of this.#heap.clear()) wake();
  }

  #arm() {
    const due = this.#heap.first?.due;
    if (due === undefined || due >= this.#armedFor) return;
    clearTimeout(this.#timer);
    this.#armedFor = due;
    this.#timer = setTimeout(() => this.#ring(), Math.max(0, Math.ceil(due - performance.now())));
  }

  #ring() {
    this.#armedFor = Number.POSITIVE_INFINITY;
    const now = performance.now();
    for (let { first } = this.#heap; first && first.due <= now; first = this.#heap.first) {
      this.#heap.removeFirst();
      const late = now - first.due;
      this.lateness.record(late * 1000);
      if (late > this.#worst) this.#worst = late;
      first.wake();
    }
    this.#arm();
  }
}
