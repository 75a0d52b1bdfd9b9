import { isSameJson } from '../../domain/canonical-json';
import type { Postgres, Sql } from '../../platform/postgres/postgres';
import type { RankRules } from '../entry';
import type { PointedSet, VersionKind } from '../files';
import type { Claimed, DueVersion, FoundBy, PublishedVersion, ResultSet, ResultVersions } from '../ports';
import { readEntries, readEntriesAt } from '../postgres-result-rows';
import { rulesObject } from '../rules-sql';
import type { KeptEntry } from '../take/apply-rows';

interface SetRow extends ResultSet {
  readonly due_kind: VersionKind | null;
  readonly due_note: string;
  readonly due_seq: string;
  readonly due_at: Date;
  readonly seq: string;
  readonly is_taken: boolean;
  readonly number: number | null;
  readonly manifest: string | null;
}

/** The entries of a set that is live, as they were read last. An entry that did not change stays the same object. */
interface HeldEntries {
  readonly seq: string;
  readonly byBib: ReadonlyMap<number, KeptEntry>;
}
/** A day of racing has thousands of live versions, and nobody reads an old one. Their files are removed by the bucket. */
const keptLiveVersions = 100;
/** Of sets that are run at the same time. */
const maxHeldSets = 4;

/** A step in the transaction that records a version: what else is told of it. */
export type AnnounceVersion = (
  sql: Sql,
  version: Pick<ResultSet, 'raceId' | 'name'> & Pick<PublishedVersion, 'setId' | 'kind' | 'number'>,
) => Promise<void>;

/** Which versions are due and which were published, in the primary database. */
export class PostgresResultVersions implements ResultVersions {
  readonly #postgres: Postgres;
  readonly #announce: AnnounceVersion;
  readonly #held = new Map<string, HeldEntries>();

  constructor(postgres: Postgres, announce: AnnounceVersion) {
    this.#postgres = postgres;
    this.#announce = announce;
  }

  claim(setId: string, publisher: string): Promise<Claimed | undefined> {
    return this.#postgres.transaction((sql) => this.#claim(sql, setId, publisher));
  }

  record(version: PublishedVersion, publisher: string): ReturnType<ResultVersions['record']> {
    return this.#postgres.transaction(async (sql) => {
      const { setId, number, kind, manifest, entered, finishers, found } = version;
      const kept = await sql.query(keepVersion, [setId, publisher, number, kind, manifest, entered, finishers]);
      if (kept.length === 0) return 'lost';
      const [set] = await sql.query<{ raceId: string; name: string; is_due: boolean }>(endOrder, [setId]);
      if (!set) throw new Error(`The result set ${setId} has a version, and is not there.`);
      if (found) await keepFound(sql, setId, number, found);
      if (kind === 'live') await sql.query(removeOldLive, [setId, number - keptLiveVersions]);
      await this.#announce(sql, { setId, raceId: set.raceId, name: set.name, kind, number });
      return set.is_due ? 'again' : 'recorded';
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

  async unsearched(): Promise<readonly string[]> {
    return (await this.#postgres.query<{ id: string }>(findUnsearched)).map(({ id }) => id);
  }

  letSearch(...[setId, find]: Parameters<ResultVersions['letSearch']>): Promise<void> {
    return this.#postgres.transaction(async (sql) => {
      const [version] = await sql.query<LastToSearch>(lockToSearch, [setId]);
      if (!version) return;
      const { number, kind, seq, rules } = version;
      const entries = kind === 'withdrawn' ? [] : await readEntriesAt(sql, setId, seq);
      await keepFound(sql, setId, number, find(rules, entries));
    });
  }

  async #claim(sql: Sql, setId: string, publisher: string): Promise<Claimed | undefined> {
    const [row] = await sql.query<SetRow>(lockSet, [setId, publisher]);
    if (!row) return undefined;
    const { due_kind: kind, due_note: note, due_seq, due_at, seq: seqNow, is_taken, number, manifest, ...set } = row;
    if (kind === null) return { kind: 'done', raceId: set.raceId };
    if (is_taken) return { kind: 'taken' };
    const isLive = kind === 'live';
    const [{ at = due_at, seq = due_seq } = {}] = await sql.query<{ at: Date; seq: string }>(
      isLive ? takeLiveSet : takeSet,
      [setId, publisher],
    );
    const entries = isLive ? await this.#liveEntries(sql, setId, seqNow) : await readEntriesAt(sql, setId, seq);
    const version = { set, kind, note, at: at.toISOString(), number: (number ?? 0) + 1, entries };
    return { kind: 'due', version: { ...version, before: manifest ?? undefined } satisfies DueVersion };
  }

  /** Reads only what changed since the last live version. The caller holds the lock of the set. */
  async #liveEntries(sql: Sql, setId: string, seq: string): Promise<readonly KeptEntry[]> {
    const held = this.#held.get(setId);
    const byBib = new Map(held?.byBib);
    if (held) {
      const bibs = (await sql.query<{ bib: number }>(findChanged, [setId, held.seq])).map(({ bib }) => bib);
      const found = new Map((await readEntries(sql, setId, bibs)).map((entry) => [entry.bib, entry]));
      for (const bib of bibs) {
        const [now, before] = [found.get(bib), byBib.get(bib)];
        if (!now) byBib.delete(bib);
        else if (!before || !isSameJson(before, now)) byBib.set(bib, now);
      }
    } else for (const entry of await readEntries(sql, setId)) byBib.set(entry.bib, entry);
    this.#held.delete(setId);
    this.#held.set(setId, { seq, byBib });
    const [oldest = ''] = this.#held.keys();
    if (this.#held.size > maxHeldSets) this.#held.delete(oldest);
    return [...byBib.values()];
  }
}

