/** A binary heap of what falls due: the entry that comes before all others is always `first`. */
export class TimerHeap<T> {
  readonly #isBefore: (a: T, b: T) => boolean;
  readonly #entries: T[] = [];

  constructor(isBefore: (a: T, b: T) => boolean) {
    this.#isBefore = isBefore;
  }

  get first(): T | undefined {
    return this.#entries[0];
  }

  add(entry: T): void {
    const entries = this.#entries;
    let at = entries.push(entry) - 1;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      const above = entries[parent];
      if (above === undefined || !this.#isBefore(entry, above)) break;
      entries[at] = above;
      at = parent;
    }
    entries[at] = entry;
  }

  /** Takes the first entry out. */
  removeFirst(): void {
    const entries = this.#entries;
    const last = entries.pop();
    if (last === undefined || entries.length === 0) return;
    let at = 0;
    for (;;) {
      const [left, right] = [entries[2 * at + 1], entries[2 * at + 2]];
      const isRight = left !== undefined && right !== undefined && this.#isBefore(right, left);
      const child = isRight ? right : left;
      if (child === undefined || !this.#isBefore(child, last)) break;
      entries[at] = child;
      at = 2 * at + (isRight ? 2 : 1);
    }
    entries[at] = last;
  }

  /** Takes all entries out, in no particular order. */
  clear(): T[] {
    return this.#entries.splice(0);
  }
}
