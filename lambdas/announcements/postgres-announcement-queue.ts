import { isForRunners } from '../domain/race-sql';
import { writeRaceAudit } from '../ledger/audit';
import { putInOutbox } from '../ledger/outbox';
import type { Sql } from '../platform/postgres/postgres';
import type { AnnouncementQueue, Audience, Fed, Road, Taken, Waiting } from './ports';
import { type AnnouncementStoreNeeds, audience, audienceSql, email, hashOf, leftOut } from './postgres-announcements';

/** How long a worker has an announcement without taking a step. Then another worker may take it. */
const leaseSeconds = 60;
/** How long after it was ordered an announcement that is stopped can still be resumed. */
const resumableDays = 30;

export class PostgresAnnouncementQueue implements AnnouncementQueue {
  readonly #needs: AnnouncementStoreNeeds;

  constructor(needs: AnnouncementStoreNeeds) {
    this.#needs = needs;
  }

  giveUpOld(): Promise<void> {
    return this.#needs.postgres.transaction(async (sql) => {
      const ended = await sql.query<Taken>(giveUpOld, [resumableDays]);
      for (const { announcementId, raceId } of ended)
        await writeRaceAudit(sql, raceId, 'announcement-given-up', { announcementId }, 'system');
    });
  }

  async take(lease: string): Promise<Taken | undefined> {
    const [taken] = await this.#needs.postgres.query<Taken>(take, [lease, leaseSeconds]);
    return taken;
  }

  async road(): Promise<Road> {
    const [road] = await this.#needs.postgres.query<{ [K in keyof Road]: Road[K] | null }>(findRoad);
    const { maxSendRate, max24Hours, lastDay, inFlight, isOpening } = road ?? {};
    return {
      maxSendRate: maxSendRate ?? undefined,
      max24Hours: max24Hours ?? undefined,
      lastDay: lastDay ?? 0,
      inFlight: inFlight ?? 0,
      isOpening: isOpening ?? false,
    };
  }

  feed({ announcementId }: Taken, lease: string, most: number): Promise<Fed> {
    return this.#needs.postgres.transaction(async (sql) => {
      const [found] = await sql.query<Feeding>(lockTaken, [announcementId, lease, leaseSeconds]);
      if (!found) return { kind: 'lost' };
      const { raceId, isService, sequence, audience, afterAt, afterId, madeAt } = found;
      const next = nextSql(raceId, audience, { afterAt, afterId, madeAt, most });
      const rows = await sql.query<Reader>(next.text, next.values);
      const readers = rows.flatMap(({ email, id }) => (email === null ? [] : [{ hash: hashOf(email), id }]));
      const hashes = readers.map(({ hash }) => hash);
      const { optedOut, unreachable } = await leftOut(sql, hashes, raceId, isService);
      const reachable = readers.filter(({ hash }) => !optedOut.has(hash) && !unreachable.has(hash));
      const getIt = audience.isBibUntold ? await keepTold(sql, reachable) : reachable;
      const fresh = await sql.query<{ id: string }>(keepReaders, [
        announcementId,
        getIt.map(({ hash }) => hash),
        getIt.map(({ id }) => id),
      ]);
      const messages = fresh.map(({ id: registrationId }) => ({
        id: this.#needs.newId(),
        ...this.#needs.mailMessage({ registrationId, template: 'announcement', generation: sequence }),
      }));
      await putInOutbox(sql, messages);
      const last = rows.at(-1);
      const isDone = rows.length < most;
      await sql.query(advance, [announcementId, last?.at ?? afterAt, last?.id ?? afterId, fresh.length, isDone]);
      return { kind: isDone ? 'done' : 'more', ids: messages.map(({ id }) => id), ordered: fresh.length };
    });
  }

  async rest({ announcementId }: Taken, lease: string, seconds: number, why?: Waiting): Promise<void> {
    await this.#needs.postgres.query(rest, [announcementId, lease, seconds, why ?? null]);
  }
}

interface Feeding {
  readonly raceId: string;
  readonly sequence: number;
  readonly isService: boolean;
  readonly audience: Audience;
  readonly afterAt: string;
  readonly afterId: string | null;
  readonly madeAt: string;
}

interface Reader {
  readonly id: string;
  readonly at: string;
  readonly email: string | null;
}

/** SQL: an audience without what was searched for. It may be a name, and nobody needs it any more. */
const withoutSearch = `
  CASE WHEN audience -> 'search' ->> 'kind' <> 'all' THEN jsonb_set(audience, '{search}', '{"kind": "forgotten"}') ELSE audience END`;

const giveUpOld = `
  UPDATE announcement SET state = 'done', ended_at = clock_timestamp(), wait_reason = 'given-up', audience = ${withoutSearch}
  WHERE state = 'stopped' AND made_at < clock_timestamp() - make_interval(days => $1)
  RETURNING id AS "announcementId", race_id AS "raceId"`;

