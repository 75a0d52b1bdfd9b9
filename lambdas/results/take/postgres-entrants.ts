import { isSameName } from '../../domain/person/fold-name';
import { givesBibs } from '../../domain/race-sql';
import { asksForNoName, noNameQuestions } from '../../domain/withheld-name-sql';
import type { Sql } from '../../platform/postgres/postgres';
import type { EntryChange, KeptEntry } from './apply-rows';

interface Entrant {
  readonly bib: number;
  readonly registrationId: string;
  readonly name: string;
  readonly gender: string | null;
  readonly age: number | null;
  readonly club: string | null;
  readonly isNameWithheld: boolean;
}

/**
 * Each registration of the set's event that has its spot, as an entry. Results never write there. Where the race gives bibs, those
 * without one have no entry.
 */
export const readEntrants = async (sql: Sql, setId: string): Promise<readonly EntryChange[]> =>
  (await sql.query<Entrant>(findEntrants, [setId])).map(
    ({ bib, registrationId, name, gender, age, club, isNameWithheld }) => ({
      bib,
      registrationId,
      name,
      ...(gender !== null && { gender }),
      ...(age !== null && { age }),
      ...(club !== null && { club }),
      ...(isNameWithheld && { isNameWithheld: true }),
    }),
  );

/** A file may name runners who want no name, of whom no start list has said so. Their bib and their name say who they are. */
export const withoutNames = async (
  sql: Sql,
  setId: string,
  rows: readonly EntryChange[],
  current: ReadonlyMap<number, KeptEntry>,
): Promise<readonly EntryChange[]> => {
  const named = rows.flatMap(({ bib, name }) =>
    name === undefined || current.get(bib)?.registrationId !== undefined ? [] : [bib],
  );
  if (named.length === 0) return rows;
  const names = new Map(
    (await sql.query<Pick<Entrant, 'bib' | 'name'>>(findWithheld, [setId, named])).map(({ bib, name }) => [bib, name]),
  );
  return rows.map((row) => {
    const withheld = names.get(row.bib);
    const isTheirs = withheld !== undefined && row.name !== undefined && isSameName(withheld, row.name);
    return isTheirs ? { ...row, isNameWithheld: true } : row;
  });
};

/** What the runners of the set's race are called who want no name in results, with a spot or without. */
export const readWithheldNames = async (sql: Sql, setId: string): Promise<readonly string[]> =>
  (await sql.query<{ name: string }>(findWithheldNames, [setId])).map(({ name }) => name);

/** The bibs of entries from registrations that have no spot any more, and of which nothing else is known. */
export const readGone = async (sql: Sql, setId: string): Promise<readonly number[]> =>
  (await sql.query<{ bib: number }>(findGone, [setId])).map(({ bib }) => bib);

/**
 * `outdated`: the bibs of which a start list would say something else than the one that was taken: they are of another runner, of nobody,
 * or have no entry. `withoutSpot`: somebody ran with it who has no spot any more. None, if there was no start list.
 */
export const readOutdated = async (
  sql: Sql,
  setId: string,
): Promise<{ readonly outdated: readonly number[]; readonly withoutSpot: readonly number[] }> => {
  const found = await sql.query<{ bib: number; ran: boolean }>(findOutdated, [setId]);
  const bibsOf = (wanted: boolean) => found.flatMap(({ bib, ran }) => (ran === wanted ? [bib] : []));
  return { outdated: bibsOf(false), withoutSpot: bibsOf(true) };
};

/** How many of these registrations have no bib yet. */
export const countWithoutBib = async (sql: Sql, setId: string): Promise<number> =>
  (await sql.query<{ number: number }>(countBibless, [setId]))[0]?.number ?? 0;

/** SQL: the bib of the registration `g` in the set `s`. Null: they have none yet. */
export const bibOf = `
  CASE WHEN ${givesBibs('s.race_id')} THEN (SELECT b.number FROM bib b WHERE b.registration_id = g.id AND b.void_at IS NULL)
    ELSE g.spot END`;

/**
 * Ages are those on the day of the race. A runner who no longer has a spot is in no start list. Whether a name is withheld is said by an
 * answer, and the form that the runner filled in says which. A name that was taken out stays away, also with another bib. `only`: a
 * condition on the registration `g`.
 */
