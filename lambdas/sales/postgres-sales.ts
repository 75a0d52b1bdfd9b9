import { couldNotBeSent } from '../domain/mail-sql';
import { lostByPayment, notKept } from '../domain/money/given-back-sql';
import { isForRunners } from '../domain/race-sql';
import type { Memcached } from '../platform/memcached/memcached';
import type { Sql } from '../platform/postgres/postgres';
import type {
  Grain,
  MailsOfRace,
  MoneyOfRace,
  SaleRange,
  Sales,
  SalesFigures,
  SeriesOfRace,
  SourcesOfRace,
} from './ports';
import { countSpotsOf } from './postgres-spots';

interface Span {
  readonly at: Date;
  readonly from: Date;
  readonly to: Date;
  readonly timeZone: string;
}

interface PointRow {
  readonly at: Date;
  readonly event_id: string;
  readonly stands: number;
  readonly gone: number;
}

const hourMs = 3_600_000;

/** A few hundred points at most: more than that no screen shows. */
const grainOf = (ms: number): Grain => (ms <= 4 * hourMs ? 'minute' : ms <= 14 * 24 * hourMs ? 'hour' : 'day');

/** Reads on the standby: whole races are counted, which must not slow down registrations. */
export class PostgresSales implements SalesFigures {
  readonly #sql: Sql;
  readonly #memcached: Pick<Memcached, 'get'>;

  constructor(sql: Sql, memcached: Pick<Memcached, 'get'>) {
    this.#sql = sql;
    this.#memcached = memcached;
  }

  /** One query after the other, on one connection. */
  async read(raceId: string, range: SaleRange): Promise<Sales | undefined> {
    const [span] = await this.#sql.query<Span>(spans[range], [raceId]);
    if (!span) return undefined;
    const spots = await countSpotsOf(this.#sql, this.#memcached, raceId);
    const gone = await this.#sql.query<{ event_id: string; cancelled: number }>(countCancelled, [raceId]);
    const [sources] = await this.#sql.query<SourcesOfRace>(countSources, [raceId]);
    const [money] = await this.#sql.query<MoneyOfRace>(sumMoney, [raceId]);
    const [mails] = await this.#sql.query<MailsOfRace>(countMails, [raceId]);
    const [recent] = await this.#sql.query<{ stands: number }>(countLastHour, [raceId]);
    return {
      at: span.at.toISOString(),
      events: spots.map((event) => ({
        ...event,
        cancelled: gone.find(({ event_id }) => event_id === event.eventId)?.cancelled ?? 0,
      })),
      sources: sources ?? { sale: 0, list: 0, passedOn: 0 },
      money: money ?? { reserved: 0, gross: 0, refunded: 0 },
      mails: mails ?? { sent: 0, delivered: 0, unreached: 0, complaints: 0 },
      lastHour: recent?.stands ?? 0,
      series: await this.#series(raceId, span),
    };
  }

  async #series(raceId: string, { from, to, timeZone }: Span): Promise<SeriesOfRace> {
    const grain = grainOf(to.getTime() - from.getTime());
    const before = await this.#sql.query<{ event_id: string; stands: number }>(countBefore, [raceId, from]);
    const rows = await this.#sql.query<PointRow>(countPoints, [raceId, from, to, grain, timeZone]);
    const points = new Map<string, { stands: Record<string, number>; gone: number }>();
    for (const { at, event_id, stands, gone } of rows) {
      const point = points.get(at.toISOString()) ?? { stands: {}, gone: 0 };
      if (stands > 0) point.stands[event_id] = stands;
      points.set(at.toISOString(), { ...point, gone: point.gone + gone });
    }
    return {
      grain,
      from: from.toISOString(),
      to: to.toISOString(),
      before: Object.fromEntries(before.map(({ event_id, stands }) => [event_id, stands])),
      points: [...points].map(([at, point]) => ({ at, ...point })),
    };
  }
}

