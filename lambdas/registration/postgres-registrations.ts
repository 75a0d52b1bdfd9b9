import type { Postgres, Sql } from '../platform/postgres/postgres';
import { retryOnConflict, retryOnConflictOrDuplicate } from '../platform/retry';
import { mayComeToHim } from '../spots/any-left';
import { lockEvent } from '../spots/lock-event';
import { Deciding } from './deciding';
import type { Recorded, Registrations, Sweep } from './ports';
import { orderWhatFollows, updateWaitingList } from './postgres-consequences';
import { orderPayments, putOrders } from './postgres-payment-orders';
import type { CompleteSwept } from './postgres-swept-runners';
import { recordTogether } from './postgres-together';
import { type Outcome, personOf, type Submission } from './registration';
import {
  classify,
  decideWithoutSpot,
  mayStillCome,
  recordHeld,
  recordLate,
  releaseUnused,
  sweepUndecided,
} from './registration-sql';

/**
 * Somebody is refused and goes onto the waiting list, which needs the event's lock; and whoever locks both locks the event
 * before its spots. So the transaction is undone, and done again the other way round.
 */
class NeedsEvent extends Error {}

interface Needs {
  readonly postgres: Postgres;
  readonly newId: () => string;
  readonly completeSwept: CompleteSwept;
}

interface Unsettled {
  readonly id: string;
  readonly authorisation: string | null;
  readonly amount: number | null;
  readonly currency: string | null;
  readonly wanted: 'capture' | 'void';
}

interface Classified {
  readonly id: string;
  readonly outcome: Outcome | null;
  readonly number: number | null;
  readonly same_person: boolean;
}

export class PostgresRegistrations implements Registrations {
  readonly #postgres: Postgres;
  readonly #newId: () => string;
  readonly #completeSwept: CompleteSwept;

  constructor({ postgres, newId, completeSwept }: Needs) {
    this.#postgres = postgres;
    this.#newId = newId;
    this.#completeSwept = completeSwept;
  }

