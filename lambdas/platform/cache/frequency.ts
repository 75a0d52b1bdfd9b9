const maxKeys = 10_000;

/**
 * Counts how often keys are asked for, in windows of time. It remembers this window and the last, of at most 10,000
 * keys each.
 */
export class Frequency {
  readonly #stretchMs: number;
  #endsAt = 0;
  #now = new Map<string, number>();
  #before: ReadonlyMap<string, number> = new Map();

  constructor(stretchSeconds: number) {
    this.#stretchMs = stretchSeconds * 1000;
  }

  /**
   * Counts once more at this time in milliseconds. Returns the count of this window or of the last, whichever is
   * larger.
   */
  count(key: string, at: number): number {
    if (at >= this.#endsAt || this.#now.size >= maxKeys) this.#turn(at);
    const times = (this.#now.get(key) ?? 0) + 1;
    this.#now.set(key, times);
    return Math.max(times, this.#before.get(key) ?? 0);
  }

  #turn(at: number): void {
    this.#before = at < this.#endsAt + this.#stretchMs ? this.#now : new Map();
    this.#now = new Map();
    this.#endsAt = at + this.#stretchMs;
  }
}
