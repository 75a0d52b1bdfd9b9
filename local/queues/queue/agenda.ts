import { TimerHeap } from '../../timer-heap';

interface Entry<T> {
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly item: T;
}

/**
 * What falls due next: a heap by time, and one timer for the earliest entry. An entry is never removed before it is due:
 * the reader of `due` knows which entries are void.
 */
export class Agenda<T> {
  readonly #ring: () => void;
  readonly #heap = new TimerHeap<Entry<T>>((a, b) => a.at < b.at);
  #timer: NodeJS.Timeout | undefined;
  #timerAt = Number.POSITIVE_INFINITY;

  /** `ring` is called when something is due. It must call `due` until that returns undefined. */
  constructor(ring: () => void) {
    this.#ring = ring;
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#heap.clear();
  }

  /** @param at milliseconds since the epoch. */
  add(at: number, item: T): void {
    this.#heap.add({ at, item });
    this.#setTimer();
  }

  /** Takes out the earliest entry if it is due at `now` (milliseconds since the epoch). */
  due(now: number): T | undefined {
    const { first } = this.#heap;
    if (!first || first.at > now) return undefined;
    this.#heap.removeFirst();
    return first.item;
  }

  #setTimer(): void {
    const at = this.#heap.first?.at;
    if (at === undefined || at >= this.#timerAt) return;
    clearTimeout(this.#timer);
    this.#timerAt = at;
    const ring = (): void => {
      this.#timerAt = Number.POSITIVE_INFINITY;
      this.#ring();
      this.#setTimer();
    };
    this.#timer = setTimeout(ring, Math.max(0, at - Date.now()));
    this.#timer.unref();
  }
}
