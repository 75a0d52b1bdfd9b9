import type { Queue } from '../platform/queue/queue';
import type { SettlementOutbox } from './ports';

export const sqsSettlementOutbox = (queue: Queue): SettlementOutbox => ({
  send: (settlements) => queue.sendAll(settlements.map((body) => ({ body }))),
});
