import { sha256 } from '../platform/signed-tokens';
import { guardedRoutes } from '../staff/guarded-routes';
import { openDirectingRoutes } from './wiring/console';
import { consoleApi } from './wiring/console-api';
import { openDataCache } from './wiring/data-cache';
import { instrument } from './wiring/observability';
import { openPostgres } from './wiring/open-postgres';
import { readEnv } from './wiring/read-env';
import { openStaffRoutes } from './wiring/staff';

const env = readEnv('console');
// A dry run holds one connection while it looks up what it is about on another.
const postgres = openPostgres(env.DATABASE_URL, { maxConnections: 2 });
const { data, races } = openDataCache(env, postgres);
const { sessions, routes } = openStaffRoutes(env, postgres, data);

export const handler = instrument(
  'console',
  consoleApi(
    env,
    guardedRoutes({ ...routes, ...openDirectingRoutes(env, postgres, data, races) }, { sessions, hash: sha256 }),
  ),
);
