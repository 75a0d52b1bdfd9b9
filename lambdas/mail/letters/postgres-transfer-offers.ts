import type { Sql } from '../../platform/postgres/postgres';
import type { TransferOffers } from '../ports';
import { type OccasionRow, occasionColumns, occasionOf } from './postgres-occasion';

interface Row extends OccasionRow {
  readonly id: string;
  readonly from_name: string;
  readonly first_name: string;
  readonly email: string;
  readonly transfer_until: Date;
}

export class PostgresTransferOffers implements TransferOffers {
  readonly #sql: Sql;

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  async find(transferId: string) {
    const [row] = await this.#sql.query<Row>(findOffered, [transferId]);
    if (!row) return undefined;
    return {
      ...occasionOf(row),
      transferId: row.id,
      from: row.from_name,
      firstName: row.first_name,
      email: row.email,
      until: row.transfer_until,
    };
  }
}

const findOffered = `
  SELECT t.id, concat_ws(' ', r.runner ->> 'firstName', r.runner ->> 'lastName') AS from_name,
         coalesce(t.recipient ->> 'firstName', '') AS first_name, t.recipient ->> 'email' AS email, a.transfer_until, ${occasionColumns}
  FROM transfer t
  JOIN registration r ON r.id = t.registration_id
  JOIN event e ON e.id = r.event_id
  JOIN race a ON a.id = e.race_id
  WHERE t.id = $1 AND t.state = 'offered' AND t.recipient ->> 'email' IS NOT NULL
    AND r.live AND a.transfer_until > clock_timestamp()`;
