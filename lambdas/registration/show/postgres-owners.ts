import type { Sql } from '../../platform/postgres/postgres';
import type { OwnerLookup } from './ports';

export class PostgresOwners implements OwnerLookup {
  readonly #sql: Sql;

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  async find(registrationIds: readonly string[]) {
    const rows = await this.#sql.query<{ session_hash: string | null }>(findOwners, [registrationIds]);
    return rows.map(({ session_hash }) => ({ sessionHash: session_hash ?? undefined }));
  }
}

const findOwners = 'SELECT session_hash FROM registration WHERE id = ANY ($1::uuid[])';
