import type { OutboxMessage } from '../platform/outbox';
import { putInOutbox } from '../platform/outbox';
import type { Sql } from '../platform/postgres/postgres';
import type { Times } from './block';
import { surplus } from './capacity';

/** A mail as the outbox takes it, without its id. */
export type MailMessage = (order: {
  registrationId: string;
  template: 'offer';
  generation: number;
}) => Omit<OutboxMessage, 'id'>;

interface Needs {
  readonly newId: () => string;
  readonly mailMessage: MailMessage;
  readonly times: Pick<Times, 'offer' | 'hold' | 'grace'>;
}

/**
 * Disposes of an event's sellable spots before the public sees them: deletes what a lowered capacity no longer has,
 * then offers the rest to those who wait, in their order. Belongs into every transaction that made a spot sellable,
 * and that holds the event's row (lock-event.ts) since before it did. Answers outbox ids.
 */
export type GiveToWaiting = (sql: Sql, eventId: string) => Promise<readonly string[]>;

export const giveToWaiting =
  ({ newId, mailMessage, times: { offer, hold, grace } }: Needs): GiveToWaiting =>
  async (sql, eventId) => {
    await trim(sql, eventId);
    const offered = await sql.query<{ id: string; offers: number }>(makeOffers, [
      eventId,
      Array.from({ length: mostOffers }, newId),
      offer,
      hold + grace,
    ]);
    const messages = offered.map(({ id, offers }) => ({
      ...mailMessage({ registrationId: id, template: 'offer', generation: offers }),
      id: newId(),
    }));
    await putInOutbox(sql, messages);
    return messages.map(({ id }) => id);
  };

/** In one transaction; whoever is left gets his offer a minute later. */
const mostOffers = 200;

const trim = async (sql: Sql, eventId: string) => {
  const [event] = await sql.query<{ capacity: number; rows: number }>(countRows, [eventId]);
  if (!event) return;
  const over = surplus(event.capacity, event.rows);
  const deleted = over > 0 ? await sql.query(deleteSellable, [eventId, over]) : [];
  if (deleted.length === over) await sql.query('UPDATE event SET is_over = false WHERE id = $1', [eventId]);
};

// Counting all of an event's spots is worth it only after its capacity was lowered.
const countRows = `
  SELECT capacity, (SELECT count(*)::int FROM spot WHERE event_id = $1) AS rows FROM event WHERE id = $1 AND is_over`;

const deleteSellable = `
  DELETE FROM spot s USING (
    SELECT number FROM spot WHERE event_id = $1 AND block IS NULL ORDER BY number DESC LIMIT $2 FOR UPDATE SKIP LOCKED
  ) picked
  WHERE s.event_id = $1 AND s.number = picked.number AND s.block IS NULL
  RETURNING s.number`;

// Each offer is a block of one spot, which only its owner may register on. It ends with the race's registration.
const makeOffers = `
  WITH deal AS (
    SELECT least(clock_timestamp() + make_interval(secs => $3), r.closes_at) AS until
    FROM event e JOIN race r ON r.id = e.race_id
    WHERE e.id = $1 AND clock_timestamp() >= r.opens_at AND clock_timestamp() < r.closes_at
  ), due AS (
    SELECT id, person FROM waiting WHERE event_id = $1 AND state = 'waiting'
    ORDER BY rank, position LIMIT cardinality($2::uuid[]) FOR UPDATE
  ), turn AS (
    SELECT d.*, row_number() OVER (ORDER BY w.rank, w.position) AS n FROM due d JOIN waiting w USING (id)
  ), picked AS (
    SELECT number FROM spot WHERE event_id = $1 AND block IS NULL AND EXISTS (SELECT 1 FROM deal)
    ORDER BY number LIMIT (SELECT count(*) FROM turn) FOR UPDATE SKIP LOCKED
  ), pair AS (
    SELECT turn.id, turn.person, p.number, fresh.block
    FROM turn
    JOIN (SELECT number, row_number() OVER (ORDER BY number) AS n FROM picked) p USING (n)
    JOIN unnest($2::uuid[]) WITH ORDINALITY AS fresh (block, n) USING (n)
  ), taken AS (
    UPDATE spot s SET block = pair.block FROM pair
    WHERE s.event_id = $1 AND s.number = pair.number AND s.block IS NULL
    RETURNING s.number, s.block
  ), cut AS (
    INSERT INTO block (id, event_id, owner, numbers, deal_until, closes_at)
    SELECT block, $1, pair.person, ARRAY[number], until, until + make_interval(secs => $4)
    FROM taken JOIN pair USING (block, number) CROSS JOIN deal
    RETURNING id
  ), noted AS (
    INSERT INTO audit (actor, action, event_id, detail)
    SELECT 'system', 'offered', $1, jsonb_build_object('place', pair.id, 'spot', number, 'block', block)
    FROM pair JOIN cut ON cut.id = pair.block
  )
  UPDATE waiting w SET state = 'offered', block = cut.id, offers = w.offers + 1
  FROM pair JOIN cut ON cut.id = pair.block
  WHERE w.id = pair.id
  RETURNING w.id, w.offers`;
