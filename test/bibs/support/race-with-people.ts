import type { Sql } from '../../../lambdas/platform/postgres/postgres';
import { uuid7 } from '../../../lambdas/platform/uuid';
import { makeRace } from '../../support/races/race';

export interface Race {
  readonly raceId: string;
  readonly eventId: string;
  /** In the order of their registrations. */
  readonly ids: readonly string[];
}

/** A race of one event, and this many people with a spot in it. */
export const raceWithPeople = async (sql: Sql, people: number): Promise<Race> => {
  const { raceId, eventId } = await makeRace(sql, { spots: people });
  const block = uuid7();
  await sql.query('UPDATE spot SET block = $2 WHERE event_id = $1', [eventId, block]);
  const ids = Array.from({ length: people }, () => uuid7());
  await sql.query(
    `INSERT INTO registration (id, event_id, person, outcome, live, spot, block, number, via, runner)
     SELECT id, $2, id::text, 'confirmed', true, n, $3, n, 'block',
       json_build_object('firstName', 'Ada', 'lastName', 'Runner ' || n, 'gender', 'female', 'birthDate', '1990-05-02')
     FROM unnest($1::uuid[]) WITH ORDINALITY AS p (id, n)`,
    [ids, eventId, block],
  );
  return { raceId, eventId, ids };
};

/** They give their spot back. */
export const endRegistration = (sql: Sql, id: string | undefined) =>
  sql.query(`UPDATE registration SET live = false, spot = NULL, block = NULL, ended = 'cancelled' WHERE id = $1`, [id]);

/** Its desks check people in from a week before on. */
export const holdToday = (sql: Sql, raceId: string) =>
  sql.query('UPDATE race SET date = current_date WHERE id = $1', [raceId]);
