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
 * Turns to call the processor: at most `perSecond` in a second, and all of them at once if they are wanted, so that the
 * orders of a batch go together. The rate grows by `growth` in each second that saw no limit, and halves in one that did
 * (additive increase, multiplicative decrease). So environments that know nothing of each other share what the processor
 * leaves them: https://doi.org/10.1016/0169-7552(89)90019-6
 */
export class Pace {
  readonly #needs: Needs;
  #perSecond: number = turnsPerSecond.start;
  /** The end of the second that is counted: milliseconds since the epoch. */
  #endsAt = Number.NEGATIVE_INFINITY;
  #taken = 0;
  #isLimited = false;

  constructor(needs: Needs) {
    this.#needs = needs;
  }

  /** Resolves when it is the caller's turn, or with false at once when that would be after `last`. */
  async turn(last: number): Promise<boolean> {
    const { now, pause } = this.#needs;
    for (;;) {
      const at = now();
      if (this.#endsAt <= at) this.#countFrom(at);
      if (!this.#isLimited && this.#taken < Math.floor(this.#perSecond)) {
        this.#taken += 1;
        return true;
      }
      if (this.#endsAt > last) return false;
      await pause(Math.ceil(this.#endsAt - at));
    }
  }

  /** Call it when the processor answers with a limit. Calls that began together meet it together: it counts once. */
  slowDown(): void {
    if (this.#isLimited) return;
    this.#isLimited = true;
    this.#perSecond = Math.max(turnsPerSecond.least, this.#perSecond / 2);
    this.#endsAt = this.#needs.now() + 1000;
  }

  /** An environment that rested has tried no rate, so a rest counts as one second. */
  #countFrom(at: number): void {
    const isFirst = this.#endsAt === Number.NEGATIVE_INFINITY;
    if (!isFirst && !this.#isLimited)
      this.#perSecond = Math.min(turnsPerSecond.most, this.#perSecond + turnsPerSecond.growth);
    this.#taken = 0;
    this.#isLimited = false;
    this.#endsAt = at + 1000;
  }
}
