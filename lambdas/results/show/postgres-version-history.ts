import { instantText } from '../../domain/instant-sql';
import type { Sql } from '../../platform/postgres/postgres';
import { keptVersions } from '../publish/versions-sql';
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

/** The files of versions that do not stay are removed. */
const listVersions = `
  SELECT v.number, v.kind, v.finishers, v.entered, v.note, ${instantText('v.at')} AS at, k.manifest
  FROM result_version v LEFT JOIN (${keptVersions('set_id = $1')}) k ON k.number = v.number
  WHERE v.set_id = $1 ORDER BY v.number DESC LIMIT 200`;