const take = `
  UPDATE announcement a SET lease = $1, lease_until = clock_timestamp() + make_interval(secs => $2)
  FROM (
    SELECT id FROM announcement WHERE state = 'sending' AND (lease_until IS NULL OR lease_until < clock_timestamp())
    ORDER BY made_at LIMIT 1 FOR UPDATE SKIP LOCKED
  ) free
  WHERE a.id = free.id RETURNING a.id AS "announcementId", a.race_id AS "raceId"`;

const findRoad = `
  SELECT (SELECT max_send_rate FROM mail_quota) AS "maxSendRate", (SELECT max_24_hours FROM mail_quota) AS "max24Hours",
    (SELECT count(*)::int FROM mail
     WHERE claimed_at > statement_timestamp() - interval '1 day' AND state IN ('claimed', 'accepted', 'unknown')) AS "lastDay",
    (SELECT count(*)::int FROM announcement a JOIN announcement_mail r ON r.announcement_id = a.id
     WHERE a.state = 'sending' AND NOT EXISTS (
       SELECT FROM mail m WHERE m.registration_id = r.registration_id AND m.template = 'announcement' AND m.generation = a.sequence)) AS "inFlight",
    EXISTS (SELECT FROM race r WHERE ${isForRunners('r')} AND r.cancelled_at IS NULL
      AND clock_timestamp() BETWEEN r.opens_at - interval '30 minutes' AND r.opens_at + interval '1 hour') AS "isOpening"`;

const lockTaken = `
  UPDATE announcement SET lease_until = clock_timestamp() + make_interval(secs => $3), wait_reason = NULL
  WHERE id = $1 AND lease = $2 AND state = 'sending'
  RETURNING race_id AS "raceId", sequence, is_service AS "isService", ${audience} AS audience,
    after_at::text AS "afterAt", after_id AS "afterId", made_at::text AS "madeAt"`;

type From = Pick<Feeding, 'afterAt' | 'afterId' | 'madeAt'> & { readonly most: number };

/** People who register later are not meant. */
const nextSql = (raceId: string, of: Audience, { afterAt, afterId, madeAt, most }: From) => {
  const { isMeant, values, value } = audienceSql(raceId, of);
  const text = `
    SELECT p.registration_id AS id, p.recorded_at::text AS at, ${email} AS email
    FROM participant p JOIN registration g ON g.id = p.registration_id
    WHERE ${isMeant} AND p.recorded_at <= ${value(madeAt)}::timestamptz
      AND (p.recorded_at, p.registration_id) > (${value(afterAt)}::timestamptz, ${value(afterId ?? noId)}::uuid)
    ORDER BY p.recorded_at, p.registration_id LIMIT ${value(most)}`;
  return { text, values };
};

/** Before every other id. */
const noId = '00000000-0000-0000-0000-000000000000';

/**
 * Those whom no other announcement has told their bib meanwhile. A mail names the bibs of all with its address, so all of them are told.
 */
const keepTold = async (sql: Sql, readers: readonly { readonly hash: string; readonly id: string }[]) => {
  const rows = await sql.query<{ id: string }>(keepToldBibs, [readers.map(({ id }) => id)]);
  const told = new Set(rows.map(({ id }) => id));
  return readers.filter(({ id }) => told.has(id));
};

const keepToldBibs = `
  INSERT INTO bib_told (registration_id, given_at)
  SELECT DISTINCT b.registration_id, b.given_at
  FROM registration one JOIN event own ON own.id = one.event_id
  JOIN registration g ON lower(g.runner ->> 'email') = lower(one.runner ->> 'email') AND g.live
  JOIN bib b ON b.registration_id = g.id AND b.race_id = own.race_id AND b.void_at IS NULL
  WHERE one.id = ANY ($1::uuid[])
  -- Two announcements wait for each other in one order.
  ORDER BY 1
  ON CONFLICT (registration_id, given_at) DO NOTHING RETURNING registration_id AS id`;

const keepReaders = `
  INSERT INTO announcement_mail (announcement_id, email_hash, registration_id)
  SELECT DISTINCT ON (hash) $1::uuid, hash, id FROM unnest($2::text[], $3::uuid[]) WITH ORDINALITY AS r (hash, id, n) ORDER BY hash, n
  ON CONFLICT DO NOTHING RETURNING registration_id AS id`;

const advance = `
  UPDATE announcement SET after_at = $2::timestamptz, after_id = $3, ordered = ordered + $4,
    audience = CASE WHEN $5 THEN ${withoutSearch} ELSE audience END,
    state = CASE WHEN $5 THEN 'done' ELSE state END, ended_at = CASE WHEN $5 THEN clock_timestamp() END,
    lease = CASE WHEN $5 THEN NULL ELSE lease END
  WHERE id = $1`;

const rest = `
  UPDATE announcement SET lease = NULL, lease_until = clock_timestamp() + make_interval(secs => $3), wait_reason = $4
  WHERE id = $1 AND lease = $2`;
