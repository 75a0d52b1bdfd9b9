import { defaultSale, type Race, type RaceSummary } from './race';

/** A value after a round trip through JSON: an instant comes back as text. */
export type Stored<T> = T extends Date
  ? string
  : T extends readonly (infer Item)[]
    ? readonly Stored<Item>[]
    : T extends object
      ? { readonly [Key in keyof T]: Stored<T[Key]> }
      : T;

/** Turns the instants of a cached race back into `Date`; an instant that is a `Date` already stays the same. */
export const revivedSummary = <S extends Stored<RaceSummary> | RaceSummary>(stored: S) => ({
  ...stored,
  opensAt: new Date(stored.opensAt),
  closesAt: new Date(stored.closesAt),
});

export const revivedRace = (stored: Stored<Race> | Race): Race => ({
  ...revivedSummary(stored),
  events: stored.events.map((event) => ({
    ...event,
    prices: event.prices.map((price) => ({ ...price, from: new Date(price.from) })),
  })),
  changes: {
    refundPercent: stored.changes.refundPercent,
    ...(stored.changes.cancelUntil && { cancelUntil: new Date(stored.changes.cancelUntil) }),
    ...(stored.changes.transferUntil && { transferUntil: new Date(stored.changes.transferUntil) }),
  },
  // A race that the previous version put into the cache has no `sale`.
  sale: stored.sale ?? defaultSale,
});
