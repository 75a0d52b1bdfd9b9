import { writeAudit } from '../../ledger/audit';
import type { Postgres } from '../../platform/postgres/postgres';
import { retryOnDeadlock } from '../../platform/retry';
import type { UnpaidCharges, UnpaidDecision, UnpaidSettled } from '../ports';
import { unpaidCharges } from './unpaid-sql';

interface Row {
  readonly amount: number;
  readonly currency: string;
  readonly event_id: string;
}

/** What people owe who keep a spot, in the primary database. */
export class PostgresUnpaidCharges implements UnpaidCharges {
  readonly #postgres: Postgres;

  constructor(postgres: Postgres) {
    this.#postgres = postgres;
  }

  settle(registrationId: string, decision: UnpaidDecision): Promise<UnpaidSettled> {
    return this.#postgres.transaction(
      async (sql): Promise<UnpaidSettled> => {
        const settled = await sql.query<Row>(decide, [registrationId, decision]);
        const [first] = settled;
        if (!first) return { kind: 'nothing-unpaid' };
        const { currency, event_id: eventId } = first;
        const amount = settled.reduce((sum, one) => sum + one.amount, 0);
        const about = { eventId, registrationId, detail: { amount, currency } };
        await writeAudit(sql, [{ actor: 'director', action: `unpaid-${decision}`, ...about }]);
        return { kind: 'settled', amount, currency };
      },
      { retryOn: retryOnDeadlock },
    );
  }
}

/** Of two directors, the first one decides. */
const decide = `
  UPDATE payment p SET unpaid = $2 FROM (${unpaidCharges}) u JOIN registration r ON r.id = u.id
  WHERE u.id = $1 AND p.registration_id = u.payment AND p.unpaid = 'due'
  RETURNING u.amount, u.currency, r.event_id`;
