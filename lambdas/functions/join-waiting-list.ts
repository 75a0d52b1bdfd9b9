import { api } from '../platform/http/api';
import { sessionCookie } from '../platform/http/session-cookie';
import { instrument } from '../platform/observability';
import { openSecret } from '../platform/secret';
import { openSigner, sha256 } from '../platform/signed-tokens';
import { SignedTokens } from '../registration/signed-tokens';
import { SqsInbox } from '../registration/submit/sqs-inbox';
import { SignedPermits } from '../spots/waiting-list/signed-permits';
import { joinWaitingList } from '../spots/waiting-list/waiting-list';
import { joinRoutes } from '../spots/waiting-list/waiting-routes';
import { openQueue } from './wiring/open-queue';
import { readEnv } from './wiring/read-env';

const env = readEnv('join-waiting-list');
const signer = openSigner(openSecret(env.SIGNING_KEYS_SECRET_ID));
const tokens = new SignedTokens(signer);

const join = joinWaitingList({
  inbox: new SqsInbox(openQueue(env.REGISTRATIONS_QUEUE_URL)),
  permits: new SignedPermits(signer),
  signTicket: (ticket) => tokens.signTicket(ticket),
  hash: sha256,
  now: () => new Date(),
});

export const handler = instrument(
  'join-waiting-list',
  api(joinRoutes(join, sessionCookie(signer)), {
    originSecret: openSecret(env.ORIGIN_SECRET_ID),
    siteOrigin: env.SITE_URL,
  }),
);
