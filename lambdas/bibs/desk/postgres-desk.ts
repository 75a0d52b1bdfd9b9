import { standing } from '../../domain/check-in-sql';
import { givesBibs } from '../../domain/race-sql';
import { writeAudit } from '../../ledger/audit';
import type { Postgres, Sql } from '../../platform/postgres/postgres';
import { retryOnDeadlock } from '../../platform/retry';
import type {
  CheckedIn,
  Desk,
  DeskList,
  DeskPerson,
  DeskQuery,
  JudgedScan,
  Scan,
  ScanBatch,
  ScanVerdict,
} from '../ports';

/** An answer of a function has at most 6 MB. */
const pageSize = 5000;

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
        await audit(sql, batch, await keep(sql, batch, seq));
        return judge(sql, batch);
      },
      { retryOn: retryOnDeadlock },
    );
  }

  async list({ raceId, after, since }: DeskQuery): Promise<DeskList | undefined> {
    const [race] = await this.#postgres.query<Pick<DeskList, 'seq' | 'givesBibs'>>(findRace, [raceId]);
    if (!race) return undefined;
    // What comes in between the two statements is told again: it is later than `seq`.
    const rows = await this.#postgres.query<PersonRow>(since === undefined ? findPeople : findScanned, [
      raceId,
      after ?? null,
      since ?? 0,
    ]);
    const people = rows.slice(0, pageSize).map(personOf);
    const last = people.at(-1);
    return { ...race, people, ...(rows.length > pageSize && last && { next: last.registrationId }) };
  }
}

interface PersonRow extends Omit<DeskPerson, 'bib' | 'number' | 'checkedIn'> {
  readonly bib: number | null;
  readonly number: number | null;
  readonly first: CheckedIn | null;
}

const personOf = ({ bib, number, first, ...row }: PersonRow): DeskPerson => ({
  ...row,
  ...(bib !== null && { bib }),
  ...(number !== null && { number }),
  ...(first && { checkedIn: first }),
});

/** How many scans the race has. Whoever adds one waits here. */
const lockDesk = async (sql: Sql, raceId: string): Promise<number | undefined> => {
  await sql.query(makeDesk, [raceId]);
  const [desk] = await sql.query<{ seq: number }>(lockRow, [raceId]);
  return desk?.seq;
};

interface Kept {
  readonly id: string;
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
  ]);
  if (kept.length > 0) await sql.query('UPDATE desk SET scans = scans + $2 WHERE race_id = $1', [raceId, kept.length]);
  return kept;
};

const audit = async (sql: Sql, { station, scans }: ScanBatch, kept: readonly Kept[]): Promise<void> => {
  const byId = new Map(scans.map((scan) => [scan.id, scan]));
  await writeAudit(
    sql,
    kept.flatMap(({ id, eventId }) => {
      const scan = byId.get(id);
      if (!scan) return [];
      const { registrationId, kind, proof } = scan;
      const action = proof === 'forged' ? 'code-forged' : kind === 'in' ? 'checked-in' : 'check-in-undone';
      return [{ actor: 'director', action, eventId, registrationId, detail: { scan: id, station, proof } }] as const;
    }),
  );
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
  if (proof === 'forged') return 'forged';
  if (kind === 'undo') return 'undone';
  if (!isLive) return 'void';
  // Also when it was taken back before it was sent again.
  if (!first) return 'undone';
  return first.scanId === id ? 'in' : 'twice';
};

const makeDesk = `
  INSERT INTO desk (race_id) SELECT id FROM race WHERE id = $1 AND NOT EXISTS (SELECT FROM desk WHERE race_id = $1)
  ON CONFLICT DO NOTHING`;

const lockRow = 'SELECT scans::int AS seq FROM desk WHERE race_id = $1 FOR UPDATE';

/** The clock of a desk may be off by any time: what counts is how long before it sent the scan it made it. */
const insert = `
  INSERT INTO check_in (race_id, station, seq, id, registration_id, kind, proof, scanned_at, note)
  SELECT $1, $2, $4::bigint + row_number() OVER (ORDER BY n.place), n.id, n.registration_id, n.kind, n.proof,
    least(clock_timestamp(), clock_timestamp() - ($3::timestamptz - n.at)), n.note
  FROM unnest($5::uuid[], $6::uuid[], $7::text[], $8::text[], $9::timestamptz[], $10::text[])
    WITH ORDINALITY AS n (id, registration_id, kind, proof, at, note, place)
  JOIN registration g ON g.id = n.registration_id JOIN event e ON e.id = g.event_id AND e.race_id = $1
  WHERE NOT EXISTS (SELECT FROM check_in c WHERE c.id = n.id)
  RETURNING id, (SELECT event_id FROM registration WHERE registration.id = registration_id) AS "eventId"`;

const findStanding = `
  SELECT k.id, k.registration_id AS "registrationId", k.kind, k.proof, g.live AS "isLive", s.first
  FROM check_in k JOIN registration g ON g.id = k.registration_id
  CROSS JOIN LATERAL (${standing('k.registration_id')}) s
  WHERE k.race_id = $1 AND k.id = ANY ($2::uuid[])`;

const findRace = `
  SELECT coalesce((SELECT scans FROM desk WHERE race_id = $1), 0)::int AS seq, ${givesBibs('$1')} AS "givesBibs"
  FROM race WHERE id = $1`;

const person = `
  SELECT g.id AS "registrationId", coalesce(g.runner ->> 'firstName', '') AS "firstName",
    coalesce(g.runner ->> 'lastName', '') AS "lastName", g.event_id AS "eventId", b.number AS bib, g.number, g.live AS "isLive",
    s.times, s.first
  FROM registration g JOIN event e ON e.id = g.event_id
  LEFT JOIN bib b ON b.registration_id = g.id AND b.void_at IS NULL
  CROSS JOIN LATERAL (${standing('g.id')}) s`;

/** Somebody without a spot is listed too, so that the desk can tell them why there is nothing for them. */
const findPeople = `
  ${person}
  WHERE e.race_id = $1 AND e.kind <> 'gift' AND g.outcome = 'confirmed' AND ($2::uuid IS NULL OR g.id > $2) AND $3::bigint = 0
  ORDER BY g.id LIMIT ${pageSize + 1}`;

const findScanned = `
  ${person}
  WHERE g.id IN (SELECT registration_id FROM check_in WHERE race_id = $1 AND seq > $3) AND ($2::uuid IS NULL OR g.id > $2)
  ORDER BY g.id LIMIT ${pageSize + 1}`;
