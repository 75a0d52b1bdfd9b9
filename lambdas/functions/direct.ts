import { PostgresExpectations } from '../capacity/postgres-openings';
import { directWorker } from '../directing/worker';
import { giveToWaiting } from '../ledger/postgres-waiting-offers';
import { mailMessage } from '../mail/send/lanes';
import { Cache } from '../platform/cache/cache';
import { openMemcached } from '../platform/memcached/open-memcached';
import { instrument } from '../platform/observability';
import { openPostgres } from '../platform/postgres/open-postgres';
import { sha256 } from '../platform/signed-tokens';
import { uuid7 } from '../platform/uuid';
import { CachedRaces } from '../races/cached-races';
import { createRace } from '../races/create-race';
import { PostgresRaceRegister } from '../races/postgres-race-register';
import { PostgresRaces } from '../races/postgres-races';
import { cancelForDirector } from '../registration/change/cancel-for-director';
import { PostgresChanges } from '../registration/change/postgres-changes';
import { MemcachedOutcomes } from '../registration/show/memcached-outcomes';
import { MemcachedRememberedRunners } from '../registration/show/memcached-remembered-runners';
import { times } from '../spots/blocks/block';
import { changeCapacity } from '../spots/capacity/change-capacity';
import { PostgresCapacities } from '../spots/capacity/postgres-capacity';
import { readEnv } from './wiring/read-env';

const env = readEnv('direct');
const postgres = openPostgres(env.DATABASE_URL, { maxConnections: 1 });
const memcached = openMemcached(env.DATA_CACHE_URL);
const lanes = env.MAIL_LANES;
const news = new CachedRaces(new Cache(memcached), new PostgresRaces(postgres));
const giving = giveToWaiting({ newId: uuid7, times, mailMessage: (order) => mailMessage(order, lanes) });

// What these commands put in the outbox leaves with the minute job: no runner waits for it in front of a screen.
export const handler = instrument(
  'direct',
  directWorker({
    createRace: createRace({ register: new PostgresRaceRegister(postgres), news, newId: uuid7, hash: sha256 }),
    changeCapacity: changeCapacity({
      capacities: new PostgresCapacities(postgres, giving),
      raceChanged: (raceId) => news.changed(raceId),
    }),
    cancelRegistration: cancelForDirector({
      changes: new PostgresChanges({
        postgres,
        newId: uuid7,
        mailMessage: (order) => mailMessage(order, lanes),
        giveToWaiting: giving,
      }),
      outcomes: new MemcachedOutcomes(memcached),
      remembered: new MemcachedRememberedRunners(memcached),
    }),
    expectations: new PostgresExpectations(postgres),
  }),
);
