import { writeAudit } from '../../ledger/audit';
import { lockEvent } from '../../ledger/event-sql';
import type { Postgres } from '../../platform/postgres/postgres';
import { retryOnConflict } from '../../platform/retry';
import { addSpots, setCapacity } from './capacity-sql';
import { moreForGifts } from './change-capacity';
import type { GiftSpots } from './ports';

/** Gives events in which people donate as many spots as they use. */
export class PostgresGiftSpots implements GiftSpots {
  readonly #postgres: Postgres;

  constructor(postgres: Postgres) {
    this.#postgres = postgres;
  }

  async due() {
    const rows = await this.#postgres.query<{ id: string }>(dueGifts);
    return rows.map(({ id }) => id);
  }

  topUp(eventId: string): Promise<number> {
    return this.#postgres.transaction(
      async (sql) => {
        const [event] = await sql.query<{ capacity: number }>(lockEvent, [eventId]);
        const [count] = await sql.query<{ sellable: number }>(countSellable, [eventId]);
        if (!event || !count) return 0;
        const { capacity } = event;
        const more = moreForGifts({ capacity, ...count });
        if (more === 0) return 0;
        await sql.query(addSpots, [eventId, more]);
        await sql.query(setCapacity, [eventId, capacity + more, more, false]);
        const detail = { from: capacity, to: capacity + more };
        await writeAudit(sql, [{ actor: 'system', action: 'capacity-changed', eventId, detail }]);
        return more;
      },
      { retryOn: retryOnConflict },
    );
  }
}

/** Sellable spots are counted up to a quarter of the capacity: more of them need no count. */
const dueGifts = `
  SELECT e.id FROM event e JOIN race r ON r.id = e.race_id
  CROSS JOIN LATERAL (SELECT count(*) AS n FROM (
    SELECT FROM spot WHERE event_id = e.id AND block IS NULL LIMIT e.capacity / 4 + 1) few) s
  WHERE e.kind = 'gift' AND r.closes_at > clock_timestamp() AND s.n < e.capacity / 4.0 ORDER BY e.id`;

const countSellable = 'SELECT count(*)::int AS sellable FROM spot WHERE event_id = $1 AND block IS NULL';
