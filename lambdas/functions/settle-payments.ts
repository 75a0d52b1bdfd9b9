import { skipZeroAmounts } from '../payment/free-of-charge';
import { settleWorker } from '../payment/settle/payments-worker';
import { settlePayment, settlePayments } from '../payment/settle/settle-payments';
import { sqsSettlements } from '../payment/settle/sqs-settlements';
import { stripeHttp } from '../payment/stripe/call';
import { stripeProcessor } from '../payment/stripe/processor';
import { instrument, log } from '../platform/observability';
import { openSecret } from '../platform/secret';
import { openQueue } from './wiring/open-queue';
import { readEnv } from './wiring/read-env';

const env = readEnv('settle-payments');

const http = stripeHttp(env.PROCESSOR_URL, openSecret(env.PROCESSOR_SECRET_ID));

const settle = settlePayments({
  settle: settlePayment(skipZeroAmounts(stripeProcessor({ http }))),
  settlements: sqsSettlements(openQueue(env.SETTLEMENTS_QUEUE_URL)),
  report: (error, { registrationId }) =>
    log.error('A payment is not settled; its order comes again.', error, { registrationId }),
});

export const handler = instrument('settle-payments', settleWorker(settle));
