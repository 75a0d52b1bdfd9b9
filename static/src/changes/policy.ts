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

interface Lines {
  readonly amount: number;
  readonly lines?: readonly { readonly refundable?: number | undefined }[] | undefined;
}

/**
 * What comes back if the spot is given back now: in a race with a form what the server says of each line, otherwise the
 * percentage of the race.
 */
export const refundNow = ({ amount, lines }: Lines, changes: Changes): number =>
  lines?.some(({ refundable }) => refundable !== undefined)
    ? lines.reduce((sum, { refundable = 0 }) => sum + refundable, 0)
    : refundOf(amount, changes);

/** The refund of `amount`, both in the currency's smallest unit. Rounded down like on the server. */
const refundOf = (amount: number, { refundPercent }: Changes): number => Math.floor((amount * refundPercent) / 100);
