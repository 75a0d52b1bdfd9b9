import { personOf } from '../../domain/person';
import type { Outcome, Submission } from '../../domain/registration';
import { lockEvent, mayComeBackToOne } from '../../ledger/event-sql';
import { orderFollowUps, orderPayments, putOrders, updateWaitingList } from '../../ledger/postgres-follow-ups';
import type { Postgres, Sql } from '../../platform/postgres/postgres';
import { retryOnConflict, retryOnConflictOrDuplicate } from '../../platform/retry';
import type { Recorded, Registrations, Sweep } from '../ports';
import { BatchDecisions } from './batch-decisions';
import { recordGroup } from './postgres-groups';
import type { AttachRunner } from './postgres-late-submissions';
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
 * A refused runner goes onto the waiting list, which needs the event's lock, and every transaction that takes both
 * locks takes the event before its spots. So the transaction is rolled back and repeated with the event locked first.
 */
class NeedsEvent extends Error {}

interface Needs {
  readonly postgres: Postgres;
  readonly newId: () => string;
  readonly attachRunner: AttachRunner;
}

interface Unsettled {
  readonly id: string;
  readonly authorisation: string | null;
  readonly amount: number | null;
  readonly capture_amount: number | null;
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
  readonly #attachRunner: AttachRunner;

  constructor({ postgres, newId, attachRunner }: Needs) {
    this.#postgres = postgres;
    this.#newId = newId;
    this.#attachRunner = attachRunner;
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

  recordGroup(submission: Submission): Promise<Recorded> {
    const needs = { newId: this.#newId, attachRunner: this.#attachRunner };
    return this.#postgres.transaction((sql) => recordGroup(sql, needs, submission), {
      // 23505: a member registers elsewhere at this moment. The retry finds that registration.
      retryOn: retryOnConflictOrDuplicate,
    });
  }

  async #record(sql: Sql, eventId: string, submissions: readonly Submission[], locksEvent: boolean): Promise<Recorded> {
    if (locksEvent) await sql.query(lockEvent, [eventId]);
    const batch = new BatchDecisions(submissions);
    await this.#recordHeld(sql, eventId, batch);
    // What the first statement did not write is looked at by the next one: a statement does not see the row it waited
    // for.
    for (let round = 0; batch.open.length > 0; round++) {
      if (round > 20) throw new Error(`${batch.open.length} registrations stay undecided after 20 rounds`);
      await this.#classify(sql, eventId, batch);
      await this.#recordLate(sql, eventId, batch);
    }
    const swept = await this.#attachRunner(sql, submissions, batch.decisions);
    const refused = [...batch.writtenAs('refused'), ...swept];
    if (!locksEvent && refused.length > 0) throw new NeedsEvent();
    const confirmed = batch.writtenAs('confirmed').map(({ runner }) => personOf(runner));
    await updateWaitingList(sql, this.#newId, eventId, { confirmed, refused });
    const outbox = await orderFollowUps(sql, this.#newId, batch.written);
    return { decisions: batch.decisions, deferred: batch.deferred, outbox };
  }

  async #recordHeld(sql: Sql, eventId: string, batch: BatchDecisions) {
    const rows = await sql.query<{ id: string; number: number }>(recordHeld, [
      eventId,
      ...batch.columns(),
      batch.open.map(({ hold }) => hold.spot),
      batch.open.map(({ hold }) => hold.block),
    ]);
    for (const { id, number } of rows) batch.write(id, 'confirmed', number);
  }

  async #classify(sql: Sql, eventId: string, batch: BatchDecisions) {
    const [ids, persons] = batch.columns();
    const rows = await sql.query<Classified>(classify, [eventId, ids, persons]);
    for (const { id, outcome, number } of rows) if (outcome) batch.answerAsBefore(id, outcome, number);
    await this.#decideWithoutSpot(
      sql,
      eventId,
      batch,
      'duplicate',
      rows.filter((row) => !row.outcome && row.same_person),
    );
  }

  /** The held spot belongs to somebody else by now: any sellable one will do, because the runner paid in time. */
  async #recordLate(sql: Sql, eventId: string, batch: BatchDecisions) {
    const late = batch.open.length;
    if (late === 0) return;
    const block = this.#newId();
    const taken = await sql.query<{ id: string | null; number: number }>(recordLate, [
      eventId,
      ...batch.columns(),
      block,
    ]);
    for (const { id, number } of taken) if (id) batch.write(id, 'confirmed', number);
    const unused = taken.flatMap(({ id, number }) => (id ? [] : [number]));
    if (unused.length > 0) await sql.query(releaseUnused, [eventId, unused, block]);
    if (batch.open.length < late) return;

    const [left] = await sql.query<{ left: boolean }>(mayComeBackToOne, [eventId]);
    // A spot may also be left because another delivery with the same id or person was faster: look again before
    // refusing.
    const before = batch.open.length;
    await this.#classify(sql, eventId, batch);
    if (batch.open.length < before) return;
    if (left?.left) batch.defer();
    else
      await this.#decideWithoutSpot(
        sql,
        eventId,
        batch,
        'refused',
        batch.open.map(({ hold }) => ({ id: hold.registrationId })),
      );
  }

  async #decideWithoutSpot(
    sql: Sql,
    eventId: string,
    batch: BatchDecisions,
    outcome: 'duplicate' | 'refused',
    ids: readonly { readonly id: string }[],
  ) {
    if (ids.length === 0) return;
    const wanted = new Set(ids.map(({ id }) => id));
    const rows = await sql.query<{ id: string }>(decideWithoutSpot, [
      eventId,
      ...batch.columns(({ hold }) => wanted.has(hold.registrationId)),
      outcome,
    ]);
    for (const { id } of rows) batch.write(id, outcome);
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

  /**
   * Ids that are not decided and may not be refused yet. A sweep of a usual hold carries no `notBefore`, because that
   * hold is over before its sweep comes; the database is not asked about it.
   */
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
    const orders = rows.flatMap(({ id, wanted, authorisation, amount, capture_amount, currency }) => {
      const sweep = sweeps.get(id);
      if (!sweep) return [];
      return [
        {
          ...sweep,
          action: wanted,
          authorisation,
          amount: amount ?? sweep.amount,
          ...(capture_amount !== null && { captureAmount: capture_amount }),
          currency: currency ?? sweep.currency,
        },
      ];
    });
    return putOrders(sql, this.#newId, orders);
  }
}

/** A card authorised under a companion's id is voided: another registration pays for that runner. */
const findUnsettled = `
  SELECT registration_id AS id, authorisation, amount, capture_amount, currency, wanted FROM payment
  WHERE registration_id = ANY ($1::uuid[]) AND state = 'authorised' AND authorisation IS NOT NULL
  UNION ALL
  SELECT id, NULL, NULL, NULL, NULL, 'void' FROM registration WHERE id = ANY ($1::uuid[]) AND paid_as IS NOT NULL`;
