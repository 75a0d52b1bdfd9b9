import openapi from '../api/openapi.json';
import { browseRaces } from '../races/browse-races';
import { raceRoutes } from '../races/routes';
import { CachedSpotCounts } from '../spots/availability/cached-spot-counts';
import { now } from './wiring/clock';
import { countingCaches, openDataCache } from './wiring/data-cache';
import { formPages } from './wiring/form-pages';
import { instrument } from './wiring/observability';
import { openPostgres } from './wiring/open-postgres';
import { readEnv } from './wiring/read-env';
import { siteApi } from './wiring/site-api';
import { teamPages } from './wiring/teams';

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
