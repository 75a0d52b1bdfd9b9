import type { PaidMove } from '../../domain/move';
import { writeAudit } from '../../ledger/audit';
import { dueDifferenceOf } from '../../ledger/move-offer-sql';
import { orderPayments } from '../../ledger/postgres-follow-ups';
import { payDifferenceAgain, withdrawMoveOffer } from '../../ledger/postgres-move-offers';
import type { Sql } from '../../platform/postgres/postgres';
import { mayMove } from '../change/move/move-event';
import {
  type CarryOutNeeds,
  carryOut,
  type Located,
  locate,
  takeSellableSpot,
} from '../change/move/postgres-carry-out-move';
import { lockDueFee, payFeeAgain } from '../change/transfer/postgres-due-fees';
import { isIn } from '../change/transfer/postgres-offered-transfers';
import type { Registrations } from '../ports';

type RecordedMove = Awaited<ReturnType<Registrations['move']>>;

/**
 * Moves a runner whose card holds the difference, and orders the capture; or orders it for one who was moved before, and whose difference
 * could not be charged then; or writes that nothing was moved, and orders that the card is let go. The same of a fee that could not be
 * charged. Runs in its caller's transaction.
 */
export const recordMove = async (sql: Sql, needs: CarryOutNeeds, paid: PaidMove): Promise<RecordedMove> => {
  const { quote, authorisation, submittedAt } = paid;
  const { registrationId, raceId, eventId, difference, currency } = quote;
  const before = await sql.query('SELECT FROM registration WHERE id = $1', [registrationId]);
  if (before.length > 0) return { decisions: [], deferred: [], outbox: [] };
  if (quote.isFee) return recordDueFee(sql, needs, paid);
  const ready = await findReady(sql, needs.newId, quote);
  // After the locks, which that has taken.
  const due = ready ? undefined : await findDue(sql, quote);
  await sql.query(insertPayer, [registrationId, eventId, submittedAt, 'move']);
  const order = { registrationId, raceId, eventId, authorisation, amount: difference, currency };
  if (due) {
    const { offerId, moverId } = quote;
    await payDifferenceAgain(sql, offerId, registrationId);
    // Its time is over, and a payment for it may still be on its way: that would be for this difference as well.
    await withdrawMoveOffer(sql, moverId);
    const about = { eventId, registrationId: moverId, detail: { amount: difference, currency } };
    await writeAudit(sql, [{ actor: 'runner', action: 'move-paid-again', ...about }]);
    return {
      decisions: [],
      deferred: [],
      outbox: await orderPayments(sql, needs.newId, [{ ...order, action: 'capture' }]),
      moved: { registrationId: moverId, paidAs: due.paid_as },
    };
  }
  // Why nothing was moved, their page says: no mail has words for it.
  if (!ready)
    return {
      decisions: [],
      deferred: [],
      outbox: await orderPayments(sql, needs.newId, [{ ...order, action: 'void' }]),
    };
  const { located, number, block, limitGroup } = ready;
  await sql.query(takeOffer, [quote.offerId, registrationId]);
  const { outbox } = await carryOut(sql, needs, located, {
    ...{ eventId, number, block, limitGroup, refund: 0, charged: difference },
    difference: 'charge',
  });
  const orders = await orderPayments(sql, needs.newId, [{ ...order, action: 'capture' }]);
  return {
    decisions: [],
    deferred: [],
    outbox: [...outbox, ...orders],
    moved: { registrationId: quote.moverId, paidAs: located.found.paid_as },
  };
};

/** The same for the fee of somebody who took a spot over. It is no part of what the entry has cost. */
const recordDueFee = async (
  sql: Sql,
  { newId }: CarryOutNeeds,
  { quote, authorisation, submittedAt }: PaidMove,
): Promise<RecordedMove> => {
  const { offerId, moverId: runnerId, registrationId, raceId, eventId, difference: amount, currency } = quote;
  const fee = { transferId: offerId, runnerId, amount };
  const due = await lockDueFee(sql, fee);
  await sql.query(insertPayer, [registrationId, eventId, submittedAt, 'fee']);
  if (due) await payFeeAgain(sql, fee, { due: due.paidAs, paidWith: registrationId, eventId, currency });
  const order = { registrationId, raceId, eventId, authorisation, amount, currency };
  const outbox = await orderPayments(sql, newId, [{ ...order, action: due ? 'capture' : 'void' }]);
  const moved = due && { registrationId: runnerId, paidAs: runnerId };
  return { decisions: [], deferred: [], outbox, ...(moved && { moved }) };
};

interface Ready {
  readonly located: Located;
  readonly number: number;
  readonly block: string;
  readonly limitGroup: string | undefined;
}

interface OfferRow {
  readonly registration_id: string;
  readonly from_event: string;
  readonly event_id: string;
  readonly block: string;
  readonly limit_group: string | null;
}

/**
 * The spot to which they move, while the offer stands as it was made. What the new event costs by now, and whether its sale goes on,
 * changes nothing for somebody who has paid in time.
 */
const findReady = async (
  sql: Sql,
  newId: () => string,
  { offerId, moverId, eventId }: PaidMove['quote'],
): Promise<Ready | undefined> => {
  const located = await locate(sql, moverId, eventId);
  if (located.kind !== 'located') return undefined;
  const [offer] = await sql.query<OfferRow>(lockOffer, [offerId]);
  const { found, seat, facts } = located;
  if (offer?.registration_id !== moverId || offer.event_id !== eventId || offer.from_event !== found.event_id)
    return undefined;
  if (facts.isUndecided || mayMove(facts, { difference: 'leave', passesWaiting: true }).kind !== 'move')
    return undefined;
  const limitGroup = offer.limit_group ?? undefined;
  if (await isIn(sql, { eventId, person: seat.person, limitGroup, fromId: moverId })) return undefined;
  const [kept] = await sql.query<{ number: number }>(lockKept, [eventId, offer.block]);
  if (kept) return { located, number: kept.number, block: offer.block, limitGroup };
  // The message was long on its way, and the spot went back: any sellable one will do, because they paid in time.
  const block = newId();
  const number = await takeSellableSpot(sql, eventId, block);
  return number === undefined ? undefined : { located, number, block, limitGroup };
};

/** Who paid for the spot of a runner who was moved, and who still owes exactly this difference. */
const findDue = async (
  sql: Sql,
  { offerId, moverId, eventId, difference }: PaidMove['quote'],
): Promise<{ readonly paid_as: string } | undefined> => {
  const [due] = await sql.query<{ paid_as: string }>(lockDue, [moverId, offerId, eventId, difference]);
  return due;
};

const lockDue = `
  SELECT coalesce(r.paid_as, r.id) AS paid_as FROM ${dueDifferenceOf('$1')} AND o.id = $2 AND o.event_id = $3 AND o.amount = $4
  FOR UPDATE OF o`;

const lockOffer = `
  SELECT registration_id, from_event, event_id, block, limit_group FROM move_offer
  WHERE id = $1 AND state = 'open' FOR UPDATE`;

const lockKept = 'SELECT number FROM spot WHERE event_id = $1 AND block = $2 FOR UPDATE';

/** It is nobody's registration: it carries the payment. $4: what that is for. */
const insertPayer = `
  INSERT INTO registration (id, event_id, outcome, live, via, submitted_at) VALUES ($1, $2, 'refused', false, $4, $3)`;

/** `paid_by` stays when the spot is passed on later. */
const takeOffer = `
  UPDATE move_offer SET state = 'taken', paid_as = $2, paid_by = registration_id WHERE id = $1`;
