import { log } from '../platform/observability';
import { batchWorker } from '../platform/queue/worker';
import { settlement } from './messages';
import type { RecordSettlements } from './record-settlements';

/** One transaction for a batch. What contradicts the database ends among the dead letters, where an alarm waits. */
export const settlementWorker = (record: RecordSettlements) =>
  batchWorker(settlement, async (messages) => {
    const contradictions = new Set(await record(messages.map(({ body }) => body)));
    const again = messages.filter(({ body }) => contradictions.has(body.registrationId));
    for (const { body, messageId } of again) {
      log.error('A payment ended otherwise than the database decided: compare it with the processor.', undefined, {
        messageId,
        registrationId: body.registrationId,
        state: body.state,
      });
    }
    return again.map(({ messageId }) => messageId);
  });
