import { api } from '../platform/http/api';
import { sessionCookie } from '../platform/http/session-cookie';
import { instrument } from '../platform/observability';
import { openSeal, sha256 } from '../platform/seal';
import { openSecret } from '../platform/secret';
import { SealedTokens } from '../registration/sealed-tokens';
import { SqsInbox } from '../registration/sqs-inbox';
import { joinWaitingList } from '../spots/join-waiting-list';
import { SealedPermits } from '../spots/sealed-permits';
import { joinRoutes } from '../spots/waiting-routes';
import { openQueue } from './open-queue';
import { readEnv } from './read-env';

const env = readEnv('join-waiting-list');
const seal = openSeal(openSecret(env.SIGNING_KEYS_SECRET_ID));
const tokens = new SealedTokens(seal);

const join = joinWaitingList({
  inbox: new SqsInbox(openQueue(env.REGISTRATIONS_QUEUE_URL)),
  permits: new SealedPermits(seal),
  sealTicket: (ticket) => tokens.sealTicket(ticket),
  hash: sha256,
  now: () => new Date(),
});

export const handler = instrument(
  'join-waiting-list',
  api(joinRoutes(join, sessionCookie(seal)), {
    originSecret: openSecret(env.ORIGIN_SECRET_ID),
    siteOrigin: env.SITE_URL,
  }),
);
