import { createHash } from 'node:crypto';
import { instantText } from '../domain/instant-sql';
import { asksForNoName, noNameQuestions } from '../domain/withheld-name-sql';
import { writeRaceAudit } from '../ledger/audit';
import { projected } from '../participants/participant-sql';
import type { Postgres, Sql } from '../platform/postgres/postgres';
import { retryOnConflict } from '../platform/retry';
import { mayName, type Told, typeOfAudit, typesOf } from './event';
import { type LockedMessage, noteResults } from './note-results';
import type { WebhookDelivery, WebhookLog, WebhookResult } from './ports';
import { maxFailingDays } from './retry';

interface Subscriber {
  readonly id: string;
  readonly types: readonly string[];
  readonly withPerson: boolean;
  readonly madeAt: Date;
}

interface Message {
  readonly endpointId: string;
  /** What happened, so that it is told once. */
  readonly key: string;
  readonly type: string;
  readonly at: string;
  readonly data: Readonly<Record<string, unknown>>;
}

export class PostgresWebhookLog implements WebhookLog {
  readonly #postgres: Postgres;

  constructor(postgres: Postgres) {
    this.#postgres = postgres;
  }

  async races(): Promise<readonly string[]> {
    const rows = await this.#postgres.query<{ id: string }>(
      `SELECT DISTINCT race_id AS id FROM webhook_endpoint WHERE state = 'active'`,
    );
    return rows.map(({ id }) => id);
  }

  tellOfRace(raceId: string): Promise<void> {
    return this.#postgres.transaction(async (sql) => {
      const subscribers = await sql.query<Subscriber>(`${findSubscribers} ORDER BY id FOR NO KEY UPDATE`, [raceId]);
      if (subscribers.length === 0) return;
      const rows = await sql.query<AuditRow>(findAudit, [raceId]);
      const messages = rows.flatMap(({ id, action, to, eventId, at, madeAt }) => {
        const type = typeOfAudit(action, to);
        if (!type) return [];
        const data = { raceId, ...(eventId !== null && { eventId }) };
        return subscribers
          .filter((one) => one.types.includes(type) && one.madeAt <= madeAt)
          .map((one): Message => ({ endpointId: one.id, key: `audit:${id}`, type, at, data }));
      });
      await keep(sql, messages);
      await sql.query('UPDATE webhook_endpoint SET told_at = clock_timestamp() WHERE id = ANY ($1::uuid[])', [
        subscribers.map(({ id }) => id),
      ]);
    });
  }

  async takeDue(most: number): Promise<readonly WebhookDelivery[]> {
    return this.#postgres.query<WebhookDelivery>(takeDue, [most]);
  }

  async forget(): Promise<void> {
    await this.#postgres.query(forget, [mostForgottenAtOnce]);
  }

  note(results: readonly WebhookResult[]): Promise<void> {
    return this.#postgres.transaction(
      async (sql) => {
        const locked = await sql.query<LockedMessage>(lockMessages, [results.map(({ messageId }) => messageId)]);
        const known = new Set(locked.map(({ messageId }) => messageId));
        const made = results.filter(({ messageId }) => known.has(messageId));
        const kept = await sql.query<{ id: string }>(keepAttempts, attemptColumns(made));
        const { messages, endpoints } = noteResults(locked, made, new Set(kept.map(({ id }) => id)), Math.random);
        if (messages.length === 0) return;
        await sql.query(noteMessages, [
          messages.map(({ messageId }) => messageId),
          messages.map(({ state }) => state),
          messages.map(({ attempts }) => attempts),
          messages.map(({ seconds }) => seconds),
        ]);
        const disabled = await sql.query<{ raceId: string; endpointId: string; after: string }>(noteEndpoints, [
          endpoints.map(({ endpointId }) => endpointId),
          endpoints.map(({ isSent }) => isSent),
          endpoints.map(({ isGone }) => isGone),
          maxFailingDays,
        ]);
        for (const { raceId, ...detail } of disabled) await writeRaceAudit(sql, raceId, 'webhook-disabled', detail);
      },
      { retryOn: retryOnConflict },
    );
  }
}

const attemptColumns = (results: readonly WebhookResult[]) => [
  results.map(({ messageId }) => messageId),
  results.map(({ attemptId }) => attemptId),
  results.map(({ at }) => at),
  results.map(({ ms }) => ms),
  results.map(({ status = null }) => status),
  results.map(({ answer = null }) => printable(answer)),
  results.map(({ error = null }) => printable(error)),
];

/** The database keeps no NUL. */
const printable = (text: string | null) => text?.replaceAll('\0', ' ') ?? null;

