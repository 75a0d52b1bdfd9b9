import { salesRoutes } from '../directing/routes/sales-routes';
import { sha256 } from '../platform/signed-tokens';
import { guardedRoutes } from '../staff/guarded-routes';
import { openDataCache } from './wiring/connections/data-cache';
import { instrument } from './wiring/connections/observability';
import { openPostgres } from './wiring/connections/open-postgres';
import { readEnv } from './wiring/connections/read-env';
import { openDirectingRoutes } from './wiring/console/console';
import { consoleApi } from './wiring/console/console-api';
import { openSales } from './wiring/console/sales';
import { openStaffRoutes } from './wiring/console/staff';

const env = readEnv('console');
// A dry run holds one connection while it looks up what it is about on another.
const postgres = openPostgres(env.DATABASE_URL, { maxConnections: 2 });
const reader = openPostgres(env.READER_URL, { maxConnections: 1 });
const caches = openDataCache(env, postgres);
const { data, cache } = caches;
const { sessions, pace, routes } = openStaffRoutes(env, postgres, data);

export const handler = instrument(
  'console',
  consoleApi(
    env,
    guardedRoutes(
      {
        ...routes,
        ...openDirectingRoutes(env, postgres, { ...caches, pace }),
        ...salesRoutes(openSales(env, { reader, writer: postgres, data, cache })),
      },
      { sessions, pace, hash: sha256 },
    ),
  ),
);
