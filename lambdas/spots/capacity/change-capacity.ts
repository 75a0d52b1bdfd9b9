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
