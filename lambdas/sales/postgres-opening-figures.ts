import { lostByPayment, notKept } from '../domain/money/given-back-sql';
import { isForRunners } from '../domain/race-sql';
import { isSomebody } from '../domain/somebody-sql';
import type { Memcached } from '../platform/memcached/memcached';
import type { Sql } from '../platform/postgres/postgres';
import type { Backlog, OpeningFigures, Pace, SlowFigures, Verdict } from './ports';
import { countSpotsOf } from './postgres-spots';

interface RaceRow {
  readonly at: Date;
  readonly opens_at: Date;
  readonly closes_at: Date;
}

interface PaceRow {
  readonly recorded: number;
  readonly refused: number;
  readonly median: number | null;
  readonly most: number | null;
}

interface VerdictRow {
  readonly at: Date;
  readonly compared_at: Date | null;
  readonly findings: Readonly<Record<string, Pick<Verdict['findings'][number], 'severity' | 'count'>>>;
}

type PaymentRow = SlowFigures['money'] & { readonly waiting: number; readonly oldest: number | null };

const paceSeconds = 10;

/** Reads on the standby, without a lock: what is counted there costs the sale nothing. One query after the other. */
export class PostgresOpeningFigures implements OpeningFigures {
  readonly #sql: Sql;
  readonly #memcached: Pick<Memcached, 'get'>;

  constructor(sql: Sql, memcached: Pick<Memcached, 'get'>) {
    this.#sql = sql;
    this.#memcached = memcached;
  }

  async now(raceId: string) {
    const [race] = await this.#sql.query<RaceRow>(findRace, [raceId]);
    if (!race) return undefined;
    const events = await countSpotsOf(this.#sql, this.#memcached, raceId);
    const [pace] = await this.#sql.query<PaceRow>(measurePace, [raceId, paceSeconds]);
    const watch = await this.#verdict();
    return {
      at: race.at.toISOString(),
      opensAt: race.opens_at.toISOString(),
      closesAt: race.closes_at.toISOString(),
      events,
      pace: paceOf(pace),
      ...(watch && { watch }),
    };
  }

  async slow(raceId: string): Promise<SlowFigures> {
    const [outcomes] = await this.#sql.query<SlowFigures['outcomes'] & { at: Date }>(countOutcomes, [raceId]);
    const [paid] = await this.#sql.query<PaymentRow>(sumPayments, [raceId]);
    const [mails] = await this.#sql.query<BacklogRow>(countMailsLeft, [raceId]);
    const [outbox] = await this.#sql.query<BacklogRow>(countOutbox);
    if (!outcomes || !paid) throw new Error('a count of registrations has no row');
    const { at, ...rest } = outcomes;
    const { waiting, oldest, ...money } = paid;
    return {
      at: at.toISOString(),
      outcomes: rest,
      money,
      payments: backlogOf({ waiting, oldest }),
      mails: backlogOf(mails),
      outbox: backlogOf(outbox),
    };
  }

  async #verdict(): Promise<Verdict | undefined> {
    const [row] = await this.#sql.query<VerdictRow>('SELECT at, compared_at, findings FROM verdict');
    if (!row) return undefined;
    const found = Object.entries(row.findings).filter(([, { count }]) => count > 0);
    return {
      at: row.at.toISOString(),
      ...(row.compared_at && { comparedAt: row.compared_at.toISOString() }),
      findings: found.map(([name, finding]) => ({ name, ...finding })),
    };
  }
}

const paceOf = (row: PaceRow | undefined): Pace => {
  const { recorded = 0, refused = 0, median = null, most = null } = row ?? {};
  return {
    seconds: paceSeconds,
    recorded,
    refused,
    ...(median !== null && most !== null && { delay: { median, most } }),
  };
};

interface BacklogRow {
  readonly waiting: number;
  readonly oldest: number | null;
}

const backlogOf = (row: BacklogRow | undefined): Backlog => ({
  waiting: row?.waiting ?? 0,
  ...(typeof row?.oldest === 'number' && { oldest: row.oldest }),
});

const eventsOfRace = '(SELECT id FROM event WHERE race_id = $1)';

/** A clock may be a little behind that of the machine which wrote the row. */
const seconds = (since: string) => `greatest(0, extract(epoch FROM clock_timestamp() - ${since}))::int`;

const findRace = `
  SELECT clock_timestamp() AS at, opens_at, closes_at FROM race r WHERE r.id = $1 AND ${isForRunners('r')}`;

const measurePace = `
  SELECT count(*)::int AS recorded, count(*) FILTER (WHERE outcome <> 'confirmed')::int AS refused,
    round(percentile_cont(0.5) WITHIN GROUP (ORDER BY delay) * 1000)::int AS median, round(max(delay) * 1000)::int AS most
  FROM (
    SELECT outcome, greatest(0, extract(epoch FROM recorded_at - submitted_at))::float8 AS delay FROM registration g
    WHERE event_id IN ${eventsOfRace} AND recorded_at > clock_timestamp() - make_interval(secs => $2) AND via <> 'transfer' AND ${isSomebody('g')}) fresh`;

const countOutcomes = `
  SELECT clock_timestamp() AS at, count(*) FILTER (WHERE outcome = 'refused' AND ${isSomebody('g')})::int AS refused,
    count(*) FILTER (WHERE outcome = 'duplicate')::int AS duplicate,
    count(*) FILTER (WHERE ended = 'payment-failed')::int AS "paymentFailed"
  FROM registration g WHERE event_id IN ${eventsOfRace}`;

const sumPayments = `
  WITH paid AS (
    SELECT p.state, p.wanted, coalesce(p.capture_amount, p.amount, 0) AS amount, coalesce(p.captured, p.capture_amount, p.amount, 0) AS taken,
           ${notKept('p', 'l.amount')} AS refunded, g.recorded_at
    FROM registration g JOIN payment p ON p.registration_id = g.id
    LEFT JOIN (${lostByPayment}) l ON l.registration_id = p.registration_id WHERE g.event_id IN ${eventsOfRace})
  SELECT coalesce(sum(amount) FILTER (WHERE state = 'authorised' AND wanted = 'capture'), 0)::bigint AS reserved,
    coalesce(sum(taken) FILTER (WHERE state IN ('captured', 'refunded')), 0)::bigint AS gross,
    coalesce(sum(refunded), 0)::bigint AS refunded,
    count(*) FILTER (WHERE state IN ('captured', 'refunded'))::int AS captured,
    count(*) FILTER (WHERE state = 'voided')::int AS voided, count(*) FILTER (WHERE state = 'failed')::int AS failed,
    count(*) FILTER (WHERE state = 'authorised')::int AS waiting,
    ${seconds(`min(recorded_at) FILTER (WHERE state = 'authorised')`)} AS oldest
  FROM paid`;

/** The new owner of a spot that was passed on gets another mail. */
const countMailsLeft = `
  SELECT count(*)::int AS waiting, ${seconds('min(p.settled_at)')} AS oldest
  FROM registration g JOIN payment p ON p.registration_id = coalesce(g.paid_as, g.id)
  WHERE g.event_id IN ${eventsOfRace} AND g.live AND g.via <> 'transfer' AND g.runner IS NOT NULL
    AND p.state IN ('captured', 'refunded') AND p.settled_at > clock_timestamp() - interval '1 day'
    AND NOT EXISTS (SELECT FROM mail m WHERE m.registration_id = g.id AND m.template = 'confirmation')`;

const countOutbox = `SELECT count(*)::int AS waiting, ${seconds('min(created_at)')} AS oldest FROM outbox`;
