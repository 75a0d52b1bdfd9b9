import type { Queue } from '../../platform/queue/queue';
import type { SettlementQueue } from '../ports';

export const sqsSettlements = (queue: Queue): SettlementQueue => ({
  send: (settlements) => queue.sendAll(settlements.map((body) => ({ body }))),
});
