import { createHash } from 'node:crypto';
import * as v from 'valibot';
import { Cache } from '../../../lambdas/platform/cache/cache';
import { openPostgres } from '../../../lambdas/platform/postgres/open-postgres';
import { uuid7 } from '../../../lambdas/platform/uuid';
import { CachedRaces } from '../../../lambdas/races/cached-races';
import { createRace } from '../../../lambdas/races/create-race';
import { type CreateRaceMessage, createRaceCommandOf, createRaceMessage } from '../../../lambdas/races/messages';
import { PostgresRaceRegister } from '../../../lambdas/races/postgres-race-register';
import { PostgresRaces } from '../../../lambdas/races/postgres-races';
import { patientMemcached } from '../../support/memcached';
import type { FaultSystem } from '../system/fault-system';
import { soon } from '../system/soon';

export interface FreshRace {
  readonly raceId: string;
  readonly eventId: string;
  readonly spots: number;
}

const hour = 3_600_000;

/** A new open race, made the way an organiser makes it. Resolves when the site shows it. */
export const freshRace = async ({ system }: FaultSystem, name: string, spots: number): Promise<FreshRace> => {
  const postgres = openPostgres(system.urls.database, { maxConnections: 1 });
  const memcached = patientMemcached(`memcached://127.0.0.1:${system.ports.data}`);
  const [raceId, eventId] = [`fault-${uuid7().slice(-12)}`, uuid7()];
  const at = (milliseconds: number) => new Date(Date.now() + milliseconds);
  try {
    const create = createRace({
      register: new PostgresRaceRegister(postgres),
      news: new CachedRaces(new Cache(memcached), new PostgresRaces(postgres)),
      newId: uuid7,
      hash: (text) => createHash('sha256').update(text).digest('base64url'),
    });
    const message: CreateRaceMessage['createRace'] = {
      id: raceId,
      name,
      place: 'Harbour City',
      date: '2099-05-02',
      timeZone: 'Europe/Berlin',
      description: 'A race during which something breaks.',
      currency: 'EUR',
      opensAt: at(-hour).toISOString(),
      closesAt: at(24 * hour).toISOString(),
      waiver: { version: '1', text: 'I run at my own risk.' },
      events: [
        {
          id: eventId,
          name: 'Ten',
          distance: 10_000,
          capacity: spots,
          prices: [{ label: 'Regular', from: at(-2 * hour).toISOString(), amount: 4_500 }],
        },
      ],
    };
    await create(createRaceCommandOf(v.parse(createRaceMessage, { createRace: message })));
  } finally {
    memcached.close();
    await postgres.close();
  }
  const shown = async () => (await fetch(`${system.urls.page}/api/races/${raceId}`)).status === 200;
  await soon(`the site shows ${raceId}`, 30, shown);
  return { raceId, eventId, spots };
};
