import { standing } from '../../domain/check-in-sql';
import { givesBibs } from '../../domain/race-sql';
import { writeAudit } from '../../ledger/audit';
import { lockSeatsForCheckIn } from '../../ledger/seat-sql';
import type { Postgres, Sql } from '../../platform/postgres/postgres';
import { retryOnDeadlock } from '../../platform/retry';
import type {
  CheckedIn,
  Desk,
  DeskList,
  DeskPerson,
  DeskQuery,
  JudgedScan,
  NotKept,
  Scan,
  ScanBatch,
  ScanVerdict,
} from '../ports';
import { countAtDesk, lockDesk } from './postgres-desk-lock';
import { codeVersion } from './replaced-code-sql';

/** An answer of a function has at most 6 MB. */
const pageSize = 5000;
/**
 * Of how many scans and replaced codes one answer tells. A desk asks every four seconds, so it needs few of them. A desk that asks with a
 * number from long ago would make the database read all that was done since.
 */
const mostChanges = 500;

/** What desks did on race day, in the primary database. */
export class PostgresDesk implements Desk {
  readonly #postgres: Postgres;

  constructor(postgres: Postgres) {
    this.#postgres = postgres;
  }

  take(batch: ScanBatch): Promise<readonly JudgedScan[] | undefined> {
    return this.#postgres.transaction(
      async (sql) => {
        const seq = await lockDesk(sql, batch.raceId);
        if (seq === undefined) return undefined;
        const notKept = await findNotKept(sql, batch);
        const kept = { ...batch, scans: batch.scans.filter(({ id }) => !notKept.has(id)) };
        await sql.query(lockSeatsForCheckIn, [kept.scans.map(({ registrationId }) => registrationId)]);
        await audit(sql, kept, await keep(sql, kept, seq));
        const judged = new Map((await judge(sql, kept)).map((scan) => [scan.id, scan]));
        return batch.scans.map(({ id, registrationId }) => {
          const verdict = notKept.get(id) ?? 'foreign';
          return judged.get(id) ?? { id, registrationId, verdict };
        });
      },
      { retryOn: retryOnDeadlock },
    );
  }

  async list(query: DeskQuery) {
    const { raceId, since, of } = query;
    const [found] = await this.#postgres.query<RaceRow>(findRace, [raceId]);
    if (!found) return undefined;
    const { staffId, opensOn: day, ...race } = found;
    // What comes in between the two statements is told again: it is later than `seq`.
    const rows = await this.#people(query);
    const isMore = of === undefined && since !== undefined && race.seq > since + mostChanges;
    const told = isMore ? { seq: since + mostChanges, more: true as const } : {};
    const people = rows.slice(0, pageSize).map(personOf);
    const last = people.at(-1);
    const asked = { ...(staffId !== null && { staffId }), ...(day !== null && { opensOn: day }) };
    return { ...race, ...told, ...asked, people, ...(rows.length > pageSize && last && { next: last.registrationId }) };
  }

  #people({ raceId, after, since, of }: DeskQuery): Promise<readonly PersonRow[]> {
    if (of !== undefined) return this.#postgres.query<PersonRow>(findOne, [raceId, of]);
    if (since !== undefined) return this.#postgres.query<PersonRow>(findScanned, [raceId, since]);
    return this.#postgres.query<PersonRow>(findPeople, [raceId, after ?? null]);
  }
}

interface RaceRow extends Pick<DeskList, 'seq' | 'givesBibs'> {
  readonly staffId: string | null;
  readonly opensOn: string | null;
}

interface PersonRow extends Omit<DeskPerson, 'bib' | 'number' | 'checkedIn' | 'codeVersion'> {
  readonly codeVersion: number;
  readonly bib: number | null;
  readonly number: number | null;
  readonly first: CheckedIn | null;
}

const personOf = ({ bib, number, first, codeVersion: version, ...row }: PersonRow): DeskPerson => ({
  ...row,
  ...(version > 0 && { codeVersion: version }),
  ...(bib !== null && { bib }),
  ...(number !== null && { number }),
  ...(first && { checkedIn: first }),
});

/** By the ids of the scans. */
const findNotKept = async (sql: Sql, { raceId, scans }: ScanBatch): Promise<ReadonlyMap<string, NotKept>> => {
  const rows = await sql.query<{ id: string; why: NotKept | null }>(whyNotKept, [
    raceId,
    scans.map(({ id }) => id),
    scans.map(({ registrationId }) => registrationId),
    scans.map(({ kind }) => kind),
    scans.map(({ staffId }) => staffId ?? null),
  ]);
  return new Map(rows.flatMap(({ id, why }) => (why === null ? [] : [[id, why]])));
};

