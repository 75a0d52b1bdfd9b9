import type { Capacities, CapacityChanged } from './ports';

interface Needs {
  readonly capacities: Capacities;
  /** Tells the caches of races about the change. */
  readonly raceChanged: (raceId: string) => Promise<void>;
}

/** Repeating it with the same figure gives the same answer and changes nothing. */
export type ChangeCapacity = (raceId: string, eventId: string, capacity: number) => Promise<CapacityChanged>;

export const changeCapacity =
  ({ capacities, raceChanged }: Needs): ChangeCapacity =>
  async (raceId, eventId, capacity) => {
    const answer = await capacities.change(raceId, eventId, capacity);
    if (answer.kind === 'changed') await raceChanged(raceId);
    return answer;
  };

/** Spots with a live registration cannot be taken away; spots in an open block are waited for. */
export const mayLowerTo = (capacity: number, taken: number): boolean => capacity >= taken;

/** More spots than a director can ask for are not made by themselves, either. */
const maxGifts = 100_000;
/** In one transaction, which holds the event's lock. */
const maxMore = 5_000;

/**
 * How many spots an event for gifts gets: none while a quarter of them is sellable, then as many as are used. So it grows as
 * fast as people give, and is never sold out for more than a minute.
 */
export const moreForGifts = ({
  capacity,
  sellable,
}: {
  readonly capacity: number;
  readonly sellable: number;
}): number => (sellable >= capacity / 4 ? 0 : Math.max(0, Math.min(capacity - sellable, maxMore, maxGifts - capacity)));
