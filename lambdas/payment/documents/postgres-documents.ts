import { givenBack } from '../../domain/money/given-back-sql';
import { writeAudit } from '../../ledger/audit';
import { paidFeeWith } from '../../ledger/transfer-fee-sql';
import type { Postgres, Sql } from '../../platform/postgres/postgres';
import { retryOnDeadlock } from '../../platform/retry';
import { type Billing, type DocumentLine, type Draft, draftsFor, reissueDrafts, type Seller } from './document';
import type { Documents, IssuedDocument, RaceReceipts, Reissued } from './ports';
import { billingAsJson, writeBilling } from './postgres-billing';
import { receiptsOfRace } from './postgres-race-receipts';

interface DueRow {
  readonly registration_id: string;
  readonly amount: number;
  readonly refunded: number;
  readonly currency: string;
  readonly race: string;
  readonly tax_label: string;
  readonly tax_rate: number;
  readonly invoiced_tax: { readonly label: string; readonly rate: number } | null;
  readonly lines: readonly DocumentLine[];
  readonly event_id: string;
  readonly seller_id: string;
  readonly up_to: number | null;
  readonly revision: number;
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
    const [seller] = await lockSellers(sql, [sellerId]);
    if (!seller) throw new Error(`The seller ${sellerId} is gone.`);
    const drafts = rows.flatMap((row) => draftsFor(documented(row)));
    await this.#insert(sql, seller, drafts);
    await sql.query(`DELETE FROM document_due WHERE registration_id = ANY ($1::uuid[])`, [ids]);
    return drafts.length;
  }

  reissue(registrationId: string, number: string, billTo: Billing | undefined): Promise<Reissued> {
    return this.#needs.postgres.transaction((sql) => this.#reissue(sql, registrationId, number, billTo), {
      retryOn: retryOnDeadlock,
    });
  }

  /** The payment first, and the sellers last, in the order of their ids: the invoice may be of another one than the next. */
  async #reissue(sql: Sql, registrationId: string, number: string, billTo: Billing | undefined): Promise<Reissued> {
    const [{ paid_as: paidAs } = { paid_as: registrationId }] = await sql.query<{ paid_as: string }>(findInvoiced, [
      registrationId,
      number,
    ]);
    await sql.query(lockPayments, [[paidAs]]);
    const [wrong] = await sql.query<WrongRow>(findInvoice, [paidAs, number]);
    if (!wrong) return { kind: 'no-such-invoice' };
    const { credited, replaced } = wrong;
    if (credited !== null && replaced !== null) return { kind: 'reissued', creditNote: credited, invoice: replaced };
    const [row] = await sql.query<DueRow>(readPayment, [paidAs]);
    if (!row) return { kind: 'not-sold' };
    if (row.amount === row.refunded) return { kind: 'nothing-left' };
    if (billTo) await writeBilling(sql, paidAs, billTo);
    const payment = { ...documented(row), billTo: billTo ?? row.bill_to };
    // First what was refunded since, of the wrong invoice: the next one is for what is left.
    const missing = draftsFor({ ...payment, billTo: wrong.bill_to });
    const { creditNote, invoice } = reissueDrafts(payment, { taxes: wrong.taxes, billTo: wrong.bill_to });
    const sellers = await lockSellers(sql, [wrong.seller_id, row.seller_id].sort());
    const [old, present] = [wrong.seller_id, row.seller_id].map((id) => sellers.find((one) => one.id === id));
    if (!old || !present) throw new Error(`A seller of ${registrationId} is gone.`);
    const credits = await this.#insert(sql, old, [...missing, creditNote]);
    const next = old.id === present.id ? { ...old, next_number: old.next_number + credits.length } : present;
    const [issued = ''] = await this.#insert(sql, next, [invoice]);
    await sql.query('DELETE FROM document_due WHERE registration_id = $1', [paidAs]);
    const detail = { creditNote: credits.at(-1), invoice: issued };
    await writeAudit(sql, [
      {
        actor: 'director',
        action: 'reissued',
        eventId: row.event_id,
        registrationId,
        detail: { was: number, ...detail },
      },
    ]);
    return { kind: 'reissued', creditNote: credits.at(-1) ?? '', invoice: issued };
  }

  /** Returns their numbers. */
  async #insert(sql: Sql, seller: SellerRow, drafts: readonly Draft[]): Promise<readonly string[]> {
    if (drafts.length === 0) return [];
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
      drafts.map(({ revision }) => revision),
    ]);
    await sql.query('UPDATE seller SET next_number = $2 WHERE id = $1', [seller.id, first + drafts.length]);
    return drafts.map((_, index) => `${seller.prefix}${first + index}`);
  }

  ofRace(raceId: string, after: string | undefined): Promise<RaceReceipts> {
    return receiptsOfRace(this.#needs.postgres, raceId, after);
  }

  ofPayment(registrationId: string): Promise<readonly IssuedDocument[]> {
    return documentsOf(this.#needs.postgres, [registrationId]);
  }
}

/** Newest first. */
export const documentsOf = async (sql: Sql, paidAs: readonly string[]): Promise<readonly IssuedDocument[]> =>
  (await sql.query<DocumentRow>(listDocuments, [paidAs])).map((row) => ({
    registrationId: row.registration_id,
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

/** An invoice that is to be taken back, or was: then the numbers of the two documents that did it. */
interface WrongRow {
  readonly seller_id: string;
  readonly taxes: Draft['taxes'];
  readonly bill_to: Billing | null;
  readonly credited: string | null;
  readonly replaced: string | null;
}

interface DocumentRow {
  readonly registration_id: string;
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
  invoicedTax: row.invoiced_tax ?? undefined,
  documentedUpTo: row.up_to ?? undefined,
  revision: row.revision,
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
export const lockPayments = `
  SELECT registration_id FROM payment WHERE registration_id = ANY ($1::uuid[])
  ORDER BY registration_id FOR NO KEY UPDATE`;

/**
 * The part of the payment for the spots that was paid for `m`. It is computed from the share: the share also has the differences of
 * moves until the spot is passed on, and it is less by what `m` was given back while they had the spot. `paid_by` is empty in rows of the
 * version before it.
 */
const paidShare = `m.share
  - (SELECT coalesce(sum(d.amount), 0) FROM move_offer o JOIN payment d ON d.registration_id = o.paid_as
     WHERE (o.paid_by = m.id OR o.paid_by IS NULL AND o.registration_id = m.id) AND d.state <> 'failed')
  + (SELECT coalesce(sum((u.detail ->> 'refund')::int), 0) FROM audit u
     WHERE u.registration_id = m.id AND u.action IN ('moved', 'line-refunded') AND NOT EXISTS (
       SELECT FROM audit x WHERE x.registration_id = m.id AND x.action IN ('cancelled', 'deferred') AND x.id < u.id))`;

/**
 * A line for each person of the payment. Where there is none, it is what somebody paid to take a spot over. A credit note stays when the bank
 * sends the refund by hand back that it is about, so what it says still counts as given back.
 */
const payments = `
  SELECT p.registration_id, coalesce(p.capture_amount, p.amount) AS amount, greatest(${givenBack('p')}, d.up_to) AS refunded, p.currency, a.name AS race,
    a.tax_label, a.tax_rate, a.seller_id, e.id AS event_id,
    coalesce((SELECT jsonb_agg(jsonb_build_object('label', a.name || ', ' || me.name || CASE m.via WHEN 'move' THEN ', move' WHEN 'fee' THEN ', transfer fee' ELSE '' END,
                                         'gross', coalesce(${paidShare}, p.capture_amount, p.amount)) ORDER BY m.number)
     FROM registration m JOIN event me ON me.id = m.event_id
     WHERE (m.id = p.registration_id OR m.paid_as = p.registration_id) AND m.via <> 'transfer'),
     jsonb_build_array(jsonb_build_object('label', a.name || ', ' || e.name || ', transfer fee',
                                          'gross', coalesce(p.capture_amount, p.amount)))) AS lines,
    ${billingAsJson} AS bill_to,
    d.up_to, coalesce(d.revision, 0) AS revision,
    (SELECT i.taxes -> 0 FROM document i
     WHERE i.registration_id = p.registration_id AND i.revision = d.revision AND i.kind = 'invoice') AS invoiced_tax
  FROM payment p
  JOIN registration r ON r.id = p.registration_id JOIN event e ON e.id = r.event_id
  JOIN race a ON a.id = e.race_id AND a.tax_rate IS NOT NULL
  LEFT JOIN billing b ON b.registration_id = p.registration_id
  LEFT JOIN move_offer v ON v.paid_as = p.registration_id LEFT JOIN billing f ON f.registration_id = coalesce(v.paid_by, ${paidFeeWith('p.registration_id')})
  CROSS JOIN LATERAL (
    SELECT max(up_to) AS up_to, max(revision) AS revision FROM document WHERE registration_id = p.registration_id) d
  WHERE p.state IN ('captured', 'refunded') AND coalesce(p.capture_amount, p.amount) > 0`;

/** In the order of capture, which is that of the numbers. */
const readDue = `${payments} AND p.registration_id IN (SELECT registration_id FROM document_due WHERE registration_id = ANY ($1::uuid[]))
  ORDER BY p.settled_at, p.registration_id`;

const readPayment = `${payments} AND p.registration_id = $1`;

/** The payment of an invoice that the page of a person lists: their own, that of their group, or that of a move. */
const findInvoiced = `
  SELECT d.registration_id AS paid_as FROM registration r JOIN document d
    ON d.registration_id IN (r.id, r.paid_as)
    OR d.registration_id IN (SELECT paid_as FROM move_offer WHERE registration_id = r.id OR paid_by = r.id)
    OR d.registration_id IN (SELECT fee_paid_as FROM transfer WHERE became = r.id)
  WHERE r.id = $1 AND d.kind = 'invoice' AND d.issuer ->> 'prefix' || d.number = $2`;

const findInvoice = `
  SELECT i.seller_id, i.taxes, i.bill_to,
    (SELECT d.issuer ->> 'prefix' || d.number FROM document d
     WHERE d.registration_id = i.registration_id AND d.revision = i.revision AND d.kind = 'credit-note' AND d.up_to = 0) AS credited,
    (SELECT d.issuer ->> 'prefix' || d.number FROM document d
     WHERE d.registration_id = i.registration_id AND d.revision = i.revision + 1 AND d.kind = 'invoice') AS replaced
  FROM document i WHERE i.registration_id = $1 AND i.kind = 'invoice' AND i.issuer ->> 'prefix' || i.number = $2`;

const lockSellers = (sql: Sql, ids: readonly string[]) =>
  sql.query<SellerRow>(
    `SELECT id, name, address, country, tax_id, prefix, next_number FROM seller WHERE id = ANY ($1::text[])
     ORDER BY id FOR NO KEY UPDATE`,
    [ids],
  );

const insertDocuments = `
  INSERT INTO document (seller_id, issuer, id, number, kind, registration_id, up_to, lines, taxes, gross, currency, bill_to, revision)
  SELECT $1, $2, d.* FROM unnest($3::uuid[], $4::bigint[], $5::text[], $6::uuid[], $7::int[], $8::jsonb[], $9::jsonb[],
    $10::int[], $11::text[], $12::jsonb[], $13::int[]) AS d`;

const listDocuments = `
  SELECT registration_id, number, kind, issuer, lines, taxes, gross, currency, issued_at, bill_to FROM document
  WHERE registration_id = ANY ($1::uuid[]) ORDER BY issued_at DESC, number DESC`;
