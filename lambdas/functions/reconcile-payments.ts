import { reconcilePayments } from '../payment/reconcile/reconcile-payments';
import { reconcileWorker } from '../payment/reconcile/reconcile-worker';
import { openStripe } from '../payment/stripe/call';
import { stripeDisputes } from '../payment/stripe/disputes';
import { stripePaymentList } from '../payment/stripe/intents';
import { stripeProcessor } from '../payment/stripe/processor';
import { stripeRefundNews } from '../payment/stripe/refund-news';
import { sqsSweeps } from '../registration/submit/sqs-inbox';
import { now } from './wiring/connections/clock';
import { instrument } from './wiring/connections/observability';
import { openProcessorHttp } from './wiring/connections/processor';
import { openQueue, settlementQueue } from './wiring/connections/queues';
import { readEnv } from './wiring/connections/read-env';

const env = readEnv('reconcile-payments');
const { http } = openProcessorHttp(env);
const callStripe = openStripe(http, 5000);

export const handler = instrument(
  'reconcile-payments',
  reconcileWorker(
    reconcilePayments({
      payments: stripePaymentList({ http }),
      sweeps: sqsSweeps(openQueue(env.REGISTRATIONS_QUEUE_URL)),
      disputes: stripeDisputes({ callStripe, processor: stripeProcessor({ http }), now }),
      refunds: stripeRefundNews({ callStripe, now }),
      settlements: settlementQueue(openQueue(env.SETTLEMENTS_QUEUE_URL)),
      now,
    }),
  ),
);
