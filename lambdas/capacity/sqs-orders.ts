import type { Queue } from '../platform/queue/queue';
import type { Orders } from './ports';

/** Orders for the function that stands outside the network, where AWS itself can be asked. */
export const sqsOrders = (queue: Queue): Orders => ({
  give: ({ at, due, need }) => queue.send({ body: { at: at.toISOString(), due, need } }),
});
