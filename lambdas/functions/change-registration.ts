import { relayOutbox } from '../ledger/outbox';
import { giveToWaiting } from '../ledger/postgres-waiting-offers';
import { mailMessage } from '../mail/send/lanes';
import { Cache } from '../platform/cache/cache';
import { api } from '../platform/http/api';
import { sessionCookie } from '../platform/http/session-cookie';
import { openMemcached } from '../platform/memcached/open-memcached';
import { instrument, log } from '../platform/observability';
import { openPostgres } from '../platform/postgres/open-postgres';
import { openSecret } from '../platform/secret';
import { openSigner } from '../platform/signed-tokens';
import { uuid7 } from '../platform/uuid';
import { CachedRaces } from '../races/cached-races';
import { PostgresRaces } from '../races/postgres-races';
import { changeRegistration } from '../registration/change/change-registration';
import { changeRoutes } from '../registration/change/change-routes';
import { PostgresChanges } from '../registration/change/postgres-changes';
import { MemcachedOutcomes } from '../registration/show/memcached-outcomes';
import { MemcachedRememberedRunners } from '../registration/show/memcached-remembered-runners';
import { SignedTokens } from '../registration/signed-tokens';
import { times } from '../spots/blocks/block';
import { PostgresPlaces } from '../spots/waiting-list/postgres-places';
import { confirmPlace, leaveWaitingList } from '../spots/waiting-list/waiting-list';
import { confirmRoutes, leaveRoutes } from '../spots/waiting-list/waiting-routes';
import { openQueue } from './wiring/open-queue';
import { readEnv } from './wiring/read-env';

const env = readEnv('change-registration');
const now = () => new Date();
const lanes = env.MAIL_LANES;
const data = openMemcached(env.DATA_CACHE_URL);
const postgres = openPostgres(env.DATABASE_URL, { maxConnections: 1, statementTimeoutMs: 5000 });
const queues = { payments: openQueue(env.PAYMENTS_QUEUE_URL), mail: openQueue(env.MAIL_QUEUE_URL) };
const signer = openSigner(openSecret(env.SIGNING_KEYS_SECRET_ID));
const tokens = new SignedTokens(signer);
const giving = giveToWaiting({ newId: uuid7, times, mailMessage: (order) => mailMessage(order, lanes) });

const change = changeRegistration({
  tokens,
  changes: new PostgresChanges({
    postgres,
    newId: uuid7,
    mailMessage: (order) => mailMessage(order, lanes),
    giveToWaiting: giving,
  }),
  outcomes: new MemcachedOutcomes(data),
  remembered: new MemcachedRememberedRunners(data),
  relay: (ids) => relayOutbox(postgres, queues, { ids }),
  report: (error) => log.error('A change is written, but not passed on yet: the minute job does it.', error),
});
const readTicket = (token: string) => tokens.readTicket(token);
const places = new PostgresPlaces(postgres, giving);
const leave = leaveWaitingList({ readTicket, places });
const confirm = confirmPlace({ readTicket, places });

export const handler = instrument(
  'change-registration',
  api(
    {
      ...changeRoutes({
        change,
        sessions: sessionCookie(signer),
        races: new CachedRaces(new Cache(data), new PostgresRaces(postgres)),
        signLink: (registrationId) => tokens.signLink(registrationId),
        now,
      }),
      ...leaveRoutes(leave),
      ...confirmRoutes(confirm),
    },
    { originSecret: openSecret(env.ORIGIN_SECRET_ID), siteOrigin: env.SITE_URL },
  ),
);
