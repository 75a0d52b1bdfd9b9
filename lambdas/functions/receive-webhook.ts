import { receiveWebhook } from '../payment/reconcile/receive-webhook';
import { paymentRoutes } from '../payment/reconcile/routes';
import { sqsSettlements } from '../payment/settle/sqs-settlements';
import { openStripe, stripeHttp } from '../payment/stripe/call';
import { stripeFailedRefunds } from '../payment/stripe/failed-refunds';
import { stripeProcessor } from '../payment/stripe/processor';
import { stripeWebhook } from '../payment/stripe/webhook';
import { api } from '../platform/http/api';
import { instrument } from '../platform/observability';
import { openSecret } from '../platform/secret';
import { openQueue } from './wiring/open-queue';
import { readEnv } from './wiring/read-env';

const env = readEnv('receive-webhook');
const secret = openSecret(env.PROCESSOR_SECRET_ID);
const http = stripeHttp(env.PROCESSOR_URL, secret);

const receive = receiveWebhook({
  webhook: stripeWebhook({ secret, now: () => new Date() }),
  processor: stripeProcessor({ http }),
  refunds: stripeFailedRefunds({ callStripe: openStripe(http, 2000) }),
  settlements: sqsSettlements(openQueue(env.SETTLEMENTS_QUEUE_URL)),
});

// No origin secret: the processor's signature protects this route, wherever the request comes in.
export const handler = instrument('receive-webhook', api(paymentRoutes(receive)));
