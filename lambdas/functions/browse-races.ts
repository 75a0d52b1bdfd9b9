import openapi from '../api/openapi.json';
import { CachedForms } from '../forms/cached-forms';
import { CachedTexts } from '../forms/cached-texts';
import { PostgresForms } from '../forms/postgres-forms';
import { PostgresTexts } from '../forms/postgres-texts';
import { formRoutes } from '../forms/routes';
import { browseRaces } from '../races/browse-races';
import { raceRoutes } from '../races/routes';
import { CachedSpotCounts } from '../spots/availability/cached-spot-counts';
import { now } from './wiring/clock';
import { countingCaches, openDataCache } from './wiring/data-cache';
import { instrument } from './wiring/observability';
import { openPostgres } from './wiring/open-postgres';
import { readEnv } from './wiring/read-env';
import { siteApi } from './wiring/site-api';

const env = readEnv('browse-races');
const reader = openPostgres(env.READER_URL, { maxConnections: 2 });
const { data, cache, races } = openDataCache(env, reader);

const forms = new CachedForms(cache, races, new PostgresForms(reader));
const texts = new CachedTexts(cache, races, new PostgresTexts(reader));
const browse = browseRaces({ races, spotCounts: new CachedSpotCounts(cache, reader, data), now });

export const handler = instrument(
  'browse-races',
  countingCaches({ data, cache }, siteApi(env, { ...raceRoutes(browse, openapi), ...formRoutes(forms, texts) })),
);
