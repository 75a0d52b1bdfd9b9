import type { EventSale } from '../../domain/event-sale';
import { writeAudit } from '../../ledger/audit';
import { lockEvent } from '../../ledger/event-sql';
import type { GiveToWaiting } from '../../ledger/postgres-waiting-offers';
import type { Postgres, Sql } from '../../platform/postgres/postgres';
import { retryOnConflict } from '../../platform/retry';
import { leftOfEvent } from '../blocks/block-sql';
import type { EventOnSale, Sales, UnderWay, WhichEvents } from './ports';

interface EventRow {
  readonly id: string;
  readonly sale: EventSale;
  readonly dealt: readonly {
    readonly id: string;
    readonly numbers: readonly number[];
    readonly dealUntil: number;
    readonly holdSeconds: number;
  }[];
}

export class PostgresSales implements Sales {
  readonly #postgres: Postgres;
  readonly #giveToWaiting: GiveToWaiting;

  constructor(postgres: Postgres, giveToWaiting: GiveToWaiting) {
    this.#postgres = postgres;
    this.#giveToWaiting = giveToWaiting;
  }

  change(which: WhichEvents, sale: Exclude<EventSale, 'cancelled'>): Promise<readonly EventOnSale[]> {
    return this.#postgres.transaction(
      async (sql) => {
        // In the order of their ids, as everybody locks several events.
        const ids = (await sql.query<{ id: string }>(idsOf, valuesOf(which))).map(({ id }) => id);
        for (const id of ids) await sql.query(lockEvent, [id]);
        // Read after the locks: a statement that waits for a lock does not see a block that was cut meanwhile.
        const events = await findEvents(sql, which);
        const changed = events.filter(({ before }) => before !== sale && before !== 'cancelled');
        await sql.query(setSale, [changed.map(({ eventId }) => eventId), sale]);
        await writeAudit(
          sql,
          changed.map(({ eventId, before }) => ({
            actor: 'director',
            action: 'sale-changed',
            eventId,
            detail: { from: before, to: sale },
          })),
        );
        if (sale === 'on') for (const { eventId } of changed) await this.#giveToWaiting(sql, eventId);
        return events;
      },
      { retryOn: retryOnConflict },
    );
  }

  find(which: WhichEvents): Promise<readonly EventOnSale[]> {
    return findEvents(this.#postgres, which);
  }

  underWay(eventIds: readonly string[]): Promise<readonly UnderWay[]> {
    return this.#postgres.query<UnderWay>(countUnderWay, [eventIds]);
  }
}

const valuesOf = ({ raceId, eventId }: WhichEvents) => [raceId, eventId ?? null];

const findEvents = async (sql: Sql, which: WhichEvents): Promise<readonly EventOnSale[]> => {
  const rows = await sql.query<EventRow>(findSales, valuesOf(which));
  return rows.map(({ id, sale, dealt }) => ({
    eventId: id,
    before: sale,
    dealt: dealt.map((block) => ({ ...block, eventId: id })),
  }));
};

const isMeant = 'e.race_id = $1 AND ($2::uuid IS NULL OR e.id = $2)';

const idsOf = `SELECT e.id FROM event e WHERE ${isMeant} ORDER BY e.id`;

// A block with an owner was cut for one group, and is dealt already.
const findSales = `
  SELECT e.id, e.sale, (
    SELECT coalesce(json_agg(json_build_object('id', b.id, 'numbers', b.numbers, 'holdSeconds', b.hold_seconds,
      'dealUntil', floor(extract(epoch FROM b.deal_until) * 1000))), '[]')
    FROM block b
    WHERE b.event_id = e.id AND NOT b.closed AND b.owner IS NULL AND b.deal_until > clock_timestamp()) AS dealt
  FROM event e WHERE ${isMeant} ORDER BY e.position`;

// Without a current block: the open blocks are counted past their ends, so the next cut must not go on with one of them.
const setSale = `
  UPDATE event SET sale = $2, current_block = CASE WHEN $2 = 'on' THEN current_block END WHERE id = ANY ($1::uuid[])`;

const countUnderWay = `
  SELECT e.id AS "eventId", open.promised, open.blocks,
    (SELECT count(*)::int FROM waiting w
      WHERE w.event_id = e.id AND w.state = 'waiting' AND w.confirmed_at IS NOT NULL) AS waiting,
    (SELECT count(*)::int FROM waiting w WHERE w.event_id = e.id AND w.state = 'offered') AS offered
  FROM event e CROSS JOIN LATERAL (${leftOfEvent('e.id')}) open
  WHERE e.id = ANY ($1::uuid[])`;
