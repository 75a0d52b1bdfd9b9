import * as v from 'valibot';

/** How many writes a second the account may make. `null`: any number. Tests change it at /local/limits. */
export const rateLimits = v.strictObject({
  writesPerSecond: v.nullable(v.pipe(v.number(), v.minValue(1), v.maxValue(100_000))),
});

/**
 * A bucket that holds the writes of one second: https://docs.stripe.com/rate-limits. Only calls with the secret key
 * count, as `npm run forecast` counts them.
 */
export class RateLimit {
  #perSecond: number | undefined;
  #left = 0;
  #filledAt = 0;
  /** Writes since the limit was set. */
  counts = { taken: 0, refused: 0 };

  /** `now`: milliseconds of a clock that never goes back. */
  set({ writesPerSecond }: v.InferOutput<typeof rateLimits>, now: number): void {
    this.#perSecond = writesPerSecond ?? undefined;
    this.#left = this.#perSecond ?? 0;
    this.#filledAt = now;
    this.counts = { taken: 0, refused: 0 };
  }

  /** Counts one write. */
  allows(now: number): boolean {
    const isAllowed = this.#perSecond === undefined || this.#take(this.#perSecond, now);
    this.counts[isAllowed ? 'taken' : 'refused']++;
    return isAllowed;
  }

  #take(perSecond: number, now: number): boolean {
    this.#left = Math.min(perSecond, this.#left + ((now - this.#filledAt) / 1000) * perSecond);
    this.#filledAt = now;
    if (this.#left < 1) return false;
    this.#left--;
    return true;
  }
}
