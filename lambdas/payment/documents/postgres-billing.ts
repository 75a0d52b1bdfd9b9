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

const asJson = (row: string) => `CASE WHEN ${row}.name IS NOT NULL THEN
      jsonb_build_object('name', ${row}.name, 'address', ${row}.address, 'country', ${row}.country, 'taxId', ${row}.tax_id) END`;

/**
 * The billing address of a payment as JSON; null without one. `b`: its row of the table `billing`. `f`: for the difference of a move, the
 * row of the registration that paid it. A runner who gave an address with their entry need not give it again.
 */
export const billingAsJson = `coalesce(${asJson('b')}, ${asJson('f')})`;
