import type { RaceMessage } from '../../../lambdas/api/messages/races';

export type Changes = RaceMessage['changes'];

/**
 * Whether runners may do something until an instant (ISO 8601). `never`: the race does not allow it. `now` in milliseconds
 * of the server's time.
 */
export const mayStill = (until: string | undefined, now: number): 'yes' | 'over' | 'never' => {
  if (until === undefined) return 'never';
  return now < Date.parse(until) ? 'yes' : 'over';
};

/** The refund of `amount`, both in the currency's smallest unit. Rounded down like on the server. */
export const refundOf = (amount: number, { refundPercent }: Changes): number =>
  Math.floor((amount * refundPercent) / 100);
