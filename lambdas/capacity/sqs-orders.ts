import type { Queue } from '../platform/queue/queue';
import type { Orders } from './ports';

/** Sends orders to the function outside the VPC, which can reach AWS's own APIs. */
export const sqsOrders = (queue: Queue): Orders => ({
  give: ({ at, due, need }) => queue.send({ body: { at: at.toISOString(), due, need } }),
});
