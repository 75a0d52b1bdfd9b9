import { maxGroupSize } from '../domain/hold';
import { inOrder, offerSeconds, type Turn, turnsOf, type Waiter } from '../domain/waiting';
import type { Sql } from '../platform/postgres/postgres';
import { salePhase } from './event-sql';
import { type MailMessage, putInOutbox } from './outbox';

interface Needs {
  readonly newId: () => string;
  readonly mailMessage: MailMessage<'offer'>;
  /** `grace`: the time a message may need from a hold's last instant to the writer, in seconds. */
  readonly times: { readonly grace: number };
}

/**
 * Hands out an event's sellable spots before the public sees them: deletes those that a lowered capacity no longer has,
 * then offers the rest to the waiting list in its order. Must run in every transaction that makes a spot sellable. That
 * transaction must have locked the event (event-sql.ts) before. Returns outbox ids. Throws when there is no such event.
 */
export type GiveToWaiting = (sql: Sql, eventId: string) => Promise<readonly string[]>;

interface WaiterRow extends Waiter {
  readonly id: string;
}

export const giveToWaiting =
  ({ newId, mailMessage, times: { grace } }: Needs): GiveToWaiting =>
  async (sql, eventId) => {
    await trim(sql, eventId);
    const turns = await findTurns(sql, eventId);
    if (turns.length === 0) return [];
    const [sale] = await sql.query<{ offer_seconds: number; confirmed: number }>(findSale, [eventId]);
    if (!sale) throw new Error(`event ${eventId} does not exist, so no spot can be offered`);
    const seats = turns.flatMap(({ waiter, numbers }) => {
      const block = newId();
      return numbers.map((number) => ({ place: waiter.id, block, number }));
    });
    const offered = await sql.query<{ id: string; offers: number }>(makeOffers, [
      eventId,
      seats.map(({ place }) => place),
      seats.map(({ block }) => block),
      seats.map(({ number }) => number),
      offerSeconds(sale.offer_seconds, sale.confirmed),
      grace,
    ]);
    const messages = offered.map(({ id, offers }) => ({
      ...mailMessage({ registrationId: id, template: 'offer', generation: offers }),
      id: newId(),
    }));
    await putInOutbox(sql, messages);
    return messages.map(({ id }) => id);
  };

/** Bounds one transaction; the other places get their offers a minute later. */
const maxOffersPerTransaction = 200;

/**
 * Locks the spots first: the number of spots to hand out must be known, and a row that is only counted may be locked by
 * a writer.
 */
const findTurns = async (sql: Sql, eventId: string): Promise<readonly Turn<WaiterRow>[]> => {
  const picked = await sql.query<{ number: number }>(pickSellable, [eventId, maxOffersPerTransaction]);
  if (picked.length === 0) return [];
  const waiters = await sql.query<WaiterRow>(findWaiters, [eventId, picked.length]);
  return turnsOf(
    inOrder(waiters),
    picked.map(({ number }) => number).sort((a, b) => a - b),
  );
};

/** More waiting places than this make an offer no shorter. */
const maxWaitersCounted = 1000;

const trim = async (sql: Sql, eventId: string) => {
  const [event] = await sql.query<{ capacity: number; rows: number }>(countRows, [eventId]);
  if (!event) return;
  const over = surplus(event.capacity, event.rows);
  const deleted = over > 0 ? await sql.query(deleteSellable, [eventId, over]) : [];
  if (deleted.length === over) await sql.query('UPDATE event SET is_over = false WHERE id = $1', [eventId]);
};

// Counting all spots of an event is worth it only after its capacity was lowered.
const countRows = `
  SELECT capacity, (SELECT count(*)::int FROM spot WHERE event_id = $1) AS rows FROM event WHERE id = $1 AND is_over`;

const deleteSellable = `
  DELETE FROM spot s USING (
    SELECT number FROM spot WHERE event_id = $1 AND block IS NULL ORDER BY number DESC LIMIT $2 FOR UPDATE SKIP LOCKED
  ) picked
  WHERE s.event_id = $1 AND s.number = picked.number AND s.block IS NULL
  RETURNING s.number`;

