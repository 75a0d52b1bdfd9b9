import { settleWorker } from '../payment/settle/payments-worker';
import { settlePayment, settlePayments } from '../payment/settle/settle-payments';
import { sqsSettlements } from '../payment/settle/sqs-settlements';
import { instrument, log } from '../platform/observability';
import { openQueue } from './wiring/open-queue';
import { openProcessor } from './wiring/processor';
import { readEnv } from './wiring/read-env';

const env = readEnv('settle-payments');

const settle = settlePayments({
  settle: settlePayment(openProcessor(env)),
  settlements: sqsSettlements(openQueue(env.SETTLEMENTS_QUEUE_URL)),
  report: (error, { registrationId }) =>
    log.error('A payment is not settled; its order comes again.', error, { registrationId }),
});

export const handler = instrument('settle-payments', settleWorker(settle));
