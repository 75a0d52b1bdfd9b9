import type { Form } from '../forms/form';
import { PostgresForms } from '../forms/postgres-forms';
import { writeRaceAudit } from '../ledger/audit';
import type { Sql } from '../platform/postgres/postgres';
import { PostgresRaces } from '../races/postgres-races';
import type { Race } from '../races/race';
import { changesBetween } from './changes';
import { documentOf, type RaceDocument } from './race-document';

export const formOf = async (sql: Sql, { id, form }: Race): Promise<Form | undefined> =>
  form === undefined ? undefined : (await new PostgresForms(sql).find(id, form))?.form;

interface State {
  readonly revision: number;
  readonly document: RaceDocument;
}

const stateOf = async (sql: Sql, raceId: string): Promise<State | undefined> => {
  const race = await new PostgresRaces(sql).find(raceId);
  return race && { revision: race.revision ?? 1, document: documentOf(race, await formOf(sql, race)) };
};

/**
 * Does in its caller's transaction what publishes something of a race outside of the editor. What is another revision of the race
 * afterwards is kept and audited as a publication of the editor is. Takes the locks of the editor, in its order: the document, the race.
 */
export const asRevision = async <T>(sql: Sql, raceId: string, work: () => Promise<T>): Promise<T> => {
  await sql.query('SELECT FROM race_document WHERE race_id = $1 FOR UPDATE', [raceId]);
  await sql.query('SELECT FROM race WHERE id = $1 FOR NO KEY UPDATE', [raceId]);
  const before = await stateOf(sql, raceId);
  const answer = await work();
  const after = await stateOf(sql, raceId);
  if (!before || !after || before.revision === after.revision) return answer;
  const changes = changesBetween(before.document, after.document);
  await writeRaceAudit(sql, raceId, 'race-published', {
    revision: after.revision,
    paths: changes.map(({ path }) => path),
  });
  await sql.query(`${withRevision} SELECT`, revisionColumns(raceId, before, after, { changes }));
  return answer;
};

/** What `withRevision` takes. `before`: undefined when the race was not published. */
export const revisionColumns = (raceId: string, before: State | undefined, after: State, summary: object) => [
  raceId,
  before?.revision,
  before && JSON.stringify(before.document),
  after.revision,
  JSON.stringify(after.document),
  JSON.stringify(summary),
];

/** The staff member who acts. The transaction sets it once, for the audit and for this. */
export const actingStaff = `nullif(current_setting('startline.staff', true), '')::uuid`;

/** Keeps the race as it was before its first edit. A revision that is kept already stays as it is. */
export const keepFirstRevision = `
  INSERT INTO race_revision (race_id, revision, document, summary)
  SELECT $1, $2::int, $3::jsonb, '{}'::jsonb WHERE $2::int IS NOT NULL ON CONFLICT DO NOTHING`;

/** SQL, before a statement that follows in it: keeps a revision, and the one before it if nobody has. */
export const withRevision = `
  WITH kept AS (${keepFirstRevision}),
  added AS (INSERT INTO race_revision (race_id, revision, document, published_at, published_by, command_id, summary)
    VALUES ($1, $4, $5, clock_timestamp(), ${actingStaff}, nullif(current_setting('startline.command', true), '')::uuid, $6))`;