interface Kept extends Pick<Scan, 'proof'> {
  readonly id: string;
  /** Who did it, when somebody else sent it. */
  readonly of: string | null;
  readonly eventId: string;
}

/** Adds those that are new, in the order in which they were sent. */
const keep = async (sql: Sql, { raceId, station, sentAt, scans }: ScanBatch, seq: number): Promise<readonly Kept[]> => {
  const kept = await sql.query<Kept>(insert, [
    raceId,
    station,
    sentAt,
    seq,
    scans.map(({ id }) => id),
    scans.map(({ registrationId }) => registrationId),
    scans.map(({ kind }) => kind),
    scans.map(({ proof }) => proof),
    scans.map(({ at }) => at),
    scans.map(({ note }) => note ?? null),
    scans.map(({ codeVersion: version }) => version ?? 0),
    scans.map(({ staffId }) => staffId ?? null),
  ]);
  if (kept.length > 0) await countAtDesk(sql, raceId, kept.length);
  return kept;
};

const audit = async (sql: Sql, { station, scans }: ScanBatch, kept: readonly Kept[]): Promise<void> => {
  const byId = new Map(scans.map((scan) => [scan.id, scan]));
  await writeAudit(
    sql,
    kept.flatMap(({ id, eventId, proof, of }) => {
      const scan = byId.get(id);
      if (!scan) return [];
      const { registrationId, kind } = scan;
      const action = actionOfInvalid[proof] ?? (kind === 'in' ? 'checked-in' : 'check-in-undone');
      const detail = { scan: id, station, proof, ...(of !== null && { of }) };
      return [{ actor: 'director', action, eventId, registrationId, detail }] as const;
    }),
  );
};

/** The audit's action for a code that is not valid. */
const actionOfInvalid: Readonly<Partial<Record<Scan['proof'], string>>> = {
  forged: 'code-forged',
  replaced: 'old-code-shown',
};

interface StandingRow {
  readonly id: string;
  readonly registrationId: string;
  readonly kind: Scan['kind'];
  readonly proof: Scan['proof'];
  readonly isLive: boolean;
  readonly first: CheckedIn | null;
}

const judge = async (sql: Sql, { raceId, scans }: ScanBatch): Promise<readonly JudgedScan[]> => {
  const rows = await sql.query<StandingRow>(findStanding, [raceId, scans.map(({ id }) => id)]);
  const found = new Map(rows.map((row) => [row.id, row]));
  return scans.map(({ id, registrationId }) => {
    const row = found.get(id);
    if (!row) return { id, registrationId, verdict: 'foreign' };
    return { id, registrationId: row.registrationId, verdict: verdictOf(row), ...(row.first && { by: row.first }) };
  });
};

const verdictOf = ({ id, kind, proof, isLive, first }: StandingRow): ScanVerdict => {
  if (proof === 'forged' || proof === 'replaced') return proof;
  if (kind === 'undo') return 'undone';
  if (!isLive) return 'void';
  // Also when it was taken back before it was sent again.
  if (!first) return 'undone';
  return first.scanId === id ? 'in' : 'twice';
};

/** SQL: the staff member who is signed in. */
const sender = `nullif(current_setting('startline.staff', true), '')::uuid`;

/** How many days before its day a race lets desks check people in. */
const daysBefore = 7;

/** SQL: the first day on which desks check people in, of race `r`. */
const opensOn = (r: string): string => `(${r}.date - ${daysBefore})`;

/**
 * SQL: whether check-in of race `r` has not begun for the staff member `who`. Whoever is checked in can no longer give the spot back, so
 * before the week of the race only those who run it say so. Null: an operator, who may.
 */
const isTooEarly = (r: string, who: string): string => `(
  ${who} IS NOT NULL AND statement_timestamp() < ${opensOn(r)}::timestamp AT TIME ZONE ${r}.time_zone AND NOT EXISTS (
    SELECT FROM staff_role o WHERE o.staff_id = ${who} AND o.role IN ('owner', 'director') AND (o.race_id IS NULL OR o.race_id = ${r}.id)))`;

/** SQL: who made the scan `n`. A staff member who is gone is nobody. */
const maker = `coalesce((SELECT s.id FROM staff s WHERE s.id = n.staff_id), ${sender})`;

/** How many scans of one registration one person makes. Each is read whenever its runner is. */
const mostOfOne = 20;

