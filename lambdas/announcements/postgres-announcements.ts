import { instantText } from '../domain/instant-sql';
import { isForRunners } from '../domain/race-sql';
import { writeRaceAudit } from '../ledger/audit';
import { type MailMessage, putInOutbox } from '../ledger/outbox';
import { conditionsOf } from '../participants/postgres-participants';
import type { Postgres, Sql } from '../platform/postgres/postgres';
import { sha256 } from '../platform/signed-tokens';
import { rateShare } from './pace';
import type {
  Announcement,
  Announcements,
  AnnouncementText,
  Audience,
  Begun,
  ListedAnnouncement,
  Reach,
  Tested,
} from './ports';

export interface AnnouncementStoreNeeds {
  readonly postgres: Postgres;
  readonly newId: () => string;
  readonly mailMessage: MailMessage<'announcement' | 'announcement-test'>;
}

/** In 24 hours, in a race. More of them is what people call spam. */
const mostPerDay = 5;
const mostTestsPerDay = 30;

/** The hash by which opt-outs and suppressions know an address. */
export const hashOf = (email: string) => sha256(email.toLowerCase());

export class PostgresAnnouncements implements Announcements {
  readonly #needs: AnnouncementStoreNeeds;

  constructor(needs: AnnouncementStoreNeeds) {
    this.#needs = needs;
  }

  async reach(wished: Announcement): Promise<Reach | undefined> {
    const { postgres } = this.#needs;
    const { raceId, isService, audience } = wished;
    const [race] = await postgres.query<{ rate: number | null }>(findRace, [raceId, audience.eventId ?? null]);
    if (!race) return undefined;
    const { isMeant, values } = audienceSql(raceId, audience);
    const rows = await postgres.query<{ email: string }>(findAddresses(isMeant), values);
    const hashes = [...new Set(rows.map(({ email }) => hashOf(email)))];
    const left = await leftOut(postgres, hashes, raceId, isService);
    const mails = hashes.length - left.optedOut.size - left.unreachable.size;
    return {
      people: rows.length,
      mails,
      optedOut: left.optedOut.size,
      unreachable: left.unreachable.size,
      seconds: Math.ceil(mails / ((race.rate ?? 1) * rateShare)),
    };
  }

  async samples({ raceId, audience }: Announcement): Promise<readonly string[]> {
    const { isMeant, values } = audienceSql(raceId, audience);
    const rows = await this.#needs.postgres.query<{ id: string }>(findSamples(isMeant), values);
    return rows.map(({ id }) => id);
  }

  begin(announcementId: string, wished: Announcement, { mails, optedOut, unreachable }: Reach): Promise<Begun> {
    const { raceId, subject, body, isService, audience } = wished;
    const { search: _, ...told } = audience;
    return this.#needs.postgres.transaction(async (sql) => {
      // Two announcements of a race get their numbers one after the other.
      await sql.query('SELECT FROM race WHERE id = $1 FOR NO KEY UPDATE', [raceId]);
      const text = [raceId, subject, body, isService, JSON.stringify(keptAudience(audience))];
      const [known] = await sql.query<{ sequence: number; isSame: boolean }>(findKnown, [announcementId, ...text]);
      if (known) return known.isSame ? { kind: 'begun', sequence: known.sequence } : { kind: 'id-reused' };
      const [{ today, last } = { today: 0, last: 0 }] = await sql.query<{ today: number; last: number }>(countToday, [
        raceId,
      ]);
      if (today >= mostPerDay) return { kind: 'too-many', most: mostPerDay };
      const sequence = last + 1;
      await sql.query(keep, [
        announcementId,
        ...text,
        sequence,
        mails,
        optedOut,
        unreachable,
        audience.eventId ?? null,
      ]);
      await writeRaceAudit(sql, raceId, 'announcement-sent', { announcementId, sequence, ...told, mails });
      return { kind: 'begun', sequence };
    });
  }

  test({ raceId, subject, body, isService }: AnnouncementText, isDryRun: boolean): Promise<Tested> {
    const { postgres, newId, mailMessage } = this.#needs;
    return postgres.transaction(async (sql) => {
      const [writer] = await sql.query<{ email: string; tests: number }>(findWriter, [raceId]);
      if (!writer) return { kind: 'nobody' };
      if (writer.tests >= mostTestsPerDay) return { kind: 'too-many' };
      if (isDryRun) return { kind: 'ordered', to: writer.email };
      const id = newId();
      await sql.query(keepTest, [id, raceId, subject, body, isService]);
      const order = { registrationId: id, template: 'announcement-test', generation: 1 } as const;
      await putInOutbox(sql, [{ id: newId(), ...mailMessage(order) }]);
      return { kind: 'ordered', to: writer.email };
    });
  }

  list(raceId: string): Promise<readonly ListedAnnouncement[]> {
    return this.#needs.postgres.query<ListedAnnouncement>(list, [raceId]);
  }

  steer(to: 'stopped' | 'sending', raceId: string, announcementId: string, isDryRun: boolean): Promise<boolean> {
    return this.#needs.postgres.transaction(async (sql) => {
      const from = to === 'stopped' ? 'sending' : 'stopped';
      const [found] = await sql.query(lockIn, [announcementId, raceId, from]);
      if (!found || isDryRun) return found !== undefined;
      await sql.query(steer, [announcementId, to]);
      await writeRaceAudit(sql, raceId, `announcement-${to === 'stopped' ? 'stopped' : 'resumed'}`, { announcementId });
      return true;
    });
  }
}

/** A version that does not know of bibs that are told later writes to those whom a mail did not reach, instead of to all. */
const keptAudience = (audience: Audience): Audience =>
  audience.isBibUntold ? { ...audience, isUnreached: true } : audience;

