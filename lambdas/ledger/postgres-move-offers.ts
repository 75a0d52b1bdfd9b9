import type { Sql } from '../platform/postgres/postgres';
import { spotSql } from './dealing-sql';

/** An offer that stands: nobody has taken it, and no director has withdrawn it. Its time may be over. */
export interface OpenOffer {
  readonly id: string;
  readonly event_id: string;
  readonly amount: number;
  readonly ends_at: Date;
  readonly is_over: boolean;
}

export const findOpenOffer = async (sql: Sql, registrationId: string): Promise<OpenOffer | undefined> => {
  const [offer] = await sql.query<OpenOffer>(openOffer, [registrationId]);
  return offer;
};

interface NewOffer {
  readonly id: string;
  readonly registrationId: string;
  readonly fromId: string;
  readonly eventId: string;
  readonly block: string;
  readonly limitGroup: string | undefined;
  readonly amount: number;
  readonly currency: string;
  /** The time that a message may need from the last instant of the offer to the writer, in seconds. */
  readonly grace: number;
}

/**
 * Keeps a sellable spot for a runner, in a block of its own, for as long as the race keeps an offer for those who wait. Undefined
 * when no spot is sellable. A director may move a runner after the sale has closed, so its end does not end the offer.
 */
export const makeOffer = async (sql: Sql, offer: NewOffer): Promise<OpenOffer | undefined> => {
  const [made] = await sql.query<OpenOffer>(insertOffer, [
    offer.eventId,
    offer.block,
    offer.registrationId,
    offer.grace,
    offer.id,
    offer.fromId,
    offer.limitGroup ?? null,
    offer.amount,
    offer.currency,
  ]);
  return made;
};

/**
 * Whatever else becomes of a registration ends its offer. The next reclaim gives the spot to others. Returns the events of which a
 * spot was kept.
 */
export const withdrawMoveOffer = async (sql: Sql, registrationId: string): Promise<readonly string[]> => {
  const ended = await sql.query<{ event_id: string }>(endOffer, [registrationId]);
  return ended.map(({ event_id }) => event_id);
};

/** What was paid for a spot goes with it. */
export const passOnDifferences = async (sql: Sql, fromId: string, toId: string): Promise<void> => {
  await sql.query(`UPDATE move_offer SET registration_id = $2 WHERE registration_id = $1 AND state = 'taken'`, [
    fromId,
    toId,
  ]);
};

interface LostDifference {
  /** Of the payment. */
  readonly id: string;
  readonly mover: string;
  readonly event_id: string;
  readonly amount: number;
  readonly currency: string;
}

/** What could not be charged after all was not paid for the entry. Returns the differences among these payments. */
export const takeOffDifferences = (sql: Sql, payments: readonly string[]): Promise<LostDifference[]> =>
  sql.query<LostDifference>(loseDifferences, [payments]);

/**
 * What could not be charged is paid by payment `paidAs`, which has a row in `registration`: it is a part of what the entry costs again.
 * The payment before is nobody's. The caller holds the locks on the payments and on the registration.
 */
export const payDifferenceAgain = async (sql: Sql, offerId: string, paidAs: string): Promise<void> => {
  await sql.query(payAgain, [offerId, paidAs]);
};

/** Their director moves them once more, and says what becomes of the money: what could not be charged before is no longer due. */
export const endUnpaidDifferences = async (sql: Sql, registrationId: string): Promise<void> => {
  await sql.query(endUnpaid, [registrationId]);
};

const openOffer = `
  SELECT id, event_id, amount, ends_at, ends_at <= clock_timestamp() AS is_over
  FROM move_offer WHERE registration_id = $1 AND state = 'open' FOR UPDATE`;

/** $1: the event; $2: the block; $3: the registration. */
const insertOffer = `
  WITH ${spotSql.late('1', '$2')}, deal AS (
    SELECT clock_timestamp() + make_interval(secs => a.offer_seconds) AS until, a.hold_seconds
    FROM event e JOIN race a ON a.id = e.race_id WHERE e.id = $1
  ), cut AS (
    INSERT INTO block (id, event_id, owner, numbers, deal_until, closes_at, hold_seconds)
    SELECT $2, $1, r.person, ARRAY[d.number], until, until + make_interval(secs => $4), hold_seconds
    FROM dealt d CROSS JOIN deal JOIN registration r ON r.id = $3
    RETURNING deal_until
  )
  INSERT INTO move_offer (id, registration_id, from_event, event_id, block, limit_group, amount, currency, ends_at)
  SELECT $5, $3, $6, $1, $2, $7, $8, $9, deal_until FROM cut
  RETURNING id, event_id, amount, ends_at, false AS is_over`;

const endOffer = `
  WITH gone AS (
    UPDATE move_offer SET state = 'withdrawn' WHERE registration_id = $1 AND state = 'open' RETURNING event_id, block
  ), closed AS (
    UPDATE block b SET closes_at = clock_timestamp() FROM gone WHERE b.id = gone.block AND b.closes_at > clock_timestamp()
  )
  SELECT event_id FROM gone`;

const endUnpaid = `
  UPDATE payment p SET unpaid = 'moved' FROM move_offer o
  WHERE o.registration_id = $1 AND p.registration_id = o.paid_as AND p.unpaid = 'due'`;

const payAgain = `
  WITH due AS (SELECT id, registration_id, paid_as, amount FROM move_offer WHERE id = $1),
  before AS (
    UPDATE payment p SET unpaid = NULL FROM due WHERE p.registration_id = due.paid_as
  ), entries AS (
    UPDATE registration_line l SET list = l.list + due.amount, amount = l.amount + due.amount
    FROM due WHERE l.registration_id = due.registration_id AND l.kind = 'entry'
  ), paid AS (
    UPDATE move_offer o SET paid_as = $2, paid_by = o.registration_id FROM due WHERE o.id = due.id
  )
  UPDATE registration r SET share = r.share + due.amount FROM due WHERE r.id = due.registration_id`;

const loseDifferences = `
  WITH lost AS (
    SELECT o.paid_as AS id, o.registration_id AS mover, o.amount, o.currency FROM move_offer o WHERE o.paid_as = ANY ($1::uuid[])
  ), entries AS (
    UPDATE registration_line l SET list = l.list - lost.amount, amount = l.amount - lost.amount
    FROM lost WHERE l.registration_id = lost.mover AND l.kind = 'entry'
  )
  UPDATE registration r SET share = r.share - lost.amount FROM lost WHERE r.id = lost.mover
  RETURNING lost.id, lost.mover, r.event_id, lost.amount, lost.currency`;
