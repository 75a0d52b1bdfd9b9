import { isCheckedIn } from '../../../domain/check-in-sql';
import type { Runner } from '../../../domain/person/person';
import { writeAudit } from '../../../ledger/audit';
import { spotSql } from '../../../ledger/dealing-sql';
import { isDisputed } from '../../../ledger/dispute-sql';
import { leaveWaitingList, lockEvent } from '../../../ledger/event-sql';
import { type MailMessage, putInOutbox } from '../../../ledger/outbox';
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
import { type Postgres, type Sql, sqlStateOf } from '../../../platform/postgres/postgres';
import { retryOnConflict, uniqueViolation } from '../../../platform/retry';
import type { EntryFault } from '../ports';
import { giveBackOf, returnLines } from '../postgres-line-refunds';
import { refundOrder, wantMoreRefund } from '../postgres-refund-orders';
import { withdrawTransfer } from '../transfer/postgres-transfers';
import { type MoveCommand, type Moved, type Moves, mayMove } from './move-event';

/** A runner, and the rules of the event that they are to run in. */
export interface MoveCandidate {
  /** The present form of the race. */
  readonly form: unknown;
  readonly eventId: string;
  /** Of the race: `yyyy-mm-dd`. */
  readonly date: string;
  readonly runner: Runner;
}

/** What of the rules they break, and what they were never asked. */
export interface MoveVerdict {
  readonly broken: readonly EntryFault[];
  readonly unanswered: readonly string[];
  readonly limitGroup?: string | undefined;
}

interface Needs {
  readonly postgres: Postgres;
  readonly newId: () => string;
  readonly mailMessage: MailMessage<'moved'>;
  readonly giveToWaiting: GiveToWaiting;
  readonly judge: (sql: Sql, candidate: MoveCandidate) => Promise<MoveVerdict>;
}

interface SeatRow {
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
  readonly disputed: boolean;
  /** What was paid for this registration, less what was given back. */
  readonly amount: number;
  /** The position of the entry's line, and what is left of it. Null in a race without a form. */
  readonly entry: number | null;
  readonly entry_left: number | null;
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

export class PostgresMoves implements Moves {
  readonly #needs: Needs;

  constructor(needs: Needs) {
    this.#needs = needs;
  }

  async move(command: MoveCommand): Promise<Moved> {
    try {
      return await this.#needs.postgres.transaction((sql) => this.#move(sql, command), { retryOn: retryOnConflict });
    } catch (error) {
      // They are in the new event already, or in another one of its limit group, under another registration.
      if (sqlStateOf(error) === uniqueViolation) return { kind: 'same-person' };
      throw error;
    }
  }

  /** Payment, both events by id, spots, registration, units: the lock order of the ledger (event-sql.ts). */
  async #move(sql: Sql, { registrationId, eventId, ...command }: MoveCommand): Promise<Moved> {
    await sql.query(lockPaymentOf, [registrationId]);
    const [found] = await sql.query<RegistrationForChange>(findForChange, [registrationId]);
    if (!found) return { kind: 'not-found' };
    const { event_id: fromId, paid_as: paidAs } = found;
    for (const id of [...new Set([fromId, eventId])].sort()) await sql.query(lockEvent, [id]);
    await sql.query(lockSeat, [registrationId]);
    const [seat] = await sql.query<SeatRow>(findSeat, [registrationId]);
    const [event] = await sql.query<EventRow>(findEvent, [eventId]);
    if (!seat?.runner) return { kind: 'no-spot' };
    if (!event) return { kind: 'no-event' };
    const { runner, currency } = seat;
    const paid = seat.entry_left ?? seat.amount;
    const price = event.price ?? undefined;
    const ruling = mayMove(
      {
        isLive: seat.live,
        payment: seat.state,
        isDisputed: seat.disputed,
        isInTeam: seat.team_id !== null,
        isCheckedIn: seat.is_checked_in,
        areAlike: event.race_id === found.race_id && event.is_run && seat.is_run,
        isCancelled: event.is_cancelled,
        // Who is there already takes nothing from those who wait.
        waiting: fromId === eventId ? 0 : event.waiting,
        ...{ paid, price, currency },
      },
      fromId === eventId ? { ...command, difference: 'leave' } : command,
    );
    if (ruling.kind !== 'move') return ruling;
    const about = {
      kind: 'moved' as const,
      from: { eventId: fromId, name: seat.event_name },
      to: { eventId, name: event.name },
      ...{ paid, price, currency, paidAs },
    };
    if (fromId === eventId) {
      const nothing = { number: seat.number, refund: 0, returned: [], unanswered: [], offers: 0, isChanged: false };
      return { ...about, ...nothing };
    }
    const { broken, unanswered, limitGroup } = event.form
      ? await this.#needs.judge(sql, { form: event.form, eventId, date: event.date, runner })
      : { broken: [], unanswered: [] };
    if (broken.length > 0) return { kind: 'not-eligible', faults: broken };

