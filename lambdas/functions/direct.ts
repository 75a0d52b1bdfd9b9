import { PostgresExpectations } from '../capacity/postgres-openings';
import { directWorker } from '../directing/worker';
import { sha256 } from '../platform/signed-tokens';
import { uuid7 } from '../platform/uuid';
import { createRace } from '../races/create-race';
import { PostgresRaceRegister } from '../races/postgres-race-register';
import { changeCapacity } from '../spots/capacity/change-capacity';
import { PostgresCapacities } from '../spots/capacity/postgres-capacity';
import { openCodeCommands } from './wiring/codes';
import { openDataCache } from './wiring/data-cache';
import { openDecisions } from './wiring/directing';
import { openForms } from './wiring/forms';
import { waitingOffers } from './wiring/mail';
import { instrument } from './wiring/observability';
import { openPostgres } from './wiring/open-postgres';
import { readEnv } from './wiring/read-env';

const env = readEnv('direct');
const postgres = openPostgres(env.DATABASE_URL, { maxConnections: 1 });
const { data, races } = openDataCache(env, postgres);

// What these commands put in the outbox leaves with the minute job: no runner waits for it in front of a screen.
export const handler = instrument(
  'direct',
  directWorker({
    createRace: createRace({ register: new PostgresRaceRegister(postgres), news: races, newId: uuid7, hash: sha256 }),
    changeCapacity: changeCapacity({
      capacities: new PostgresCapacities(postgres, waitingOffers(env).giveToWaiting),
      raceChanged: (raceId) => races.changed(raceId),
    }),
    ...openDecisions(env, postgres, data),
    ...openForms(postgres, races),
    ...openCodeCommands(postgres, races),
    expectations: new PostgresExpectations(postgres),
  }),
);
