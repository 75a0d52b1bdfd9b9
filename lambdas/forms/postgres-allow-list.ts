import type { Postgres, Sql } from '../platform/postgres/postgres';
import type { AllowedPerson, AllowList, AllowRegister } from './ports';

/** Who may run in events that have a list, from the database or its standby. */
export class PostgresAllowList implements AllowList {
  readonly #sql: Sql;

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  async areAllowed(eventId: string, people: readonly Required<AllowedPerson>[]) {
    const rows = await this.#sql.query<{ allowed: boolean }>(areAllowed, [
      eventId,
      people.map(({ email }) => folded(email)),
      people.map(({ birthDate }) => birthDate),
    ]);
    return rows.map(({ allowed }) => allowed);
  }
}

/** Of events that are removed, in the transaction of their caller. */
export const forgetAllowed = async (sql: Sql, eventIds: readonly string[]): Promise<void> => {
  if (eventIds.length > 0) await sql.query('DELETE FROM allowed_person WHERE event_id = ANY ($1::uuid[])', [eventIds]);
};

/** Changes the lists in the primary database. */
export class PostgresAllowRegister implements AllowRegister {
  readonly #postgres: Postgres;

  constructor(postgres: Postgres) {
    this.#postgres = postgres;
  }

  change(
    ...[raceId, eventId, people, isAllowed, isDryRun]: Parameters<AllowRegister['change']>
  ): ReturnType<AllowRegister['change']> {
    return this.#postgres.transaction(async (sql) => {
      const [event] = await sql.query('SELECT 1 FROM event WHERE id = $1 AND race_id = $2', [eventId, raceId]);
      if (!event) return 'no-such-event';
      const columns = [
        eventId,
        people.map(({ email }) => folded(email)),
        people.map(({ birthDate }) => birthDate ?? ''),
      ];
      const [found] = await sql.query<{ there: number; asked: number }>(countThere, columns);
      const { there = 0, asked = 0 } = found ?? {};
      if (!isDryRun) await sql.query(isAllowed ? allow : withdraw, columns);
      return isAllowed ? asked - there : there;
    });
  }
}

/** As an address is compared: letters of any case, and in one form. */
const folded = (email: string) => email.normalize('NFKC').toLowerCase();

const asked = '(SELECT DISTINCT * FROM unnest($2::text[], $3::text[]) AS p (email, birth_date))';

const areAllowed = `
  SELECT a.found IS NOT NULL AS allowed
  FROM unnest($2::text[], $3::text[]) WITH ORDINALITY AS p (email, birth_date, place)
  LEFT JOIN LATERAL (
    SELECT 1 AS found FROM allowed_person
    WHERE event_id = $1 AND email = p.email AND birth_date IN ('', p.birth_date) LIMIT 1
  ) a ON true
  ORDER BY p.place`;

const countThere = `
  SELECT count(*)::int AS asked, count(a.email)::int AS there
  FROM ${asked} p LEFT JOIN allowed_person a ON a.event_id = $1 AND a.email = p.email AND a.birth_date = p.birth_date`;

const allow = `
  INSERT INTO allowed_person (event_id, email, birth_date) SELECT $1, email, birth_date FROM ${asked} p
  ORDER BY email, birth_date ON CONFLICT DO NOTHING`;

const withdraw = `
  DELETE FROM allowed_person a USING ${asked} p
  WHERE a.event_id = $1 AND a.email = p.email AND a.birth_date = p.birth_date`;
