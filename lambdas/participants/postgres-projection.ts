import { setImmediate } from 'node:timers/promises';
import { instantText } from '../domain/instant-sql';
import type { Identity } from '../domain/person/person';
import { isForRunners } from '../domain/race-sql';
import { isSomebody } from '../domain/somebody-sql';
import type { Postgres, Sql } from '../platform/postgres/postgres';
import { nameKeyOf, searchKeysOf, searchTextOf } from './participant';
import { addProjected, projected, updateProjected } from './participant-sql';
import type { CaughtUp, Projection } from './ports';

interface Pace {
  /** How many changed rows one transaction copies, and how many transactions one look makes. */
  readonly rows: number;
  readonly rounds: number;
  /**
   * How many new rows are found at once. To find them, all that are left are read: so it finds more than are copied in the time.
   * `copyMs`: after so long, the rest waits for the next look.
   */
  readonly newRows: number;
  readonly copyMs: number;
  /** How many rows one statement writes. */
  readonly rowsPerStatement: number;
  /** How long after a look the next one copies nothing and reads what is there. `openingSeconds`: while a race opens. */
  readonly seconds: number;
  readonly openingSeconds: number;
  /** How much of the time before is read again: a failover may put the clock back, and then new rows look older. */
  readonly overlapSeconds: number;
}

/** In the transaction that copies. */
export type BeforeCopy = (sql: Sql, raceId: string, ids: readonly string[]) => Promise<void>;

/** `horizon`: see the statement `begin`. */
interface Begun {
  readonly upTo: string;
  readonly horizon: string;
}

/** `isGood`: another look would copy nothing yet. `isRecent`: it is as good as that for whoever reads. */
interface Shown {
  readonly upTo: string | null;
  readonly rows: number;
  readonly isRecent: boolean;
  readonly isGood: boolean;
}

const caughtUpOf = ({ upTo, rows }: Shown, isComplete: boolean): CaughtUp => ({
  ...(upTo !== null && { upTo }),
  rows,
  isComplete,
});

interface Row {
  readonly id: string;
  readonly who: Pick<Identity, 'firstName' | 'lastName' | 'email'> | null;
}

interface NewRow extends Row {
  readonly recordedAt: string;
}

export class PostgresProjection implements Projection {
  readonly #postgres: Postgres;
  readonly #pace: Pace;
  readonly #beforeCopy: BeforeCopy;

  /** `beforeCopy`: is told which registrations are about to be copied, while the copy has what they were. */
  constructor(postgres: Postgres, pace: Partial<Pace> = {}, beforeCopy: BeforeCopy = async () => {}) {
    this.#postgres = postgres;
    this.#beforeCopy = beforeCopy;
    this.#pace = { ...usualPace, ...pace };
  }

  async catchUp(raceId: string): Promise<CaughtUp | undefined> {
    const { rounds } = this.#pace;
    const shownBefore = await this.#show(raceId);
    // Nothing would be copied now: one statement is enough.
    if (shownBefore?.isGood) return caughtUpOf(shownBefore, true);
    if (!shownBefore) await this.#postgres.query(makeProjection, [raceId]);
    let isComplete = false;
    for (let round = 0; round < rounds && !isComplete; round++) {
      const done = await this.#postgres.transaction((sql) => this.#copySome(sql, raceId));
      // Another caller copies at this moment, or did a moment ago.
      if (done === 'not-now') break;
      isComplete = done;
    }
    const found = await this.#show(raceId);
    return found && caughtUpOf(found, isComplete || found.isRecent);
  }