interface AuditRow {
  readonly id: string;
  readonly action: string;
  readonly to: string | null;
  readonly eventId: string | null;
  readonly at: string;
  readonly madeAt: Date;
}

interface ChangeRow {
  readonly registrationId: string;
  readonly raceId: string;
  readonly eventId: string;
  readonly number: number | null;
  readonly amount: number | null;
  readonly currency: string;
  readonly recordedAt: Date;
  readonly before: Told | null;
  readonly now: Told;
  readonly wasNameWithheld: boolean;
  readonly isNameWithheld: boolean;
  readonly person: unknown;
}

/**
 * Writes messages about registrations that are about to be copied into the list of participants: the list has what was told before.
 * Call it in the transaction that copies them.
 */
export const tellOfRegistrations = async (sql: Sql, raceId: string, ids: readonly string[]): Promise<void> => {
  const subscribers = await sql.query<Subscriber>(findSubscribers, [raceId]);
  if (subscribers.length === 0) return;
  const rows = await sql.query<ChangeRow>(findChanges, [ids, raceId]);
  const at = new Date().toISOString();
  const messages = rows.flatMap(
    ({ before: was, now: is, wasNameWithheld, isNameWithheld, person, recordedAt, ...row }) => {
      const before = was ? withWish(was, wasNameWithheld) : undefined;
      const now = withWish(is, isNameWithheld);
      return typesOf({ before, now }).flatMap((type) =>
        subscribers
          // What was there before the endpoint is no news.
          .filter((one) => one.types.includes(type) && (before !== undefined || one.madeAt <= recordedAt))
          .map(({ id, withPerson }): Message => {
            const data = {
              ...row,
              state: now.state,
              payment: now.payment,
              refund: now.refund,
              nameWithheld: now.isNameWithheld ?? false,
              ...(withPerson && mayName(type) && { person }),
            };
            return { endpointId: id, key: `${row.registrationId}:${JSON.stringify(now)}`, type, at, data };
          }),
      );
    },
  );
  await keep(sql, messages);
};

const withWish = (told: Told, isNameWithheld: boolean): Told => (isNameWithheld ? { ...told, isNameWithheld } : told);

/** A UUID of what happened, for this endpoint. */
const idOf = ({ endpointId, type, key }: Message): string => {
  const hex = createHash('sha256').update(`${endpointId}\n${type}\n${key}`).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
};

export const keep = async (sql: Sql, messages: readonly Message[]): Promise<void> => {
  if (messages.length === 0) return;
  await sql.query(
    `INSERT INTO webhook_message (id, endpoint_id, type, body)
     SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::text[], $4::jsonb[]) ON CONFLICT (id) DO NOTHING`,
    [
      messages.map(idOf),
      messages.map(({ endpointId }) => endpointId),
      messages.map(({ type }) => type),
      messages.map(({ type, at, data }) => JSON.stringify({ type, timestamp: at, data })),
    ],
  );
};

const findSubscribers = `
  SELECT id, types, with_names AS "withPerson", made_at AS "madeAt" FROM webhook_endpoint WHERE race_id = $1 AND state = 'active'`;

/** Entries of a transaction that commits late are found by the overlap. */
const findAudit = `
  WITH since AS (SELECT min(told_at) - interval '5 minutes' AS at FROM webhook_endpoint WHERE race_id = $1 AND state = 'active')
  SELECT u.id::text AS id, u.action, u.detail ->> 'to' AS to, u.event_id AS "eventId", ${instantText('u.at')} AS at, u.at AS "madeAt"
  FROM since CROSS JOIN LATERAL (
    SELECT * FROM audit WHERE race_id = $1 AND at >= since.at AND action IN ('race-published', 'race-cancelled')
    UNION ALL
    SELECT * FROM audit WHERE event_id IN (SELECT id FROM event WHERE race_id = $1) AND at >= since.at AND action = 'sale-changed'
  ) u ORDER BY u.id`;

const told = (row: string) =>
  `json_build_object('state', ${row}.state, 'eventId', ${row}.event_id, 'payment', ${row}.payment, 'refund', ${row}.refund, 'who', ${row}.who_hash)`;

