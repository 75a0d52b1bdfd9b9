import { receiveWebhook } from '../payment/reconcile/receive-webhook';
import { paymentRoutes } from '../payment/reconcile/routes';
import { openStripe } from '../payment/stripe/call';
import { stripeDisputes } from '../payment/stripe/disputes';
import { stripeProcessor } from '../payment/stripe/processor';
import { stripeRefundNews } from '../payment/stripe/refund-news';
import { stripeWebhook } from '../payment/stripe/webhook';
import { now } from './wiring/connections/clock';
import { instrument } from './wiring/connections/observability';
import { openProcessorHttp } from './wiring/connections/processor';
import { openQueue, settlementQueue } from './wiring/connections/queues';
import { readEnv } from './wiring/connections/read-env';
import { ourApi } from './wiring/selling/site-api';

const env = readEnv('receive-webhook');
const { secret, http } = openProcessorHttp(env);

const processor = stripeProcessor({ http });
const callStripe = openStripe(http, 2000);

const receive = receiveWebhook({
  webhook: stripeWebhook({ secret, now }),
  processor,
  refunds: stripeRefundNews({ callStripe, now }),
  disputes: stripeDisputes({ callStripe, processor, now }),
  settlements: settlementQueue(openQueue(env.SETTLEMENTS_QUEUE_URL)),
});

// No origin secret: the processor's signature protects this route, wherever the request comes in.
export const handler = instrument('receive-webhook', ourApi(paymentRoutes(receive)));
