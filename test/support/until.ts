import { setTimeout } from 'node:timers/promises';

const everyMs = 5;

/**
 * Waits for what must become true: asks until the answer is something other than undefined or false, and gives it. What
 * `ask` throws is thrown. Rejects when it has not come true within so many seconds, naming what was asked.
 */
export const until = async <T>(
  ask: () => T | Promise<T>,
  withinSeconds = 10,
): Promise<Exclude<T, undefined | false>> => {
  for (const giveUp = Date.now() + withinSeconds * 1000; ; await setTimeout(everyMs)) {
    const answer = await ask();
    if (isThere(answer)) return answer;
    if (Date.now() > giveUp) throw new Error(`Not within ${withinSeconds} s: ${String(ask)}`);
  }
};

const isThere = <T>(answer: T): answer is Exclude<T, undefined | false> => answer !== undefined && answer !== false;
