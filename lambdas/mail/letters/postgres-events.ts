import { givesBibs } from '../../domain/race-sql';
import type { Sql } from '../../platform/postgres/postgres';
import type { Occasion } from '../ports';

export interface OccasionRow {
  readonly event_name: string;
  readonly race_name: string;
  readonly place: string;
  readonly race_date: string;
  readonly time_zone: string;
}

/** Columns of event `e` and race `a`. */
export const occasionColumns = `
  e.name AS event_name, a.name AS race_name, a.place, a.date AS race_date, a.time_zone`;

export const occasionOf = (row: OccasionRow): Occasion => ({
  eventName: row.event_name,
  raceName: row.race_name,
  place: row.place,
  raceDate: row.race_date,
  timeZone: row.time_zone,
});

/** What a mail says of its event and race. */
export interface EventRow extends OccasionRow {
  /** False of a ticket: nobody wears its number. */
  readonly is_run: boolean;
  readonly is_muted: boolean;
  /** Of the race: the payment may be in another one. */
  readonly race_currency: string;
  readonly gives_bibs: boolean;
}

/** For how long a process uses what it read about an event, in milliseconds. */
const knownForMs = 10_000;

/**
 * Events as they were ten seconds ago at most. The mails of an opening are about few events. PostgreSQL plans the statement for each
 * batch of mails, and joining the tables of events would double the time for that.
 */
export class PostgresEvents {
  readonly #sql: Sql;
  readonly #now: () => number;
  readonly #known = new Map<string, { readonly row: EventRow; readonly readAt: number }>();

  constructor(sql: Sql, now: () => number) {
    this.#sql = sql;
    this.#now = now;
  }

  /** Returns a lookup of these events by id. The lookup throws for an event that does not exist: each registration has its event. */
  async findAll(eventIds: readonly string[]): Promise<(eventId: string) => EventRow> {
    const readAt = this.#now();
    const isKnown = (id: string) => readAt - (this.#known.get(id)?.readAt ?? Number.NEGATIVE_INFINITY) < knownForMs;
    const missing = [...new Set(eventIds)].filter((id) => !isKnown(id));
    if (missing.length > 0) {
      const rows = await this.#sql.query<EventRow & { readonly id: string }>(eventsByIds, [missing]);
      for (const { id, ...row } of rows) this.#known.set(id, { row, readAt });
    }
    return (eventId) => {
      const known = this.#known.get(eventId);
      if (!known) throw new Error(`event ${eventId} of a registration is not there`);
      return known.row;
    };
  }
}

const eventsByIds = `
  SELECT e.id, ${occasionColumns}, e.kind = 'run' AS is_run, a.is_canary AS is_muted, a.currency AS race_currency,
         ${givesBibs('a.id')} AS gives_bibs
  FROM event e JOIN race a ON a.id = e.race_id WHERE e.id = ANY ($1::uuid[])`;
