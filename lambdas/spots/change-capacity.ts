import type { Capacities, CapacityChanged } from './ports';

interface Needs {
  readonly capacities: Capacities;
  /** Those who remember races must hear of it. */
  readonly raceChanged: (raceId: string) => Promise<void>;
}

/** Asked again with the same figure, it answers the same and does nothing. */
export type ChangeCapacity = (raceId: string, eventId: string, capacity: number) => Promise<CapacityChanged>;

export const changeCapacity =
  ({ capacities, raceChanged }: Needs): ChangeCapacity =>
  async (raceId, eventId, capacity) => {
    const answer = await capacities.change(raceId, eventId, capacity);
    if (answer.kind === 'changed') await raceChanged(raceId);
    return answer;
  };
