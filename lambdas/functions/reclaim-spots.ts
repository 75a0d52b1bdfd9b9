import { reclaimSpots } from '../spots/blocks/reclaim-spots';
import { reclaimWorker } from '../spots/blocks/worker';
import { PostgresGiftSpots } from '../spots/capacity/postgres-gift-spots';
import { askToConfirm, PostgresConfirmations } from '../spots/waiting-list/postgres-confirmations';
import { openLedger } from './wiring/dealing';
import { mailOrders } from './wiring/mail';
import { instrument } from './wiring/observability';
import { openMemcached } from './wiring/open-memcached';
import { openPostgres } from './wiring/open-postgres';
import { readEnv } from './wiring/read-env';
import { openUnitLedger } from './wiring/units';

const env = readEnv('reclaim-spots');
const postgres = openPostgres(env.DATABASE_URL, { maxConnections: 1 });
const data = openMemcached(env.DATA_CACHE_URL);
const { ledger } = openLedger(env, postgres, data);
const { ledger: units } = openUnitLedger(postgres, data);
const confirmations = new PostgresConfirmations(postgres, askToConfirm(mailOrders(env)));

const gifts = new PostgresGiftSpots(postgres);

export const handler = instrument(
  'reclaim-spots',
  reclaimWorker(reclaimSpots({ ledger, units, gifts, confirmations })),
);
