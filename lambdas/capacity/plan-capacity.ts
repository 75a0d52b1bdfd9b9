import { type CapacityOrder, horizonMinutes, isDue, needAt, openingSoon } from './need';
import type { Openings, Orders, ReadAhead } from './ports';

interface Needs {
  readonly openings: Openings;
  readonly orders: Orders;
  readonly readAhead: ReadAhead;
  /** Called for a race that could not be read ahead. Its first runners read it themselves. */
  readonly report: (raceId: string, error: unknown) => void;
}

export type PlanCapacity = () => Promise<CapacityOrder>;

/**
 * Orders what must be ready now, and reads ahead for the races that open soon. It keeps no state: run twice, it orders the
 * same twice; after an hour without a run, it orders what is right by then.
 */
export const planCapacity =
  ({ openings, orders, readAhead, report }: Needs): PlanCapacity =>
  async () => {
    const { now, openings: near, seenPerSpot } = await openings.near(horizonMinutes);
    const order = { at: now, due: isDue(near, now), need: needAt(near, now, seenPerSpot) };
    await orders.give(order);
    for (const { raceId } of openingSoon(near, now))
      await readAhead(raceId).catch((error: unknown) => report(raceId, error));
    return order;
  };
