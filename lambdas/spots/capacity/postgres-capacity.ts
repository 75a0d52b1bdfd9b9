import { writeAudit } from '../../ledger/audit';
import { lockEvent } from '../../ledger/event-sql';
import type { GiveToWaiting } from '../../ledger/postgres-waiting-offers';
import type { Postgres, Sql } from '../../platform/postgres/postgres';
import { retryOnConflict } from '../../platform/retry';
import { addSpots, setCapacity } from './capacity-sql';
import { mayLowerTo } from './change-capacity';
import type { Capacities, CapacityChanged } from './ports';

interface EventRow {
  readonly race_id: string;
  readonly capacity: number;
  readonly next_number: number;
}

interface CountRow {
  readonly rows: number;
  readonly registered: number;
  readonly sellable: number;
  readonly is_cancelled: boolean;
}

export class PostgresCapacities implements Capacities {
  readonly #postgres: Postgres;
  readonly #giveToWaiting: GiveToWaiting;

  constructor(postgres: Postgres, giveToWaiting: GiveToWaiting) {
    this.#postgres = postgres;
    this.#giveToWaiting = giveToWaiting;
  }

  change(raceId: string, eventId: string, capacity: number): Promise<CapacityChanged> {
    const change = changeCapacityIn(this.#giveToWaiting);
    return this.#postgres.transaction((sql) => change(sql, raceId, eventId, capacity), { retryOn: retryOnConflict });
  }
}

/** The same in the transaction of its caller. */
export const changeCapacityIn =
  (giveToWaiting: GiveToWaiting) =>
  async (sql: Sql, raceId: string, eventId: string, capacity: number): Promise<CapacityChanged> => {
    const [event] = await sql.query<EventRow>(lockEvent, [eventId]);
    if (event?.race_id !== raceId) return { kind: 'no-such-event' };
    const [count] = await sql.query<CountRow>(countSpots, [eventId]);
    if (!count) throw new Error(`the spots of event ${eventId} could not be counted`);
    if (count.is_cancelled) return { kind: 'cancelled' };
    // Spots in an open block belong to somebody, or are about to: they are waited for, not taken away.
    const taken = count.registered;
    if (!mayLowerTo(capacity, taken)) return { kind: 'taken', taken };
    if (capacity === event.capacity) return { kind: 'changed', capacity, spots: count.rows, outbox: [] };

    const more = Math.max(0, capacity - count.rows);
    await sql.query(addSpots, [eventId, more]);
    await sql.query(setCapacity, [eventId, capacity, more, capacity < count.rows]);
    const detail = { from: event.capacity, to: capacity };
    await writeAudit(sql, [{ actor: 'director', action: 'capacity-changed', eventId, detail }]);
    const outbox = await giveToWaiting(sql, eventId);
    const [after] = await sql.query<CountRow>(countSpots, [eventId]);
    return { kind: 'changed', capacity, spots: after?.rows ?? capacity, outbox };
  };

const countSpots = `
  SELECT count(*)::int AS rows, count(*) FILTER (WHERE block IS NULL)::int AS sellable,
         (SELECT count(*)::int FROM registration WHERE event_id = $1 AND live) AS registered,
         (SELECT sale = 'cancelled' FROM event WHERE id = $1) AS is_cancelled
  FROM spot WHERE event_id = $1`;
