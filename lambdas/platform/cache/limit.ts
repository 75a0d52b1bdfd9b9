import type { Transient } from '../retry';

/** Too many calls wait already; one more would time out. Thrown at once. Trying again in a moment may help. */
export class OverloadError extends Error implements Transient {
  override readonly name = 'OverloadError';
  readonly transient = true;
}

/** Runs at most `most` pieces of work at once; at most `mostWaiting` others wait their turn. Throws OverloadError. */
export const limitTo = (most: number, mostWaiting: number) => {
  let running = 0;
  const waiting: (() => void)[] = [];

  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (running < most) running += 1;
    else if (waiting.length < mostWaiting)
      await new Promise<void>((resolve) => waiting.push(resolve)); // The one that finishes hands over its turn.
    else
      throw new OverloadError(
        `${most} loads are running and ${mostWaiting} wait already: this one was not begun. Try again in a moment.`,
      );
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
};
