import { reconcilePayments } from '../payment/reconcile/reconcile-payments';
import { reconcileWorker } from '../payment/reconcile/reconcile-worker';
import { stripePaymentList } from '../payment/stripe/intents';
import { sqsSweeps } from '../registration/submit/sqs-inbox';
import { now } from './wiring/clock';
import { instrument } from './wiring/observability';
import { openProcessorHttp } from './wiring/processor';
import { openQueue } from './wiring/queues';
import { readEnv } from './wiring/read-env';

const env = readEnv('reconcile-payments');

export const handler = instrument(
  'reconcile-payments',
  reconcileWorker(
    reconcilePayments({
      payments: stripePaymentList(openProcessorHttp(env)),
      sweeps: sqsSweeps(openQueue(env.REGISTRATIONS_QUEUE_URL)),
      now,
    }),
  ),
);
