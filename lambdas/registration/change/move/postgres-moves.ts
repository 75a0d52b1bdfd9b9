import type { Runner } from '../../../domain/person/person';
import { writeAudit } from '../../../ledger/audit';
import { spotSql } from '../../../ledger/dealing-sql';
import { type MailMessage, putInOutbox } from '../../../ledger/outbox';
import { findOpenOffer, makeOffer, withdrawMoveOffer } from '../../../ledger/postgres-move-offers';
import type { Postgres, Sql } from '../../../platform/postgres/postgres';
import { sqlStateOf } from '../../../platform/postgres/postgres';
import { retryOnConflict, uniqueViolation } from '../../../platform/retry';
import type { EntryFault } from '../ports';
import { type MoveCommand, type Moved, type MovedRegistration, type Moves, mayMove } from './move-event';
import {
  type CarryOutNeeds,
  carryOut,
  itemsToReturn,
  type Located,
  locate,
  takeSellableSpot,
} from './postgres-carry-out-move';

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

interface Needs extends CarryOutNeeds {
  readonly postgres: Postgres;
  readonly mailMessage: MailMessage<'moved' | 'move-offer'>;
  readonly judge: (sql: Sql, candidate: MoveCandidate) => Promise<MoveVerdict>;
  /** `grace`: the time that a message may need from the last instant of an offer to the writer, in seconds. */
  readonly times: { readonly grace: number };
}

/** No spot can be kept. It ends the transaction. */
class NoneLeft extends Error {
  readonly kind: 'held' | 'full';

  constructor(kind: NoneLeft['kind']) {
    super(`The event is ${kind}.`);
    this.kind = kind;
  }
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
      if (error instanceof NoneLeft) return { kind: error.kind };
      throw error;
    }
  }

  withdraw(registrationId: string) {
    return this.#needs.postgres.transaction(async (sql) => {
      const [eventId] = await withdrawMoveOffer(sql, registrationId);
      if (eventId === undefined) return { kind: 'no-offer' } as const;
      await writeAudit(sql, [{ actor: 'director', action: 'move-withdrawn', eventId, registrationId }]);
      return { kind: 'withdrawn' } as const;
    });
  }

  async #move(sql: Sql, { registrationId, eventId, ...command }: MoveCommand): Promise<Moved> {
    const located = await locate(sql, registrationId, eventId);
    if (located.kind !== 'located') return located;
    const { found, seat, event, facts } = located;
    const { event_id: fromId, paid_as: paidAs } = found;
    const { paid, price, currency } = facts;
    const ruling = mayMove(facts, fromId === eventId ? { ...command, difference: 'leave' } : command);
    if (ruling.kind !== 'move' && ruling.kind !== 'offer') return ruling;
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
      ? await this.#needs.judge(sql, { form: event.form, eventId, date: event.date, runner: seat.runner })
      : { broken: [], unanswered: [] };
    if (broken.length > 0) return { kind: 'not-eligible', faults: broken };
    if (ruling.kind === 'offer') {
      const offered = await this.#offer(sql, located, { eventId, amount: ruling.by, limitGroup });
      return { ...about, ...offered, unanswered };
    }

    const block = this.#needs.newId();
    const number = await takeSellableSpot(sql, eventId, block);
    if (number === undefined) return { kind: await this.#noneLeft(sql, eventId) };
    const { difference } = command;
    const move = { eventId, number, block, limitGroup, difference, refund: ruling.refund };
    const { outbox: _, ...carriedOut } = await carryOut(sql, this.#needs, located, move);
    return { ...about, ...carriedOut, number, unanswered, isChanged: true };
  }

  async #noneLeft(sql: Sql, eventId: string): Promise<NoneLeft['kind']> {
    const [state] = await sql.query<{ left: boolean }>(spotSql.anyLeft, [eventId]);
    return state?.left ? 'held' : 'full';
  }

  /**
   * Keeps a spot for them and mails them. The same offer again changes nothing; another one replaces it. Throws NoneLeft, so that
   * the one before stays.
   */
  async #offer(
    sql: Sql,
    { registrationId, found, seat, event }: Located,
    { eventId, amount, limitGroup }: { eventId: string; amount: number; limitGroup: string | undefined },
  ): Promise<Omit<MovedRegistration, 'from' | 'to' | 'paid' | 'currency' | 'paidAs' | 'unanswered'>> {
    const { newId, mailMessage, times } = this.#needs;
    const { currency } = seat;
    const before = await findOpenOffer(sql, registrationId);
    const isSame = before?.event_id === eventId && before.amount === amount && !before.is_over;
    if (!isSame) await withdrawMoveOffer(sql, registrationId);
    const fromId = found.event_id;
    const wanted = { id: newId(), block: newId(), registrationId, fromId, eventId, limitGroup, amount, currency };
    const offer = isSame ? before : await makeOffer(sql, { ...wanted, ...times });
    if (!offer) throw new NoneLeft(await this.#noneLeft(sql, eventId));
    const [{ number, offers } = { number: 0, offers: 1 }] = await sql.query<{ number: number; offers: number }>(
      countOffers,
      [registrationId, offer.id],
    );
    if (!isSame) {
      const until = offer.ends_at.toISOString();
      const detail = {
        from: fromId,
        fromName: seat.event_name,
        to: eventId,
        toName: event.name,
        amount,
        currency,
        until,
      };
      await writeAudit(sql, [{ actor: 'director', action: 'move-offered', eventId: fromId, registrationId, detail }]);
      const mail = mailMessage({ registrationId, template: 'move-offer', generation: offers });
      await putInOutbox(sql, [{ ...mail, id: newId() }]);
    }
    const returned = await itemsToReturn(sql, registrationId, eventId);
    return {
      ...{ number, refund: 0, offers: 0, returned: returned.map(({ position }) => position), isChanged: !isSame },
      offer: { amount, endsAt: offer.ends_at },
    };
  }
}

/** The spot that is kept, and how many offers there were. */
const countOffers = `
  SELECT b.numbers[1] AS number, (SELECT count(*)::int FROM move_offer WHERE registration_id = $1) AS offers
  FROM move_offer o JOIN block b ON b.id = o.block WHERE o.id = $2`;
