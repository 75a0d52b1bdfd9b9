import { type OutboxMessage, putInOutbox } from '../platform/outbox';
import type { Postgres, Sql } from '../platform/postgres/postgres';
import type { GiveToWaiting } from '../spots/postgres-waiting-offers';
import type { Settlement } from './payment';
import type { Booked, Changed, MailTemplate, Payments } from './ports';
import { giveUpSpots } from './postgres-failed-payments';
import { mailAbout, type RecordedPayment, stateAfter } from './settlement';

interface Needs {
  readonly postgres: Postgres;
  readonly newId: () => string;
  readonly mailMessage: (order: {
    registrationId: string;
    template: MailTemplate;
    generation: number;
  }) => Omit<OutboxMessage, 'id'>;
  readonly giveToWaiting: GiveToWaiting;
}

interface Change extends Changed {
  readonly authorisation: string | null;
  readonly reason: string | undefined;
  readonly hasRunner: boolean;
}

interface Row extends RecordedPayment {
  readonly registration_id: string;
  readonly has_runner: boolean;
}

const idOf = ({ registrationId }: { readonly registrationId: string }): string => registrationId;

/** Deadlock with a writer, or a spot it is just reading: the whole transaction is tried again. */
const retryOn = ['40P01', '23503'];

/** Locked in the order of their ids, so that two batches wait for each other instead of deadlocking. */
const lockPayments = `
  SELECT p.registration_id, p.authorisation, p.amount, p.currency, p.wanted, p.refund, p.state, r.runner IS NOT NULL AS has_runner
  FROM payment p JOIN registration r ON r.id = p.registration_id
  WHERE p.registration_id = ANY ($1::uuid[])
  ORDER BY p.registration_id FOR NO KEY UPDATE OF p`;

const updatePayments = `
  UPDATE payment p
  SET state = m.state, authorisation = coalesce(p.authorisation, m.authorisation), settled_at = clock_timestamp()
  FROM unnest($1::uuid[], $2::text[], $3::text[]) AS m (id, state, authorisation)
  WHERE p.registration_id = m.id AND p.state = CASE m.state WHEN 'refunded' THEN 'captured' ELSE 'authorised' END
  RETURNING p.registration_id`;

export class PostgresPayments implements Payments {
  readonly #needs: Needs;

  constructor(needs: Needs) {
    this.#needs = needs;
  }

  settle(settlements: readonly Settlement[]): Promise<Booked> {
    return this.#needs.postgres.transaction(
      async (sql) => {
        const ids = [...new Set(settlements.map(idOf))].sort();
        const rows = new Map<string, Row>();
        for (const row of await sql.query<Row>(lockPayments, [ids])) rows.set(row.registration_id, row);

        const changes = new Map<string, Change>();
        const contradictions = new Set<string>();
        for (const settlement of settlements) {
          const { registrationId, authorisation, reason } = settlement;
          const row = rows.get(registrationId);
          // Not one of ours, or not written yet: then its order is still to come, and settles it.
          if (!row) continue;
          const state = stateAfter(row, settlement);
          if (state === 'contradiction') contradictions.add(registrationId);
          if (state === 'contradiction' || state === 'unchanged') continue;
          changes.set(registrationId, { registrationId, state, authorisation, reason, hasRunner: row.has_runner });
          // Two messages of one batch about one payment: the second meets what the first made of it.
          rows.set(registrationId, { ...row, state, authorisation: row.authorisation ?? authorisation });
        }

        const changed = [...changes.values()];
        const failed = changed.filter(({ state }) => state === 'failed');
        await this.#update(sql, changed);
        const offers = await giveUpSpots(sql, failed, this.#needs.giveToWaiting);
        const messages = this.#mailsAbout(changed);
        await putInOutbox(sql, messages);
        return {
          changed: changed.map(({ registrationId, state }) => ({ registrationId, state })),
          outbox: [...messages.map(({ id }) => id), ...offers],
          contradictions: [...contradictions],
        };
      },
      { retryOn },
    );
  }

  async #update(sql: Sql, changed: readonly Change[]): Promise<void> {
    if (changed.length === 0) return;
    const updated = await sql.query(updatePayments, [
      changed.map(idOf),
      changed.map(({ state }) => state),
      changed.map(({ authorisation }) => authorisation),
    ]);
    if (updated.length !== changed.length) {
      throw new Error(
        `${changed.length - updated.length} of ${changed.length} payments changed while they were locked.`,
      );
    }
  }

  #mailsAbout(changed: readonly Change[]): OutboxMessage[] {
    const { newId, mailMessage } = this.#needs;
    return changed.flatMap(({ registrationId, state, hasRunner }) => {
      const template = mailAbout(state, hasRunner);
      return template ? { ...mailMessage({ registrationId, template, generation: 1 }), id: newId() } : [];
    });
  }
}
