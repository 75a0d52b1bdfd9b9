import { type EventSale, raceState, saleOfRace } from '../domain/event-sale';
import { instantText } from '../domain/instant-sql';
import { lostByPayment, notKept } from '../domain/money/given-back-sql';
import { isForRunners, salesOf } from '../domain/race-sql';
import { givenBackByHand } from '../payment/disputes/by-hand-sql';
import { unpaidCharges } from '../payment/unpaid/unpaid-sql';
import type { Sql } from '../platform/postgres/postgres';
import { leftOfEvent } from '../spots/blocks/block-sql';
import type { LeftOfEvent } from '../spots/blocks/ports';
import type { RaceDetails, RaceOverview, RaceOverviews } from './ports';

export class PostgresRaceOverviews implements RaceOverviews {
  readonly #sql: Sql;
  readonly #heldOf: (left: LeftOfEvent) => Promise<number>;

  constructor(sql: Sql, heldOf: (left: LeftOfEvent) => Promise<number>) {
    this.#sql = sql;
    this.#heldOf = heldOf;
  }

  async list(raceIds: readonly string[] | undefined): Promise<readonly RaceOverview[]> {
    return (await this.#sql.query<SaleRow & Omit<RaceOverview, 'state'>>(listRaces, [raceIds ?? null])).map(withState);
  }

  async find(raceId: string): Promise<RaceDetails | undefined> {
    const [found] = await this.#sql.query<DetailsRow>(findRace, [raceId]);
    if (!found) return undefined;
    const { cancelUntil, transferUntil, transferFee, form, events, ...race } = withState(found);
    return {
      ...race,
      events: await Promise.all(
        events.map(async ({ promised, blocks, ...event }) => ({
          ...event,
          held: await this.#heldOf({ promised, blocks }),
        })),
      ),
      ...(cancelUntil !== null && { cancelUntil }),
      ...(transferUntil !== null && { transferUntil }),
      ...(transferFee !== null && { transferFee }),
      ...(form !== null && { form }),
    } as RaceDetails;
  }
}

interface SaleRow extends Pick<RaceOverview, 'date' | 'timeZone' | 'opensAt' | 'closesAt'> {
  readonly sales: readonly EventSale[];
  /** The database's clock. */
  readonly now: Date;
}

const withState = <Row extends SaleRow>(row: Row) => {
  const { sales, now, ...race } = row;
  const { date, timeZone, opensAt, closesAt } = row;
  const sale = saleOfRace(sales);
  return { ...race, state: raceState({ date, timeZone, opensAt, closesAt, sale }, now.getTime()) };
};

type DetailsRow = SaleRow &
  Nulls<Omit<RaceDetails, 'state' | 'events' | keyof SaleRow>> & {
    readonly events: readonly (Omit<RaceDetails['events'][number], 'held'> & LeftOfEvent)[];
  };

type Nulls<T> = { readonly [K in keyof T]: T[K] | null };

const registered = (event: string) =>
  `(SELECT count(*) FROM registration g WHERE g.event_id = ${event} AND g.live)::int`;

const overview = `
  r.id, r.name, r.place, to_char(r.date, 'YYYY-MM-DD') AS date, r.time_zone AS "timeZone",
  ${instantText('r.opens_at')} AS "opensAt", ${instantText('r.closes_at')} AS "closesAt",
  ${salesOf('r')} AS sales, clock_timestamp() AS now,
  (SELECT coalesce(sum(e.capacity), 0) FROM event e WHERE e.race_id = r.id)::int AS capacity,
  (SELECT coalesce(sum(${registered('e.id')}), 0) FROM event e WHERE e.race_id = r.id)::int AS registered`;

const listRaces = `
  SELECT ${overview} FROM race r
  WHERE ${isForRunners('r')} AND ($1::text[] IS NULL OR r.id = ANY($1))
  ORDER BY r.date < current_date, abs(r.date - current_date), r.id`;

const money = `
  SELECT coalesce(sum(coalesce(p.captured, p.capture_amount, p.amount)) FILTER (WHERE p.state IN ('captured', 'refunded')), 0)::bigint AS gross,
         coalesce(sum(${notKept('p', 'l.amount')}), 0)::bigint AS refunded
  FROM registration g JOIN event e ON e.id = g.event_id JOIN payment p ON p.registration_id = g.id
  LEFT JOIN (${lostByPayment}) l ON l.registration_id = p.registration_id
  WHERE e.race_id = r.id`;

const findRace = `
  SELECT ${overview}, r.currency, r.description, r.waiver_version AS "waiverVersion",
    r.refund_percent AS "refundPercent", ${instantText('r.cancel_until')} AS "cancelUntil",
    ${instantText('r.transfer_until')} AS "transferUntil", r.transfer_fee AS "transferFee", r.hold_seconds AS "holdSeconds", r.form_revision AS form,
    money.gross, money.refunded, (
      SELECT coalesce(json_agg(json_build_object('registrationId', u.id, 'eventId', g.event_id, 'number', g.number,
        'amount', u.amount, 'what', u.what) ORDER BY u.id), '[]')
      FROM (${unpaidCharges}) u JOIN registration g ON g.id = u.id JOIN event e ON e.id = g.event_id
      WHERE e.race_id = r.id) AS unpaid, (
      SELECT coalesce(json_agg(json_build_object('registrationId', b.id, 'eventId', g.event_id, 'number', g.number,
        'amount', b.amount) ORDER BY b.id), '[]')
      FROM (${givenBackByHand}) b JOIN registration g ON g.id = b.id JOIN event e ON e.id = g.event_id
      WHERE e.race_id = r.id) AS "givenBack", (
      SELECT coalesce(json_agg(json_build_object(
        'id', e.id, 'name', e.name, 'distance', e.distance, 'capacity', e.capacity, 'sale', e.sale, 'registered', figures.registered,
        'promised', open.promised, 'blocks', open.blocks, 'waiting', figures.waiting,
        'cancelled', figures.cancelled, 'prices', (
          SELECT coalesce(json_agg(json_build_object('label', p.label, 'from', ${instantText('p.starts_at')}, 'amount', p.amount)
            ORDER BY p.starts_at), '[]')
          FROM price p WHERE p.event_id = e.id)) ORDER BY e.position), '[]')
      FROM event e, LATERAL (
        SELECT ${registered('e.id')} AS registered,
          (SELECT count(*) FROM waiting w
           WHERE w.event_id = e.id AND w.state = 'waiting' AND w.confirmed_at IS NOT NULL)::int AS waiting,
          (SELECT count(*) FROM registration g WHERE g.event_id = e.id AND g.ended = 'cancelled')::int AS cancelled) figures,
        LATERAL (${leftOfEvent('e.id')}) open
      WHERE e.race_id = r.id) AS events
  FROM race r, LATERAL (${money}) money
  WHERE r.id = $1 AND ${isForRunners('r')}`;
