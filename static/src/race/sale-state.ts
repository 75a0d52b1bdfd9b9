import type { AvailabilityMessage } from '../../../lambdas/api/messages/races';

/** Whether spots of an event can be had. `unknown`: the page has no answer from the server yet. */
export type SaleState = AvailabilityMessage['events'][number]['state'] | 'unknown';

/**
 * The sale state of an event at `now` (milliseconds). `seen` may be some seconds old. The times of opening and closing are
 * known before, so at the opening the button appears without waiting for the next answer.
 */
export const saleStateAt = (seen: SaleState | undefined, opensAt: string, closesAt: string, now: number): SaleState => {
  if (seen === 'closed' || now >= Date.parse(closesAt)) return 'closed';
  if (now < Date.parse(opensAt)) return 'early';
  return seen === undefined || seen === 'early' ? 'open' : seen;
};
