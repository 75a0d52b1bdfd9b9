import { setTimeout } from 'node:timers/promises';

/**
 * Asks until the answer is neither undefined nor false, and resolves with it. Throws after this number of seconds,
 * naming what was awaited. A lane of mails pauses for a minute when SES did not answer.
 */
export const until = async <T>(
  what: string,
  ask: () => T | Promise<T>,
  seconds = 180,
): Promise<Exclude<T, undefined | false>> => {
  for (const giveUp = performance.now() + seconds * 1000; ; ) {
    const answer = await ask();
    if (isThere(answer)) return answer;
    if (performance.now() > giveUp) throw new Error(`Not within ${seconds} s: ${what}.`);
    await setTimeout(200);
  }
};

const isThere = <T>(answer: T): answer is Exclude<T, undefined | false> => answer !== undefined && answer !== false;
