import type { OutboxMessage, OutboxQueue, Put } from '../domain/outbox';
import type { Postgres, Sql } from '../platform/postgres/postgres';
import type { Outgoing, Queue } from '../platform/queue/queue';
import { traceHeaderFor } from '../platform/trace';

export type { OutboxMessage, OutboxQueue, Put };

/** Makes a mail's message for the outbox, without its id. `generation` counts from 1. */
export type MailMessage<Template extends string> = (order: {
  registrationId: string;
  template: Template;
  generation: number;
}) => Omit<OutboxMessage, 'id'>;

export interface RelayOptions {
  /** Only these messages; default all. */
  readonly ids?: readonly string[];
  /** Only messages that are at least this old by the database's clock, in seconds. Default 0. */
  readonly olderThanSeconds?: number;
}

const batchSize = 100;
/** After this many refusals in a row the fault is the queue's, not the messages'. */
const maxFailuresInARow = 3;

/** Call it in the transaction that makes the messages necessary. */
export const putInOutbox = async (sql: Sql, messages: readonly OutboxMessage[]): Promise<void> => {
  if (messages.length === 0) return;
  await sql.query(
    `INSERT INTO outbox (id, queue, message_group, deduplication_id, body, trace_header)
     SELECT * FROM unnest($1::uuid[], $2::text[], $3::text[], $4::text[], $5::jsonb[], $6::text[])
     ON CONFLICT (id) DO NOTHING`,
    [
      messages.map(({ id }) => id),
      messages.map(({ queue }) => queue),
      messages.map(({ group }) => group ?? null),
      messages.map(({ deduplicationId }) => deduplicationId ?? null),
      messages.map(({ body }) => JSON.stringify(body)),
      messages.map(({ body }) => traceHeaderFor(body) ?? null),
    ],
  );
};

/**
 * Sends the waiting messages of the given queues, oldest first, and returns how many were sent. A message is sent first
 * and deleted after: after a crash in between it is sent twice, so receivers are idempotent. Safe to repeat and to run
 * in parallel. A message that a queue refuses stays and does not hold up the others. Throws AggregateError at the end
 * if any was refused.
 */
export const relayOutbox = async (
  postgres: Postgres,
  queues: Partial<Record<OutboxQueue, Queue>>,
  options: RelayOptions = {},
): Promise<number> => {
  const failures: unknown[] = [];
  let sent = 0;
  for (const name of ['payments', 'urgent-mail', 'mail', 'publications'] as const) {
    const queue = queues[name];
    if (queue) sent += await drain(postgres, name, queue, options, failures);
  }
  if (failures.length > 0)
    throw new AggregateError(
      failures,
      `${failures.length} messages could not leave the outbox: ${String(failures[0])}`,
    );
  return sent;
};

const drain = async (
  postgres: Postgres,
  name: OutboxQueue,
  queue: Queue,
  options: RelayOptions,
  failures: unknown[],
): Promise<number> => {
  const refused: string[] = [];
  let sent = 0;
  for (;;) {
    const batch = await postgres.transaction(async (sql) => {
      const rows = await oldest(sql, name, options, refused);
      const outcome = await sendRows(queue, rows);
      if (outcome.sent.length > 0) await sql.query(deleteSent, [outcome.sent]);
      return { ...outcome, found: rows.length };
    });
    sent += batch.sent.length;
    refused.push(...batch.refused);
    failures.push(...batch.errors);
    if (batch.found < batchSize || batch.gaveUp) return sent;
  }
};

/**
 * Sends what a transaction has just put in the outbox. Messages that are at hand are not read again, and no transaction is open
 * while they are sent. Like `relayOutbox`, it deletes after, and leaves what a queue refuses.
 */
export const relayPut = async (
  postgres: Postgres,
  queues: Partial<Record<OutboxQueue, Queue>>,
  put: readonly Put[],
): Promise<void> => {
  const ids = put.filter((one) => typeof one === 'string');
  const sent: string[] = [];
  for (const [name, messages] of byQueue(put)) {
    const isSent = await queues[name]?.sendAll(messages.map(outgoing)).then(
      () => true,
      () => false,
    );
    (isSent ? sent : ids).push(...messages.map(({ id }) => id));
  }
  if (sent.length > 0) await postgres.query(deleteSent, [sent]);
  if (ids.length > 0) await relayOutbox(postgres, queues, { ids });
};

const byQueue = (put: readonly Put[]): ReadonlyMap<OutboxQueue, readonly OutboxMessage[]> => {
  const found = new Map<OutboxQueue, OutboxMessage[]>();
  for (const one of put) if (typeof one !== 'string') found.set(one.queue, [...(found.get(one.queue) ?? []), one]);
  return found;
};

const outgoing = ({ body, group, deduplicationId }: OutboxMessage): Outgoing => ({
  body,
  ...(group !== undefined && { group }),
  ...(deduplicationId !== undefined && { deduplicationId }),
});

const deleteSent = 'DELETE FROM outbox WHERE id = ANY($1::uuid[])';

interface OutboxRow {
  readonly id: string;
  readonly message_group: string | null;
  readonly deduplication_id: string | null;
  readonly body: unknown;
  readonly trace_header: string | null;
}

const oldest = (sql: Sql, name: OutboxQueue, { ids, olderThanSeconds = 0 }: RelayOptions, refused: readonly string[]) =>
  sql.query<OutboxRow>(
    `SELECT id, message_group, deduplication_id, body, trace_header FROM outbox
     WHERE queue = $1 AND ($2::uuid[] IS NULL OR id = ANY($2)) AND NOT id = ANY($3::uuid[])
       AND created_at <= clock_timestamp() - make_interval(secs => $4)
     ORDER BY created_at LIMIT ${batchSize} FOR UPDATE SKIP LOCKED`,
    [name, ids ?? null, refused, olderThanSeconds],
  );

interface Outcome {
  readonly sent: readonly string[];
  readonly refused: readonly string[];
  readonly errors: readonly unknown[];
  readonly gaveUp: boolean;
}

/** Sends all at once. If that fails, sends one by one, so that one bad message cannot hold up the others. */
const sendRows = async (queue: Queue, rows: readonly OutboxRow[]): Promise<Outcome> => {
  const sent: string[] = [];
  const refused: string[] = [];
  const errors: unknown[] = [];
  let failuresInARow = 0;
  try {
    if (rows.length > 0) await queue.sendAll(rows.map(messageOf));
    return { sent: rows.map(({ id }) => id), refused, errors, gaveUp: false };
  } catch {
    for (const row of rows) {
      try {
        await queue.send(messageOf(row));
        sent.push(row.id);
        failuresInARow = 0;
      } catch (error) {
        refused.push(row.id);
        errors.push(error);
        failuresInARow += 1;
        if (failuresInARow === maxFailuresInARow) return { sent, refused, errors, gaveUp: true };
      }
    }
    return { sent, refused, errors, gaveUp: false };
  }
};

const messageOf = ({ message_group, deduplication_id, body, trace_header }: OutboxRow): Outgoing => ({
  body,
  ...(message_group === null ? {} : { group: message_group }),
  ...(deduplication_id === null ? {} : { deduplicationId: deduplication_id }),
  ...(trace_header === null ? {} : { traceHeader: trace_header }),
});