/** A runner can ask for no name in an answer of the form, or later. */
const findChanges = `
  WITH asked AS MATERIALIZED (${noNameQuestions('$2')})
  SELECT n.registration_id AS "registrationId", n.race_id AS "raceId", n.event_id AS "eventId", n.number, n.amount, r.currency,
    n.recorded_at AS "recordedAt", CASE WHEN p.registration_id IS NOT NULL THEN ${told('p')} END AS before, ${told('n')} AS now,
    coalesce(p.name_withheld, false) OR a.said AS "wasNameWithheld", n.name_withheld OR a.said AS "isNameWithheld",
    json_build_object('firstName', g.runner ->> 'firstName', 'lastName', g.runner ->> 'lastName', 'email', g.runner ->> 'email') AS person
  FROM (${projected('(SELECT unnest($1::uuid[]) AS id)')}) n
  JOIN registration g ON g.id = n.registration_id JOIN race r ON r.id = n.race_id
  LEFT JOIN participant p ON p.registration_id = n.registration_id
  LEFT JOIN asked w ON w.revision = g.form_revision
  CROSS JOIN LATERAL (SELECT ${asksForNoName('g', 'w')} AS said) a`;

// For some minutes nobody else takes them: by then the result is there, or the message in the queue was lost.
const takeDue = `
  UPDATE webhook_message m SET next_at = clock_timestamp() + interval '10 minutes'
  FROM (
    SELECT m.id FROM webhook_message m JOIN webhook_endpoint e ON e.id = m.endpoint_id
    WHERE m.state = 'due' AND m.next_at <= clock_timestamp() AND e.state = 'active'
    ORDER BY m.next_at LIMIT $1 FOR UPDATE OF m SKIP LOCKED
  ) due, webhook_endpoint e
  WHERE m.id = due.id AND e.id = m.endpoint_id
  RETURNING m.id AS "messageId", e.id AS "endpointId", e.url, m.body::text AS body,
    CASE WHEN e.old_key_until > clock_timestamp() THEN ARRAY[e.key_version, e.key_version - 1] ELSE ARRAY[e.key_version] END AS versions`;

/** It is done once a minute. */
const mostForgottenAtOnce = 1_000;

/** What is still due is posted without the person: its endpoint did not work for a month. */
const forget = `
  WITH old AS (
    SELECT id FROM webhook_message WHERE NOT is_forgotten AND made_at < clock_timestamp() - interval '30 days'
    ORDER BY made_at LIMIT $1 FOR UPDATE SKIP LOCKED),
  answers AS (DELETE FROM webhook_attempt a USING old WHERE a.message_id = old.id)
  UPDATE webhook_message m SET body = m.body #- '{data,person}', is_forgotten = true FROM old WHERE m.id = old.id`;

/** In the order of their ids, so that two batches with the same messages do not wait for each other. */
const lockMessages = `
  SELECT id AS "messageId", endpoint_id AS "endpointId", state, attempts FROM webhook_message
  WHERE id = ANY ($1::uuid[]) ORDER BY id FOR UPDATE`;

const keepAttempts = `
  INSERT INTO webhook_attempt (message_id, id, at, ms, status, answer, error)
  SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::timestamptz[], $4::int[], $5::smallint[], $6::text[], $7::text[])
  ON CONFLICT DO NOTHING RETURNING id`;

const noteMessages = `
  UPDATE webhook_message m SET state = n.state, attempts = n.attempts, next_at = clock_timestamp() + make_interval(secs => n.seconds)
  FROM unnest($1::uuid[], $2::text[], $3::smallint[], $4::float8[]) AS n (id, state, attempts, seconds) WHERE m.id = n.id`;

/** Writes no endpoint that works and did before. Returns those that this disabled. */
const noteEndpoints = `
  WITH locked AS (
    SELECT e.id, e.race_id, e.state, e.failing_since, h.sent, h.gone
    FROM unnest($1::uuid[], $2::boolean[], $3::boolean[]) AS h (id, sent, gone) JOIN webhook_endpoint e ON e.id = h.id
    WHERE NOT h.sent OR h.gone OR e.failing_since IS NOT NULL
    ORDER BY e.id FOR UPDATE OF e),
  noted AS (
    UPDATE webhook_endpoint e SET failing_since = CASE WHEN NOT l.sent THEN coalesce(l.failing_since, clock_timestamp()) END,
      state = CASE WHEN l.state = 'active' AND (l.gone OR NOT l.sent AND l.failing_since < clock_timestamp() - make_interval(days => $4))
                   THEN 'disabled' ELSE l.state END
    FROM locked l WHERE e.id = l.id
    RETURNING e.race_id AS "raceId", e.id AS "endpointId", CASE WHEN l.gone THEN 'gone' ELSE 'again' END AS after,
      e.state = 'disabled' AND l.state <> 'disabled' AS is_disabled)
  SELECT "raceId", "endpointId", after FROM noted WHERE is_disabled`;