  async #show(raceId: string): Promise<Shown | undefined> {
    const { seconds, openingSeconds } = this.#pace;
    const [found] = await this.#postgres.query<Shown>(show, [raceId, seconds, openingSeconds]);
    return found;
  }

  async forget(raceId: string): Promise<boolean> {
    await this.#postgres.query(makeProjection, [raceId]);
    return this.#postgres.transaction(async (sql) => {
      const [found] = await sql.query('SELECT FROM projection WHERE race_id = $1 FOR UPDATE', [raceId]);
      if (!found) return false;
      await sql.query('DELETE FROM participant WHERE race_id = $1', [raceId]);
      await sql.query('DELETE FROM projection WHERE race_id = $1', [raceId]);
      return true;
    });
  }

  /** True when nothing is left to copy. */
  async #copySome(sql: Sql, raceId: string): Promise<boolean | 'not-now'> {
    const { rows: most, newRows, seconds, openingSeconds, overlapSeconds } = this.#pace;
    const [begun] = await sql.query<Begun>(begin, [raceId, seconds, openingSeconds]);
    if (!begun) return 'not-now';
    // Each statement from here on sees whatever was committed before the horizon.
    const fresh = await sql.query<NewRow>(begun.upTo === '-infinity' ? findFirst : findNew, [
      raceId,
      begun.upTo,
      begun.horizon,
      overlapSeconds,
      newRows,
    ]);
    const copied = await this.#copyNew(sql, raceId, fresh);
    const last = copied.at(-1);
    const isLast = copied.length === fresh.length && fresh.length < newRows;
    const upTo = last && !isLast ? last.recordedAt : begun.horizon;
    const touched = await sql.query<{ id: string }>(findTouched, [raceId, begun.upTo, upTo, overlapSeconds]);
    const isNew = new Set(copied.map(({ id }) => id));
    const ids = touched.map(({ id }) => id).filter((id) => !isNew.has(id));
    // Two statements, because the planner knows how short a list of ids is. Of a join it would expect all rows of the race.
    const changed = ids.length > 0 ? await sql.query<Row>(findChanged, [ids, most]) : [];
    await this.#write(sql, raceId, changed, updateProjected);
    // If more has changed, `upTo` stays, so the next look finds the rest.
    const isAll = changed.length < most;
    const isComplete = isAll && isLast;
    await sql.query(advance, [raceId, isAll ? upTo : begun.upTo, copied.length, isComplete]);
    return isComplete;
  }

  /** Copies new rows in the order in which they were recorded. Returns those for which there was time: some, if there are any. */
  async #copyNew(sql: Sql, raceId: string, rows: readonly NewRow[]): Promise<readonly NewRow[]> {
    const until = performance.now() + this.#pace.copyMs;
    const written = await this.#write(sql, raceId, rows, addProjected, () => performance.now() < until);
    return rows.slice(0, written);
  }

  /** Folds the names of the next rows while the database writes those before. Returns how many it wrote. */
  async #write(
    sql: Sql,
    raceId: string,
    rows: readonly Row[],
    statement: string,
    isTime = () => true,
  ): Promise<number> {
    const { rowsPerStatement } = this.#pace;
    let writing: Promise<unknown> = Promise.resolve();
    let from = 0;
    while (from < rows.length && (from === 0 || isTime())) {
      const some = rows.slice(from, from + rowsPerStatement);
      from += some.length;
      const values = valuesOf(some);
      await writing;
      await this.#beforeCopy(
        sql,
        raceId,
        some.map(({ id }) => id),
      );
      writing = sql.query(statement, values);
      // A failure is told where it is waited for.
      writing.catch(() => undefined);
      // The statement leaves before the processor is kept busy.
      await setImmediate();
    }
    await writing;
    return from;
  }
}

/** A look takes a second or two. The function that looks has ten, on a machine that may be several times as slow. */
const usualPace: Pace = {
  rows: 10_000,
  rounds: 1,
  newRows: 30_000,
  copyMs: 1_000,
  rowsPerStatement: 1_000,
  seconds: 1,
  openingSeconds: 10,
  overlapSeconds: 60,
};

const valuesOf = (rows: readonly Row[]): readonly unknown[] => {
  const texts = rows.map(({ who }) => (who ? searchTextOf(who) : null));
  return [
    rows.map(({ id }) => id),
    rows.map(({ who }) => (who ? nameKeyOf(who) : '')),
    texts,
    // One text for each row, a key on each line: PostgreSQL has no arrays of arrays with different lengths.
    texts.map((text) => (text === null ? null : searchKeysOf(text).join('\n'))),
  ];
};

const makeProjection = `
  INSERT INTO projection (race_id) SELECT r.id FROM race r WHERE r.id = $1 AND ${isForRunners('r')}
  ON CONFLICT DO NOTHING`;

/** How long a copy is good: $2 seconds, or $3 seconds while a race opens, so that one look copies for everybody. */
const pause = `
  make_interval(secs => CASE WHEN clock_timestamp() BETWEEN r.opens_at AND r.opens_at + interval '10 minutes' THEN $3::float8 ELSE $2::float8 END)`;

/**
 * The caller that gets the lock copies. The others read what is there.
 *
 * The horizon is the earliest time that a row of a transaction which is still open can have. A row gets its time inside its
 * transaction, so not before the transaction began. A transaction that is not in pg_stat_activity yet begins after this statement.
 * All functions connect as one role, and a role sees when its own transactions began.
 */
