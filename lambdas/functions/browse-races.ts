import openapi from '../api/openapi.json';
import { browseRaces } from '../races/browse-races';
import { raceRoutes } from '../races/routes';
import { CachedSpotCounts } from '../spots/availability/cached-spot-counts';
import { now } from './wiring/connections/clock';
import { countingCaches, openDataCache } from './wiring/connections/data-cache';
import { instrument } from './wiring/connections/observability';
import { openPostgres } from './wiring/connections/open-postgres';
import { readEnv } from './wiring/connections/read-env';
import { formPages } from './wiring/selling/form-pages';
import { siteApi } from './wiring/selling/site-api';
import { teamPages } from './wiring/selling/teams';

const env = readEnv('browse-races');
const reader = openPostgres(env.READER_URL, { maxConnections: 2 });
const { data, cache, races } = openDataCache(env, reader);

const browse = browseRaces({ races, spotCounts: new CachedSpotCounts(cache, reader, data), now });

export const handler = instrument(
  'browse-races',
  countingCaches(
    { data, cache },
    siteApi(env, {
      ...raceRoutes(browse, openapi),
      ...formPages({ races, cache, reader, data }),
      ...teamPages({ races, cache, reader }),
    }),
  ),
);
