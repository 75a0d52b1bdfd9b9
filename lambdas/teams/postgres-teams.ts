import type { Sql } from '../platform/postgres/postgres';
import type { JoinableTeam, ListedTeam, TeamLists, Teams } from './ports';

interface Row {
  readonly race_id: string;
  readonly event_id: string;
  readonly join_code: string;
  readonly pool_id: string;
  readonly is_open: boolean;
  readonly legs: number | null;
  readonly taken_legs: readonly number[];
}

/** Teams as a quote reads them, from the database or its standby. */
export class PostgresTeams implements Teams {
  readonly #sql: Sql;

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  async find(id: string): Promise<JoinableTeam | undefined> {
    const [row] = await this.#sql.query<Row>(findTeam, [id]);
    if (!row) return undefined;
    const { race_id: raceId, event_id: eventId, join_code: joinCode, pool_id: pool, is_open: isOpen } = row;
    const relay = row.legs !== null && { legs: row.legs, takenLegs: row.taken_legs };
    return { id, raceId, eventId, joinCode, pool, isOpen, ...relay };
  }
}

const takenLegs = `
  ARRAY(SELECT r.leg FROM registration r WHERE r.team_id = t.id AND r.live AND r.leg IS NOT NULL ORDER BY r.leg) AS taken_legs`;

const findTeam = `
  SELECT t.race_id, t.event_id, t.join_code, t.pool_id, t.state = 'open' AS is_open, t.legs, ${takenLegs} FROM team t WHERE t.id = $1`;

interface ListedRow extends Pick<ListedTeam, 'id' | 'name' | 'kind' | 'size' | 'members'> {
  readonly is_open: boolean;
}

type ShownRow = ListedRow & Pick<Row, 'race_id' | 'event_id' | 'legs' | 'taken_legs'>;

/** A list of them still fits into one value of memcached. Further teams are found by their link alone. */
export const maxListed = 6_000;

/** Teams as everybody sees them. The join code is not among what is read. */
export class PostgresTeamLists implements TeamLists {
  readonly #sql: Sql;

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  async ofEvent(eventId: string): Promise<readonly ListedTeam[]> {
    return (await this.#sql.query<ListedRow>(listTeams, [eventId])).map(listedOf);
  }

  async find(id: string) {
    const [row] = await this.#sql.query<ShownRow>(showTeam, [id]);
    if (!row) return undefined;
    const { race_id: raceId, event_id: eventId, legs, taken_legs: takenLegs } = row;
    return { raceId, eventId, team: { ...listedOf(row), ...(legs !== null && { takenLegs }) } };
  }
}

const listedOf = ({ id, name, kind, size, members, is_open: isOpen }: ListedRow): ListedTeam => ({
  id,
  name,
  kind,
  size,
  members,
  isOpen,
});

export const listed = `
  t.id, t.name, t.kind, p.stock AS size, t.state = 'open' AS is_open,
  (SELECT count(*)::int FROM registration r WHERE r.team_id = t.id AND r.live) AS members`;

/** A team without a captain has no members. */
const listTeams = `
  SELECT ${listed} FROM team t JOIN pool p ON p.id = t.pool_id
  WHERE t.event_id = $1 AND t.captain IS NOT NULL ORDER BY t.name_folded, t.id LIMIT ${maxListed}`;

const showTeam = `
  SELECT t.race_id, t.event_id, t.legs, ${takenLegs}, ${listed} FROM team t JOIN pool p ON p.id = t.pool_id WHERE t.id = $1`;
