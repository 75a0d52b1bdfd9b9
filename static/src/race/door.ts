import type { AvailabilityMessage } from '../../../lambdas/api/races';

/** `unknown`: nobody has looked yet. */
export type SaleState = AvailabilityMessage['events'][number]['state'] | 'unknown';

/**
 * Whether an event's door is open at an instant (milliseconds). The last look may be seconds old; opening and closing
 * themselves are known beforehand, so nobody waits for the next look when the gun goes.
 */
export const saleStateAt = (seen: SaleState | undefined, opensAt: string, closesAt: string, now: number): SaleState => {
  if (now >= Date.parse(closesAt)) return 'closed';
  if (now < Date.parse(opensAt)) return 'early';
  return seen === undefined || seen === 'early' ? 'open' : seen;
};
