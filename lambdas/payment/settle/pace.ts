/** What an error carries when the processor takes no more requests now, and did nothing. */
interface Limited {
  readonly limited: true;
}

/** The processor takes no more requests now. */
export const limited = (): Error & Limited =>
  Object.assign(new Error('The processor limits us.'), { limited: true as const });

export const isLimited = (error: unknown): error is Error & Limited =>
  error instanceof Error && 'limited' in error && error.limited === true;

/**
 * Turns a second in one environment. `start` times the environments of an opening is more than an account may have at
 * Stripe, so it is the limits that set the pace. `most` is what an account has: a rate that nobody reaches would take
 * many limits to come down from.
 */
export const turnsPerSecond = { start: 10, least: 1, most: 100, growth: 1 } as const;

interface Needs {
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly pause: (milliseconds: number) => Promise<void>;
}

/**
 * Turns to call the processor. The rate grows by `growth` each second and halves at each limit (additive increase,
 * multiplicative decrease). So environments that know nothing of each other share what the processor leaves them:
 * https://doi.org/10.1016/0169-7552(89)90019-6
 */
export class Pace {
  readonly #needs: Needs;
  #perSecond: number = turnsPerSecond.start;
  #grownAt = Number.NEGATIVE_INFINITY;
  #nextAt = Number.NEGATIVE_INFINITY;

  constructor(needs: Needs) {
    this.#needs = needs;
  }

  /** Resolves when it is the caller's turn, or with false at once when that would be after `last`. */
  async turn(last: number): Promise<boolean> {
    const { now, pause } = this.#needs;
    for (;;) {
      const at = now();
      if (this.#nextAt <= at) {
        this.#grow(at);
        this.#nextAt = at + 1000 / this.#perSecond;
        return true;
      }
      if (this.#nextAt > last) return false;
      await pause(Math.ceil(this.#nextAt - at));
    }
  }

  /** Call it when the processor answers with a limit. */
  slowDown(): void {
    this.#perSecond = Math.max(turnsPerSecond.least, this.#perSecond / 2);
    this.#nextAt = Math.max(this.#nextAt, this.#needs.now() + 1000 / this.#perSecond);
  }

  /** An environment that rested has tried no rate, so a rest counts as a second at most. */
  #grow(at: number): void {
    const seconds = Math.min(1, (at - this.#grownAt) / 1000);
    if (this.#grownAt > Number.NEGATIVE_INFINITY)
      this.#perSecond = Math.min(turnsPerSecond.most, this.#perSecond + seconds * turnsPerSecond.growth);
    this.#grownAt = at;
  }
}
