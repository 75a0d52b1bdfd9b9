import { sha256 } from '../platform/signed-tokens';
import { payRoutes } from '../registration/submit/routes';
import { SqsInbox } from '../registration/submit/sqs-inbox';
import { submitRegistration } from '../registration/submit/submit-registration';
import { submitMove, submitTransfer } from '../registration/submit/submit-transfer';
import { now } from './wiring/connections/clock';
import { instrument } from './wiring/connections/observability';
import { openProcessor } from './wiring/connections/processor';
import { openProofs } from './wiring/connections/proofs';
import { openQueue } from './wiring/connections/queues';
import { readEnv } from './wiring/connections/read-env';
import { siteApi } from './wiring/selling/site-api';

const env = readEnv('pay');
const { tokens, sessions } = openProofs(env);

const needs = {
  tokens,
  processor: openProcessor(env),
  inbox: new SqsInbox(openQueue(env.REGISTRATIONS_QUEUE_URL)),
  hash: sha256,
  now,
};

export const handler = instrument(
  'pay',
  siteApi(
    env,
    payRoutes({
      submit: submitRegistration(needs),
      submitTransfer: submitTransfer(needs),
      submitMove: submitMove(needs),
      sessions,
      now,
    }),
  ),
);
