import type { Sql } from '../../platform/postgres/postgres';
import type { EntryChange } from './apply-rows';

interface Entrant {
  readonly bib: number;
  readonly registrationId: string;
  readonly name: string;
  readonly gender: string | null;
  readonly age: number | null;
  readonly club: string | null;
}

/** Each registration of the set's event that has its spot, as an entry. Results never write there. */
export const readEntrants = async (sql: Sql, setId: string): Promise<readonly EntryChange[]> =>
  (await sql.query<Entrant>(findEntrants, [setId])).map(({ bib, registrationId, name, gender, age, club }) => ({
    bib,
    registrationId,
    name,
    ...(gender !== null && { gender }),
    ...(age !== null && { age }),
    ...(club !== null && { club }),
  }));

/** The bibs of entries from registrations that have no spot any more, and of which nothing else is known. */
export const readGone = async (sql: Sql, setId: string): Promise<readonly number[]> =>
  (await sql.query<{ bib: number }>(findGone, [setId])).map(({ bib }) => bib);

/** Ages are those on the day of the race. A runner who no longer has a spot is in no start list. */
const findEntrants = `
  SELECT g.spot AS bib, g.id AS "registrationId", concat_ws(' ', g.runner ->> 'firstName', g.runner ->> 'lastName') AS name,
    CASE g.runner ->> 'gender' WHEN 'female' THEN 'f' WHEN 'male' THEN 'm' WHEN 'non-binary' THEN 'x' END AS gender,
    CASE WHEN a.date >= (g.runner ->> 'birthDate')::date
      THEN extract(year FROM age(a.date, (g.runner ->> 'birthDate')::date))::int END AS age,
    t.name AS club
  FROM result_set s JOIN race a ON a.id = s.race_id JOIN registration g ON g.event_id = s.event_id AND g.live
    LEFT JOIN team t ON t.id = g.team_id
  WHERE s.id = $1 ORDER BY g.spot`;

const findGone = `
  SELECT r.bib FROM result r JOIN result_set s ON s.id = r.set_id
  WHERE s.id = $1 AND r.registration_id IS NOT NULL AND r.status = 'entered' AND num_nonnulls(r.gun_ms, r.chip_ms, r.splits) = 0
    AND NOT EXISTS (SELECT FROM registration g WHERE g.event_id = s.event_id AND g.spot = r.bib AND g.live)
  ORDER BY r.bib`;