const lastVersion = (set: string) =>
  `LEFT JOIN LATERAL (SELECT * FROM result_version w WHERE w.set_id = ${set} ORDER BY w.number DESC LIMIT 1) v ON true`;

const lockSet = `
  SELECT s.id, s.race_id AS "raceId", s.name, e.name AS event, e.distance, s.points,
    ${rulesObject('s')} AS rules,
    s.due_kind, s.due_note, s.due_seq, s.due_at, s.seq, v.number, v.manifest,
    coalesce(s.publisher <> $2 AND s.publishing_until > clock_timestamp(), false) AS is_taken
  FROM result_set s JOIN event e ON e.id = s.event_id ${lastVersion('s.id')}
  WHERE s.id = $1 FOR NO KEY UPDATE OF s`;

/** Longer than the function may run (lib/event-sources.ts). */
const lease = `publisher = $2, publishing_until = clock_timestamp() + interval '120 seconds', is_tidied = false`;

const takeSet = `UPDATE result_set SET ${lease} WHERE id = $1`;

/** A live version has what came in until now, and not until it was ordered. */
const takeLiveSet = `
  UPDATE result_set SET ${lease}, due_seq = seq, due_at = clock_timestamp() WHERE id = $1 RETURNING due_at AS at, due_seq AS seq`;

/** A name that was taken out may have changed without a number. */
const findChanged = `
  SELECT bib FROM result_change WHERE set_id = $1 AND seq > $2::bigint
  UNION SELECT bib FROM result WHERE set_id = $1 AND name_withheld`;

const keepVersion = `
  INSERT INTO result_version (set_id, number, kind, seq, manifest, entered, finishers, note, at)
  SELECT s.id, $3, $4, s.due_seq, $5, $6, $7, s.due_note, s.due_at FROM (
    SELECT * FROM result_set WHERE id = $1 AND publisher = $2 AND due_kind = $4 FOR NO KEY UPDATE) s
  RETURNING number`;

const removeOldLive = `DELETE FROM result_version WHERE set_id = $1 AND kind = 'live' AND number <= $2`;

interface LastToSearch {
  readonly number: number;
  readonly kind: VersionKind;
  readonly seq: string;
  readonly rules: RankRules;
}

/** A version of the set is searched from now on. The set is locked. */
const keepFound = async (sql: Sql, setId: string, number: number, found: readonly FoundBy[]): Promise<void> => {
  await sql.query(replaceFound, [
    setId,
    found.map(({ bib }) => bib),
    found.map(({ words }) => words),
    found.map(({ groups }) => JSON.stringify(groups)),
  ]);
  await sql.query('UPDATE result_set SET searched_number = $2 WHERE id = $1', [setId, number]);
};

/** The set is locked, so a name that was taken out since the entries were read is known here. */
const replaceFound = `
  WITH wanted AS (
    SELECT w.bib, w.words, ARRAY(SELECT jsonb_array_elements_text(w.groups)) AS groups
    FROM unnest($2::int[], $3::text[], $4::jsonb[]) AS w (bib, words, groups)
    WHERE NOT EXISTS (SELECT FROM result r WHERE r.set_id = $1 AND r.bib = w.bib AND r.name_withheld)
  ), gone AS (
    DELETE FROM result_search s WHERE s.set_id = $1 AND NOT EXISTS (SELECT FROM wanted w WHERE w.bib = s.bib)
  )
  INSERT INTO result_search AS s (set_id, bib, words, groups) SELECT $1, bib, words, groups FROM wanted
  ON CONFLICT (set_id, bib) DO UPDATE SET words = excluded.words, groups = excluded.groups
    WHERE s.words <> excluded.words OR s.groups <> excluded.groups`;

const lastToSearch = `
  SELECT v.number, v.kind, v.seq, v.at FROM result_version v WHERE v.set_id = s.id AND v.kind <> 'live' ORDER BY v.number DESC LIMIT 1`;

/** Sets that were published by a release that knew less of searching. Each takes a second for fifty thousand entries. */
const findUnsearched = `
  SELECT s.id FROM result_set s JOIN LATERAL (${lastToSearch}) v ON true
  WHERE coalesce(s.searched_number, 0) < v.number ORDER BY v.at DESC LIMIT 5`;

const lockToSearch = `
  SELECT v.number, v.kind, v.seq, ${rulesObject('s')} AS rules FROM result_set s JOIN LATERAL (${lastToSearch}) v ON true
  WHERE s.id = $1 AND coalesce(s.searched_number, 0) < v.number FOR NO KEY UPDATE OF s`;

/** When more came in for a live set meanwhile, the next version is due at once. */
const endOrder = `
  UPDATE result_set s SET due_kind = CASE WHEN a.is_due THEN 'live' END, due_note = CASE WHEN a.is_due THEN '' END,
    due_seq = CASE WHEN a.is_due THEN seq END, due_at = CASE WHEN a.is_due THEN clock_timestamp() END,
    publisher = NULL, publishing_until = NULL, is_pointed = false
  FROM (SELECT is_live AND seq > due_seq AS is_due FROM result_set WHERE id = $1) a
  WHERE id = $1 RETURNING s.race_id AS "raceId", s.name, a.is_due`;

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
