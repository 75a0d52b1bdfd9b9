import { instantText } from '../domain/instant-sql';
import { writeRaceAudit } from '../ledger/audit';
import type { Postgres, Sql } from '../platform/postgres/postgres';
import type { Endpoint, Endpoints, EndpointWish, LoggedMessage, Posting, Saved } from './ports';
import { keep } from './postgres-webhook-log';

/** Of a race, that are not gone. */
const mostEndpoints = 10;
/** A message with the signature of the old secret is accepted for so long after a change. */
const oldKeyHours = 24;
/** Tests and repeats that a race orders in 24 hours: enough to build a receiver, and too few to keep one busy. */
const mostPostingsPerDay = 200;

export class PostgresEndpoints implements Endpoints {
  readonly #postgres: Postgres;
  readonly #newId: () => string;

  constructor(postgres: Postgres, newId: () => string) {
    this.#postgres = postgres;
    this.#newId = newId;
  }

  save({ raceId, endpointId, url, types, withPerson }: EndpointWish, isDryRun: boolean): Promise<Saved> {
    return this.#postgres.transaction(async (sql) => {
      // Two endpoints that are made at once are counted one after the other.
      const [race] = await lockRace(sql, raceId);
      if (!race) return { kind: 'no-such-race' };
      const [known] = await sql.query<{ is_here: boolean; version: number }>(findKnown, [endpointId, raceId]);
      if (known && !known.is_here) return { kind: 'of-another-race' };
      const [{ number } = { number: 0 }] = await sql.query<{ number: number }>(countEndpoints, [raceId]);
      if (!known && number >= mostEndpoints) return { kind: 'too-many', most: mostEndpoints };
      const { version } = known ?? { version: 1 };
      if (!isDryRun) {
        await sql.query(save, [endpointId, raceId, url, types, withPerson]);
        // Somebody who has the address can often post there. Directors read the audit, but only owners read the address.
        const { host } = new URL(url);
        await writeRaceAudit(sql, raceId, 'webhook-saved', { endpointId, host, types, withPerson });
      }
      return { kind: 'saved', isNew: !known, version };
    });
  }

  list(raceId: string): Promise<readonly Endpoint[]> {
    return this.#postgres.query<Endpoint>(list, [raceId]);
  }

  setState(
    raceId: string,
    endpointId: string,
    state: 'active' | 'paused' | 'gone',
    isDryRun: boolean,
  ): Promise<boolean> {
    return this.#change(raceId, endpointId, isDryRun, async (sql) => {
      await sql.query('UPDATE webhook_endpoint SET state = $2, failing_since = NULL WHERE id = $1', [
        endpointId,
        state,
      ]);
      await writeRaceAudit(sql, raceId, 'webhook-changed', { endpointId, state });
    });
  }

  async rotate(raceId: string, endpointId: string, isDryRun: boolean): Promise<number | undefined> {
    let version: number | undefined;
    const isThere = await this.#change(raceId, endpointId, isDryRun, async (sql) => {
      const [row] = await sql.query<{ version: number }>(rotate, [endpointId, oldKeyHours]);
      version = row?.version;
      await writeRaceAudit(sql, raceId, 'webhook-secret-changed', { endpointId });
    });
    return isThere ? (version ?? 0) : undefined;
  }

  test(raceId: string, endpointId: string, isDryRun: boolean): Promise<Posting> {
    return this.#postgres.transaction(async (sql) => {
      // Orders that come at once are counted one after the other.
      await lockRace(sql, raceId);
      const [found] = await sql.query(lock, [endpointId, raceId]);
      if (!found) return { kind: 'no-such-webhook' };
      if (await isPostingTooOften(sql, raceId)) return { kind: 'too-many', most: mostPostingsPerDay };
      if (!isDryRun) {
        await keep(sql, [
          { endpointId, key: this.#newId(), type: 'endpoint.test', at: new Date().toISOString(), data: { raceId } },
        ]);
        await writeRaceAudit(sql, raceId, 'webhook-tested', { endpointId });
      }
      return { kind: 'ordered', messages: 1 };
    });
  }

  log(raceId: string, endpointId: string): Promise<readonly LoggedMessage[]> {
    return this.#postgres.query<LoggedMessage>(readLog, [raceId, endpointId]);
  }

  replay(raceId: string, endpointId: string, messageId: string | undefined, isDryRun: boolean): Promise<Posting> {
    const which = [raceId, endpointId, messageId ?? null];
    return this.#postgres.transaction(async (sql) => {
      await lockRace(sql, raceId);
      if (await isPostingTooOften(sql, raceId)) return { kind: 'too-many', most: mostPostingsPerDay };
      const { length: messages } = await sql.query(isDryRun ? `SELECT m.id ${replayed}` : replay, which);
      if (messages > 0 && !isDryRun) await writeRaceAudit(sql, raceId, 'webhooks-replayed', { endpointId, messages });
      return { kind: 'ordered', messages };
    });
  }

  /** False: the race has no such endpoint. */
  #change(raceId: string, endpointId: string, isDryRun: boolean, work: (sql: Sql) => Promise<void>): Promise<boolean> {
    return this.#postgres.transaction(async (sql) => {
      const [found] = await sql.query(lock, [endpointId, raceId]);
      if (found && !isDryRun) await work(sql);
      return found !== undefined;
    });
  }
}

