import { reconcilePayments } from '../payment/reconcile/reconcile-payments';
import { reconcileWorker } from '../payment/reconcile/reconcile-worker';
import { stripeHttp } from '../payment/stripe/call';
import { stripePaymentList } from '../payment/stripe/payment-list';
import { instrument } from '../platform/observability';
import { openSecret } from '../platform/secret';
import { sqsSweeps } from '../registration/submit/sqs-inbox';
import { openQueue } from './wiring/open-queue';
import { readEnv } from './wiring/read-env';

const env = readEnv('reconcile-payments');

export const handler = instrument(
  'reconcile-payments',
  reconcileWorker(
    reconcilePayments({
      payments: stripePaymentList({ http: stripeHttp(env.PROCESSOR_URL, openSecret(env.PROCESSOR_SECRET_ID)) }),
      sweeps: sqsSweeps(openQueue(env.REGISTRATIONS_QUEUE_URL)),
      now: () => new Date(),
    }),
  ),
);
