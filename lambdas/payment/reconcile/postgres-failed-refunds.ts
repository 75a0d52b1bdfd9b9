import type { FailedRefund } from '../../domain/money/payment';
import { writeAudit } from '../../ledger/audit';
import type { Postgres, Sql } from '../../platform/postgres/postgres';
import { retryOnDeadlock } from '../../platform/retry';
import type { FailedRefunds } from '../ports';
import { newlyLost } from '../settle/settlement';

interface Row {
  readonly id: string;
  readonly event_id: string;
  readonly refunded: number;
  readonly lost: number;
}

export class PostgresFailedRefunds implements FailedRefunds {
  readonly #postgres: Postgres;

  constructor(postgres: Postgres) {
    this.#postgres = postgres;
  }

  note(failures: readonly FailedRefund[]) {
    return this.#postgres.transaction((sql) => note(sql, failures), {
      // A batch of settlements locks the same rows.
      retryOn: retryOnDeadlock,
    });
  }
}

const note = async (sql: Sql, failures: readonly FailedRefund[]): Promise<readonly string[]> => {
  const rows = new Map<string, Row>();
  const ids = failures.map(({ registrationId }) => registrationId);
  for (const row of await sql.query<Row>(lockRefunds, [ids])) rows.set(row.id, row);

  const noted: { readonly row: Row; readonly failure: FailedRefund; readonly amount: number }[] = [];
  for (const failure of failures) {
    const row = rows.get(failure.registrationId);
    const amount = row ? newlyLost(row, failure) : 0;
    if (!row || amount === 0) continue;
    noted.push({ row, failure, amount });
    // The same failure may be in the batch twice.
    rows.set(row.id, { ...row, lost: failure.amount });
  }
  for (const { row, failure } of noted) await sql.query(noteFailure, [row.id, failure.reason, failure.amount]);
  await writeAudit(
    sql,
    noted.map(({ row, failure: { currency, reason }, amount }) => ({
      actor: 'system',
      action: 'refund-failed',
      eventId: row.event_id,
      registrationId: row.id,
      detail: { amount, currency, reason },
    })),
  );
  return [...new Set(noted.map(({ row }) => row.id))];
};

/** Only where a refund is wanted. The event arrives several times, and may arrive before "refunded" is written. */
const lockRefunds = `
  SELECT p.registration_id AS id, r.event_id, p.refunded, p.refund_lost AS lost
  FROM payment p JOIN registration r ON r.id = p.registration_id
  WHERE p.registration_id = ANY ($1::uuid[]) AND p.wanted = 'refund'
  ORDER BY p.registration_id FOR NO KEY UPDATE OF p`;

/**
 * More is owed again, even if somebody has paid the earlier failure by hand; the audit records the amount each time.
 */
const noteFailure = `
  UPDATE payment SET refund_failed = $2, refund_lost = $3, refund_paid_at = NULL WHERE registration_id = $1`;
