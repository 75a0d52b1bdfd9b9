import { batchWorker } from '../../platform/queue/worker';
import { paymentOrder } from '../messages';
import type { SettlePayments } from './settle-payments';

/** Reads the queue `payments`. Orders that failed are delivered again. */
export const settleWorker = (settle: SettlePayments) =>
  batchWorker(paymentOrder, async (messages) => {
    const again = await settle(messages.map(({ body }) => body));
    return messages.filter(({ body }) => again.has(body.registrationId)).map(({ messageId }) => messageId);
  });
