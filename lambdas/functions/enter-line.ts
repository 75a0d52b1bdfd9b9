import { issuePass } from '../line/pass/issue-pass';
import { MemcachedPassMemory } from '../line/pass/memcached-pass-memory';
import { passRoutes } from '../line/pass/routes';
import { SignedPasses, SignedStamps } from '../line/pass/signed-passes';
import { log } from '../platform/observability';
import { elapsed, now } from './wiring/connections/clock';
import { countingCaches, openDataCache } from './wiring/connections/data-cache';
import { instrument } from './wiring/connections/observability';
import { openPostgres } from './wiring/connections/open-postgres';
import { openSecret } from './wiring/connections/open-secret';
import { openProofs } from './wiring/connections/proofs';
import { openQueue } from './wiring/connections/queues';
import { readEnv } from './wiring/connections/read-env';
import { budgetsOfRaces, openEnteredLines } from './wiring/selling/admission';
import { siteApi } from './wiring/selling/site-api';

const env = readEnv('enter-line');
const reader = openPostgres(env.READER_URL, { maxConnections: 1 });
const { data, cache, races } = openDataCache(env, reader);
const { signer, sessions } = openProofs(env);
const queue = openQueue(env.LINE_PASSES_QUEUE_URL);

const passes = issuePass({
  lines: openEnteredLines({ cache, reader, races }),
  stamps: new SignedStamps(openSecret(env.SIGNING_KEYS_SECRET_ID)),
  tokens: new SignedPasses(signer),
  memory: new MemcachedPassMemory(data),
  budgets: budgetsOfRaces(races),
  record: (body) => queue.send({ body }),
  now,
  elapsed,
  report: (error) => log.warn('A pass could not be counted or recorded.', { reason: String(error) }),
});

export const handler = instrument(
  'enter-line',
  countingCaches(
    { data, cache },
    siteApi(env, passRoutes({ siteUrl: env.SITE_URL, passes, sessions, findRace: (raceId) => races.find(raceId) })),
  ),
);