// As many spots as the first places in line could want. None before the opening or after the end.
const pickSellable = `
  SELECT number FROM spot
  WHERE event_id = $1 AND block IS NULL AND EXISTS (
    SELECT FROM event e JOIN race r ON r.id = e.race_id
    WHERE e.id = $1 AND ${salePhase} = 'open')
  ORDER BY number
  LIMIT (SELECT coalesce(sum(size), 0) FROM (
    SELECT size FROM waiting WHERE event_id = $1 AND state = 'waiting' AND confirmed_at IS NOT NULL ORDER BY rank, position LIMIT $2) first)
  FOR UPDATE SKIP LOCKED`;

// Reads only as many places of each group size as there are spots for. More places of one size would hide those behind
// them, which may want fewer spots.
const findWaiters = `
  SELECT w.* FROM generate_series(1, least($2::int, ${maxGroupSize})) AS fits (size) CROSS JOIN LATERAL (
    SELECT id, rank, position, size FROM waiting
    WHERE event_id = $1 AND state = 'waiting' AND confirmed_at IS NOT NULL AND size = fits.size
    ORDER BY rank, position LIMIT $2::int / fits.size FOR UPDATE) w`;

const findSale = `
  SELECT r.offer_seconds, (SELECT count(*)::int FROM (
    SELECT FROM waiting WHERE event_id = $1 AND state = 'waiting' AND confirmed_at IS NOT NULL LIMIT ${maxWaitersCounted}) w) AS confirmed
  FROM event e JOIN race r ON r.id = e.race_id WHERE e.id = $1`;

// Each offer is a block of its own, with as many spots as the place wants: the key of (block, size) refuses any other
// number. Only its owner may register on it. It ends with the race's registration.
const makeOffers = `
  WITH deal AS (
    SELECT least(clock_timestamp() + make_interval(secs => $5), r.closes_at) AS until, r.hold_seconds
    FROM event e JOIN race r ON r.id = e.race_id WHERE e.id = $1
  ), seat AS (
    SELECT * FROM unnest($2::uuid[], $3::uuid[], $4::int[]) AS seat (place, block, number)
  ), taken AS (
    UPDATE spot s SET block = seat.block FROM seat
    WHERE s.event_id = $1 AND s.number = seat.number AND s.block IS NULL
    RETURNING seat.place, seat.block, seat.number
  ), offered AS (
    SELECT place, block, array_agg(number ORDER BY number) AS numbers FROM taken GROUP BY place, block
  ), cut AS (
    INSERT INTO block (id, event_id, owner, numbers, deal_until, closes_at, hold_seconds)
    SELECT o.block, $1, w.person, o.numbers, until, until + make_interval(secs => hold_seconds + $6), hold_seconds
    FROM offered o JOIN waiting w ON w.id = o.place CROSS JOIN deal
  ), noted AS (
    INSERT INTO audit (actor, action, event_id, detail)
    SELECT 'system', 'offered', $1, jsonb_build_object('place', place, 'spots', numbers, 'block', block) FROM offered
  )
  UPDATE waiting w SET state = 'offered', block = o.block, offers = w.offers + 1
  FROM offered o
  WHERE w.id = o.place
  RETURNING w.id, w.offers`;

/**
 * Offers end with the registration of their race: those that last longer than its new end. What is held already can still be paid for.
 * Runs in the transaction of its caller, who has locked the events of the race.
 */
export const endOffersBy = async (sql: Sql, raceId: string, end: Date): Promise<void> => {
  await sql.query(shortenOffers, [raceId, end.toISOString()]);
};

const shortenOffers = `
  UPDATE block b SET deal_until = $2::timestamptz, closes_at = b.closes_at - (b.deal_until - $2::timestamptz)
  FROM waiting w JOIN event e ON e.id = w.event_id
  WHERE e.race_id = $1 AND w.state = 'offered' AND b.id = w.block AND NOT b.closed AND b.deal_until > $2::timestamptz`;

/**
 * How many sellable rows are deleted at once when the event has more rows than its capacity. The rest are deleted as
 * they come back.
 */
export const surplus = (capacity: number, rows: number): number => Math.max(0, rows - capacity);
