import type { PlaceKey } from '../../domain/waiting';
import { writeAudit } from '../../ledger/audit';
import { lockEvent } from '../../ledger/event-sql';
import type { GiveToWaiting } from '../../ledger/postgres-waiting-offers';
import type { Postgres, Sql } from '../../platform/postgres/postgres';
import { retryOnConflict } from '../../platform/retry';
import { closeSpots } from '../blocks/postgres-ledger';
import { isPlaceOf, opensTo, valuesOf } from './place-sql';
import type { Places } from './ports';

interface OfferedRow {
  readonly event_id: string;
  readonly person: string;
  readonly id: string;
  readonly numbers: number[];
  readonly deal_until: Date;
  readonly hold_seconds: number;
}

export class PostgresPlaces implements Places {
  readonly #postgres: Postgres;
  readonly #giveToWaiting: GiveToWaiting;

  constructor(postgres: Postgres, giveToWaiting: GiveToWaiting) {
    this.#postgres = postgres;
    this.#giveToWaiting = giveToWaiting;
  }

  async offered(place: PlaceKey) {
    const [row] = await this.#postgres.query<OfferedRow>(findOffered, valuesOf(place));
    if (!row) return undefined;
    const { event_id: eventId, person, id, numbers, deal_until, hold_seconds: holdSeconds } = row;
    return { person, block: { id, eventId, numbers, dealUntil: deal_until.getTime(), holdSeconds } };
  }

  leave(key: PlaceKey) {
    return this.#postgres.transaction(
      async (sql) => {
        const values = [...valuesOf(key), key.isMailed];
        const [place] = await sql.query<{ event_id: string; opens: boolean; is_over: boolean }>(findPlace, values);
        if (!place) return 'nothing';
        if (!place.opens) return 'closed';
        // A repeated request must not take the lock that every cut waits for.
        if (place.is_over) return 'left';
        await sql.query(lockEvent, [place.event_id]);
        const [left] = await sql.query<{ block: string | null }>(leavePlace, values);
        if (!left) return 'left';
        const { event_id: eventId } = place;
        const detail = { placeId: key.placeId };
        await writeAudit(sql, [{ actor: 'runner', action: 'left-waiting-list', eventId, detail }]);
        if (left.block) await withdrawOffer(sql, eventId, left.block, this.#giveToWaiting);
        return 'left';
      },
      { retryOn: retryOnConflict },
    );
  }

  /** Under the event's lock, like joining: a cut that does not see the place yet would sell what is kept for it. */
  confirm(key: PlaceKey, size?: number) {
    return this.#postgres.transaction(
      async (sql) => {
        const values = [...valuesOf(key), size ?? null];
        // A repeated confirmation must not take the lock that every cut waits for.
        const [place] = await sql.query<{ is_done: boolean }>(findLive, values);
        if (!place) return 'over';
        if (place.is_done) return 'confirmed';
        await sql.query(lockEvent, [key.eventId]);
        const [confirmed] = await sql.query<{ from: number; to: number }>(confirmPlace, values);
        if (!confirmed) return 'over';
        const { from, to } = confirmed;
        const { eventId, placeId } = key;
        if (to < from)
          await writeAudit(sql, [
            { actor: 'runner', action: 'waiting-group-smaller', eventId, detail: { placeId, from, to } },
          ]);
        // Fewer spots may be free than they needed before.
        await this.#giveToWaiting(sql, eventId);
        return 'confirmed';
      },
      { retryOn: retryOnConflict },
    );
  }
}

/**
 * What is kept in this block goes to the next ones on the list. Returns outbox ids of their mails. Must run in a transaction that
 * holds the event's lock, after the place has let go of its block.
 */
export const withdrawOffer = async (sql: Sql, eventId: string, block: string, giveToWaiting: GiveToWaiting) => {
  // Close it in the same way as reclaim does: a registration that is being written on the spot at this moment keeps it.
  const [closed] = await sql.query<{ numbers: number[] }>(closeBlock, [block]);
  await closeSpots(sql, eventId, block, closed?.numbers ?? []);
  return giveToWaiting(sql, eventId);
};

const findOffered = `
  SELECT w.event_id, w.person, b.id, b.numbers, b.deal_until, b.hold_seconds
  FROM waiting w JOIN block b ON b.id = w.block
  WHERE ${isPlaceOf} AND w.state = 'offered' AND NOT b.closed AND b.deal_until > clock_timestamp()`;

const findPlace = `
  SELECT w.event_id, ${opensTo} AS opens, w.state NOT IN ('waiting', 'offered', 'registered') AS is_over
  FROM waiting w WHERE ${isPlaceOf}`;

/** SQL: how many spots place `w` is for once so many ($4) are wanted. Spots that are offered stay together. */
const sizeAfter = `CASE WHEN w.state = 'waiting' THEN least(w.size, $4::int) ELSE w.size END`;

const findLive = `
  SELECT w.confirmed_at IS NOT NULL AND w.size = ${sizeAfter} AS is_done FROM waiting w
  WHERE ${isPlaceOf} AND w.state IN ('waiting', 'offered')`;

const confirmPlace = `
  UPDATE waiting w SET confirmed_at = coalesce(w.confirmed_at, clock_timestamp()), size = ${sizeAfter}
  FROM (SELECT w.id, w.size FROM waiting w WHERE ${isPlaceOf} FOR UPDATE) before
  WHERE w.id = before.id AND w.state IN ('waiting', 'offered')
  RETURNING before.size AS from, w.size AS to`;

// RETURNING gives the block from before the update. A registered person is shown a place as if they still waited, and
// gives it up in the same way (see waiting-list.ts).
const leavePlace = `
  UPDATE waiting w SET state = 'left', block = NULL, ended_at = clock_timestamp()
  FROM (SELECT w.id, w.block FROM waiting w WHERE ${isPlaceOf} AND ${opensTo} FOR UPDATE) before
  WHERE w.id = before.id AND w.state IN ('waiting', 'offered', 'registered')
  RETURNING before.block`;

const closeBlock = 'UPDATE block SET closed = true WHERE id = $1 AND NOT closed RETURNING numbers';
