import { setTimeout } from 'node:timers/promises';
import { relayOutbox } from '../ledger/outbox';
import { MemcachedLinkLimit } from '../mail/links/memcached-link-limit';
import { OutboxLinkRequests } from '../mail/links/outbox-link-requests';
import { resendLink } from '../mail/links/resend-link';
import { mailRoutes } from '../mail/links/routes';
import { Cache } from '../platform/cache/cache';
import { api } from '../platform/http/api';
import { sessionCookie } from '../platform/http/session-cookie';
import { openMemcached } from '../platform/memcached/open-memcached';
import { count, instrument, log } from '../platform/observability';
import { openPostgres } from '../platform/postgres/open-postgres';
import { openSecret } from '../platform/secret';
import { openSigner } from '../platform/signed-tokens';
import { uuid7 } from '../platform/uuid';
import { knownNames } from '../races/browse-races';
import { CachedRaces } from '../races/cached-races';
import { PostgresRaces } from '../races/postgres-races';
import { checkRegistered } from '../registration/show/check-registered';
import { checkRoutes } from '../registration/show/check-routes';
import { MemcachedCheckLimit } from '../registration/show/memcached-check-limit';
import { MemcachedOutcomes } from '../registration/show/memcached-outcomes';
import { MemcachedRememberedRunners } from '../registration/show/memcached-remembered-runners';
import { CachedPeople, PostgresPeople } from '../registration/show/postgres-people';
import { PostgresRecords } from '../registration/show/postgres-records';
import { showRegistration } from '../registration/show/show-registration';
import { SignedTokens } from '../registration/signed-tokens';
import { showRoutes } from '../registration/submit/routes';
import { PostgresWaitingRecords } from '../spots/waiting-list/postgres-waiting-records';
import { showWaiting } from '../spots/waiting-list/waiting-list';
import { showWaitingRoutes } from '../spots/waiting-list/waiting-routes';
import { openQueue } from './wiring/open-queue';
import { readEnv } from './wiring/read-env';

const env = readEnv('show-registration');
const now = () => new Date();
const data = openMemcached(env.DATA_CACHE_URL);
// Looking up one row takes milliseconds. While a database hangs, runners are told soon to ask again.
const lookupTimeouts = { connectionTimeoutMs: 1500, statementTimeoutMs: 1500 };
const reader = openPostgres(env.READER_URL, { maxConnections: 2, ...lookupTimeouts });
const writer = openPostgres(env.DATABASE_URL, { maxConnections: 1, ...lookupTimeouts });
const urgentMail = openQueue(env.URGENT_MAIL_QUEUE_URL);

const signer = openSigner(openSecret(env.SIGNING_KEYS_SECRET_ID));
const tokens = new SignedTokens(signer);
const sessions = sessionCookie(signer);
const show = showRegistration({
  tokens,
  outcomes: new MemcachedOutcomes(data),
  records: new PostgresRecords(reader),
  latest: new PostgresRecords(writer),
  report: (error) => log.warn('The cache did not answer; the database is asked.', { reason: String(error) }),
  now,
});
const resend = resendLink({
  requests: new OutboxLinkRequests(writer, uuid7),
  limit: new MemcachedLinkLimit(data),
  relay: (ids) => relayOutbox(writer, { 'urgent-mail': urgentMail }, { ids }),
  alerts: { count, ...log },
  pause: (milliseconds) => setTimeout(milliseconds),
});
const waiting = showWaiting({
  readTicket: (token) => tokens.readTicket(token),
  records: new PostgresWaitingRecords(reader),
  now,
});
const cache = new Cache(data);
const names = knownNames(new CachedRaces(cache, new PostgresRaces(reader)));
const check = checkRegistered({
  tokens,
  limit: new MemcachedCheckLimit(data),
  remembered: new MemcachedRememberedRunners(data),
  people: new CachedPeople(cache, new PostgresPeople(reader)),
  report: (error) => log.warn('Nobody could say who is registered; the runner goes on.', { reason: String(error) }),
  now,
});

export const handler = instrument(
  'show-registration',
  api(
    {
      ...showRoutes({ show, sessions, names }),
      ...checkRoutes({ check, sessions }),
      ...showWaitingRoutes({ show: waiting, names, now }),
      ...mailRoutes({ resendLink: resend }),
    },
    { originSecret: openSecret(env.ORIGIN_SECRET_ID), siteOrigin: env.SITE_URL },
  ),
);
