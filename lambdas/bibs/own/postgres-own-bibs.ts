import { isCheckedIn } from '../../domain/check-in-sql';
import { givesBibs } from '../../domain/race-sql';
import type { Sql } from '../../platform/postgres/postgres';
import { codeVersion } from '../desk/replaced-code-sql';
import type { OwnBib, OwnBibs, Proven } from './ports';

interface Row {
  readonly raceId: string;
  readonly number: number | null;
  readonly raceGivesBibs: boolean;
  readonly isCheckedIn: boolean;
  readonly isNameWithheld: boolean;
  readonly codeVersion: number;
  readonly sessionHash: string | null;
  readonly linkVersion: number;
}

/** The bibs of registrations, for those whose they are. */
export class PostgresOwnBibs implements OwnBibs {
  readonly #sql: Sql;

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  async find(registrationId: string, proven: Proven): Promise<OwnBib | 'not-yours' | undefined> {
    const [row] = await this.#sql.query<Row>(findOwn, [registrationId]);
    if (!row) return undefined;
    const { number, sessionHash, linkVersion, ...bib } = row;
    // An older link went to an address that was corrected since.
    const isTheirs = proven.by === 'link' ? proven.version >= linkVersion : proven.sessionHash === sessionHash;
    return isTheirs ? { ...bib, ...(number !== null && { number }) } : 'not-yours';
  }
}

const findOwn = `
  SELECT e.race_id AS "raceId", b.number, e.kind = 'run' AND ${givesBibs('e.race_id')} AS "raceGivesBibs", ${isCheckedIn('g.id')} AS "isCheckedIn",
    g.name_withheld AS "isNameWithheld", ${codeVersion('g.id')} AS "codeVersion",
    g.session_hash AS "sessionHash", g.link_version AS "linkVersion"
  FROM registration g JOIN event e ON e.id = g.event_id
  LEFT JOIN bib b ON b.registration_id = g.id AND b.void_at IS NULL
  WHERE g.id = $1 AND g.live`;