/** Of those that are new. */
const whyNotKept = `
  SELECT m.id, CASE WHEN m.kind = 'in' AND ${isTooEarly('r', 'm.maker')} THEN 'early'
    WHEN m.place + (SELECT count(*) FROM check_in c
                    WHERE c.registration_id = m.registration_id AND c.staff_id IS NOT DISTINCT FROM m.maker) > ${mostOfOne}
    THEN 'too-many' END AS why
  FROM race r CROSS JOIN (
    SELECT n.id, n.registration_id, n.kind, f.maker,
      row_number() OVER (PARTITION BY n.registration_id, f.maker ORDER BY n.place) AS place
    FROM unnest($2::uuid[], $3::uuid[], $4::text[], $5::uuid[]) WITH ORDINALITY AS n (id, registration_id, kind, staff_id, place)
    CROSS JOIN LATERAL (SELECT ${maker} AS maker) f
    WHERE NOT EXISTS (SELECT FROM check_in c WHERE c.id = n.id)) m
  WHERE r.id = $1`;

/**
 * The clock of a desk may be wrong, so the time of a scan is computed from how long before sending the desk made it. A clock that was
 * set meanwhile may say that this was thousands of years before, when the database knows no time. A desk without a network may have
 * taken a code that was valid at that time and was replaced since.
 */
const insert = `
  INSERT INTO check_in (race_id, station, seq, id, registration_id, kind, proof, scanned_at, note, staff_id)
  SELECT $1, $2, $4::bigint + row_number() OVER (ORDER BY n.place), n.id, n.registration_id, n.kind,
    CASE WHEN n.proof = 'code' AND EXISTS (
      SELECT FROM replaced_code c WHERE c.registration_id = n.registration_id AND c.version > n.version AND c.at <= t.scanned_at)
    THEN 'replaced' ELSE n.proof END, t.scanned_at, n.note,
    ${maker}
  FROM unnest($5::uuid[], $6::uuid[], $7::text[], $8::text[], $9::timestamptz[], $10::text[], $11::int[], $12::uuid[])
    WITH ORDINALITY AS n (id, registration_id, kind, proof, at, note, version, staff_id, place)
  CROSS JOIN LATERAL (
    SELECT least(clock_timestamp(), clock_timestamp() - least($3::timestamptz - n.at, interval '1 year')) AS scanned_at OFFSET 0) t
  JOIN registration g ON g.id = n.registration_id JOIN event e ON e.id = g.event_id AND e.race_id = $1
  WHERE NOT EXISTS (SELECT FROM check_in c WHERE c.id = n.id)
  RETURNING id, proof, CASE WHEN staff_id IS DISTINCT FROM ${sender} THEN staff_id END AS of, (SELECT event_id FROM registration WHERE registration.id = registration_id) AS "eventId"`;

const findStanding = `
  SELECT k.id, k.registration_id AS "registrationId", k.kind, k.proof, g.live AS "isLive", s.first
  FROM check_in k JOIN registration g ON g.id = k.registration_id
  CROSS JOIN LATERAL (${standing('k.registration_id')}) s
  WHERE k.race_id = $1 AND k.id = ANY ($2::uuid[])`;

const findRace = `
  SELECT coalesce((SELECT scans FROM desk WHERE race_id = $1), 0)::int AS seq, ${givesBibs('$1')} AS "givesBibs",
    ${sender} AS "staffId", CASE WHEN ${isTooEarly('race', sender)} THEN to_char(${opensOn('race')}, 'YYYY-MM-DD') END AS "opensOn"
  FROM race WHERE id = $1`;

const person = `
  SELECT g.id AS "registrationId", coalesce(g.runner ->> 'firstName', '') AS "firstName",
    coalesce(g.runner ->> 'lastName', '') AS "lastName", g.event_id AS "eventId", b.number AS bib, g.number, g.live AS "isLive",
    s.times, s.first, ${codeVersion('g.id')} AS "codeVersion"
  FROM registration g JOIN event e ON e.id = g.event_id
  LEFT JOIN bib b ON b.registration_id = g.id AND b.void_at IS NULL
  CROSS JOIN LATERAL (${standing('g.id')}) s`;

/** Somebody without a spot is listed too, so that the desk can tell them why there is nothing for them. */
const ofDesk = `e.race_id = $1 AND e.kind <> 'gift' AND g.outcome = 'confirmed'`;

const findOne = `${person} WHERE ${ofDesk} AND g.id = $2`;

const findPeople = `
  ${person}
  WHERE ${ofDesk} AND ($2::uuid IS NULL OR g.id > $2)
  ORDER BY g.id LIMIT ${pageSize + 1}`;

const findScanned = `
  ${person}
  WHERE g.id IN (SELECT registration_id FROM check_in WHERE race_id = $1 AND seq > $2 AND seq <= $2 + ${mostChanges}
    UNION SELECT registration_id FROM replaced_code WHERE race_id = $1 AND seq > $2 AND seq <= $2 + ${mostChanges})
  ORDER BY g.id`;
