import type { Progress } from './progress';

/** Prints each tenth of the requests, and the states before and after. */
export const sayProgress = (say: (news: string) => void) => {
  let tenths = 0;
  return ({ state, done, total, second }: Progress) => {
    if (state === 'canary') say('the canary goes first …');
    if (state === 'settling') say('  everybody is done; queues, cards and mails follow …');
    const reached = total > 0 ? Math.floor((10 * done) / total) : 0;
    if (state !== 'running' || !second || reached <= tenths) return;
    tenths = reached;
    say(
      `  ${Math.min(100, reached * 10)} %: ${second.running} under way, ${second.requests} requests a second, p99 ${Math.round(second.p99)} ms`,
    );
  };
};
