import { settlePayment } from '../payment/settle-payment';
import { settlePayments } from '../payment/settle-payments';
import { settleWorker } from '../payment/settle-worker';
import { sqsSettlements } from '../payment/sqs-settlement-outbox';
import { stripeHttp } from '../payment/stripe-http';
import { stripeProcessor } from '../payment/stripe-processor';
import { skipZeroAmounts } from '../payment/without-charge';
import { instrument, log } from '../platform/observability';
import { openSecret } from '../platform/secret';
import { openQueue } from './open-queue';
import { readEnv } from './read-env';

const env = readEnv('settle-payments');

const http = stripeHttp(env.PROCESSOR_URL, openSecret(env.PROCESSOR_SECRET_ID));

const settle = settlePayments({
  settle: settlePayment(skipZeroAmounts(stripeProcessor({ http }))),
  settlements: sqsSettlements(openQueue(env.SETTLEMENTS_QUEUE_URL)),
  report: (error, { registrationId }) =>
    log.error('A payment is not settled; its order comes again.', error, { registrationId }),
});

export const handler = instrument('settle-payments', settleWorker(settle));
