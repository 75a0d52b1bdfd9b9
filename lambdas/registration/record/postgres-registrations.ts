import type { PaidMove } from '../../domain/move';
import { type Outcome, payerIn, type Submission } from '../../domain/registration';
import type { PaidTransfer } from '../../domain/transfer';
import { spotSql } from '../../ledger/dealing-sql';
import { lockEvent, mayComeBackToOne } from '../../ledger/event-sql';
import type { MailMessage } from '../../ledger/outbox';
import { orderFollowUps, updateWaitingList } from '../../ledger/postgres-follow-ups';
import type { GiveToWaiting } from '../../ledger/postgres-waiting-offers';
import type { Postgres, Sql } from '../../platform/postgres/postgres';
import { retryOnConflict, retryOnConflictOrDuplicate } from '../../platform/retry';
import type { TransferMail } from '../change/transfer/postgres-transfers';
import type { Recorded, Registrations, Sweep } from '../ports';
import { BatchDecisions } from './batch-decisions';
import { recordTransfer } from './postgres-fee-transfers';
import { recordGroup } from './postgres-groups';
import type { AttachRunner } from './postgres-late-submissions';
import { findInGroup } from './postgres-limit-groups';
import { type LineNeeds, linesOf, recordLines } from './postgres-money-lines';
import { recordMove } from './postgres-paid-moves';
import { recordSweeps } from './postgres-sweeps';

/**
 * A refused runner goes onto the waiting list, which needs the event's lock, and every transaction that takes both
 * locks takes the event before its spots. So the transaction is rolled back and repeated with the event locked first.
 */
class NeedsEvent extends Error {}

interface Needs extends LineNeeds {
  readonly postgres: Postgres;
  readonly attachRunner: AttachRunner;
  readonly mailMessage: MailMessage<TransferMail | 'moved'>;
  readonly giveToWaiting: GiveToWaiting;
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
  readonly #lineNeeds: LineNeeds;
  readonly #transferNeeds: Parameters<typeof recordTransfer>[1];
  readonly #moveNeeds: Parameters<typeof recordMove>[1];

  constructor({ postgres, newId, attachRunner, feeOn, mailMessage, giveToWaiting }: Needs) {
    this.#lineNeeds = { newId, feeOn };
    this.#transferNeeds = { newId, mailMessage };
    this.#moveNeeds = { newId, mailMessage, giveToWaiting };
    this.#postgres = postgres;
    this.#newId = newId;
    this.#attachRunner = attachRunner;
  }

