import { changeRegistration } from '../registration/change/change-registration';
import { changeRoutes } from '../registration/change/change-routes';
import { openChanges } from './wiring/changing/changes';
import { exchanges } from './wiring/changing/exchanges';
import { placeRoutes } from './wiring/changing/places';
import { receiptChanges } from './wiring/changing/receipts';
import { openTakingOver } from './wiring/changing/taking-over';
import { now } from './wiring/connections/clock';
import { openDataCache } from './wiring/connections/data-cache';
import { instrument, log } from './wiring/connections/observability';
import { openPostgres } from './wiring/connections/open-postgres';
import { openProofs } from './wiring/connections/proofs';
import { outboxRelay } from './wiring/connections/queues';
import { readEnv } from './wiring/connections/read-env';
import { siteApi } from './wiring/selling/site-api';

const env = readEnv('change-registration');
const postgres = openPostgres(env.DATABASE_URL, { maxConnections: 1, statementTimeoutMs: 5000 });
const { data, cache, races } = openDataCache(env, postgres);
const { signer, tokens, sessions } = openProofs(env);

const relay = outboxRelay(postgres, env);
const changing = openChanges(env, postgres, data);
const { readRecipient, quote, move, counted } = openTakingOver({
  races,
  cache,
  data,
  postgres,
  tokens,
  changes: changing.changes,
});
const change = changeRegistration({
  tokens,
  ...changing,
  readRecipient,
  relay,
  counted,
  report: (error) =>
    log.error('A change is committed, but its messages are not sent yet. The minute job sends them.', error),
});

export const handler = instrument(
  'change-registration',
  siteApi(env, {
    ...changeRoutes({
      change,
      quote,
      move,
      sessions,
      races,
      signLink: (registrationId) => tokens.signLink(registrationId),
      now,
    }),
    ...exchanges({ tokens, sessions, changes: changing.changes, postgres, data, env, relay }),
    ...receiptChanges({ tokens, sessions }, postgres),
    ...placeRoutes(env, postgres, { signer, tokens }),
  }),
);
