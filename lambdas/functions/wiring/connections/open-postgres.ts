import { openPostgres as open, type PostgresPool } from '../../../platform/postgres/open-postgres';
import type { PostgresOptions } from '../../../platform/postgres/pool-config';
import { ahead } from './connect-ahead';

/** Connects at the first statement, or ahead of it. */
export const openPostgres = (url: string, options?: PostgresOptions): PostgresPool => {
  const postgres = open(url, options);
  ahead(() => postgres.connect());
  return postgres;
};
