import type { Postgres, Sql } from '../platform/postgres/postgres';
import type { PointedSet, VersionKind } from './files';
import type { Claimed, PublishedVersion, ResultSet, ResultVersions } from './ports';
import { readEntriesAt } from './postgres-result-rows';
import { rulesObject } from './rules-sql';

interface SetRow extends ResultSet {
  readonly due_kind: VersionKind | null;
  readonly due_note: string;
  readonly due_seq: string;
  readonly due_at: Date;
  readonly is_taken: boolean;
  readonly number: number | null;
  readonly manifest: string | null;
}

/** Which versions are due and which were published, in the primary database. */
export class PostgresResultVersions implements ResultVersions {
  readonly #postgres: Postgres;

  constructor(postgres: Postgres) {
    this.#postgres = postgres;
  }

  claim(setId: string, publisher: string): Promise<Claimed | undefined> {
    return this.#postgres.transaction((sql) => claim(sql, setId, publisher));
  }

  record(version: PublishedVersion, publisher: string): Promise<boolean> {
    return this.#postgres.transaction(async (sql) => {
      const { setId, number, kind, manifest, entered, finishers } = version;
      const kept = await sql.query(keepVersion, [setId, publisher, number, kind, manifest, entered, finishers]);
      if (kept.length === 0) return false;
      await sql.query(endOrder, [setId]);
      return true;
    });
  }

  async pointed(raceId: string): Promise<readonly PointedSet[]> {
    return this.#postgres.query<PointedSet>(findPointed, [raceId]);
  }

  async keepPointed(sets: readonly Pick<PointedSet, 'id' | 'number'>[]): Promise<void> {
    await this.#postgres.query(keepPointed, [sets.map(({ id }) => id), sets.map(({ number }) => number)]);
  }

  async left(): Promise<readonly string[]> {
    return (await this.#postgres.query<{ id: string }>(findLeft)).map(({ id }) => id);
  }
}

const claim = async (sql: Sql, setId: string, publisher: string): Promise<Claimed | undefined> => {
  const [row] = await sql.query<SetRow>(lockSet, [setId, publisher]);
  if (!row) return undefined;
  const { due_kind: kind, due_note: note, due_seq: seq, due_at: at, is_taken, number, manifest, ...set } = row;
  if (kind === null) return { kind: 'done', raceId: set.raceId };
  if (is_taken) return { kind: 'taken' };
  await sql.query(takeSet, [setId, publisher]);
  return {
    kind: 'due',
    version: {
      set,
      kind,
      note,
      at: at.toISOString(),
      number: (number ?? 0) + 1,
      before: manifest ?? undefined,
      entries: await readEntriesAt(sql, setId, seq),
    },
  };
};

const lastVersion = (set: string) =>
  `LEFT JOIN LATERAL (SELECT * FROM result_version w WHERE w.set_id = ${set} ORDER BY w.number DESC LIMIT 1) v ON true`;

const lockSet = `
  SELECT s.id, s.race_id AS "raceId", s.name, e.name AS event, e.distance, s.points,
    ${rulesObject('s')} AS rules,
    s.due_kind, s.due_note, s.due_seq, s.due_at, v.number, v.manifest,
    coalesce(s.publisher <> $2 AND s.publishing_until > clock_timestamp(), false) AS is_taken
  FROM result_set s JOIN event e ON e.id = s.event_id ${lastVersion('s.id')}
  WHERE s.id = $1 FOR NO KEY UPDATE OF s`;

/** Longer than the function may run (lib/event-sources.ts). */
const takeSet = `
  UPDATE result_set SET publisher = $2, publishing_until = clock_timestamp() + interval '120 seconds' WHERE id = $1`;

const keepVersion = `
  INSERT INTO result_version (set_id, number, kind, seq, manifest, entered, finishers, note, at)
  SELECT s.id, $3, $4, s.due_seq, $5, $6, $7, s.due_note, s.due_at FROM (
    SELECT * FROM result_set WHERE id = $1 AND publisher = $2 AND due_kind = $4 FOR NO KEY UPDATE) s
  RETURNING number`;

const endOrder = `
  UPDATE result_set SET due_kind = NULL, due_note = NULL, due_seq = NULL, due_at = NULL, publisher = NULL, publishing_until = NULL,
    is_pointed = false
  WHERE id = $1`;

/** A set whose next version was recorded meanwhile stays unpointed: the pointer does not say that version. */
const keepPointed = `
  UPDATE result_set s SET is_pointed = true FROM unnest($1::uuid[], $2::int[]) AS p (id, number)
  WHERE s.id = p.id AND NOT s.is_pointed
    AND p.number = (SELECT max(v.number) FROM result_version v WHERE v.set_id = s.id)`;

const findLeft = `
  SELECT id FROM result_set WHERE (due_kind IS NOT NULL OR NOT is_pointed)
    AND coalesce(publishing_until < clock_timestamp(), true) ORDER BY due_at`;

const findPointed = `
  SELECT s.id, s.name, e.name AS event, v.kind, v.number, v.manifest, v.finishers, v.entered
  FROM result_set s JOIN event e ON e.id = s.event_id ${lastVersion('s.id')}
  WHERE s.race_id = $1 AND v.number IS NOT NULL ORDER BY s.position`;
