import type { Postgres } from '../../platform/postgres/postgres';
import type { RaceTidying, TidiedSet } from '../ports';
import { keptVersions } from '../publish/versions-sql';

/** Which races are to be tidied, and by whom, in the primary database. */
export class PostgresRaceTidying implements RaceTidying {
  readonly #postgres: Postgres;

  constructor(postgres: Postgres) {
    this.#postgres = postgres;
  }

  async due(): Promise<readonly string[]> {
    return (await this.#postgres.query<{ race_id: string }>(findDue)).map(({ race_id }) => race_id);
  }

  take(raceId: string, tidier: string): Promise<readonly TidiedSet[] | undefined> {
    return this.#postgres.transaction(async (sql) => {
      const sets = await sql.query<{ is_taken: boolean }>(lockSets, [raceId, tidier]);
      if (sets.some(({ is_taken }) => is_taken)) return undefined;
      await sql.query(takeSets, [raceId, tidier]);
      return sql.query<TidiedSet>(readSets, [raceId]);
    });
  }

  async replaceManifests(setId: string, manifests: ReadonlyMap<string, string>, tidier: string): Promise<boolean> {
    return this.#postgres.transaction(async (sql) => {
      const kept = await sql.query(loseNames, [setId, tidier]);
      if (kept.length === 0) return false;
      await sql.query(replaceManifests, [setId, [...manifests.keys()], [...manifests.values()]]);
      return true;
    });
  }

  async end(raceId: string, tidier: string): Promise<void> {
    await this.#postgres.transaction(async (sql) => {
      await sql.query(forgetErased, [raceId, tidier]);
      await sql.query(endTidying, [raceId, tidier]);
    });
  }

  async forgetBatches(): Promise<void> {
    await this.#postgres.query(forgetBatches, [mostForgottenAtOnce]);
  }
}

/** A race that is run waits: a director who takes a name out does not. */
const findDue = `
  SELECT race_id FROM result_set s
  WHERE EXISTS (SELECT FROM result_version v WHERE v.set_id = s.id)
  GROUP BY race_id
  HAVING bool_or(is_erasing) OR (coalesce(min(tidied_at), '-infinity') < clock_timestamp() - interval '1 day'
    AND bool_and(NOT is_live)
    AND NOT bool_or(EXISTS (SELECT FROM result_version v WHERE v.set_id = s.id AND v.at > clock_timestamp() - interval '1 hour')))
  ORDER BY bool_or(is_erasing) DESC, min(tidied_at) NULLS FIRST LIMIT 10`;

const lockSets = `
  SELECT coalesce(publisher <> $2 AND publishing_until > clock_timestamp(), false) AS is_taken
  FROM result_set WHERE race_id = $1 ORDER BY id FOR NO KEY UPDATE`;

/** Longer than the function may run. */
const takeSets = `
  UPDATE result_set SET publisher = $2, publishing_until = clock_timestamp() + interval '120 seconds', is_tidied = true
  WHERE race_id = $1`;

const readSets = `
  SELECT s.id AS "setId",
    CASE WHEN s.is_erasing THEN ARRAY(SELECT bib FROM result r WHERE r.set_id = s.id AND r.name_withheld) ELSE '{}' END AS nameless,
    coalesce((SELECT json_agg(json_build_object('bib', n.bib, 'name', n.name))
      FROM result_erased_name n WHERE n.set_id = s.id), '[]') AS names,
    coalesce((SELECT json_agg(json_build_object('number', v.number, 'manifest', v.manifest, 'isLive', v.kind = 'live') ORDER BY v.number)
      FROM (${keptVersions('set_id IN (SELECT id FROM result_set WHERE race_id = $1)')}) v
      WHERE v.set_id = s.id AND v.manifest IS NOT NULL), '[]') AS versions
  FROM result_set s WHERE s.race_id = $1 ORDER BY s.position`;

const loseNames = `
  UPDATE result_set SET is_pointed = false WHERE id = $1 AND publisher = $2 AND publishing_until > clock_timestamp() RETURNING id`;

const replaceManifests = `
  UPDATE result_version v SET manifest = m.made FROM unnest($2::text[], $3::text[]) AS m (known, made)
  WHERE v.set_id = $1 AND v.manifest = m.known`;

/** Names that came since are for the next round. */
const forgetErased = `
  DELETE FROM result_erased_name n USING result_set s
  WHERE n.set_id = s.id AND s.race_id = $1 AND s.publisher = $2 AND n.at <= s.publishing_until - interval '120 seconds'`;

const mostForgottenAtOnce = 10_000;

/**
 * Only its sender could ask for such a batch again, to learn what was answered. One that changed something stays with its changes: it says by
 * whose key they came.
 */
const forgetBatches = `
  DELETE FROM result_batch b USING (
    SELECT o.set_id, o.id FROM result_batch o
    WHERE o.at < clock_timestamp() - interval '30 days' AND o.answer -> 'applied' = '0' AND NOT o.answer ? 'removed' LIMIT $1) old
  WHERE b.set_id = old.set_id AND b.id = old.id`;

/** A name that was taken out meanwhile is taken out of the files in the next round: its transaction waited for this one or came after. */
const endTidying = `
  UPDATE result_set SET publisher = NULL, publishing_until = NULL, is_tidied = false, tidied_at = clock_timestamp(),
    is_erasing = is_erasing AND erased_at > publishing_until - interval '120 seconds'
  WHERE race_id = $1 AND publisher = $2`;
