import { isCheckedIn } from '../../../domain/check-in-sql';
import type { Runner } from '../../../domain/person/person';
import { writeAudit } from '../../../ledger/audit';
import { spotSql } from '../../../ledger/dealing-sql';
import { leaveWaitingList, lockEvent } from '../../../ledger/event-sql';
import { type MoneyRow, moneyOf, paymentState, takenBack } from '../../../ledger/move-sql';
import { type MailMessage, putInOutbox } from '../../../ledger/outbox';
import { endUnpaidDifferences, withdrawMoveOffer } from '../../../ledger/postgres-move-offers';
import type { GiveToWaiting } from '../../../ledger/postgres-waiting-offers';
import {
  findForChange,
  freeSpot,
  lockPaymentOf,
  lockSeat,
  type RegistrationForChange,
  voidBib,
} from '../../../ledger/seat-sql';
import { freeUnits } from '../../../ledger/unit-sql';
import type { Sql } from '../../../platform/postgres/postgres';
import { giveBackOf, returnLines } from '../postgres-line-refunds';
import { orderRefunds } from '../postgres-refund-orders';
import { withdrawTransfer } from '../transfer/postgres-transfers';
import type { MoveCommand, MoveFacts } from './move-event';

export interface CarryOutNeeds {
  readonly newId: () => string;
  readonly mailMessage: MailMessage<'moved'>;
  readonly giveToWaiting: GiveToWaiting;
}

interface SeatRow extends MoneyRow {
  readonly live: boolean;
  readonly runner: Runner | null;
  readonly person: string;
  readonly spot: number;
  readonly block: string;
  readonly number: number;
  readonly team_id: string | null;
  readonly is_checked_in: boolean;
  readonly is_run: boolean;
  readonly event_name: string;
  readonly state: 'authorised' | 'captured' | 'voided' | 'failed' | 'refunded';
  readonly authorisation: string | null;
  readonly currency: string;
  readonly undecided: boolean;
  readonly at_bank: boolean;
  /** What was paid for this registration, less what was given back. */
  readonly amount: number;
  /** The position of the entry's line, and what is left of it. Null in a race without a form. */
  readonly entry: number | null;
  readonly entry_left: number | null;
  /** The same before codes and credits. */
  readonly entry_listed: number | null;
}

interface EventRow {
  readonly name: string;
  readonly race_id: string;
  readonly is_run: boolean;
  readonly is_cancelled: boolean;
  readonly price: number | null;
  readonly waiting: number;
  readonly date: string;
  readonly form: unknown;
}

interface ReturnedRow {
  readonly position: number;
  readonly left: number;
  readonly pool_id: string | null;
  readonly unit: number | null;
  readonly block: string | null;
}

/** A registration under the locks that a move takes, and the event to which it is to move. */
export interface Located {
  readonly kind: 'located';
  readonly registrationId: string;
  readonly found: RegistrationForChange;
  readonly seat: SeatRow & { readonly runner: Runner };
  readonly event: EventRow;
  readonly facts: MoveFacts;
}

/** Payments, both events by id, spots, registration, units: the lock order of the ledger (event-sql.ts). */
export const locate = async (
  sql: Sql,
  registrationId: string,
  eventId: string,
): Promise<Located | { readonly kind: 'not-found' | 'no-spot' | 'no-event' }> => {
  await sql.query(lockPaymentOf, [registrationId]);
  const [found] = await sql.query<RegistrationForChange>(findForChange, [registrationId]);
  if (!found) return { kind: 'not-found' };
  for (const id of [...new Set([found.event_id, eventId])].sort()) await sql.query(lockEvent, [id]);
  await sql.query(lockSeat, [registrationId]);
  const [seat] = await sql.query<SeatRow>(findSeat, [registrationId]);
  const [event] = await sql.query<EventRow>(findEvent, [eventId]);
  if (!seat?.runner) return { kind: 'no-spot' };
  if (!event) return { kind: 'no-event' };
  const left = seat.entry_left ?? seat.amount;
  const facts = {
    isLive: seat.live,
    payment: seat.state,
    isUndecided: seat.undecided,
    isAtBank: seat.at_bank,
    isInTeam: seat.team_id !== null,
    isCheckedIn: seat.is_checked_in,
    areAlike: event.race_id === found.race_id && event.is_run && seat.is_run,
    isCancelled: event.is_cancelled,
    // Who is there already takes nothing from those who wait.
    waiting: found.event_id === eventId ? 0 : event.waiting,
    paid: left - takenBack(left, seat),
    listed: seat.entry_listed ?? seat.amount,
    price: event.price ?? undefined,
    currency: seat.currency,
  };
  return { kind: 'located', registrationId, found, seat: { ...seat, runner: seat.runner }, event, facts };
};