export interface EndpointOfStaff {
  readonly raceId: string;
  readonly endpointId: string;
  readonly host: string;
}

/** The active endpoints that this person made or changed, by the audit; `raceId` undefined: of all races. */
export const endpointsMadeBy = (
  sql: Sql,
  staffId: string,
  raceId: string | undefined,
): Promise<readonly EndpointOfStaff[]> => sql.query<EndpointOfStaff>(findMadeBy, [staffId, raceId ?? null]);

/** The caller writes the audit. An owner may look at each, and let it go on. */
export const pauseEndpoints = async (
  sql: Sql,
  endpoints: readonly Pick<EndpointOfStaff, 'endpointId'>[],
): Promise<void> => {
  await sql.query(pauseAll, [endpoints.map(({ endpointId }) => endpointId)]);
};

const findMadeBy = `
  SELECT e.race_id AS "raceId", e.id AS "endpointId", substring(e.url FROM '^https?://([^/?#]+)') AS host
  FROM webhook_endpoint e
  WHERE e.state = 'active' AND ($2::text IS NULL OR e.race_id = $2)
    AND e.id IN (
      SELECT (a.detail ->> 'endpointId')::uuid FROM audit a
      WHERE a.staff_id = $1 AND a.action IN ('webhook-saved', 'webhook-secret-changed'))
  ORDER BY e.race_id, e.made_at, e.id`;

const pauseAll = `
  UPDATE webhook_endpoint SET state = 'paused', failing_since = NULL WHERE id = ANY ($1::uuid[]) AND state = 'active'`;

/** No two transactions have it at once. It is always locked before an endpoint. */
const lockRace = (sql: Sql, raceId: string) => sql.query('SELECT FROM race WHERE id = $1 FOR NO KEY UPDATE', [raceId]);

/** Of the whole race: an endpoint that is removed and made again counts on. The race must be locked. */
const isPostingTooOften = async (sql: Sql, raceId: string): Promise<boolean> =>
  (await sql.query(findPostings, [raceId])).length >= mostPostingsPerDay;

const findPostings = `
  SELECT id FROM audit
  WHERE race_id = $1 AND action IN ('webhook-tested', 'webhooks-replayed') AND at > clock_timestamp() - interval '1 day'
  LIMIT ${mostPostingsPerDay}`;

/** One that is gone is nobody's any more: it posts nothing, and comes back under another id. */
const findKnown = `
  SELECT race_id = $2 AND state <> 'gone' AS is_here, key_version AS version FROM webhook_endpoint WHERE id = $1 FOR UPDATE`;

const countEndpoints = `SELECT count(*)::int AS number FROM webhook_endpoint WHERE race_id = $1 AND state <> 'gone'`;

const save = `
  INSERT INTO webhook_endpoint (id, race_id, url, types, with_names) VALUES ($1, $2, $3, $4, $5)
  ON CONFLICT (id) DO UPDATE SET url = excluded.url, types = excluded.types, with_names = excluded.with_names`;

const list = `
  SELECT e.id AS "endpointId", e.url, e.types, e.with_names AS "withPerson", e.state, ${instantText('e.failing_since')} AS "failingSince",
    CASE WHEN e.old_key_until > clock_timestamp() THEN ${instantText('e.old_key_until')} END AS "oldKeyUntil",
    (SELECT count(*)::int FROM webhook_message m WHERE m.endpoint_id = e.id AND m.state = 'due') AS due,
    (SELECT count(*)::int FROM webhook_message m WHERE m.endpoint_id = e.id AND m.state = 'failed') AS failed,
    ${instantText('e.made_at')} AS "madeAt"
  FROM webhook_endpoint e WHERE e.race_id = $1 AND e.state <> 'gone' ORDER BY e.made_at, e.id`;

const lock = `SELECT FROM webhook_endpoint WHERE id = $1 AND race_id = $2 AND state <> 'gone' FOR UPDATE`;

const rotate = `
  UPDATE webhook_endpoint SET key_version = key_version + 1, old_key_until = clock_timestamp() + make_interval(hours => $2)
  WHERE id = $1 RETURNING key_version AS version`;

const readLog = `
  SELECT m.id AS "messageId", m.type, m.state, ${instantText('m.made_at')} AS "madeAt",
    CASE WHEN m.state = 'due' THEN ${instantText('m.next_at')} END AS "nextAt", m.body,
    (SELECT coalesce(json_agg(json_build_object('at', ${instantText('a.at')}, 'ms', a.ms, 'status', a.status, 'answer', a.answer, 'error', a.error)
       ORDER BY a.at), '[]') FROM webhook_attempt a WHERE a.message_id = m.id) AS attempts
  FROM webhook_message m JOIN webhook_endpoint e ON e.id = m.endpoint_id
  WHERE e.race_id = $1 AND e.id = $2 ORDER BY m.made_at DESC, m.id LIMIT 50`;

const replayed = `
  FROM webhook_message m JOIN webhook_endpoint e ON e.id = m.endpoint_id
  WHERE e.race_id = $1 AND e.id = $2 AND (m.id = $3::uuid OR $3::uuid IS NULL AND m.state = 'failed')`;

const replay = `
  UPDATE webhook_message SET state = 'due', attempts = 0, next_at = clock_timestamp()
  WHERE id IN (SELECT m.id ${replayed} ORDER BY m.id FOR UPDATE OF m) RETURNING id`;