  async record(eventId: string, submissions: readonly Submission[]): Promise<Recorded> {
    const decide = (locksEvent: boolean) =>
      this.#postgres.transaction((sql) => this.#record(sql, eventId, submissions, locksEvent), {
        retryOn: retryOnConflict,
      });
    try {
      return await decide(false);
    } catch (error) {
      if (error instanceof NeedsEvent) return decide(true);
      throw error;
    }
  }

  recordTogether(submission: Submission): Promise<Recorded> {
    const needs = { newId: this.#newId, completeSwept: this.#completeSwept };
    return this.#postgres.transaction((sql) => recordTogether(sql, needs, submission), {
      // Also one of them who gets in elsewhere at this moment: then he is found the second time.
      retryOn: retryOnConflictOrDuplicate,
    });
  }

  async #record(sql: Sql, eventId: string, submissions: readonly Submission[], locksEvent: boolean): Promise<Recorded> {
    if (locksEvent) await sql.query(lockEvent, [eventId]);
    const deciding = new Deciding(submissions);
    await this.#recordHeld(sql, eventId, deciding);
    // What the first statement did not write is looked at by the next one: a statement does not see the row it waited for.
    for (let round = 0; deciding.open.length > 0; round++) {
      if (round > 20) throw new Error(`${deciding.open.length} registrations stay undecided after 20 rounds`);
      await this.#classify(sql, eventId, deciding);
      await this.#recordLate(sql, eventId, deciding);
    }
    const swept = await this.#completeSwept(sql, submissions, deciding.decisions);
    const refused = [...deciding.writtenAs('refused'), ...swept];
    if (!locksEvent && refused.length > 0) throw new NeedsEvent();
    const confirmed = deciding.writtenAs('confirmed').map(({ runner }) => personOf(runner));
    await updateWaitingList(sql, this.#newId, eventId, { confirmed, refused });
    const outbox = await orderWhatFollows(sql, this.#newId, deciding.written);
    return { decisions: deciding.decisions, deferred: deciding.deferred, outbox };
  }

  async #recordHeld(sql: Sql, eventId: string, deciding: Deciding) {
    const rows = await sql.query<{ id: string; number: number }>(recordHeld, [
      eventId,
      ...deciding.columns(),
      deciding.open.map(({ hold }) => hold.spot),
      deciding.open.map(({ hold }) => hold.block),
    ]);
    for (const { id, number } of rows) deciding.write(id, 'confirmed', number);
  }

  async #classify(sql: Sql, eventId: string, deciding: Deciding) {
    const [ids, persons] = deciding.columns();
    const rows = await sql.query<Classified>(classify, [eventId, ids, persons]);
    for (const { id, outcome, number } of rows) if (outcome) deciding.answerAsBefore(id, outcome, number);
    await this.#decideWithoutSpot(
      sql,
      eventId,
      deciding,
      'duplicate',
      rows.filter((row) => !row.outcome && row.same_person),
    );
  }

  /** The held spot is somebody else's by now: any sellable one will do, because the runner paid in time. */
  async #recordLate(sql: Sql, eventId: string, deciding: Deciding) {
    const late = deciding.open.length;
    if (late === 0) return;
    const block = this.#newId();
    const taken = await sql.query<{ id: string | null; number: number }>(recordLate, [
      eventId,
      ...deciding.columns(),
      block,
    ]);
    for (const { id, number } of taken) if (id) deciding.write(id, 'confirmed', number);
    const unused = taken.flatMap(({ id, number }) => (id ? [] : [number]));
    if (unused.length > 0) await sql.query(releaseUnused, [eventId, unused, block]);
    if (deciding.open.length < late) return;

    const [left] = await sql.query<{ left: boolean }>(mayComeToHim, [eventId]);
    // A spot may also be there because somebody was faster with the same id or person: look again before refusing.
    const before = deciding.open.length;
    await this.#classify(sql, eventId, deciding);
    if (deciding.open.length < before) return;
    if (left?.left) deciding.defer();
    else
      await this.#decideWithoutSpot(
        sql,
        eventId,
        deciding,
        'refused',
        deciding.open.map(({ hold }) => ({ id: hold.registrationId })),
      );
  }

  async #decideWithoutSpot(
    sql: Sql,
    eventId: string,
    deciding: Deciding,
    outcome: 'duplicate' | 'refused',
    ids: readonly { readonly id: string }[],
  ) {
    if (ids.length === 0) return;
    const wanted = new Set(ids.map(({ id }) => id));
    const rows = await sql.query<{ id: string }>(decideWithoutSpot, [
      eventId,
      ...deciding.columns(({ hold }) => wanted.has(hold.registrationId)),
      outcome,
    ]);
    for (const { id } of rows) deciding.write(id, outcome);
  }

  sweep(sweeps: readonly Sweep[]): Promise<Recorded> {
    return this.#postgres.transaction(
      async (sql) => {
        const deferred = await this.#mayStillCome(sql, sweeps);
        const due = sweeps.filter(({ registrationId }) => !deferred.includes(registrationId));
        const byId = new Map(due.map((sweep) => [sweep.registrationId, sweep]));
        const ids = [...byId.keys()].sort();
        const rows = await sql.query<{ id: string }>(sweepUndecided, [
          ids,
          ids.map((id) => byId.get(id)?.eventId),
          ids.map((id) => byId.get(id)?.sessionHash ?? null),
        ]);
        const refused = rows.flatMap(({ id }) => byId.get(id) ?? []);
        const outbox = await orderPayments(
          sql,
          this.#newId,
          refused.map((sweep) => ({ ...sweep, authorisation: null, action: 'void' as const })),
        );
        const unsettled = await this.#orderAgain(sql, byId);
        return { decisions: [], deferred, outbox: [...outbox, ...unsettled] };
      },
      { retryOn: retryOnConflict },
    );
  }

  /** Not decided, and it is too early to. Of the usual hold, which is over before its sweep comes, nothing is asked. */
  async #mayStillCome(sql: Sql, sweeps: readonly Sweep[]): Promise<string[]> {
    const early = sweeps.flatMap(({ registrationId, notBefore }) =>
      notBefore === undefined ? [] : [{ registrationId, until: new Date(notBefore) }],
    );
    if (early.length === 0) return [];
    const [ids, untils] = [early.map(({ registrationId }) => registrationId), early.map(({ until }) => until)];
    return (await sql.query<{ id: string }>(mayStillCome, [ids, untils])).map(({ id }) => id);
  }

  /** Decided a quarter of an hour ago and still not settled: the order may be lost, and repeating it is safe. */
  async #orderAgain(sql: Sql, sweeps: ReadonlyMap<string, Sweep>): Promise<string[]> {
    const rows = await sql.query<Unsettled>(findUnsettled, [[...sweeps.keys()]]);
    const orders = rows.flatMap(({ id, wanted, authorisation, amount, currency }) => {
      const sweep = sweeps.get(id);
      if (!sweep) return [];
      return [
        {
          ...sweep,
          action: wanted,
          authorisation,
          amount: amount ?? sweep.amount,
          currency: currency ?? sweep.currency,
        },
      ];
    });
    return putOrders(sql, this.#newId, orders);
  }
}

/** What is held under the id of one whom another paid for has no payment that wants it: it is let go. */
const findUnsettled = `
  SELECT registration_id AS id, authorisation, amount, currency, wanted FROM payment
  WHERE registration_id = ANY ($1::uuid[]) AND state = 'authorised' AND authorisation IS NOT NULL
  UNION ALL
  SELECT id, NULL, NULL, NULL, 'void' FROM registration WHERE id = ANY ($1::uuid[]) AND paid_as IS NOT NULL`;
