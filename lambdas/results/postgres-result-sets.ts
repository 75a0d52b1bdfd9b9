import { writeRaceAudit } from '../ledger/audit';
import type { Postgres } from '../platform/postgres/postgres';
import { retryOnConflictOrDuplicate } from '../platform/retry';
import type { Entrants, ListedSet, ResultSets, SavedSet, SetWish } from './ports';

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
        const [known] = await sql.query<{ id: string; event_id: string }>(lockNamed, [raceId, name]);
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
        await writeRaceAudit(sql, raceId, 'result-set-saved', { setId: saved.setId, isNew: saved.isNew });
        return saved;
      },
      // Two sets that are made at once would have the same position.
      { retryOn: retryOnConflictOrDuplicate },
    );
  }

  list(raceId: string): Promise<readonly ListedSet[]> {
    return this.#postgres.query<ListedSet>(listSets, [raceId]);
  }

  async find(raceId: string, setId: string) {
    const [found] = await this.#postgres.query<NonNullable<Awaited<ReturnType<ResultSets['find']>>>>(findSet, [
      raceId,
      setId,
    ]);
    return found;
  }
}

/** Who is registered, in the primary database. Results never write there. */
export class PostgresEntrants implements Entrants {
  readonly #postgres: Postgres;

  constructor(postgres: Postgres) {
    this.#postgres = postgres;
  }

  async ofSet(setId: string) {
    const entrants = await this.#postgres.query<Entrant>(findEntrants, [setId]);
    const gone = await this.#postgres.query<{ bib: number }>(findGone, [setId]);
    return {
      entries: entrants.map(({ bib, name, gender, age, club }) => ({
        bib,
        name,
        ...(gender !== null && { gender }),
        ...(age !== null && { age }),
        ...(club !== null && { club }),
      })),
      gone: gone.map(({ bib }) => bib),
    };
  }
}

interface Entrant {
  readonly bib: number;
  readonly name: string;
  readonly gender: string | null;
  readonly age: number | null;
  readonly club: string | null;
}

const findEvent = `SELECT FROM event WHERE race_id = $1 AND id = $2 AND kind = 'run'`;

const lockNamed = 'SELECT id, event_id FROM result_set WHERE race_id = $1 AND name = $2 FOR NO KEY UPDATE';

const changeSet = `
  UPDATE result_set SET rank_by = $2, gun_places = $3, rounding = $4, genders = $5, age_groups = $6, points = $7 WHERE id = $1`;

const makeSet = `
  INSERT INTO result_set (id, race_id, event_id, name, rank_by, gun_places, rounding, genders, age_groups, points, position)
  SELECT $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, coalesce(max(position), 0) + 1 FROM result_set WHERE race_id = $2`;

const listSets = `
  SELECT s.id AS "setId", s.event_id AS "eventId", s.name, s.seq::float8 AS seq, s.due_kind AS due,
    (SELECT coalesce(json_object_agg(c.status, c.entries), '{}') FROM (
      SELECT status, count(*)::int AS entries FROM result r WHERE r.set_id = s.id GROUP BY status) c) AS statuses,
    (SELECT json_build_object('number', v.number, 'kind', v.kind, 'seq', v.seq,
      'at', to_char(v.at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
     FROM result_version v WHERE v.set_id = s.id ORDER BY v.number DESC LIMIT 1) AS published
  FROM result_set s WHERE s.race_id = $1 ORDER BY s.position`;

const findSet = 'SELECT points, genders FROM result_set WHERE race_id = $1 AND id = $2';

/** Their age is that on the day of the race. Who has no spot any more is in no start list. */
const findEntrants = `
  SELECT g.spot AS bib, concat_ws(' ', g.runner ->> 'firstName', g.runner ->> 'lastName') AS name,
    CASE g.runner ->> 'gender' WHEN 'female' THEN 'f' WHEN 'male' THEN 'm' WHEN 'non-binary' THEN 'x' END AS gender,
    CASE WHEN a.date >= (g.runner ->> 'birthDate')::date
      THEN extract(year FROM age(a.date, (g.runner ->> 'birthDate')::date))::int END AS age,
    t.name AS club
  FROM result_set s JOIN race a ON a.id = s.race_id JOIN registration g ON g.event_id = s.event_id AND g.live
    LEFT JOIN team t ON t.id = g.team_id
  WHERE s.id = $1 ORDER BY g.spot`;

const findGone = `
  SELECT r.bib FROM result r JOIN result_set s ON s.id = r.set_id WHERE s.id = $1 AND r.status = 'entered'
    AND NOT EXISTS (SELECT FROM registration g WHERE g.event_id = s.event_id AND g.spot = r.bib AND g.live)
  ORDER BY r.bib LIMIT 500`;
