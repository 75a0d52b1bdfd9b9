import { mailRoutes } from '../mail/links/routes';
import { knownNames } from '../races/browse-races';
import { showRoutes } from '../registration/submit/routes';
import { openLinks } from './wiring/changing/links';
import { lookupRoutes } from './wiring/changing/lookups';
import { ownBibPages } from './wiring/changing/own-bibs';
import { openRecords } from './wiring/changing/records';
import { openDataCache } from './wiring/connections/data-cache';
import { instrument } from './wiring/connections/observability';
import { openPostgres } from './wiring/connections/open-postgres';
import { openProofs } from './wiring/connections/proofs';
import { readEnv } from './wiring/connections/read-env';
import { siteApi } from './wiring/selling/site-api';
import { ownTeamPages } from './wiring/selling/teams';

const env = readEnv('show-registration');
// Looking up one row takes milliseconds. While a database hangs, runners are told soon to ask again.
const lookupTimeouts = { connectionTimeoutMs: 1500, statementTimeoutMs: 1500 };
const reader = openPostgres(env.READER_URL, { maxConnections: 2, ...lookupTimeouts });
const writer = openPostgres(env.DATABASE_URL, { maxConnections: 1, ...lookupTimeouts });
const { data, cache, races } = openDataCache(env, reader);
const { tokens, sessions } = openProofs(env);
const names = knownNames(races);

const show = openRecords({ tokens, data, cache, races, reader, writer });

export const handler = instrument(
  'show-registration',
  siteApi(env, {
    ...showRoutes({ show, sessions, names, signOffer: (offerId) => tokens.signTransfer(offerId) }),
    ...lookupRoutes({ tokens, sessions, data, cache, reader, names }),
    ...ownBibPages(env, { tokens, sessions, reader, writer }),
    ...ownTeamPages({ tokens, sessions, reader, writer }),
    ...mailRoutes({ resendLink: openLinks(env, writer, data) }),
  }),
);