const entrants = (only = 'true') => `
  WITH asked AS MATERIALIZED (${noNameQuestions('(SELECT race_id FROM result_set WHERE id = $1)')})
  SELECT n.bib, g.id AS "registrationId", concat_ws(' ', g.runner ->> 'firstName', g.runner ->> 'lastName') AS name,
    CASE g.runner ->> 'gender' WHEN 'female' THEN 'f' WHEN 'male' THEN 'm' WHEN 'non-binary' THEN 'x' END AS gender,
    CASE WHEN a.date >= (g.runner ->> 'birthDate')::date
      THEN extract(year FROM age(a.date, (g.runner ->> 'birthDate')::date))::int END AS age,
    t.name AS club, ${asksForNoName('g', 'w')}
      OR g.name_withheld OR EXISTS (SELECT FROM result r WHERE r.set_id = s.id AND r.registration_id = g.id AND r.name_withheld) AS "isNameWithheld"
  FROM result_set s JOIN race a ON a.id = s.race_id JOIN registration g ON g.event_id = s.event_id AND g.live
    CROSS JOIN LATERAL (SELECT ${bibOf} AS bib) n LEFT JOIN team t ON t.id = g.team_id
    LEFT JOIN asked w ON w.revision = g.form_revision
  WHERE s.id = $1 AND n.bib IS NOT NULL AND ${only} ORDER BY n.bib`;

const findEntrants = entrants();

/** Registrations with one of these numbers, as a bib or as a spot. It is read by indexes: each batch of a timer that names runners asks. */
const numbered = `
  SELECT b.registration_id FROM bib b WHERE b.race_id = (SELECT race_id FROM result_set WHERE id = $1) AND b.number = ANY ($2::int[])
  UNION ALL SELECT id FROM registration WHERE event_id = (SELECT event_id FROM result_set WHERE id = $1) AND spot = ANY ($2::int[])`;

/** With one of these bibs. */
export const findWithheld = `
  SELECT bib, name FROM (${entrants(`g.id = ANY (ARRAY(${numbered}))`)}) e WHERE "isNameWithheld" AND bib = ANY ($2::int[])`;

const findWithheldNames = `
  WITH asked AS MATERIALIZED (${noNameQuestions('(SELECT race_id FROM result_set WHERE id = $1)')})
  SELECT DISTINCT concat_ws(' ', g.runner ->> 'firstName', g.runner ->> 'lastName') AS name
  FROM result_set s JOIN event e ON e.race_id = s.race_id JOIN registration g ON g.event_id = e.id
    LEFT JOIN asked w ON w.revision = g.form_revision
  WHERE s.id = $1 AND (g.name_withheld OR ${asksForNoName('g', 'w')})`;

const countBibless = `
  SELECT count(*)::int AS number FROM result_set s JOIN registration g ON g.event_id = s.event_id AND g.live
  WHERE s.id = $1 AND ${bibOf} IS NULL`;

/**
 * Asked without the answers to forms, which say nothing of bibs. A full join is never made row by row, as it would be for 50,000 runners
 * whom PostgreSQL takes for one.
 */
export const findOutdated = `
  WITH wearing AS (
    SELECT b.number AS bib, g.id FROM result_set s JOIN registration g ON g.event_id = s.event_id AND g.live
      JOIN bib b ON b.registration_id = g.id AND b.void_at IS NULL
    WHERE s.id = $1
    UNION ALL
    SELECT g.spot, g.id FROM result_set s JOIN registration g ON g.event_id = s.event_id AND g.live
    WHERE s.id = $1 AND g.spot IS NOT NULL AND NOT ${givesBibs('s.race_id')})
  SELECT coalesce(w.bib, r.bib) AS bib,
    w.id IS NULL AND (r.status <> 'entered' OR num_nonnulls(r.gun_ms, r.chip_ms, r.splits) > 0) AS ran
  FROM wearing w FULL JOIN (SELECT * FROM result WHERE set_id = $1) r ON r.bib = w.bib
  WHERE EXISTS (SELECT FROM result WHERE set_id = $1 AND registration_id IS NOT NULL)
    AND CASE WHEN w.id IS NULL THEN r.registration_id IS NOT NULL AND r.status <> 'dns'
      ELSE r.bib IS NULL OR r.registration_id <> w.id END
  ORDER BY bib`;

const findGone = `
  SELECT r.bib FROM result r JOIN result_set s ON s.id = r.set_id
  WHERE s.id = $1 AND r.registration_id IS NOT NULL AND r.status = 'entered' AND num_nonnulls(r.gun_ms, r.chip_ms, r.splits) = 0
    AND NOT EXISTS (
      SELECT FROM registration g WHERE g.event_id = s.event_id AND g.live
        AND CASE WHEN ${givesBibs('s.race_id')}
          THEN EXISTS (SELECT FROM bib b WHERE b.registration_id = g.id AND b.number = r.bib AND b.void_at IS NULL)
          ELSE g.spot = r.bib END)
  ORDER BY r.bib`;
