import { changeRegistration } from '../registration/change/change-registration';
import { changeRoutes } from '../registration/change/change-routes';
import { PostgresPlaces } from '../spots/waiting-list/postgres-places';
import { confirmPlace, leaveWaitingList } from '../spots/waiting-list/waiting-list';
import { confirmRoutes, leaveRoutes } from '../spots/waiting-list/waiting-routes';
import { openChanges } from './wiring/changes';
import { now } from './wiring/clock';
import { openDataCache } from './wiring/data-cache';
import { waitingOffers } from './wiring/mail';
import { instrument, log } from './wiring/observability';
import { openPostgres } from './wiring/open-postgres';
import { openProofs } from './wiring/proofs';
import { outboxRelay } from './wiring/queues';
import { readEnv } from './wiring/read-env';
import { siteApi } from './wiring/site-api';

const env = readEnv('change-registration');
const postgres = openPostgres(env.DATABASE_URL, { maxConnections: 1, statementTimeoutMs: 5000 });
const { data, races } = openDataCache(env, postgres);
const { tokens, sessions } = openProofs(env);

const change = changeRegistration({
  tokens,
  ...openChanges(env, postgres, data),
  relay: outboxRelay(postgres, env),
  report: (error) =>
    log.error('A change is committed, but its messages are not sent yet. The minute job sends them.', error),
});
const readTicket = (token: string) => tokens.readTicket(token);
const places = new PostgresPlaces(postgres, waitingOffers(env).giveToWaiting);

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
    ...leaveRoutes(leaveWaitingList({ readTicket, places })),
    ...confirmRoutes(confirmPlace({ readTicket, places })),
  }),
);
