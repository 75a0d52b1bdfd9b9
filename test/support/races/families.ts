import { personOf } from '../../../lambdas/domain/person/person';
import type { Join } from '../../../lambdas/domain/waiting';
import type { Sql } from '../../../lambdas/platform/postgres/postgres';
import { uuid7 } from '../../../lambdas/platform/uuid';
import { PostgresPlaces } from '../../../lambdas/spots/waiting-list/postgres-places';
import { type FreshDatabase, freshDatabase } from '../postgres/database';
import { makeFullRace } from './full-race';
import { givingWith, ledgerOn } from './ledger';
import type { MadeRace } from './race';
import { joinConfirmed } from './waiting-list';

/** A request to join the waiting list for this number of spots. */
export const wish = (name: string, size: number): Join => {
  const runner = { firstName: name, lastName: 'Test', email: `${name}@example.com`, birthDate: '1990-01-01' };
  return { placeId: uuid7(), person: personOf(runner), runner, size };
};

/** A database for all tests of a file, with full races whose spots come back to groups on the waiting list. */
export const openFamilies = () => {
  let database: FreshDatabase;
  beforeAll(async () => {
    database = await freshDatabase();
  });
  afterAll(() => database?.close());
  const postgres = () => database.postgres;
  const query: Sql['query'] = (text, values) => postgres().query(text, values);

  return {
    postgres,
    query,
    ledger: () => ledgerOn(postgres()),
    places: () => new PostgresPlaces(postgres(), givingWith()),
    fullRace: (spots: number) => makeFullRace(postgres(), spots),
    join: ({ eventId }: MadeRace, ...joins: readonly Join[]) => joinConfirmed(postgres(), eventId, joins),
    give: ({ eventId }: MadeRace) =>
      postgres().transaction(async (sql) => {
        await sql.query('SELECT FROM event WHERE id = $1 FOR NO KEY UPDATE', [eventId]);
        return givingWith()(sql, eventId);
      }),
    cancel: async ({ eventId }: MadeRace, ...spots: readonly number[]) => {
      await query(
        `UPDATE registration SET live = false, spot = NULL, block = NULL, ended = 'cancelled' WHERE event_id = $1 AND spot = ANY ($2::int[])`,
        [eventId, spots],
      );
      await query('UPDATE spot SET block = NULL WHERE event_id = $1 AND number = ANY ($2::int[])', [eventId, spots]);
    },
    endOffer: async ({ eventId }: MadeRace, { person }: Join) => {
      await query('UPDATE block SET closes_at = clock_timestamp() WHERE event_id = $1 AND owner = $2', [
        eventId,
        person,
      ]);
      await ledgerOn(postgres()).reclaim(eventId);
    },
    /** The order of the list, and what is offered to each place. */
    list: async ({ eventId }: MadeRace) => {
      const rows = await query<{ line: string }>(
        `SELECT concat_ws(' ', w.runner ->> 'firstName', w.state, array_to_string(b.numbers, ',')) AS line
         FROM waiting w LEFT JOIN block b ON b.id = w.block WHERE w.event_id = $1 ORDER BY w.rank, w.position`,
        [eventId],
      );
      return rows.map(({ line }) => line);
    },
    sellable: async ({ eventId }: MadeRace) => {
      const rows = await query<{ number: number }>(
        'SELECT number FROM spot WHERE event_id = $1 AND block IS NULL ORDER BY number',
        [eventId],
      );
      return rows.map(({ number }) => number);
    },
  };
};
