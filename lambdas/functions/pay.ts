import { skipZeroAmounts } from '../payment/free-of-charge';
import { stripeHttp } from '../payment/stripe/call';
import { stripeProcessor } from '../payment/stripe/processor';
import { api } from '../platform/http/api';
import { sessionCookie } from '../platform/http/session-cookie';
import { instrument } from '../platform/observability';
import { openSecret } from '../platform/secret';
import { openSigner, sha256 } from '../platform/signed-tokens';
import { SignedTokens } from '../registration/signed-tokens';
import { payRoutes } from '../registration/submit/routes';
import { SqsInbox } from '../registration/submit/sqs-inbox';
import { submitRegistration } from '../registration/submit/submit-registration';
import { openQueue } from './wiring/open-queue';
import { readEnv } from './wiring/read-env';

const env = readEnv('pay');
const now = () => new Date();

const signer = openSigner(openSecret(env.SIGNING_KEYS_SECRET_ID));

const submit = submitRegistration({
  tokens: new SignedTokens(signer),
  processor: skipZeroAmounts(
    stripeProcessor({ http: stripeHttp(env.PROCESSOR_URL, openSecret(env.PROCESSOR_SECRET_ID)) }),
  ),
  inbox: new SqsInbox(openQueue(env.REGISTRATIONS_QUEUE_URL)),
  hash: sha256,
  now,
});

export const handler = instrument(
  'pay',
  api(payRoutes({ submit, sessions: sessionCookie(signer), now }), {
    originSecret: openSecret(env.ORIGIN_SECRET_ID),
    siteOrigin: env.SITE_URL,
  }),
);
