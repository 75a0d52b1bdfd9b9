import type { RaceMessage } from '../../../lambdas/api/messages/races';

export type Event = RaceMessage['events'][number];
export type PricePeriod = Event['prices'][number];

/** No `current` before the first period, no `next` in the last one. */
export interface PriceNow {
  readonly current?: PricePeriod;
  readonly next?: PricePeriod;
}

/** The price at `now` (milliseconds) and the next one. A period includes its first instant. */
export const priceAt = (prices: readonly PricePeriod[], now: number): PriceNow => {
  const sorted = [...prices].sort((one, other) => Date.parse(one.from) - Date.parse(other.from));
  const current = sorted.findLast(({ from }) => Date.parse(from) <= now);
  const next = sorted.find(({ from }) => Date.parse(from) > now);
  return { ...(current ? { current } : {}), ...(next ? { next } : {}) };
};
