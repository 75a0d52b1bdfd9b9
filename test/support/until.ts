import { setTimeout } from 'node:timers/promises';

/** Milliseconds: often at first, then less and less often. */
const pauseMs = (waitedMs: number): number => Math.min(200, Math.max(5, waitedMs / 10));

/**
 * Waits for what must become true: asks until the answer is neither undefined nor false, and resolves with it. Throws
 * what `ask` throws. Rejects after this number of seconds: with what `otherwise` says, or with the name of what was
 * asked.
 */
export const until = async <T>(
  ask: () => T | Promise<T>,
  withinSeconds = 40,
  otherwise: () => string = () => String(ask),
): Promise<Exclude<T, undefined | false>> => {
  const start = performance.now();
  for (;;) {
    const answer = await ask();
    if (isThere(answer)) return answer;
    const waitedMs = performance.now() - start;
    if (waitedMs > withinSeconds * 1000) throw new Error(`Not within ${withinSeconds} s: ${otherwise()}`);
    await setTimeout(pauseMs(waitedMs));
  }
};

const isThere = <T>(answer: T): answer is Exclude<T, undefined | false> => answer !== undefined && answer !== false;
