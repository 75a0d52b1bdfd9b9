import { changeRegistration } from '../registration/change/change-registration';
import { changeRoutes } from '../registration/change/change-routes';
import { openChanges } from './wiring/changes';
import { now } from './wiring/clock';
import { openDataCache } from './wiring/data-cache';
import { exchanges } from './wiring/exchanges';
import { instrument, log } from './wiring/observability';
import { openPostgres } from './wiring/open-postgres';
import { placeRoutes } from './wiring/places';
import { openProofs } from './wiring/proofs';
import { outboxRelay } from './wiring/queues';
import { readEnv } from './wiring/read-env';
import { receiptChanges } from './wiring/receipts';
import { openRecipients } from './wiring/recipients';
import { siteApi } from './wiring/site-api';

const env = readEnv('change-registration');
const postgres = openPostgres(env.DATABASE_URL, { maxConnections: 1, statementTimeoutMs: 5000 });
const { data, cache, races } = openDataCache(env, postgres);
const { tokens, sessions } = openProofs(env);

const changing = openChanges(env, postgres, data);
const change = changeRegistration({
  tokens,
  ...changing,
  readRecipient: openRecipients({ races, cache, database: postgres }),
  relay: outboxRelay(postgres, env),
  report: (error) =>
    log.error('A change is committed, but its messages are not sent yet. The minute job sends them.', error),
});

export const handler = instrument(
  'change-registration',
  siteApi(env, {
    ...changeRoutes({
      change,
      sessions,
      races,
      signLink: (registrationId) => tokens.signLink(registrationId),
      now,
    }),
    ...exchanges({ tokens, sessions, changes: changing.changes, postgres, data }),
    ...receiptChanges({ tokens, sessions }, postgres),
    ...placeRoutes(env, postgres, tokens),
  }),
);