    const block = this.#needs.newId();
    const [taken] = await sql.query<{ number: number }>(takeSpot, [eventId, block]);
    if (!taken) {
      const [state] = await sql.query<{ left: boolean }>(spotSql.anyLeft, [eventId]);
      return { kind: state?.left ? 'held' : 'full' };
    }
    const { number } = taken;
    await sql.query(takeSeat, [registrationId, eventId, number, block, limitGroup ?? null]);
    await sql.query(freeSpot, [fromId, seat.spot, seat.block]);
    const lost = await this.#returnItems(sql, registrationId, eventId, command.difference);
    const refund = ruling.refund + lost.refund;
    if (refund > 0)
      await giveBackOf(sql, registrationId, {
        position: seat.entry ?? 0,
        refund: ruling.refund,
        isLive: true,
        share: seat.amount - lost.refund,
      });
    const [bib] = await sql.query<{ number: number }>(voidBib, [registrationId]);
    await withdrawTransfer(sql, registrationId);
    await sql.query(leaveWaitingList, [eventId, [seat.person]]);
    const detail = {
      ...{ from: fromId, fromName: seat.event_name, to: eventId, toName: event.name, spots: [seat.spot, number] },
      ...{ refund, currency, returned: lost.positions },
    };
    await writeAudit(sql, [{ actor: 'director', action: 'moved', eventId, registrationId, detail }]);
    await this.#order(sql, registrationId, found, seat, refund);
    const offers = await this.#needs.giveToWaiting(sql, fromId);
    return {
      ...about,
      ...{ number, refund, returned: lost.positions, unanswered, bib: bib?.number },
      ...{ offers: offers.length, isChanged: true },
    };
  }

  /** Items that are sold in other events alone, unless somebody has them in hand. */
  async #returnItems(sql: Sql, registrationId: string, eventId: string, difference: MoveCommand['difference']) {
    const lines = await sql.query<ReturnedRow>(findReturned, [registrationId, eventId]);
    const refunds = new Map(lines.map(({ position, left }) => [position, difference === 'refund' ? left : 0]));
    if (lines.length > 0) await returnLines(sql, registrationId, refunds);
    const units = lines.filter(({ unit }) => unit !== null);
    if (units.length > 0)
      await sql.query(freeUnits, [
        units.map(({ pool_id }) => pool_id),
        units.map(({ unit }) => unit),
        units.map(({ block }) => block),
      ]);
    return { positions: [...refunds.keys()], refund: [...refunds.values()].reduce((sum, one) => sum + one, 0) };
  }

  /** The mail about it, and the money. `relay-outbox` sends both within a minute. */
  async #order(sql: Sql, registrationId: string, found: RegistrationForChange, seat: SeatRow, refund: number) {
    const { newId, mailMessage } = this.#needs;
    const [{ moves } = { moves: 1 }] = await sql.query<{ moves: number }>(countMoves, [registrationId]);
    const mail = { ...mailMessage({ registrationId, template: 'moved', generation: moves }), id: newId() };
    const orders = refund > 0 ? refundOrder(newId, found, seat, await wantMoreRefund(sql, found.paid_as, refund)) : [];
    await putInOutbox(sql, [mail, ...orders]);
  }
}

/** Read after the locks: a statement that waits does not see what the lock's holder committed. */
const findSeat = `
  SELECT r.live, r.runner, r.person, r.spot, r.block, r.number, r.team_id, ${isCheckedIn('r.id')} AS is_checked_in,
         e.kind = 'run' AS is_run, e.name AS event_name, p.state, p.authorisation, p.currency, ${isDisputed('p.registration_id')} AS disputed,
         coalesce(r.share, p.capture_amount, p.amount) AS amount, l.position AS entry, l.amount - coalesce(l.refund, 0) AS entry_left
  FROM registration r JOIN event e ON e.id = r.event_id JOIN payment p ON p.registration_id = coalesce(r.paid_as, r.id)
  LEFT JOIN registration_line l ON l.registration_id = r.id AND l.kind = 'entry'
  WHERE r.id = $1 FOR NO KEY UPDATE OF r`;

const findEvent = `
  SELECT e.name, e.race_id, e.kind = 'run' AS is_run, e.sale = 'cancelled' OR a.cancelled_at IS NOT NULL AS is_cancelled,
         to_char(a.date, 'YYYY-MM-DD') AS date, f.definition AS form,
         (SELECT amount FROM price WHERE event_id = e.id AND starts_at <= clock_timestamp() ORDER BY starts_at DESC LIMIT 1) AS price,
         (SELECT count(*)::int FROM waiting WHERE event_id = e.id AND state = 'waiting' AND confirmed_at IS NOT NULL) AS waiting
  FROM event e JOIN race a ON a.id = e.race_id LEFT JOIN form f ON f.race_id = a.id AND f.revision = a.form_revision
  WHERE e.id = $1`;

/** One sellable spot of event $1 for block $2. It is nobody's hold, so it needs no block that ends. */
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
