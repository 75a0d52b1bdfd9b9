import { instantText } from '../../domain/instant-sql';
import type { Sql } from '../../platform/postgres/postgres';
import type { ListedVersion, VersionHistory } from './ports';

/** The versions of sets, from the standby. */
export class PostgresVersionHistory implements VersionHistory {
  readonly #reader: Sql;

  constructor(reader: Sql) {
    this.#reader = reader;
  }

  list(setId: string): Promise<readonly ListedVersion[]> {
    return this.#reader.query<ListedVersion>(listVersions, [setId]);
  }
}

/** What came before a withdrawal is not shown any more. */
const listVersions = `
  SELECT number, kind, finishers, entered, note, ${instantText('at')} AS at,
    CASE WHEN bool_or(kind = 'withdrawn') OVER (ORDER BY number DESC) THEN NULL ELSE manifest END AS manifest
  FROM result_version WHERE set_id = $1 ORDER BY number DESC LIMIT 200`;
