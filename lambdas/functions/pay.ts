import { stripeHttp } from '../payment/stripe-http';
import { stripeProcessor } from '../payment/stripe-processor';
import { skipZeroAmounts } from '../payment/without-charge';
import { api } from '../platform/http/api';
import { sessionCookie } from '../platform/http/session-cookie';
import { instrument } from '../platform/observability';
import { openSigner, sha256 } from '../platform/seal';
import { openSecret } from '../platform/secret';
import { payRoutes } from '../registration/routes';
import { SignedTokens } from '../registration/sealed-tokens';
import { SqsInbox } from '../registration/sqs-inbox';
import { submitRegistration } from '../registration/submit-registration';
import { openQueue } from './open-queue';
import { readEnv } from './read-env';

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
