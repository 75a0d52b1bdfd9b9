import type { Answers } from '../../../lambdas/api/form/definition/question';
import { findingsIn, measure } from '../../../lambdas/watch/differences';
import { lateAfterSeconds } from '../../../lambdas/watch/figures';
import { PostgresBooks } from '../../../lambdas/watch/postgres-books';
import type { FreshRace } from '../crowd/fresh-race';
import type { FaultSystem } from '../system/fault-system';

/** What a registration in a race with a form says, as the database has it. */
export interface SignedEntry {
  readonly id: string;
  readonly runner: {
    readonly firstName: string;
    readonly lastName: string;
    readonly email: string;
    readonly birthDate: string;
    readonly answers?: Answers;
  };
  readonly signatures: readonly { readonly hash: string; readonly by: string }[] | null;
  /** The day of signing in the race's time zone. */
  readonly signedOn: string;
  readonly team: string | null;
  readonly leg: number | null;
}

export interface Line {
  readonly registrationId: string;
  readonly kind: string;
  readonly ref: string;
  readonly amount: number;
  readonly state: 'given' | 'short' | 'over' | 'returned' | 'moved';
}

/** A pool, with what of its units is where. */
export interface PoolCount {
  readonly kind: 'item' | 'code' | 'team';
  /** The variant, or the id of the code or team. */
  readonly ref: string;
  readonly stock: number;
  readonly units: number;
  readonly sellable: number;
  /** Units that a money line holds, and among them those of live registrations. */
  readonly given: number;
  readonly live: number;
}

/** What the database says of a race with a form, besides its registrations. */
export interface FormEvidence {
  readonly entries: readonly SignedEntry[];
  /** Everybody who has a place in a team runs a leg. */
  readonly isRelay: boolean;
  readonly lines: readonly Line[];
  readonly pools: readonly PoolCount[];
  /** Hashes of the texts that the race has. */
  readonly texts: readonly string[];
  /** What the watch finds broken, of all races. */
  readonly findings: readonly string[];
}

const entries = `
  SELECT r.id, r.runner, r.signatures, r.team_id AS team, r.leg,
    to_char(r.submitted_at AT TIME ZONE a.time_zone, 'YYYY-MM-DD') AS "signedOn"
  FROM registration r JOIN event e ON e.id = r.event_id JOIN race a ON a.id = e.race_id
  WHERE r.event_id = $1 AND r.outcome = 'confirmed'`;

const lines = `
  SELECT l.registration_id AS "registrationId", l.kind, l.ref, l.amount, l.state
  FROM registration_line l JOIN registration r ON r.id = l.registration_id
  WHERE r.event_id = $1 ORDER BY l.registration_id, l.position`;

const pools = `
  SELECT p.kind, p.ref, p.stock,
    (SELECT count(*)::int FROM unit WHERE pool_id = p.id) AS units,
    (SELECT count(*)::int FROM unit WHERE pool_id = p.id AND block IS NULL) AS sellable,
    (SELECT count(*)::int FROM registration_line WHERE pool_id = p.id AND unit IS NOT NULL) AS given,
    (SELECT count(*)::int FROM registration_line l JOIN registration r ON r.id = l.registration_id
      WHERE l.pool_id = p.id AND l.unit IS NOT NULL AND r.live) AS live
  FROM pool p WHERE p.race_id = $1`;

/** Reads it when everything has come to rest and every hold has ended. */
export const gatherForm = async (
  { database }: Pick<FaultSystem, 'database'>,
  { raceId, eventId, form }: FreshRace,
): Promise<FormEvidence> => {
  const rowsOf = async <Row extends object>(statement: string, values: readonly unknown[] = []) =>
    (await database.query<Row>(statement, [...values])).rows;
  const books = new PostgresBooks({ query: rowsOf } as never, lateAfterSeconds);
  const pass = { figures: await books.look(), comparison: await books.compare(), cache: undefined };
  return {
    entries: await rowsOf<SignedEntry>(entries, [eventId]),
    isRelay: form?.isRelay ?? false,
    lines: await rowsOf<Line>(lines, [eventId]),
    pools: await rowsOf<PoolCount>(pools, [raceId]),
    texts: (await rowsOf<{ hash: string }>('SELECT hash FROM legal_text WHERE race_id = $1', [raceId])).map(
      ({ hash }) => hash,
    ),
    findings: findingsIn(measure(pass)).flatMap(({ name, severity, count, samples }) =>
      severity === 'broken' ? [`${name} (${count}): ${samples.join(', ')}`] : [],
    ),
  };
};
