import { isSameJson } from '../domain/canonical-json';
import { instantText } from '../domain/instant-sql';
import { writeRaceAudit } from '../ledger/audit';
import type { Postgres } from '../platform/postgres/postgres';
import { retryOnConflictOrDuplicate } from '../platform/retry';
import type { ListedSet, ListedVersion, ResultSets, SavedSet, SetWish } from './ports';
import { rulesObject } from './rules-sql';

/** The rankings of races, in the primary database. */
export class PostgresResultSets implements ResultSets {
  readonly #postgres: Postgres;
  readonly #newId: () => string;

  constructor(postgres: Postgres, newId: () => string) {
    this.#postgres = postgres;
    this.#newId = newId;
  }

  save(wish: SetWish, isDryRun: boolean): Promise<SavedSet> {
    const { raceId, eventId, name, rankBy, gunPlaces, rounding, genders, ageGroups, points } = wish;
    return this.#postgres.transaction(
      async (sql) => {
        const [event] = await sql.query(findEvent, [raceId, eventId]);
        if (!event) return { kind: 'no-such-event' };
        const [known] = await sql.query<NamedRow>(lockNamed, [raceId, name]);
        if (known && known.event_id !== eventId) return { kind: 'another-event' };
        const saved: SavedSet = { kind: 'saved', setId: known?.id ?? this.#newId(), isNew: !known };
        if (isDryRun) return saved;
        const rules = [
          rankBy,
          gunPlaces,
          rounding,
          ...[genders, ageGroups, points].map((list) => JSON.stringify(list)),
        ];
        if (known) await sql.query(changeSet, [known.id, ...rules]);
        else await sql.query(makeSet, [saved.setId, raceId, eventId, name, ...rules]);
        const is = { rankBy, gunPlaces, rounding, genders, ageGroups, points };
        // What was published before was ranked by these (`rulesBefore`).
        const changed = known && !isSameJson(known.rules, is) && { before: known.rules };
        await writeRaceAudit(sql, raceId, 'result-set-saved', {
          ...{ setId: saved.setId, isNew: saved.isNew },
          ...changed,
        });
        return saved;
      },
      // Two sets that are made at once would have the same position.
      { retryOn: retryOnConflictOrDuplicate },
    );
  }

  list(raceId: string): Promise<readonly ListedSet[]> {
    return this.#postgres.query<ListedSet>(listSets, [raceId]);
  }

  async versions(raceId: string, setId: string): Promise<readonly ListedVersion[] | undefined> {
    if (!(await this.find(raceId, setId))) return undefined;
    return this.#postgres.query<ListedVersion>(listVersions, [setId]);
  }

  async find(raceId: string, setId: string) {
    const [found] = await this.#postgres.query<NonNullable<Awaited<ReturnType<ResultSets['find']>>>>(findSet, [
      raceId,
      setId,
    ]);
    return found;
  }
}

const findEvent = `SELECT FROM event WHERE race_id = $1 AND id = $2 AND kind = 'run'`;

interface NamedRow {
  readonly id: string;
  readonly event_id: string;
  readonly rules: ListedSet['rules'];
}

const lockNamed = `
  SELECT id, event_id, ${rulesObject('s')} AS rules FROM result_set s WHERE race_id = $1 AND name = $2 FOR NO KEY UPDATE`;

const changeSet = `
  UPDATE result_set SET rank_by = $2, gun_places = $3, rounding = $4, genders = $5, age_groups = $6, points = $7 WHERE id = $1`;

const makeSet = `
  INSERT INTO result_set (id, race_id, event_id, name, rank_by, gun_places, rounding, genders, age_groups, points, position)
  SELECT $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, coalesce(max(position), 0) + 1 FROM result_set WHERE race_id = $2`;

const listSets = `
  SELECT s.id AS "setId", s.event_id AS "eventId", s.name, ${rulesObject('s')} AS rules, s.seq::float8 AS seq, s.due_kind AS due,
    (SELECT coalesce(json_object_agg(c.status, c.entries), '{}') FROM (
      SELECT status, count(*)::int AS entries FROM result r WHERE r.set_id = s.id GROUP BY status) c) AS statuses,
    (SELECT coalesce(json_agg(u.report || jsonb_build_object('bib', u.bib) ORDER BY u.bib), '[]') FROM (
      SELECT bib, report FROM result_unmatched m WHERE m.set_id = s.id ORDER BY bib LIMIT 100) u) AS unmatched,
    (SELECT json_build_object('number', v.number, 'kind', v.kind, 'seq', v.seq,
      'at', ${instantText('v.at')})
     FROM result_version v WHERE v.set_id = s.id ORDER BY v.number DESC LIMIT 1) AS published
  FROM result_set s WHERE s.race_id = $1 ORDER BY s.position`;

const listVersions = `
  SELECT number, kind, note, seq::float8 AS seq, entered, finishers, ${instantText('at')} AS at
  FROM result_version WHERE set_id = $1 ORDER BY number DESC LIMIT 100`;

const findSet = `
  SELECT s.points, s.genders, s.rank_by AS "rankBy", (SELECT extract(year FROM a.date)::int FROM race a WHERE a.id = s.race_id) AS year,
    (SELECT json_agg(json_build_object('name', e.name, 'distance', e.distance, 'isThis', e.id = s.event_id, 'rankings',
       (SELECT coalesce(json_agg(json_build_object('name', o.name, 'isThis', o.id = s.id) ORDER BY o.position), '[]')
        FROM result_set o WHERE o.event_id = e.id)) ORDER BY e.position)
     FROM event e WHERE e.race_id = s.race_id AND e.kind = 'run') AS events
  FROM result_set s WHERE s.race_id = $1 AND s.id = $2`;
