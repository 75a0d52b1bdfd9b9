const maxKeys = 10_000;

/** How often keys are asked for, in stretches of time. It remembers this stretch and the last, of at most 10,000 keys each. */
export class Frequency {
  readonly #stretchMs: number;
  #endsAt = 0;
  #now = new Map<string, number>();
  #before: ReadonlyMap<string, number> = new Map();

  constructor(stretchSeconds: number) {
    this.#stretchMs = stretchSeconds * 1000;
  }

  /** Counts one more, at this time in ms; answers the count of this stretch or of the last, whichever is more. */
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