/** A sellable spot of the event for this block. It is nobody's hold, so it needs no block that ends. */
export const takeSellableSpot = async (sql: Sql, eventId: string, block: string): Promise<number | undefined> => {
  const [taken] = await sql.query<{ number: number }>(takeSpot, [eventId, block]);
  return taken?.number;
};

interface Move {
  readonly eventId: string;
  /** Their spot in it. */
  readonly number: number;
  readonly block: string;
  readonly limitGroup: string | undefined;
  readonly difference: MoveCommand['difference'];
  /** What is given back of the entry. */
  readonly refund: number;
  /** What they have paid for it, besides. */
  readonly charged?: number;
}

/** `bib`: nobody's any more. `returned`: the positions of items that go back. `outbox`: ids to relay now. */
interface CarriedOut {
  readonly refund: number;
  readonly returned: readonly number[];
  readonly bib: number | undefined;
  readonly offers: number;
  readonly outbox: readonly string[];
}

/** Moves a runner who may be moved, in the transaction of its caller. */
export const carryOut = async (
  sql: Sql,
  needs: CarryOutNeeds,
  { registrationId, found, seat, event }: Located,
  move: Move,
): Promise<CarriedOut> => {
  const { eventId, number, block, limitGroup, charged = 0 } = move;
  const { event_id: fromId } = found;
  const { currency } = seat;
  await sql.query(takeSeat, [registrationId, eventId, number, block, limitGroup ?? null]);
  await sql.query(freeSpot, [fromId, seat.spot, seat.block]);
  const givesBack = move.difference !== 'leave' && !seat.spot_lost;
  const lost = await returnItems(sql, registrationId, eventId, givesBack);
  const refund = move.refund + lost.refund;
  if (refund > 0)
    await giveBackOf(sql, registrationId, {
      position: seat.entry ?? 0,
      refund: move.refund,
      isLive: true,
      share: seat.amount - lost.refund,
    });
  if (charged > 0) await addToPaid(sql, registrationId, seat.amount - refund, charged);
  const [bib] = await sql.query<{ number: number }>(voidBib, [registrationId]);
  await withdrawTransfer(sql, registrationId);
  await withdrawMoveOffer(sql, registrationId);
  await endUnpaidDifferences(sql, registrationId);
  await sql.query(leaveWaitingList, [eventId, [seat.person]]);
  const detail = {
    ...{ from: fromId, fromName: seat.event_name, to: eventId, toName: event.name, spots: [seat.spot, number] },
    ...{ refund, currency, returned: lost.positions, ...(charged > 0 && { charged }) },
  };
  const actor = charged > 0 ? 'runner' : 'director';
  await writeAudit(sql, [{ actor, action: 'moved', eventId, registrationId, detail }]);
  const [{ moves } = { moves: 1 }] = await sql.query<{ moves: number }>(countMoves, [registrationId]);
  const mail = { ...needs.mailMessage({ registrationId, template: 'moved', generation: moves }), id: needs.newId() };
  const orders = await orderRefunds(sql, needs.newId, registrationId, { found, payment: seat, refund });
  await putInOutbox(sql, [mail, ...orders]);
  const offers = await needs.giveToWaiting(sql, fromId);
  return {
    ...{ refund, returned: lost.positions, bib: bib?.number, offers: offers.length },
    outbox: [mail.id, ...orders.map(({ id }) => id), ...offers],
  };
};

/** Items that are sold in other events alone, unless somebody has them in hand. */
export const itemsToReturn = (sql: Sql, registrationId: string, eventId: string): Promise<ReturnedRow[]> =>
  sql.query<ReturnedRow>(findReturned, [registrationId, eventId]);