const begin = `
  SELECT p.up_to::text AS "upTo", least(statement_timestamp(), (
    SELECT min(a.xact_start) FROM pg_stat_activity a
    WHERE a.datname = current_database() AND a.usename = current_user AND a.pid <> pg_backend_pid()))::text AS horizon
  FROM projection p JOIN race r ON r.id = p.race_id
  WHERE p.race_id = $1 AND p.caught_up_at < clock_timestamp() - ${pause}
  FOR UPDATE OF p SKIP LOCKED`;

/** $4 seconds before $2. */
const from = '$2::timestamptz - make_interval(secs => $4)';

const who = `
  CASE WHEN g.runner IS NULL THEN NULL ELSE json_build_object('firstName', coalesce(g.runner ->> 'firstName', ''),
    'lastName', coalesce(g.runner ->> 'lastName', ''), 'email', coalesce(g.runner ->> 'email', '')) END AS who`;

const eventsOfRace = '(SELECT id FROM event WHERE race_id = $1)';

const newOf = (registration: string) => `
  SELECT n.id, g.recorded_at::text AS "recordedAt", ${who}
  FROM (
    SELECT g.id FROM ${registration} g
    WHERE g.event_id IN ${eventsOfRace} AND g.recorded_at >= ${from} AND g.recorded_at < $3::timestamptz AND ${isSomebody('g')}
      AND NOT EXISTS (SELECT FROM participant p WHERE p.registration_id = g.id)
    ORDER BY g.recorded_at LIMIT $5) n
  JOIN registration g ON g.id = n.id
  ORDER BY g.recorded_at`;

/** Of a race that was never copied: by its events. */
const findFirst = newOf('registration');

/**
 * Later by time, whatever the planner takes an event for: by its events, each look would read all registrations of the race to
 * find a few.
 */
const findNew = `
  WITH late AS MATERIALIZED (
    SELECT id, event_id, recorded_at, via FROM registration WHERE recorded_at >= ${from} AND recorded_at < $3::timestamptz
  )${newOf('late')}`;

/**
 * The registrations that may have changed. There is an audit row for every change but two: what the processor did with the payment,
 * and that a runner was added to a swept payment. Rows that wait for one of these are open, and are looked at each time. A payment
 * may be for several people, so all of them are looked at, and one for a move is somebody else's.
 */
const findTouched = `
  WITH touched AS (
    SELECT u.registration_id AS id FROM audit u
    WHERE u.event_id IN ${eventsOfRace} AND u.at >= ${from} AND u.at < $3::timestamptz AND u.registration_id IS NOT NULL
    UNION
    SELECT p.registration_id FROM participant p WHERE p.race_id = $1 AND p.is_open
  ), paid AS (
    SELECT DISTINCT coalesce(g.paid_as, g.id) AS id FROM registration g WHERE g.id = ANY (ARRAY(
      SELECT id FROM touched UNION ALL SELECT o.registration_id FROM move_offer o JOIN touched t ON t.id = o.paid_as))
  )
  SELECT g.id FROM registration g WHERE g.id = ANY (ARRAY(SELECT id FROM paid))
  UNION
  SELECT g.id FROM registration g WHERE g.paid_as = ANY (ARRAY(SELECT id FROM paid))`;

const findChanged = `
  SELECT n.registration_id AS id, ${who}
  FROM (${projected('(SELECT unnest($1::uuid[]) AS id)')}) n
  JOIN participant p USING (registration_id)
  JOIN registration g ON g.id = n.registration_id
  WHERE (p.event_id, p.number, p.state, p.payment, p.amount, p.refund, p.is_open, p.who_hash, p.name_withheld)
    IS DISTINCT FROM (n.event_id, n.number, n.state, n.payment, n.amount, n.refund, n.is_open, n.who_hash, n.name_withheld)
  LIMIT $2`;

/** The pause begins only when nothing is left to copy. */
const advance = `
  UPDATE projection SET up_to = $2::timestamptz, rows = rows + $3,
    caught_up_at = CASE WHEN $4 THEN clock_timestamp() ELSE caught_up_at END
  WHERE race_id = $1`;

const show = `
  SELECT CASE WHEN isfinite(p.up_to) THEN ${instantText('p.up_to')} END AS "upTo", p.rows,
         p.caught_up_at > clock_timestamp() - ${pause} - interval '10 seconds' AS "isRecent",
         p.caught_up_at >= clock_timestamp() - ${pause} AS "isGood"
  FROM projection p JOIN race r ON r.id = p.race_id WHERE p.race_id = $1`;
