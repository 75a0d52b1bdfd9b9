import type { Postgres, Sql } from '../../platform/postgres/postgres';
import { retryOnDeadlock } from '../../platform/retry';
import { type Billing, type DocumentLine, type Draft, draftsFor, type Seller } from './document';
import type { Documents, IssuedDocument } from './ports';

interface DueRow {
  readonly registration_id: string;
  readonly amount: number;
  readonly refunded: number;
  readonly currency: string;
  readonly race: string;
  readonly tax_label: string;
  readonly tax_rate: number;
  readonly lines: readonly DocumentLine[];
  readonly up_to: number | null;
  readonly bill_to: Billing | null;
}

interface SellerRow {
  readonly id: string;
  readonly name: string;
  readonly address: string;
  readonly country: string;
  readonly tax_id: string | null;
  readonly prefix: string;
  readonly next_number: number;
}

interface Needs {
  readonly postgres: Postgres;
  readonly newId: () => string;
}

export class PostgresDocuments implements Documents {
  readonly #needs: Needs;

  constructor(needs: Needs) {
    this.#needs = needs;
  }

  async sellersWithWork(): Promise<readonly string[]> {
    const rows = await this.#needs.postgres.query<{ seller_id: string }>(findSellers);
    return rows.map(({ seller_id }) => seller_id);
  }

  issue(sellerId: string, most: number): Promise<number> {
    return this.#needs.postgres.transaction((sql) => this.#issue(sql, sellerId, most), { retryOn: retryOnDeadlock });
  }

  /** The payments first, as everybody locks them, and the seller last: nobody who holds a seller waits for a payment. */
  async #issue(sql: Sql, sellerId: string, most: number): Promise<number> {
    const due = await sql.query<{ id: string }>(findDue, [sellerId, most]);
    if (due.length === 0) return 0;
    const ids = due.map(({ id }) => id);
    await sql.query(lockPayments, [ids]);
    // Read after the locks: another issuer may have been faster.
    const rows = await sql.query<DueRow>(readDue, [ids]);
    const [seller] = await sql.query<SellerRow>(lockSeller, [sellerId]);
    if (!seller) throw new Error(`The seller ${sellerId} is gone.`);
    const drafts = rows.flatMap((row) => draftsFor(documented(row)));
    await this.#insert(sql, seller, drafts);
    await sql.query(`DELETE FROM document_due WHERE registration_id = ANY ($1::uuid[])`, [ids]);
    return drafts.length;
  }

  async #insert(sql: Sql, seller: SellerRow, drafts: readonly Draft[]): Promise<void> {
    if (drafts.length === 0) return;
    const { next_number: first } = seller;
    const issuer = JSON.stringify(issuerOf(seller));
    await sql.query(insertDocuments, [
      seller.id,
      issuer,
      drafts.map(() => this.#needs.newId()),
      drafts.map((_, index) => first + index),
      drafts.map(({ kind }) => kind),
      drafts.map(({ registrationId }) => registrationId),
      drafts.map(({ upTo }) => upTo),
      drafts.map(({ lines }) => JSON.stringify(lines)),
      drafts.map(({ taxes }) => JSON.stringify(taxes)),
      drafts.map(({ gross }) => gross),
      drafts.map(({ currency }) => currency),
      drafts.map(({ billTo }) => billTo && JSON.stringify(billTo)),
    ]);
    await sql.query('UPDATE seller SET next_number = $2 WHERE id = $1', [seller.id, first + drafts.length]);
  }

  ofPayment(registrationId: string): Promise<readonly IssuedDocument[]> {
    return documentsOf(this.#needs.postgres, registrationId);
  }
}

/** Newest first. */
export const documentsOf = async (sql: Sql, registrationId: string): Promise<readonly IssuedDocument[]> =>
  (await sql.query<DocumentRow>(listDocuments, [registrationId])).map((row) => ({
    number: `${row.issuer.prefix}${row.number}`,
    kind: row.kind,
    issuedAt: row.issued_at,
    seller: row.issuer,
    lines: row.lines,
    taxes: row.taxes,
    gross: row.gross,
    currency: row.currency,
    billTo: row.bill_to,
  }));

