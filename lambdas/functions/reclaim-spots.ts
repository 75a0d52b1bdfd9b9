import { reclaimSpots } from '../spots/blocks/reclaim-spots';
import { reclaimWorker } from '../spots/blocks/worker';
import { PostgresGiftSpots } from '../spots/capacity/postgres-gift-spots';
import { askToConfirm, PostgresConfirmations } from '../spots/waiting-list/postgres-confirmations';
import { instrument } from './wiring/connections/observability';
import { openMemcached } from './wiring/connections/open-memcached';
import { openPostgres } from './wiring/connections/open-postgres';
import { readEnv } from './wiring/connections/read-env';
import { mailOrders } from './wiring/mail/mail';
import { openLedger } from './wiring/selling/dealing';
import { openUnitLedger } from './wiring/selling/units';

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
