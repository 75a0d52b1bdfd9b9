import { api } from '../platform/http/api';
import { sessionCookie } from '../platform/http/session-cookie';
import { instrument } from '../platform/observability';
import { openSigner, sha256 } from '../platform/seal';
import { openSecret } from '../platform/secret';
import { SignedTokens } from '../registration/sealed-tokens';
import { SqsInbox } from '../registration/sqs-inbox';
import { joinWaitingList } from '../spots/join-waiting-list';
import { SignedPermits } from '../spots/sealed-permits';
import { joinRoutes } from '../spots/waiting-routes';
import { openQueue } from './open-queue';
import { readEnv } from './read-env';

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
