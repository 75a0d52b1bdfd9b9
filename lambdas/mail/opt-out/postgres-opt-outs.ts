import type { NewsReader, OptOut } from '../../domain/announcement';
import { givesBibs } from '../../domain/race-sql';
import type { Postgres } from '../../platform/postgres/postgres';
import { sha256 } from '../../platform/signed-tokens';
import type { AnnouncementLetter, AnnouncementLetters, AnnouncementReader, AnnouncementTest, OptOuts } from './ports';

export class PostgresOptOuts implements OptOuts {
  readonly #postgres: Postgres;

  constructor(postgres: Postgres) {
    this.#postgres = postgres;
  }

  set({ emailHash, raceId }: NewsReader, from: OptOut): Promise<string | undefined> {
    return this.#postgres.transaction(async (sql) => {
      const [race] = await sql.query<{ name: string }>('SELECT name FROM race WHERE id = $1', [raceId]);
      if (!race) return undefined;
      if (from === 'nothing') await sql.query(forget, [emailHash, raceId]);
      else await sql.query(keep, [emailHash, from === 'race' ? raceId : null]);
      return race.name;
    });
  }
}

const forget = 'DELETE FROM mail_optout WHERE email_hash = $1 AND (race_id = $2 OR race_id IS NULL)';
const keep = 'INSERT INTO mail_optout (email_hash, race_id) VALUES ($1, $2) ON CONFLICT DO NOTHING';

export class PostgresAnnouncementLetters implements AnnouncementLetters {
  readonly #postgres: Pick<Postgres, 'query'>;

  constructor(postgres: Pick<Postgres, 'query'>) {
    this.#postgres = postgres;
  }

  async find(registrationId: string, sequence: number): Promise<AnnouncementLetter | undefined> {
    const [found] = await this.#postgres.query<Omit<AnnouncementLetter, 'readers'> & { readonly email: string }>(
      findOne,
      [registrationId, sequence],
    );
    if (!found) return undefined;
    const { email, ...text } = found;
    if (!text.isService) {
      // Somebody may have opted out after the mail was ordered.
      const [out] = await this.#postgres.query(findOptOut, [sha256(email.toLowerCase()), text.raceId]);
      if (out) return undefined;
    }
    return { ...text, readers: await this.readersWith(registrationId) };
  }

  async readersWith(registrationId: string): Promise<readonly AnnouncementReader[]> {
    const rows = await this.#postgres.query<ReaderRow>(findReaders, [registrationId]);
    return rows.map(({ number, ...reader }) => ({ ...reader, number: number === 0 ? 'later' : (number ?? undefined) }));
  }

  async test(announcementId: string): Promise<AnnouncementTest | undefined> {
    const [test] = await this.#postgres.query<AnnouncementTest>(findTest, [announcementId]);
    return test;
  }
}

const text = `a.race_id AS "raceId", a.subject, a.body, a.is_service AS "isService"`;

const findOne = `
  SELECT ${text}, coalesce(a.audience ->> 'state', 'registered') AS people, g.runner ->> 'email' AS email
  FROM registration g JOIN event e ON e.id = g.event_id JOIN announcement a ON a.race_id = e.race_id AND a.sequence = $2
  WHERE g.id = $1 AND g.runner ->> 'email' IS NOT NULL`;

const findOptOut = 'SELECT FROM mail_optout WHERE email_hash = $1 AND (race_id = $2 OR race_id IS NULL) LIMIT 1';

interface ReaderRow extends Omit<AnnouncementReader, 'number'> {
  /** What they wear. 0: they get it later. */
  readonly number: number | null;
}

const findReaders = `
  SELECT coalesce(g.runner ->> 'firstName', '') AS "firstName", e.name AS "eventName",
    CASE WHEN e.kind = 'run' AND ${givesBibs('own.race_id')} THEN coalesce(
      (SELECT b.number FROM bib b WHERE b.registration_id = g.id AND b.void_at IS NULL), CASE WHEN g.live THEN 0 END
    ) ELSE g.number END AS number
  FROM registration one JOIN event own ON own.id = one.event_id
  JOIN registration g ON lower(g.runner ->> 'email') = lower(one.runner ->> 'email')
    AND (g.outcome, g.live) = (one.outcome, one.live) AND g.ended IS NOT DISTINCT FROM one.ended
  JOIN event e ON e.id = g.event_id AND e.race_id = own.race_id
  WHERE one.id = $1 ORDER BY g.recorded_at, g.id LIMIT 100`;

const findTest = `
  SELECT ${text}, r.name AS "raceName", s.email, s.name,
    coalesce((SELECT e.name FROM event e WHERE e.race_id = r.id ORDER BY e.position LIMIT 1), '') AS "eventName"
  FROM announcement a JOIN race r ON r.id = a.race_id JOIN staff s ON s.id = a.staff_id
  WHERE a.id = $1 AND a.state = 'test'`;
