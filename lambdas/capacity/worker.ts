import { reader } from '../api/read';
import { count, log } from '../platform/observability';
import { recordWorker } from '../platform/queue/worker';
import { orderMessage } from './messages';
import type { PlanCapacity } from './plan-capacity';
import type { CapacityStates } from './ports';
import type { SetCapacity } from './set-capacity';
import { outOfReach, type Targets } from './targets';

const see = 'docs/runbook.md, "Capacity not ready for an opening"';

/** Runs on a schedule: the content of the event is not used. */
export const planWorker = (planCapacity: PlanCapacity) => async () => {
  const { due, need } = await planCapacity();
  if (due) log.info('An opening is near.', { need });
};

/**
 * Carries out orders. A metric without findings is published as zero, so that the alarm can tell a good state from no
 * run.
 */
export const setWorker = (setCapacity: SetCapacity, targets: Targets, states: CapacityStates) =>
  recordWorker(reader(orderMessage), async (order) => {
    const set = await setCapacity(order);
    if (!set) {
      log.warn('An order came too late and was ignored.', { at: order.at.toISOString() });
      return;
    }
    if (set.changed.length > 0) log.info('Capacity is being changed.', { changed: set.changed });
    const beyond = outOfReach(targets, order.need);
    if (beyond.length > 0) log.warn('An opening needs more capacity than may be set.', { beyond, see });
    const late = order.due ? set.unready : [];
    if (late.length > 0) log.error('The capacity is not ready for an opening.', undefined, { late, see });
    count('CapacityNotReady', late.length);
    count('CapacityOutOfReach', beyond.length);
    const { at, due, need } = order;
    // Directors look at it. What was set is set all the same.
    await states
      .keep({ at, due, need, parts: set.parts, beyond })
      .catch((error: unknown) => log.warn('The state of the capacity was not kept.', { reason: String(error) }));
  });
