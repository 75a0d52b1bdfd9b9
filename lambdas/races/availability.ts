import { type Stopped, saleState } from '../domain/event-sale';
import type { Race } from './race';

/** How many spots of an event are left. */
export interface SpotCount {
  readonly eventId: string;
  /** Spots that nobody has and that are in no block. */
  readonly sellable: number;
  /** Spots of the open block that are not dealt yet. */
  readonly undealt: number;
  /** Nothing is sellable, but some spots have no registration and may come back. */
  readonly held: boolean;
  /** What is sellable, or comes back, goes to the waiting list. */
  readonly waitedFor: boolean;
  /** Absent while the event is on sale. */
  readonly sale?: Stopped | undefined;
}

/** A moment old at most: never used to decide who gets a spot. */
export interface SpotCounts {
  of(race: Race): Promise<readonly SpotCount[]>;
}

/** `held`: nothing is sellable now, but spots may come back. `waiting-list`: what comes back goes to the list. */
export type EventState = 'early' | 'open' | 'paused' | 'held' | 'waiting-list' | 'sold-out' | 'closed';

export interface EventAvailability {
  readonly eventId: string;
  readonly spotsLeft: number;
  readonly state: EventState;
  /** Absent while the event is on sale. With it, the state at another instant is known. */
  readonly sale?: Stopped | undefined;
}

/** What a runner is told about each event, in the race's order. An event without a count has no spots to show. */
export const availabilityOf = (race: Race, counts: readonly SpotCount[], now: Date): readonly EventAvailability[] =>
  race.events.map(({ id, capacity, kind }) => {
    const count = counts.find(({ eventId }) => eventId === id) ?? uncounted;
    const spotsLeft = Math.max(0, Math.min(capacity, (count.waitedFor ? 0 : count.sellable) + count.undealt));
    const facts = kind === 'gift' ? { ...gifts, sale: count.sale } : count;
    const { sale } = count;
    return { eventId: id, spotsLeft, state: stateOf(race, spotsLeft, facts, now), ...(sale && { sale }) };
  });

/** There is always room for one more gift, within a minute. */
const gifts = { held: true, waitedFor: false };
const uncounted = { sellable: 0, undealt: 0, held: true, waitedFor: false, sale: undefined };

const stateOf = (
  { opensAt, closesAt }: Race,
  spotsLeft: number,
  { held, waitedFor, sale }: Pick<SpotCount, 'held' | 'waitedFor' | 'sale'>,
  now: Date,
): EventState => {
  const state = saleState({ opensAt, closesAt, sale }, now.getTime());
  // Clients that know no other word for it are told that nothing is sold any more.
  if (state === 'cancelled') return 'closed';
  if (state !== 'open' || spotsLeft > 0) return state;
  if (waitedFor) return 'waiting-list';
  return held ? 'held' : 'sold-out';
};
