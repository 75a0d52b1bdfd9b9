import type { Transient } from '../retry';

/** So many wait already that one more would wait in vain. Thrown at once; trying again in a moment may help. */
export class OverloadError extends Error implements Transient {
  override readonly name = 'OverloadError';
  readonly transient = true;
}

/** At most `most` pieces of work run at once; the others wait their turn, at most `mostWaiting` of them. Throws OverloadError. */
export const limitTo = (most: number, mostWaiting: number) => {
  let running = 0;
  const waiting: (() => void)[] = [];

  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (running < most) running += 1;
    else if (waiting.length < mostWaiting)
      await new Promise<void>((resolve) => waiting.push(resolve)); // Whoever finishes hands over its place.
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