  async record(eventId: string, submissions: readonly Submission[]): Promise<Recorded> {
    const decide = (locksEvent: boolean) =>
      this.#postgres.transaction((sql) => this.#record(sql, eventId, submissions, locksEvent), {
        // 23505: somebody registers in another event of the limit group at this moment. The retry finds that registration.
        retryOn: submissions.some(({ quoted }) => quoted?.limitGroup) ? retryOnConflictOrDuplicate : retryOnConflict,
      });
    try {
      return await decide(false);
    } catch (error) {
      if (error instanceof NeedsEvent) return decide(true);
      throw error;
    }
  }

  recordGroup(submission: Submission): Promise<Recorded> {
    const needs = { ...this.#lineNeeds, attachRunner: this.#attachRunner };
    return this.#postgres.transaction((sql) => recordGroup(sql, needs, submission), {
      // 23505: a member registers elsewhere at this moment. The retry finds that registration.
      retryOn: retryOnConflictOrDuplicate,
    });
  }

  async #record(sql: Sql, eventId: string, submissions: readonly Submission[], locksEvent: boolean): Promise<Recorded> {
    if (locksEvent) await sql.query(lockEvent, [eventId]);
    const batch = new BatchDecisions(submissions);
    const inGroup = await findInGroup(sql, batch.open);
    await this.#decideWithoutSpot(
      sql,
      eventId,
      batch,
      'duplicate',
      inGroup.map((id) => ({ id })),
    );
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
    const confirmed = batch.writtenAs('confirmed').map(payerIn);
    await updateWaitingList(sql, this.#newId, eventId, { confirmed, refused });
    const late = swept.map((submission) => ({ submission, outcome: 'refused' as const }));
    await recordLines(sql, this.#lineNeeds, late);
    const written = await recordLines(sql, this.#lineNeeds, batch.written);
    const outbox = await orderFollowUps(sql, this.#newId, written);
    return { decisions: batch.decisions, deferred: batch.deferred, outbox, lines: linesOf(written) };
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
    if (unused.length > 0) await sql.query(spotSql.releaseUnused, [eventId, unused, block]);
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

  transfer(transfer: PaidTransfer) {
    // 23505: another delivery or a sweep decides it at this moment, or its runner registers elsewhere. The retry finds that.
    const retryOn = retryOnConflictOrDuplicate;
    return this.#postgres.transaction((sql) => recordTransfer(sql, this.#transferNeeds, transfer), { retryOn });
  }

  move(move: PaidMove) {
    // 23505: as for a transfer.
    const retryOn = retryOnConflictOrDuplicate;
    return this.#postgres.transaction((sql) => recordMove(sql, this.#moveNeeds, move), { retryOn });
  }

  sweep(sweeps: readonly Sweep[]): Promise<Recorded> {
    return this.#postgres.transaction((sql) => recordSweeps(sql, this.#newId, sweeps), { retryOn: retryOnConflict });
  }
}

/**
 * $1 is the event in the statements of a batch. A batch comes as parallel arrays, because the text of an UNNEST stays short
 * however long the batch is: RDS Proxy pins a session on any statement over 16 KB. Batches are written in one order (by
 * number, by id), so that two writers wait for each other instead of deadlocking.
 */

const submitted = `unnest($2::uuid[], $3::text[], $4::text[], $5::text[], $6::timestamptz[], $7::text[]`;

/**
 * Confirms submissions whose spot is still theirs: the same number in the same block, and an offer only by its owner.
 */
const recordHeld = `
  WITH m AS (
    SELECT * FROM ${submitted}, $8::int[], $9::uuid[])
      AS m (id, person, runner, waiver_hash, submitted_at, session_hash, number, block)
  ), s AS (
    SELECT number, block FROM spot
    WHERE event_id = $1 AND number = ANY ($8::int[]) AND block = ANY ($9::uuid[])
    ORDER BY number FOR NO KEY UPDATE
  )
  INSERT INTO registration
    (id, event_id, person, outcome, live, spot, block, number, via, runner, waiver_hash, submitted_at, session_hash)
  SELECT m.id, $1, m.person, 'confirmed', true, s.number, s.block, s.number, 'block', m.runner::jsonb, m.waiver_hash,
         m.submitted_at, m.session_hash
  FROM m JOIN s USING (number, block) JOIN block b ON b.id = m.block AND (b.owner IS NULL OR b.owner = m.person)
  ORDER BY s.number, m.id
  ON CONFLICT DO NOTHING
  RETURNING id, number`;

/**
 * LATERAL … LIMIT 1 together with the role's enable_seqscan = off keeps the plan on the indexes even where the tables
 * were empty when it was made: the first opening of a fresh database.
 */
const classify = `
  SELECT m.id, r.outcome, r.number, p.found IS NOT NULL AS same_person
  FROM unnest($2::uuid[], $3::text[]) AS m (id, person)
  LEFT JOIN LATERAL (SELECT outcome, number FROM registration WHERE id = m.id LIMIT 1) r ON true
  LEFT JOIN LATERAL (
    SELECT 1 AS found FROM registration WHERE event_id = $1 AND person_key(person) = person_key(m.person) AND live LIMIT 1
  ) p ON true`;

/**
 * Takes sellable spots only (block IS NULL): a row in an open block is promised to somebody. Returns each spot taken,
 * with the registration that got it, if any.
 */
export const recordLate = `
  WITH m AS (
    SELECT *, row_number() OVER (ORDER BY place) AS n FROM ${submitted}) WITH ORDINALITY
      AS m (id, person, runner, waiver_hash, submitted_at, session_hash, place)
  ), ${spotSql.late('cardinality($2::uuid[])', '$8')}, written AS (
    INSERT INTO registration
      (id, event_id, person, outcome, live, spot, block, number, via, runner, waiver_hash, submitted_at, session_hash)
    SELECT m.id, $1, m.person, 'confirmed', true, d.number, $8, d.number, 'late', m.runner::jsonb, m.waiver_hash,
           m.submitted_at, m.session_hash
    FROM m JOIN dealt d USING (n)
    ON CONFLICT DO NOTHING
    RETURNING id, number
  )
  SELECT d.number, w.id FROM dealt d LEFT JOIN written w USING (number)`;

/** Records an outcome ($8) without a spot; an id that has a row keeps it. */
const decideWithoutSpot = `
  INSERT INTO registration (id, event_id, person, outcome, live, via, runner, waiver_hash, submitted_at, session_hash)
  SELECT m.id, $1, m.person, $8, false, 'none', m.runner::jsonb, m.waiver_hash, m.submitted_at, m.session_hash
  FROM ${submitted}) AS m (id, person, runner, waiver_hash, submitted_at, session_hash)
  ORDER BY m.id
  ON CONFLICT (id) DO NOTHING
  RETURNING id`;
