import { Pace } from '../payment/settle/pace';
import { settlePayment, settlePayments } from '../payment/settle/settle-payments';
import { sqsSettlements } from '../payment/settle/sqs-settlements';
import { settleWorker } from '../payment/settle/worker';
import { throwWhenLimited } from '../payment/stripe/call';
import { skipZeroAmounts, stripeProcessor } from '../payment/stripe/processor';
import { instrument, log } from './wiring/observability';
import { openProcessorHttp } from './wiring/processor';
import { openQueue } from './wiring/queues';
import { readEnv } from './wiring/read-env';

const env = readEnv('settle-payments');
const now = () => Date.now();
const { http } = openProcessorHttp(env);

const settle = settlePayments({
  settle: settlePayment(skipZeroAmounts(stripeProcessor({ http: throwWhenLimited(http) }))),
  settlements: sqsSettlements(openQueue(env.SETTLEMENTS_QUEUE_URL)),
  pace: new Pace({ now, pause: (ms) => new Promise((resolve) => setTimeout(resolve, ms)) }),
  now,
  report: (error, { registrationId }) =>
    log.error('A payment is not settled; its order comes again.', error, { registrationId }),
  putOff: (orders) => log.warn('The processor limits us: these orders come again.', { orders }),
});

export const handler = instrument('settle-payments', settleWorker(settle));
