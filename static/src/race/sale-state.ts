import type { AvailabilityMessage } from '../../../lambdas/api/messages/races';
import { saleState } from '../../../lambdas/domain/event-sale';

type Seen = AvailabilityMessage['events'][number];

/** Whether spots of an event can be had. `unknown`: the page has no answer from the server yet. */
export type SaleState = Seen['state'] | 'cancelled' | 'unknown';

/**
 * The sale state of an event at `now` (milliseconds). `seen` may be some seconds old, or undefined when the server does not
 * answer. The times of opening and closing are known before, so at the opening the button appears without waiting for the
 * next answer.
 */
export const saleStateAt = (
  seen: Pick<Seen, 'state' | 'sale'> | 'unknown' | undefined,
  { opensAt, closesAt }: { readonly opensAt: string; readonly closesAt: string },
  now: number,
): SaleState => {
  const last = seen === 'unknown' ? undefined : seen;
  const state = saleState({ opensAt, closesAt, sale: last?.sale }, now);
  if (state !== 'open') return state;
  if (seen === 'unknown') return seen;
  return last && last.state !== 'early' ? last.state : state;
};

/** Nothing is sold any more. */
export const isEnded = (sale: SaleState): sale is 'closed' | 'cancelled' => sale === 'closed' || sale === 'cancelled';