interface DocumentRow {
  readonly number: number;
  readonly kind: Draft['kind'];
  readonly issuer: Seller;
  readonly lines: readonly DocumentLine[];
  readonly taxes: Draft['taxes'];
  readonly gross: number;
  readonly currency: string;
  readonly issued_at: Date;
  readonly bill_to: Billing | null;
}

const documented = (row: DueRow) => ({
  registrationId: row.registration_id,
  amount: row.amount,
  refunded: row.refunded,
  currency: row.currency,
  lines: row.lines,
  tax: { label: row.tax_label, rate: row.tax_rate },
  documentedUpTo: row.up_to ?? undefined,
  billTo: row.bill_to,
  refundLabel: row.race,
});

const issuerOf = ({ id, name, address, country, tax_id: taxId, prefix }: SellerRow): Seller => ({
  id,
  name,
  address,
  country,
  taxId,
  prefix,
});

const findSellers = `
  SELECT s.id AS seller_id FROM seller s
  WHERE EXISTS (SELECT FROM document_due d WHERE d.seller_id = s.id AND d.due_at <= clock_timestamp()) ORDER BY s.id`;

const findDue = `
  SELECT registration_id AS id FROM document_due
  WHERE seller_id = $1 AND due_at <= clock_timestamp() ORDER BY due_at, registration_id LIMIT $2`;

/** In the order of their ids, as everybody locks payments. */
const lockPayments = `
  SELECT registration_id FROM payment WHERE registration_id = ANY ($1::uuid[])
  ORDER BY registration_id FOR NO KEY UPDATE`;

/** In the order of capture, which is that of the numbers. A line for each person of the payment. */
const readDue = `
  SELECT p.registration_id, coalesce(p.capture_amount, p.amount) AS amount, p.refunded, p.currency, a.name AS race,
    a.tax_label, a.tax_rate,
    (SELECT jsonb_agg(jsonb_build_object('label', a.name || ', ' || me.name,
                                         'gross', coalesce(m.share, p.capture_amount, p.amount)) ORDER BY m.number)
     FROM registration m JOIN event me ON me.id = m.event_id
     WHERE (m.id = p.registration_id OR m.paid_as = p.registration_id) AND m.via <> 'transfer') AS lines,
    CASE WHEN b.name IS NOT NULL THEN
      jsonb_build_object('name', b.name, 'address', b.address, 'country', b.country, 'taxId', b.tax_id) END AS bill_to,
    (SELECT max(d.up_to) FROM document d WHERE d.registration_id = p.registration_id) AS up_to
  FROM document_due u JOIN payment p ON p.registration_id = u.registration_id
  JOIN registration r ON r.id = p.registration_id JOIN event e ON e.id = r.event_id
  JOIN race a ON a.id = e.race_id AND a.tax_rate IS NOT NULL
  LEFT JOIN billing b ON b.registration_id = p.registration_id
  WHERE u.registration_id = ANY ($1::uuid[]) AND p.state IN ('captured', 'refunded')
    AND coalesce(p.capture_amount, p.amount) > 0
  ORDER BY p.settled_at, p.registration_id`;

const lockSeller = `
  SELECT id, name, address, country, tax_id, prefix, next_number FROM seller WHERE id = $1 FOR NO KEY UPDATE`;

const insertDocuments = `
  INSERT INTO document (seller_id, issuer, id, number, kind, registration_id, up_to, lines, taxes, gross, currency, bill_to)
  SELECT $1, $2, d.* FROM unnest($3::uuid[], $4::bigint[], $5::text[], $6::uuid[], $7::int[], $8::jsonb[], $9::jsonb[],
    $10::int[], $11::text[], $12::jsonb[]) AS d`;

const listDocuments = `
  SELECT number, kind, issuer, lines, taxes, gross, currency, issued_at, bill_to FROM document
  WHERE registration_id = $1 ORDER BY issued_at DESC, number DESC`;
