import type { Sql } from '../platform/postgres/postgres';
import type { MailRecords } from './ports';
import type { Paid, Registered } from './registered';

interface Row {
  readonly id: string;
  readonly outcome: Registered['outcome'];
  readonly number: number | null;
  readonly first_name: string;
  readonly email: string;
  readonly recorded_at: Date;
  readonly event_name: string;
  readonly race_name: string;
  readonly place: string;
  readonly race_date: string;
  readonly time_zone: string;
  readonly payment_state: Paid['state'] | null;
  readonly amount: number | null;
  readonly currency: string;
}

export class PostgresMailRecords implements MailRecords {
  readonly #sql: Sql;

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  async find(registrationId: string) {
    const [row] = await this.#sql.query<Row>(`${select} WHERE r.id = $1 AND r.runner ->> 'email' IS NOT NULL`, [
      registrationId,
    ]);
    return row && toRegistered(row);
  }

  async ofAddress(email: string) {
    const rows = await this.#sql.query<Row>(
      `${select} WHERE lower(r.runner ->> 'email') = lower($1) AND r.live ORDER BY r.recorded_at DESC, r.id DESC LIMIT 5`,
      [email],
    );
    return rows.map(toRegistered);
  }
}

const toRegistered = (row: Row): Registered => ({
  registrationId: row.id,
  outcome: row.outcome,
  number: row.number ?? undefined,
  firstName: row.first_name,
  email: row.email,
  raceName: row.race_name,
  place: row.place,
  raceDate: row.race_date,
  timeZone: row.time_zone,
  eventName: row.event_name,
  recordedAt: row.recorded_at,
  payment:
    row.payment_state === null || row.amount === null
      ? undefined
      : { state: row.payment_state, amount: row.amount, currency: row.currency },
});

const select = `
  SELECT r.id, r.outcome, r.number, coalesce(r.runner ->> 'firstName', '') AS first_name, r.runner ->> 'email' AS email, r.recorded_at,
         e.name AS event_name, a.name AS race_name, a.place, a.date AS race_date, a.time_zone,
         p.state AS payment_state, p.amount, coalesce(p.currency, a.currency) AS currency
  FROM registration r
  JOIN event e ON e.id = r.event_id
  JOIN race a ON a.id = e.race_id
  LEFT JOIN payment p ON p.registration_id = r.id`;
