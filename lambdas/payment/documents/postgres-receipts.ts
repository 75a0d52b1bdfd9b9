import type { PaymentState } from '../../domain/payment';
import type { Sql } from '../../platform/postgres/postgres';
import type { ReceiptRequests, Receipts } from './ports';
import { documentsOf } from './postgres-documents';

interface Row {
  readonly race_id: string;
  readonly race_name: string;
  readonly session_hash: string | null;
  readonly state: PaymentState | null;
  readonly amount: number | null;
  readonly due_at: Date | null;
}

export class PostgresReceipts implements Receipts {
  readonly #sql: Sql;

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  async find(registrationId: string) {
    const [row] = await this.#sql.query<Row>(findReceipt, [registrationId]);
    if (!row) return undefined;
    const { race_id: raceId, race_name: raceName, session_hash, state, amount, due_at } = row;
    return {
      raceId,
      raceName,
      sessionHash: session_hash ?? undefined,
      payment: state === null || amount === null ? undefined : { state, amount },
      dueAt: due_at ?? undefined,
    };
  }

  documentsOf(registrationId: string) {
    return documentsOf(this.#sql, registrationId);
  }
}

export class PostgresReceiptRequests implements ReceiptRequests {
  readonly #sql: Sql;

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  async hurry(registrationId: string) {
    // A date that is over stays: repeating a request writes nothing.
    await this.#sql.query(makeDueNow, [registrationId]);
    const [{ state } = { state: 'none' as const }] = await this.#sql.query<{ state: 'requested' | 'issued' | 'none' }>(
      stateOfDocuments,
      [registrationId],
    );
    return state;
  }
}

const makeDueNow = `
  UPDATE document_due SET due_at = clock_timestamp() WHERE registration_id = $1 AND due_at > clock_timestamp()`;

const stateOfDocuments = `
  SELECT CASE WHEN EXISTS (SELECT FROM document_due WHERE registration_id = $1) THEN 'requested'
              WHEN EXISTS (SELECT FROM document WHERE registration_id = $1) THEN 'issued' ELSE 'none' END AS state`;

/** A payment has the id of the registration that paid: for whom somebody else paid, there is none. */
const findReceipt = `
  SELECT e.race_id, a.name AS race_name, r.session_hash, p.state, p.amount, u.due_at
  FROM registration r JOIN event e ON e.id = r.event_id JOIN race a ON a.id = e.race_id
  LEFT JOIN payment p ON p.registration_id = r.id
  LEFT JOIN document_due u ON u.registration_id = r.id
  WHERE r.id = $1`;
