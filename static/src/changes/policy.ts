import type { RaceMessage } from '../../../lambdas/api/races';

export type Changes = RaceMessage['changes'];

/** `never`: the race does not let runners do it themselves. `now` in milliseconds of the server's time. */
export const mayStill = (until: string | undefined, now: number): 'yes' | 'over' | 'never' => {
  if (until === undefined) return 'never';
  return now < Date.parse(until) ? 'yes' : 'over';
};

/** What goes back of what was paid, rounded down to the currency's smallest unit as the server does. */
export const refundOf = (amount: number, { refundPercent }: Changes): number =>
  Math.floor((amount * refundPercent) / 100);
