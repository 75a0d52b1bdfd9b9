import { Pace } from '../payment/settle/pace';
import { settlePayment, settlePayments } from '../payment/settle/settle-payments';
import { settleWorker } from '../payment/settle/worker';
import { openStripe, throwWhenLimited } from '../payment/stripe/call';
import { stripeDisputes } from '../payment/stripe/disputes';
import { skipZeroAmounts, stripeProcessor } from '../payment/stripe/processor';
import { now } from './wiring/connections/clock';
import { instrument, log } from './wiring/connections/observability';
import { openProcessorHttp } from './wiring/connections/processor';
import { openQueue, settlementQueue } from './wiring/connections/queues';
import { readEnv } from './wiring/connections/read-env';

const milliseconds = () => Date.now();
const env = readEnv('settle-payments');
const http = throwWhenLimited(openProcessorHttp(env).http);
const processor = stripeProcessor({ http });
const disputes = stripeDisputes({ callStripe: openStripe(http, 2000), processor, now });

const settle = settlePayments({
  settle: settlePayment(skipZeroAmounts(processor), disputes),
  settlements: settlementQueue(openQueue(env.SETTLEMENTS_QUEUE_URL)),
  pace: new Pace({ now: milliseconds, pause: (ms) => new Promise((resolve) => setTimeout(resolve, ms)) }),
  now: milliseconds,
  report: (error, { registrationId }) =>
    log.error('A payment could not be settled. Its order will be delivered again.', error, { registrationId }),
  putOff: (orders) => log.warn('The processor limits us: these orders come again.', { orders }),
});

export const handler = instrument('settle-payments', settleWorker(settle));
