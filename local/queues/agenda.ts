interface Entry<T> {
  readonly at: number;
  readonly item: T;
}

/**
 * What falls due next: a binary heap by time (epoch milliseconds), and an alarm for the earliest. Entries are never taken
 * out early; the reader knows which are void.
 */
export class Agenda<T> {
  readonly #ring: () => void;
  #heap: Entry<T>[] = [];
  #alarm: NodeJS.Timeout | undefined;
  #alarmAt = Number.POSITIVE_INFINITY;

  /** `ring` is called when something is due; it should ask for `due` until there is none. */
  constructor(ring: () => void) {
    this.#ring = ring;
  }

  stop(): void {
    clearTimeout(this.#alarm);
    this.#heap = [];
  }

  add(at: number, item: T): void {
    this.#insert(at, item);
    this.#setAlarm();
  }

  /** The earliest entry that is due, or undefined. */
  due(now: number): T | undefined {
    const heap = this.#heap;
    const first = heap[0];
    if (!first || first.at > now) return undefined;
    const last = heap.pop();
    if (last && heap.length > 0) this.#sink(last);
    return first.item;
  }

  #setAlarm(): void {
    const at = this.#heap[0]?.at;
    if (at === undefined || at >= this.#alarmAt) return;
    clearTimeout(this.#alarm);
    this.#alarmAt = at;
    const ring = (): void => {
      this.#alarmAt = Number.POSITIVE_INFINITY;
      this.#ring();
      this.#setAlarm();
    };
    this.#alarm = setTimeout(ring, Math.max(0, at - Date.now()));
    this.#alarm.unref();
  }

  #insert(at: number, item: T): void {
    const heap = this.#heap;
    let index = heap.length;
    const entry = { at, item };
    heap.push(entry);
    while (index > 0) {
      const parent = (index - 1) >> 1;
      const above = heap[parent];
      if (!above || above.at <= at) break;
      heap[index] = above;
      index = parent;
    }
    heap[index] = entry;
  }

  #sink(entry: Entry<T>): void {
    const heap = this.#heap;
    let index = 0;
    for (;;) {
      const left = heap[2 * index + 1];
      const right = heap[2 * index + 2];
      const child = right && left && right.at < left.at ? right : left;
      if (!child || child.at >= entry.at) break;
      heap[index] = child;
      index = child === left ? 2 * index + 1 : 2 * index + 2;
    }
    heap[index] = entry;
  }
}
