import { setTimeout } from 'node:timers/promises';
import type { APIGatewayProxyEventV2, Context } from 'aws-lambda';
import { giveToWaiting } from '../ledger/postgres-waiting-offers';
import { mailMessage } from '../mail/send/lanes';
import { Cache } from '../platform/cache/cache';
import { api } from '../platform/http/api';
import { sessionCookie } from '../platform/http/session-cookie';
import { openMemcached } from '../platform/memcached/open-memcached';
import { count, instrument, log } from '../platform/observability';
import { openPostgres } from '../platform/postgres/open-postgres';
import { reportGrowth } from '../platform/report-growth';
import { openSecret } from '../platform/secret';
import { openSigner, sha256 } from '../platform/signed-tokens';
import { uuid7 } from '../platform/uuid';
import { CachedRaces } from '../races/cached-races';
import { PostgresRaces } from '../races/postgres-races';
import { knownRegistrations } from '../registration/show/known-registrations';
import { MemcachedOutcomes, MemcachedOwners } from '../registration/show/memcached-outcomes';
import { PostgresOwners } from '../registration/show/postgres-owners';
import { SignedTokens } from '../registration/signed-tokens';
import { CachedEndedSessions } from '../sessions/cached-ended-sessions';
import { MemcachedDecisions, MemcachedSessions } from '../sessions/memcached-sessions';
import { PostgresEndedSessions } from '../sessions/postgres-ended-sessions';
import { sessionRoutes } from '../sessions/routes';
import { endSession, keepDraft, rememberHold, showSession } from '../sessions/sessions';
import { times } from '../spots/blocks/block';
import { dealSpot } from '../spots/blocks/deal-spot';
import { MemcachedBlocks, MemcachedCounters } from '../spots/blocks/memcached-blocks';
import { PostgresLedger } from '../spots/blocks/postgres-ledger';
import { holdSpot } from '../spots/holds/hold-spot';
import { MemcachedHeldSpots } from '../spots/holds/memcached-held-spots';
import { pricedOffers } from '../spots/holds/priced-offers';
import { spotRoutes } from '../spots/holds/routes';
import { SignedHolds } from '../spots/holds/signed-holds';
import { cardTriesRoutes } from '../spots/limits/card-tries-routes';
import { MemcachedTally } from '../spots/limits/memcached-tally';
import { moreCardTries } from '../spots/limits/more-card-tries';
import { SignedChallenges } from '../spots/limits/signed-challenges';
import { givePermit } from '../spots/waiting-list/give-permit';
import { MemcachedPermitCounts } from '../spots/waiting-list/memcached-permit-counts';
import { permitLimits } from '../spots/waiting-list/permits';
import { PostgresPlaces } from '../spots/waiting-list/postgres-places';
import { SignedPermits } from '../spots/waiting-list/signed-permits';
import { cacheFigures } from './wiring/cache-figures';
import { readEnv } from './wiring/read-env';

const env = readEnv('register');
const now = () => new Date();
const data = openMemcached(env.DATA_CACHE_URL);
const cache = new Cache(data);
const sessionPools = [openMemcached(env.SESSION_A_CACHE_URL), openMemcached(env.SESSION_B_CACHE_URL)] as const;
const reader = openPostgres(env.READER_URL, { maxConnections: 1 });
// Cutting a block takes milliseconds. While the database hangs, a runner must be told soon to come back.
const writer = openPostgres(env.DATABASE_URL, {
  maxConnections: 2,
  connectionTimeoutMs: 1500,
  statementTimeoutMs: 1500,
});
const lanes = env.MAIL_LANES;
const giving = giveToWaiting({ newId: uuid7, times, mailMessage: (order) => mailMessage(order, lanes) });
const signer = openSigner(openSecret(env.SIGNING_KEYS_SECRET_ID));
const tokens = new SignedTokens(signer);
const counters = new MemcachedCounters(data);
const report = (error: unknown) => log.error('A spot could not be dealt.', error);

const pause = () => setTimeout(5 + Math.random() * 15);

const ledger = new PostgresLedger({ postgres: writer, counters, newId: uuid7, times, giveToWaiting: giving });

const deal = dealSpot({
  ledger,
  counters,
  blocks: new MemcachedBlocks(data),
  now,
  pause,
  report,
  count,
});

const offers = pricedOffers(new CachedRaces(cache, new PostgresRaces(reader)));
const held = new MemcachedHeldSpots(sessionPools, count);
const holds = new SignedHolds(signer);
const tally = new MemcachedTally(data, (error) =>
  log.warn('Something could not be counted; nobody is kept out by it.', { reason: String(error) }),
);

const hold = holdSpot({
  offers,
  held,
  tally,
  challenges: new SignedChallenges(signer),
  deal,
  signer: holds,
  ledger,
  count,
  readTicket: (token) => tokens.readTicket(token),
  places: new PostgresPlaces(writer, giving),
  known: knownRegistrations({
    cache: new MemcachedOwners(data),
    database: new PostgresOwners(writer),
    report: (error) => log.warn('Nobody could say whose a registration id is.', { reason: String(error) }),
    now,
  }),
  hash: sha256,
  pause,
  now,
  times,
});

const ended = new CachedEndedSessions(cache, new PostgresEndedSessions(writer));
const sessions = new MemcachedSessions({ pools: sessionPools, ended, now });
const cookies = sessionCookie(signer);

const answer = api(
  {
    ...spotRoutes({
      holdSpot: hold,
      givePermit: givePermit({
        signer: new SignedPermits(signer),
        counts: new MemcachedPermitCounts(data),
        limits: permitLimits,
        now,
        report: (error) => log.warn('A permit was given uncounted.', { reason: String(error) }),
      }),
      sessions: cookies,
      rememberHold: rememberHold({
        sessions,
        report: (error) => log.warn('A hold could not be noted; it is held all the same.', { reason: String(error) }),
      }),
      now,
    }),
    ...cardTriesRoutes({
      moreCardTries: moreCardTries({ holds, offers, held, tally, now, times }),
      sessions: cookies,
    }),
    ...sessionRoutes({
      show: showSession({ sessions, decisions: new MemcachedDecisions(new MemcachedOutcomes(data)), now }),
      keepDraft: keepDraft(sessions),
      end: endSession({ sessions, ended }),
      cookies,
      now,
    }),
  },
  // Two seconds to be dealt a spot, and the rest for what comes before and after.
  { originSecret: openSecret(env.ORIGIN_SECRET_ID), siteOrigin: env.SITE_URL, minRemainingMs: 3_500 },
);

const reportCache = reportGrowth(cacheFigures(cache, data), count);

export const handler = instrument('register', (event: APIGatewayProxyEventV2, context?: Context) => {
  reportCache();
  return answer(event, context);
});
