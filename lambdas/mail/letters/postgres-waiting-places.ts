import type { Sql } from '../../platform/postgres/postgres';
import type { WaitingPlace, WaitingPlaces } from '../ports';
import { type OccasionRow, occasionColumns, occasionOf } from './postgres-events';

interface Row extends OccasionRow {
  readonly id: string;
  readonly event_id: string;
  readonly race_id: string;
  readonly person_key: Buffer;
  readonly first_name: string;
  readonly email: string;
  readonly size: number;
  readonly is_on_the_list: boolean;
  readonly is_removed: boolean;
  readonly is_confirmed: boolean;
  readonly offers: number;
  /** Null unless something is offered. */
  readonly deal_until: Date | null;
}

export class PostgresWaitingPlaces implements WaitingPlaces {
  readonly #sql: Sql;

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  async find(placeId: string) {
    const [row] = await this.#sql.query<Row>(`${select} AND ${isOnTheList} AND w.id = $1`, [placeId]);
    return row && toPlace(row);
  }

  async findAny(placeId: string) {
    const [row] = await this.#sql.query<Row>(`${select} AND w.id = $1`, [placeId]);
    return row && toPlace(row);
  }

  async inFrontAfter(registrationId: string) {
    const [row] = await this.#sql.query<Row>(
      `${select} AND ${isOnTheList} AND w.rank = 0 AND (w.event_id, person_key(w.person)) = (
         SELECT r.event_id, person_key(r.person) FROM registration r WHERE r.id = $1 AND r.outcome = 'refused')`,
      [registrationId],
    );
    return row && toPlace(row);
  }

  async ofAddress(email: string) {
    const rows = await this.#sql.query<Row>(
      `${select} AND ${isOnTheList} AND w.confirmed_at IS NOT NULL AND lower(w.runner ->> 'email') = lower($1) ORDER BY w.asked_at DESC, w.id DESC LIMIT 5`,
      [email],
    );
    return rows.map(toPlace);
  }
}

const toPlace = (row: Row): WaitingPlace => ({
  ...occasionOf(row),
  // From the row, never from the person who asked for the mail: that may be anybody.
  ticket: {
    placeId: row.id,
    raceId: row.race_id,
    eventId: row.event_id,
    personHash: row.person_key.toString('base64url'),
    isMailed: true,
  },
  isOnTheList: row.is_on_the_list,
  isRemoved: row.is_removed,
  isConfirmed: row.is_confirmed,
  firstName: row.first_name,
  email: row.email,
  size: row.size,
  offer: row.deal_until ? { count: row.offers, until: row.deal_until } : undefined,
});

// An offer ends at its time, also before the minute job has noticed; then the place is off the list.
const isOnTheList = `
    (w.state = 'waiting' OR (w.state = 'offered' AND NOT b.closed AND b.deal_until > clock_timestamp()))`;

const select = `
  SELECT w.id, w.event_id, e.race_id, person_key(w.person) AS person_key, coalesce(w.runner ->> 'firstName', '') AS first_name, w.runner ->> 'email' AS email,
         w.size, w.offers, b.deal_until, ${isOnTheList} AS is_on_the_list, w.state = 'left' AND w.removed_at IS NOT NULL AS is_removed, w.confirmed_at IS NOT NULL AS is_confirmed,
         ${occasionColumns}
  FROM waiting w
  JOIN event e ON e.id = w.event_id
  JOIN race a ON a.id = e.race_id
  LEFT JOIN block b ON b.id = w.block
  WHERE w.runner ->> 'email' IS NOT NULL`;
