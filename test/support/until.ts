import { setTimeout } from 'node:timers/promises';

/** Often while it may be a matter of milliseconds, ever less often the longer it takes. */
const pauseMs = (waitedMs: number): number => Math.min(200, Math.max(5, waitedMs / 10));

/**
 * Waits for what must become true: asks until the answer is something other than undefined or false, and gives it. What
 * `ask` throws is thrown. Rejects when it has not come true within so many seconds: with what `otherwise` says, or what
 * was asked.
 */
export const until = async <T>(
  ask: () => T | Promise<T>,
  withinSeconds = 10,
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
