import type { PaidCard, PaymentState } from '../../domain/money/payment';
import { lockPayment } from '../../ledger/seat-sql';
import type { Postgres, Sql } from '../../platform/postgres/postgres';
import type { Billing } from './document';
import type { ReceiptRequests, Receipts } from './ports';
import { billingAsJson, writeBilling } from './postgres-billing';
import { documentsOf } from './postgres-documents';

interface Row {
  readonly race_id: string;
  readonly race_name: string;
  readonly session_hash: string | null;
  readonly link_version: number;
  readonly state: PaymentState | null;
  readonly amount: number | null;
  readonly currency: string;
  readonly card: PaidCard | null;
  readonly due_at: Date | null;
  readonly billing: Billing | null;
}

export class PostgresReceipts implements Receipts {
  readonly #sql: Sql;

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  async find(registrationId: string) {
    const [row] = await this.#sql.query<Row>(findReceipt, [registrationId]);
    if (!row) return undefined;
    const {
      race_id: raceId,
      race_name: raceName,
      session_hash,
      link_version,
      state,
      amount,
      currency,
      card,
      due_at,
      billing,
    } = row;
    return {
      raceId,
      raceName,
      sessionHash: session_hash ?? undefined,
      linkVersion: link_version,
      payment: state === null || amount === null ? undefined : { state, amount, currency },
      card: card ?? undefined,
      dueAt: due_at ?? undefined,
      billing: billing ?? undefined,
    };
  }

  documentsOf(registrationId: string) {
    return documentsOf(this.#sql, registrationId);
  }
}

export class PostgresReceiptRequests implements ReceiptRequests {
  readonly #postgres: Postgres;

  constructor(postgres: Postgres) {
    this.#postgres = postgres;
  }

  async hurry(registrationId: string) {
    // A past date stays as it is: repeating a request writes nothing.
    await this.#postgres.query(makeDueNow, [registrationId]);
    const [{ state } = { state: 'none' as const }] = await this.#postgres.query<{
      state: 'requested' | 'issued' | 'none';
    }>(stateOfDocuments, [registrationId]);
    return state;
  }

  setBilling(registrationId: string, billing: Billing) {
    return this.#postgres.transaction(async (sql) => {
      // Issuing a document takes this lock: so the document is either there, or will be addressed as it is written here.
      await sql.query(lockPayment, [registrationId]);
      if ((await sql.query(findDocument, [registrationId])).length > 0) return 'issued' as const;
      await writeBilling(sql, registrationId, billing);
      return 'set' as const;
    });
  }
}

const findDocument = 'SELECT FROM document WHERE registration_id = $1 LIMIT 1';

const makeDueNow = `
  UPDATE document_due SET due_at = clock_timestamp() WHERE registration_id = $1 AND due_at > clock_timestamp()`;

const stateOfDocuments = `
  SELECT CASE WHEN EXISTS (SELECT FROM document_due WHERE registration_id = $1) THEN 'requested'
              WHEN EXISTS (SELECT FROM document WHERE registration_id = $1) THEN 'issued' ELSE 'none' END AS state`;

/** A payment has the id of the registration that paid. A runner for whom somebody else paid has none. */
const findReceipt = `
  SELECT e.race_id, a.name AS race_name, r.session_hash, r.link_version, p.state, coalesce(p.capture_amount, p.amount) AS amount, coalesce(p.currency, a.currency) AS currency, p.card, u.due_at,
    ${billingAsJson} AS billing
  FROM registration r JOIN event e ON e.id = r.event_id JOIN race a ON a.id = e.race_id
  LEFT JOIN payment p ON p.registration_id = r.id
  LEFT JOIN document_due u ON u.registration_id = r.id
  LEFT JOIN billing b ON b.registration_id = r.id
  WHERE r.id = $1`;
