import type { PaidCard, PaymentState } from '../../domain/money/payment';
import { isSomebody } from '../../domain/somebody-sql';
import type { Postgres, Sql } from '../../platform/postgres/postgres';
import type { Billing } from './document';
import type { ReceiptRequests, Receipts } from './ports';
import { billingAsJson, writeBilling } from './postgres-billing';
import { documentsOf, lockPayments } from './postgres-documents';

interface Row {
  readonly race_id: string;
  readonly race_name: string;
  readonly session_hash: string | null;
  readonly link_version: number;
  /** Null where nothing was paid: then it is the only row. */
  readonly paid_as: string | null;
  readonly state: PaymentState;
  readonly amount: number;
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
    const rows = await this.#sql.query<Row>(findReceipt, [registrationId]);
    const [about] = rows;
    if (!about) return undefined;
    return {
      raceId: about.race_id,
      raceName: about.race_name,
      sessionHash: about.session_hash ?? undefined,
      linkVersion: about.link_version,
      payments: rows.flatMap(({ paid_as, state, amount, currency, card, due_at, billing }) =>
        paid_as === null
          ? []
          : {
              ...{ registrationId: paid_as, state, amount, currency },
              card: card ?? undefined,
              dueAt: due_at ?? undefined,
              billing: billing ?? undefined,
            },
      ),
    };
  }

  documentsOf(paidAs: readonly string[]) {
    return documentsOf(this.#sql, paidAs);
  }
}

export class PostgresReceiptRequests implements ReceiptRequests {
  readonly #postgres: Postgres;

  constructor(postgres: Postgres) {
    this.#postgres = postgres;
  }

  async hurry(paidAs: readonly string[]) {
    // A past date stays as it is: repeating a request writes nothing.
    await this.#postgres.query(makeDueNow, [paidAs]);
    const [{ state } = { state: 'none' as const }] = await this.#postgres.query<{
      state: 'requested' | 'issued' | 'none';
    }>(stateOfDocuments, [paidAs]);
    return state;
  }

  setBilling(paidAs: readonly string[], billing: Billing) {
    return this.#postgres.transaction(async (sql) => {
      // Issuing a document takes these locks, so the document is either there, or will have the address that is written here.
      await sql.query(lockPayments, [paidAs]);
      const open = await sql.query<{ id: string }>(findOpen, [paidAs]);
      for (const { id } of open) await writeBilling(sql, id, billing);
      return open.length > 0 ? ('set' as const) : ('issued' as const);
    });
  }
}

/** Payments that have no document yet and will have one. */
const findOpen = `
  SELECT p.registration_id AS id FROM payment p
  WHERE p.registration_id = ANY ($1::uuid[]) AND p.state IN ('authorised', 'captured', 'refunded')
    AND coalesce(p.capture_amount, p.amount) > 0
    AND NOT EXISTS (SELECT FROM document d WHERE d.registration_id = p.registration_id)`;

const makeDueNow = `
  UPDATE document_due SET due_at = clock_timestamp()
  WHERE registration_id = ANY ($1::uuid[]) AND due_at > clock_timestamp()`;

const stateOfDocuments = `
  SELECT CASE WHEN EXISTS (SELECT FROM document_due WHERE registration_id = ANY ($1::uuid[])) THEN 'requested'
              WHEN EXISTS (SELECT FROM document WHERE registration_id = ANY ($1::uuid[])) THEN 'issued' ELSE 'none' END AS state`;

/**
 * A payment has the id of the registration that paid. A runner for whom somebody else paid has none. The difference of a move has an id of
 * its own, and only the runner who paid it reads it (`paid_by`). So has a fee that was paid once more (`fee_paid_as`). The link of such an id
 * opens no receipt: whoever has the mail of the offer may have paid, and the invoice has the address of the runner.
 * `move_offer.registration_id` is the registration that has the spot now.
 */
const findReceipt = `
  SELECT e.race_id, a.name AS race_name, r.session_hash, r.link_version, p.registration_id AS paid_as, p.state,
    coalesce(p.capture_amount, p.amount) AS amount, p.currency, p.card, u.due_at, ${billingAsJson} AS billing
  FROM registration r JOIN event e ON e.id = r.event_id JOIN race a ON a.id = e.race_id
  LEFT JOIN payment p ON p.registration_id = ANY (ARRAY(
    SELECT $1::uuid UNION ALL SELECT paid_as FROM move_offer WHERE paid_by = $1
    UNION ALL SELECT fee_paid_as FROM transfer WHERE became = $1))
  LEFT JOIN document_due u ON u.registration_id = p.registration_id
  LEFT JOIN billing b ON b.registration_id = p.registration_id
  LEFT JOIN billing f ON f.registration_id = r.id
  WHERE r.id = $1 AND ${isSomebody('r')} ORDER BY p.registration_id <> r.id, p.registration_id`;