const returnItems = async (sql: Sql, registrationId: string, eventId: string, givesBack: boolean) => {
  const lines = await itemsToReturn(sql, registrationId, eventId);
  const refunds = new Map(lines.map(({ position, left }) => [position, givesBack ? left : 0]));
  if (lines.length > 0) await returnLines(sql, registrationId, refunds);
  const units = lines.filter(({ unit }) => unit !== null);
  if (units.length > 0)
    await sql.query(freeUnits, [
      units.map(({ pool_id }) => pool_id),
      units.map(({ unit }) => unit),
      units.map(({ block }) => block),
    ]);
  return { positions: [...refunds.keys()], refund: [...refunds.values()].reduce((sum, one) => sum + one, 0) };
};

/**
 * The entry costs so much more from now on. What is given back later is reckoned from that, and comes from the payment of the
 * difference first.
 */
const addToPaid = async (sql: Sql, registrationId: string, share: number, charged: number) => {
  await sql.query('UPDATE registration SET share = $2 WHERE id = $1', [registrationId, share + charged]);
  await sql.query(addToEntry, [registrationId, charged]);
};

const addToEntry = `
  UPDATE registration_line SET list = list + $2, amount = amount + $2 WHERE registration_id = $1 AND kind = 'entry'`;

/** Read after the locks: a statement that waits does not see what the lock's holder committed. */
const findSeat = `
  SELECT r.live, r.runner, r.person, r.spot, r.block, r.number, r.team_id, ${isCheckedIn('r.id')} AS is_checked_in,
         e.kind = 'run' AS is_run, e.name AS event_name, ${paymentState} AS state, p.authorisation, p.currency, f.undecided, f.at_bank, f.spot_lost, f.moves_left, f.moves_lost,
         coalesce(r.share, p.capture_amount, p.amount) AS amount, l.position AS entry, l.amount - coalesce(l.refund, 0) AS entry_left,
         l.list - coalesce(l.refund, 0) AS entry_listed
  FROM registration r JOIN event e ON e.id = r.event_id JOIN payment p ON p.registration_id = coalesce(r.paid_as, r.id)
  LEFT JOIN registration_line l ON l.registration_id = r.id AND l.kind = 'entry'
  CROSS JOIN LATERAL (${moneyOf}) f
  WHERE r.id = $1 FOR NO KEY UPDATE OF r`;

const findEvent = `
  SELECT e.name, e.race_id, e.kind = 'run' AS is_run, e.sale = 'cancelled' OR a.cancelled_at IS NOT NULL AS is_cancelled,
         to_char(a.date, 'YYYY-MM-DD') AS date, f.definition AS form,
         (SELECT amount FROM price WHERE event_id = e.id AND starts_at <= clock_timestamp() ORDER BY starts_at DESC LIMIT 1) AS price,
         (SELECT count(*)::int FROM waiting WHERE event_id = e.id AND state = 'waiting' AND confirmed_at IS NOT NULL) AS waiting
  FROM event e JOIN race a ON a.id = e.race_id LEFT JOIN form f ON f.race_id = a.id AND f.revision = a.form_revision
  WHERE e.id = $1`;

/** $1: the event; $2: the block. */
const takeSpot = `WITH ${spotSql.late('1', '$2')} SELECT number FROM dealt`;

/** Three unique indexes may refuse it: a person has one spot in an event, one in a limit group, and a spot has one runner. */
const takeSeat = `
  UPDATE registration SET event_id = $2, spot = $3, number = $3, block = $4, limit_group = $5 WHERE id = $1`;

/** By the form that the registration was made with: it says what a line is called. $2: the new event. */
const findReturned = `
  SELECT l.position, l.amount - coalesce(l.refund, 0) AS left, l.pool_id, l.unit, l.block
  FROM registration r JOIN event e ON e.id = r.event_id
  JOIN form f ON f.race_id = e.race_id AND f.revision = r.form_revision
  JOIN registration_line l ON l.registration_id = r.id AND l.kind = 'item' AND l.state = 'given' AND l.handed_out_at IS NULL
  WHERE r.id = $1 AND EXISTS (
    SELECT FROM jsonb_array_elements(coalesce(f.definition -> 'items', '[]')) AS i (item)
    WHERE i.item -> 'variants' @> jsonb_build_array(jsonb_build_object('id', l.ref))
      AND i.item ? 'events' AND NOT i.item -> 'events' ? $2)
  ORDER BY l.position`;

const countMoves = `
  SELECT count(*)::int AS moves FROM audit WHERE registration_id = $1 AND action = 'moved'`;
