import { settlePayment, settlePayments } from '../payment/settle/settle-payments';
import { sqsSettlements } from '../payment/settle/sqs-settlements';
import { settleWorker } from '../payment/settle/worker';
import { instrument, log } from './wiring/observability';
import { openProcessor } from './wiring/processor';
import { openQueue } from './wiring/queues';
import { readEnv } from './wiring/read-env';

const env = readEnv('settle-payments');

const settle = settlePayments({
  settle: settlePayment(openProcessor(env)),
  settlements: sqsSettlements(openQueue(env.SETTLEMENTS_QUEUE_URL)),
  report: (error, { registrationId }) =>
    log.error('A payment is not settled; its order comes again.', error, { registrationId }),
});

export const handler = instrument('settle-payments', settleWorker(settle));