/** Which of these addresses get nothing. An address that cannot be reached is not counted as opted out. */
export const leftOut = async (
  sql: Pick<Sql, 'query'>,
  hashes: readonly string[],
  raceId: string,
  isService: boolean,
) => {
  const rows = await sql.query<{ hash: string; reason: 'out' | 'bounced' }>(findLeftOut, [hashes, raceId, isService]);
  const of = (reason: 'out' | 'bounced') => new Set(rows.flatMap((row) => (row.reason === reason ? [row.hash] : [])));
  return { optedOut: of('out'), unreachable: of('bounced') };
};

const findLeftOut = `
  SELECT email_hash AS hash, 'bounced' AS reason FROM mail_suppression WHERE email_hash = ANY ($1::text[])
  UNION
  SELECT email_hash, 'out' FROM mail_optout o
  WHERE NOT $3 AND email_hash = ANY ($1::text[]) AND (race_id = $2 OR race_id IS NULL)
    AND NOT EXISTS (SELECT FROM mail_suppression s WHERE s.email_hash = o.email_hash)`;

const findRace = `
  SELECT (SELECT max_send_rate FROM mail_quota) AS rate FROM race r
  WHERE r.id = $1 AND ${isForRunners('r')} AND ($2::uuid IS NULL OR EXISTS (SELECT FROM event e WHERE e.id = $2 AND e.race_id = r.id))`;

/** SQL: the participants `p` whom an announcement is for. `value`: adds a parameter, and returns its name. */
export const audienceSql = (raceId: string, audience: Audience) => {
  const values: unknown[] = [];
  const value = (of: unknown) => `$${values.push(of)}`;
  return { isMeant: conditionsOf({ raceId, ...audience }, value).join(' AND '), values, value };
};

/** SQL: the audience of an announcement. */
export const audience = `
  coalesce(audience, json_strip_nulls(json_build_object('search', json_build_object('kind', 'all'), 'isUnreached', false,
    'state', 'registered', 'eventId', event_id, 'payment', payment))::jsonb)`;

export const email = `g.runner ->> 'email'`;

const findAddresses = (isMeant: string) => `
  SELECT ${email} AS email FROM participant p JOIN registration g ON g.id = p.registration_id
  WHERE ${isMeant} AND ${email} IS NOT NULL`;

const findSamples = (isMeant: string) => `
  SELECT id FROM (
    SELECT p.registration_id AS id, row_number() OVER (ORDER BY p.recorded_at, p.registration_id) AS n, count(*) OVER () AS all_of_them
    FROM participant p WHERE ${isMeant}) numbered
  WHERE n IN (1, (all_of_them + 1) / 2, all_of_them) ORDER BY n`;

// What was searched for is forgotten once it is sent. A repeat then is the same with any search.
const findKnown = `
  SELECT sequence, (race_id, subject, body, is_service, a) = ($2, $3, $4, $5::boolean,
    CASE WHEN a -> 'search' ->> 'kind' = 'forgotten' AND $6::jsonb -> 'search' ->> 'kind' <> 'all'
      THEN jsonb_set($6::jsonb, '{search}', a -> 'search') ELSE $6::jsonb END) AS "isSame"
  FROM announcement CROSS JOIN LATERAL (SELECT ${audience} AS a) of WHERE id = $1`;

const countToday = `
  SELECT (count(*) FILTER (WHERE made_at > clock_timestamp() - interval '1 day'))::int AS today, coalesce(max(sequence), 0)::int AS last
  FROM announcement WHERE race_id = $1 AND sequence IS NOT NULL`;

const signedIn = `nullif(current_setting('startline.staff', true), '')::uuid`;

// A version that knows no audience reads event and payment. It finds nobody with this payment, and so writes to nobody instead of to all.
const keep = `
  INSERT INTO announcement (id, race_id, subject, body, is_service, audience, sequence, mails, opted_out, unreachable, event_id, payment, state, staff_id)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, 'of-the-audience', 'sending', ${signedIn})`;

const findWriter = `
  SELECT s.email, (SELECT count(*)::int FROM announcement a
    WHERE a.race_id = $1 AND a.state = 'test' AND a.made_at > clock_timestamp() - interval '1 day') AS tests
  FROM staff s WHERE s.id = ${signedIn} AND EXISTS (SELECT FROM race WHERE id = $1)`;

const keepTest = `
  INSERT INTO announcement (id, race_id, subject, body, is_service, state, staff_id) VALUES ($1, $2, $3, $4, $5, 'test', ${signedIn})`;

const list = `
  SELECT id AS "announcementId", sequence, subject, is_service AS "isService", a ->> 'eventId' AS "eventId", a ->> 'payment' AS payment,
    a ->> 'state' AS people, (a ->> 'isUnreached')::boolean AND NOT a ? 'isBibUntold' AS "isUnreached",
    a ? 'isBibUntold' AS "isBibUntold", a -> 'search' ->> 'kind' <> 'all' AS "isSearched", state,
    wait_reason AS waits, mails, ordered, opted_out AS "optedOut", unreachable, ${instantText('made_at')} AS "madeAt",
    CASE WHEN ended_at IS NOT NULL THEN ${instantText('ended_at')} END AS "endedAt"
  FROM announcement CROSS JOIN LATERAL (SELECT ${audience} AS a) of WHERE race_id = $1 AND sequence IS NOT NULL ORDER BY sequence DESC LIMIT 20`;

const lockIn = 'SELECT FROM announcement WHERE id = $1 AND race_id = $2 AND state = $3 FOR UPDATE';

// A worker sees with its next step that it has it no more.
const steer = `
  UPDATE announcement SET state = $2, lease = NULL, lease_until = NULL, wait_reason = NULL WHERE id = $1`;