/** From the opening on. Before it, there is an empty hour. */
const span = (from: string, to: string) => `
  SELECT clock_timestamp() AS at, ${from} AS from, greatest(${from} + interval '1 hour', ${to}) AS to, r.time_zone AS "timeZone"
  FROM race r WHERE r.id = $1 AND ${isForRunners('r')}`;

const untilNow = 'least(clock_timestamp(), r.closes_at)';
const spans: Readonly<Record<SaleRange, string>> = {
  all: span('r.opens_at', untilNow),
  opening: span('r.opens_at', `least(${untilNow}, r.opens_at + interval '2 hours')`),
  day: span(`(clock_timestamp() - interval '24 hours')`, 'clock_timestamp()'),
};

const eventsOfRace = '(SELECT id FROM event WHERE race_id = $1)';

const countCancelled = `
  SELECT event_id, count(*)::int AS cancelled FROM registration
  WHERE event_id IN ${eventsOfRace} AND ended = 'cancelled' GROUP BY event_id`;

/** A block with an owner was offered to that person: as the next on the waiting list, or by a director as a move. */
const countSources = `
  SELECT count(*) FILTER (WHERE g.via <> 'transfer' AND NOT o."isOfList")::int AS sale,
         count(*) FILTER (WHERE g.via <> 'transfer' AND o."isOfList")::int AS list,
         count(*) FILTER (WHERE g.via = 'transfer')::int AS "passedOn"
  FROM registration g LEFT JOIN block b ON b.id = g.block
  CROSS JOIN LATERAL (
    SELECT b.owner IS NOT NULL AND NOT EXISTS (SELECT FROM move_offer m WHERE m.block = b.id) AS "isOfList") o
  WHERE g.event_id IN ${eventsOfRace} AND g.live`;

const countBefore = `
  SELECT event_id, count(*)::int AS stands FROM registration
  WHERE event_id IN ${eventsOfRace} AND live AND recorded_at < $2 GROUP BY event_id`;

const countLastHour = `
  SELECT count(*)::int AS stands FROM registration
  WHERE event_id IN ${eventsOfRace} AND live AND recorded_at > clock_timestamp() - interval '1 hour'`;

/** A spot that is passed on counts once: for its new owner, when they took it. */
const countPoints = `
  SELECT date_trunc($4, recorded_at, $5) AS at, event_id, count(*) FILTER (WHERE live)::int AS stands,
         count(*) FILTER (WHERE NOT live AND ended <> 'transferred')::int AS gone
  FROM registration
  WHERE event_id IN ${eventsOfRace} AND outcome = 'confirmed' AND recorded_at >= $2 AND recorded_at <= $3
  GROUP BY 1, 2 ORDER BY 1`;

/** A payment may be for several people: it is counted with the one who paid. */
const sumMoney = `
  SELECT coalesce(sum(coalesce(p.capture_amount, p.amount)) FILTER (WHERE p.state = 'authorised' AND p.wanted = 'capture'), 0)::bigint AS reserved,
         coalesce(sum(coalesce(p.captured, p.capture_amount, p.amount)) FILTER (WHERE p.state IN ('captured', 'refunded')), 0)::bigint AS gross,
         coalesce(sum(${notKept('p', 'l.amount')}), 0)::bigint AS refunded
  FROM registration g JOIN payment p ON p.registration_id = g.id
  LEFT JOIN (${lostByPayment}) l ON l.registration_id = p.registration_id
  WHERE g.event_id IN ${eventsOfRace}`;

const countMails = `
  SELECT count(*) FILTER (WHERE m.state = 'accepted' AND coalesce(m.event, 'send') IN ('send', 'delivery-delay'))::int AS sent,
         count(*) FILTER (WHERE m.event = 'delivery')::int AS delivered,
         count(*) FILTER (WHERE m.event = 'complaint')::int AS complaints,
         count(*) FILTER (WHERE ${couldNotBeSent('m')} OR m.event IN ('bounce', 'reject', 'rendering-failure'))::int AS unreached
  FROM registration g JOIN mail m ON m.registration_id = g.id
  WHERE g.event_id IN ${eventsOfRace}`;
