import { type CapacityOrder, horizonMinutes, isDue, needAt } from './need';
import type { Openings, Orders } from './ports';

interface Needs {
  readonly openings: Openings;
  readonly orders: Orders;
}

export type PlanCapacity = () => Promise<CapacityOrder>;

/**
 * Orders what must be ready now. It keeps no state: run twice, it orders the same twice; after an hour without a run,
 * it orders what is right by then.
 */
export const planCapacity =
  ({ openings, orders }: Needs): PlanCapacity =>
  async () => {
    const { now, openings: near, seenPerSpot } = await openings.near(horizonMinutes);
    const order = { at: now, due: isDue(near, now), need: needAt(near, now, seenPerSpot) };
    await orders.give(order);
    return order;
  };
