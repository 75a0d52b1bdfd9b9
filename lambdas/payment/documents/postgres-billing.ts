import type { Sql } from '../../platform/postgres/postgres';
import type { Billing } from './document';

/** Says whom the documents of a payment are addressed to from now on. Its caller holds the lock of the payment. */
export const writeBilling = async (
  sql: Sql,
  registrationId: string,
  { name, address, country, taxId }: Billing,
): Promise<void> => {
  await sql.query(
    `INSERT INTO billing (registration_id, name, address, country, tax_id) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT (registration_id) DO UPDATE SET name = excluded.name, address = excluded.address,
       country = excluded.country, tax_id = excluded.tax_id`,
    [registrationId, name, address, country, taxId],
  );
};

/** The billing address of the row `b` of the table `billing`, as JSON; null without one. */
export const billingAsJson = `CASE WHEN b.name IS NOT NULL THEN
      jsonb_build_object('name', b.name, 'address', b.address, 'country', b.country, 'taxId', b.tax_id) END`;
