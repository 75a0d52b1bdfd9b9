import { writeAudit } from '../platform/audit';
import type { Postgres } from '../platform/postgres/postgres';
import type { FailedRefund } from './payment';
import type { FailedRefunds } from './ports';

interface Noted {
  readonly registration_id: string;
  readonly event_id: string;
  readonly amount: number;
  readonly currency: string;
  readonly reason: string;
}

export class PostgresFailedRefunds implements FailedRefunds {
  readonly #postgres: Postgres;

  constructor(postgres: Postgres) {
    this.#postgres = postgres;
  }

  note(failures: readonly FailedRefund[]) {
    return this.#postgres.transaction(
      async (sql) => {
        const noted = await sql.query<Noted>(noteFailures, [
          failures.map(({ registrationId }) => registrationId),
          failures.map(({ reason }) => reason),
        ]);
        await writeAudit(
          sql,
          noted.map(({ registration_id, event_id, amount, currency, reason }) => ({
            actor: 'system',
            action: 'refund-failed',
            eventId: event_id,
            registrationId: registration_id,
            detail: { amount, currency, reason },
          })),
        );
        return noted.map(({ registration_id }) => registration_id);
      },
      // Whoever settles a batch locks the same rows, in an order of his own.
      { retryOn: ['40P01'] },
    );
  }
}

/** Only where a refund is wanted, and only once: the news comes several times, and may come before "refunded" is written. */
const noteFailures = `
  WITH noted AS (
    UPDATE payment p SET refund_failed = m.reason
    FROM unnest($1::uuid[], $2::text[]) AS m (id, reason)
    WHERE p.registration_id = m.id AND p.wanted = 'refund' AND p.refund_failed IS NULL
    RETURNING p.registration_id, p.refund, p.currency, p.refund_failed
  )
  SELECT n.registration_id, r.event_id, n.refund AS amount, n.currency, n.refund_failed AS reason
  FROM noted n JOIN registration r ON r.id = n.registration_id
  ORDER BY n.registration_id`;
