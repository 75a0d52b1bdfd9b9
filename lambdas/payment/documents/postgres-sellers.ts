import type { Postgres, Sql } from '../../platform/postgres/postgres';
import type { Seller } from './document';
import type { RaceTax, Sellers } from './ports';

/** A runner who cancels within a day gets the invoice and its credit note together. */
const hoursUntilInvoice = 24;

export class PostgresSellers implements Sellers {
  readonly #postgres: Postgres;

  constructor(postgres: Postgres) {
    this.#postgres = postgres;
  }

  async set({ id, name, address, country, taxId, prefix }: Seller) {
    const rows = await this.#postgres.query(setSeller, [id, name, address, country, taxId, prefix]);
    return rows.length > 0;
  }

  setTax(raceId: string, { seller, rate, label }: RaceTax) {
    return this.#postgres.transaction(async (sql) => {
      if ((await sql.query(findOwnSeller, [seller])).length === 0) return 'no-such-seller' as const;
      const races = await sql.query(setTax, [raceId, seller, rate, label]);
      if (races.length === 0) return 'no-such-race' as const;
      await sql.query(noteRace, [raceId]);
      return 'set' as const;
    });
  }
}

/**
 * Notes that the documents of these payments have to agree with them again. Runs in the transaction that changed the
 * payments, and holds their locks: so the issuer cannot miss it.
 */
export const noteDocumentsDue = async (sql: Sql, registrationIds: readonly string[]): Promise<void> => {
  if (registrationIds.length > 0) await sql.query(notePayments, [registrationIds]);
};

/** Another seller's prefix stays theirs, and so does a prefix with which numbers were issued: nobody may print them again. */
const setSeller = `
  INSERT INTO seller (id, name, address, country, tax_id, prefix)
  SELECT $1, $2, $3, $4, $5, $6 WHERE NOT EXISTS (SELECT FROM seller WHERE prefix = $6 AND id <> $1)
  ON CONFLICT (id) DO UPDATE SET name = excluded.name, address = excluded.address, country = excluded.country,
    tax_id = excluded.tax_id, prefix = excluded.prefix
  WHERE seller.prefix = excluded.prefix OR seller.next_number = 1
  RETURNING id`;

/**
 * Finds a seller for operators, and for people who decide about money in all races or in a race that this seller sells. Everybody else
 * finds none, so they issue no invoices in its name.
 */
const findOwnSeller = `
  SELECT FROM seller s, (SELECT nullif(current_setting('startline.staff', true), '')::uuid AS id) signed
  WHERE s.id = $1 AND (signed.id IS NULL OR EXISTS (
    SELECT FROM staff_role o WHERE o.staff_id = signed.id AND o.role IN ('owner', 'director', 'finance')
      AND (o.race_id IS NULL OR o.race_id IN (SELECT id FROM race WHERE seller_id = s.id))))`;

const setTax = 'UPDATE race SET seller_id = $2, tax_rate = $3, tax_label = $4 WHERE id = $1 RETURNING id';

/** The seller who issued the invoice issues its credit notes, also when another one sells the race by now. */
const note = `
  INSERT INTO document_due (registration_id, seller_id, due_at)
  SELECT p.registration_id, coalesce(i.seller_id, a.seller_id), coalesce(p.settled_at, clock_timestamp()) + interval '${hoursUntilInvoice} hours'
  FROM payment p JOIN registration r ON r.id = p.registration_id
  JOIN event e ON e.id = r.event_id JOIN race a ON a.id = e.race_id
  LEFT JOIN LATERAL (
    SELECT seller_id FROM document WHERE registration_id = p.registration_id AND kind = 'invoice'
    ORDER BY revision DESC LIMIT 1) i ON true
  WHERE a.seller_id IS NOT NULL AND p.state IN ('captured', 'refunded') AND coalesce(p.capture_amount, p.amount) > 0`;

const notePayments = `${note} AND p.registration_id = ANY ($1::uuid[]) ON CONFLICT DO NOTHING`;

const noteRace = `${note} AND a.id = $1
    AND NOT EXISTS (SELECT FROM document d WHERE d.registration_id = p.registration_id) ON CONFLICT DO NOTHING`;
