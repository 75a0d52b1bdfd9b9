import { Histogram } from '../histogram';

interface Entry {
  /** Milliseconds of `performance.now()`. */
  readonly due: number;
  readonly wake: () => void;
}

/** A run that somebody stopped. */
export class Stopped extends Error {
  constructor() {
    super('The load test was stopped.');
  }
}

/**
 * All waiting of one generator, in a heap behind a single timer: tens of thousands of runners who think cost one entry
 * each. It also knows how late everybody was woken, which is what the generator itself adds to its figures.
 */
export class Agenda {
  /** Microseconds; of everything that waited. */
  readonly lateness = new Histogram();
  /** Milliseconds; since it was last read. */
  #worst = 0;
  readonly #heap: Entry[] = [];
  #timer: NodeJS.Timeout | undefined;
  #armedFor = Number.POSITIVE_INFINITY;
  #stopped = false;

  /** Resolves at a moment of `performance.now()`, never before it. Rejects with `Stopped` after `stop`. */
  async until(due: number): Promise<void> {
    if (this.#stopped) throw new Stopped();
    await new Promise<void>((wake) => {
      this.#push({ due, wake });
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

  /** Wakes everybody who waits, and whoever would wait later. */
  stop(): void {
    this.#stopped = true;
    clearTimeout(this.#timer);
    for (const { wake } of this.#heap.splice(0)) wake();
  }

  #arm() {
    const due = this.#heap[0]?.due;
    if (due === undefined || due >= this.#armedFor) return;
    clearTimeout(this.#timer);
    this.#armedFor = due;
    this.#timer = setTimeout(() => this.#ring(), Math.max(0, Math.ceil(due - performance.now())));
  }

  #ring() {
    this.#armedFor = Number.POSITIVE_INFINITY;
    const now = performance.now();
    for (let first = this.#heap[0]; first && first.due <= now; first = this.#heap[0]) {
      this.#pop();
      const late = now - first.due;
      this.lateness.record(late * 1000);
      if (late > this.#worst) this.#worst = late;
      first.wake();
    }
    this.#arm();
  }

  #push(entry: Entry) {
    const heap = this.#heap;
    let at = heap.push(entry) - 1;
    while (at > 0) {
      const above = (at - 1) >> 1;
      const parent = heap[above];
      if (!parent || parent.due <= entry.due) break;
      heap[at] = parent;
      at = above;
    }
    heap[at] = entry;
  }

  /** Takes the first one out. */
  #pop() {
    const heap = this.#heap;
    const last = heap.pop();
    if (!last || heap.length === 0) return;
    let at = 0;
    for (;;) {
      const [left, right] = [heap[2 * at + 1], heap[2 * at + 2]];
      const isRight = right !== undefined && left !== undefined && right.due < left.due;
      const child = isRight ? right : left;
      if (!child || child.due >= last.due) break;
      heap[at] = child;
      at = 2 * at + (isRight ? 2 : 1);
    }
    heap[at] = last;
  }
}
