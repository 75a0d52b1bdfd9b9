import { type OutboxMessage, putInOutbox } from '../platform/outbox';
import type { Postgres, Sql } from '../platform/postgres/postgres';
import type { Settlement } from './payment';
import type { Booked, Changed, MailTemplate, Payments } from './ports';
import { mailAbout, type RecordedPayment, stateAfter } from './settlement';

interface Needs {
  readonly postgres: Postgres;
  readonly newId: () => string;
  readonly mailMessage: (order: {
    registrationId: string;
    template: MailTemplate;
    generation: number;
  }) => Omit<OutboxMessage, 'id'>;
}

interface Row extends RecordedPayment {
  readonly registration_id: string;
  readonly has_runner: boolean;
}

/** Deadlock with a writer, or a spot it is just reading: the whole transaction is tried again. */
const retryOn = ['40P01', '23503'];

/** Locked in the order of their ids, so that two batches wait for each other instead of deadlocking. */
const lockPayments = `
  SELECT p.registration_id, p.authorisation, p.amount, p.currency, p.wanted, p.state, r.runner IS NOT NULL AS has_runner
  FROM payment p JOIN registration r ON r.id = p.registration_id
  WHERE p.registration_id = ANY ($1::uuid[])
  ORDER BY p.registration_id FOR NO KEY UPDATE OF p`;

const updatePayments = `
  UPDATE payment p
  SET state = m.state, authorisation = coalesce(p.authorisation, m.authorisation), settled_at = clock_timestamp()
  FROM unnest($1::uuid[], $2::text[], $3::text[]) AS m (id, state, authorisation)
  WHERE p.registration_id = m.id AND p.state = 'authorised'
  RETURNING p.registration_id`;

/** Spots before registrations, as the writer does: it holds its spots while it waits for a registration's keys. */
const lockSpots = `
  SELECT s.event_id, s.number, s.block, r.id
  FROM registration r JOIN spot s ON s.event_id = r.event_id AND s.number = r.spot
  WHERE r.id = ANY ($1::uuid[]) AND r.live
  ORDER BY s.event_id, s.number FOR UPDATE OF s`;

/** The outcome stays what it was, for ever; the row only lets go of its spot. */
const unseat = `
  UPDATE registration SET live = false, spot = NULL, block = NULL WHERE id = ANY ($1::uuid[]) AND live`;

const freeSpots = `
  UPDATE spot s SET block = NULL
  FROM unnest($1::uuid[], $2::int[], $3::uuid[]) AS m (event_id, number, block)
  WHERE s.event_id = m.event_id AND s.number = m.number AND s.block = m.block`;

export class PostgresPayments implements Payments {
  readonly #needs: Needs;

  constructor(needs: Needs) {
    this.#needs = needs;
  }

  settle(settlements: readonly Settlement[]): Promise<Booked> {
    return this.#needs.postgres.transaction(
      async (sql) => {
        const ids = [...new Set(settlements.map(({ registrationId }) => registrationId))].sort();
        const rows = new Map<string, Row>();
        for (const row of await sql.query<Row>(lockPayments, [ids])) rows.set(row.registration_id, row);

        const changes = new Map<string, Changed & { authorisation: string | null; hasRunner: boolean }>();
        const contradictions = new Set<string>();
        for (const settlement of settlements) {
          const { registrationId, authorisation } = settlement;
          const row = rows.get(registrationId);
          // Not one of ours, or not written yet: then its order is still to come, and settles it.
          if (!row) continue;
          const state = stateAfter(row, settlement);
          if (state === 'contradiction') contradictions.add(registrationId);
          if (state === 'contradiction' || state === 'unchanged') continue;
          changes.set(registrationId, { registrationId, state, authorisation, hasRunner: row.has_runner });
          // Two messages of one batch about one payment: the second meets what the first made of it.
          rows.set(registrationId, { ...row, state, authorisation: row.authorisation ?? authorisation });
        }

        const changed = [...changes.values()];
        await this.#update(sql, changed);
        await giveUpSpots(sql, changed);
        const messages = this.#mailsAbout(changed);
        await putInOutbox(sql, messages);
        return {
          changed: changed.map(({ registrationId, state }) => ({ registrationId, state })),
          outbox: messages.map(({ id }) => id),
          contradictions: [...contradictions],
        };
      },
      { retryOn },
    );
  }

  async #update(sql: Sql, changed: readonly (Changed & { authorisation: string | null })[]): Promise<void> {
    if (changed.length === 0) return;
    const updated = await sql.query(updatePayments, [
      changed.map(({ registrationId }) => registrationId),
      changed.map(({ state }) => state),
      changed.map(({ authorisation }) => authorisation),
    ]);
    if (updated.length !== changed.length) {
      throw new Error(
        `${changed.length - updated.length} of ${changed.length} payments changed while they were locked.`,
      );
    }
  }

  #mailsAbout(changed: readonly (Changed & { hasRunner: boolean })[]): OutboxMessage[] {
    const { newId, mailMessage } = this.#needs;
    return changed.flatMap(({ registrationId, state, hasRunner }) => {
      const template = mailAbout(state, hasRunner);
      return template ? { ...mailMessage({ registrationId, template, generation: 1 }), id: newId() } : [];
    });
  }
}

const giveUpSpots = async (sql: Sql, changed: readonly Changed[]): Promise<void> => {
  const failed = changed.filter(({ state }) => state === 'failed').map(({ registrationId }) => registrationId);
  if (failed.length === 0) return;
  const spots = await sql.query<{ event_id: string; number: number; block: string }>(lockSpots, [failed]);
  await sql.query(unseat, [failed]);
  await sql.query(freeSpots, [
    spots.map(({ event_id }) => event_id),
    spots.map(({ number }) => number),
    spots.map(({ block }) => block),
  ]);
};
