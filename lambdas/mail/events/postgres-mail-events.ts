import type { Postgres, Sql } from '../../platform/postgres/postgres';
import { retryOnDeadlock } from '../../platform/retry';
import { sha256 } from '../../platform/signed-tokens';
import type { MailEvent, MailEvents } from '../ports';
import { moreSignificant, significance } from './mail-event';

/** The recipients of each mail, by the key of `mailOf`. */
type Recipients = ReadonlyMap<string, readonly string[]>;

export class PostgresMailEvents implements MailEvents {
  readonly #postgres: Postgres;

  constructor(postgres: Postgres) {
    this.#postgres = postgres;
  }

  record(events: readonly MailEvent[]): Promise<ReadonlySet<MailEvent>> {
    return this.#postgres.transaction(
      async (sql) => {
        const mails = oneForEachMail(events);
        // One after the other, because it is one connection. Both, because one event of a mail may have tags and
        // another not.
        const recipients: Recipients = new Map([...(await byTags(sql, mails)), ...(await byMessageId(sql, mails))]);
        await suppress(sql, events, recipients);
        return new Set(events.filter((event) => !recipients.has(mailOf(event))));
      },
      { retryOn: retryOnDeadlock },
    );
  }
}

/** The key of the mail that an event is about: from the tags, which are known from the start, or the message id. */
const mailOf = ({ order, messageId }: MailEvent): string =>
  order ? tagged(order.registrationId, order.template, order.generation) : messageId;

const tagged = (...tags: readonly (string | number)[]) => tags.join(' ');

/**
 * The most significant event of each mail, because a statement can write a row only once. Sorted, so that two batches
 * seldom deadlock.
 */
const oneForEachMail = (events: readonly MailEvent[]): readonly MailEvent[] => {
  const mails = new Map<string, MailEvent>();
  for (const event of events) {
    const other = mails.get(mailOf(event));
    mails.set(mailOf(event), other ? moreSignificant(other, event) : event);
  }
  return [...mails].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, event]) => event);
};

const byTags = async (sql: Sql, mails: readonly MailEvent[]): Promise<Recipients> => {
  const events = mails.flatMap(({ kind, messageId, order }) => (order ? [{ kind, messageId, order }] : []));
  if (events.length === 0) return new Map();
  const rows = await sql.query<{ id: string; template: string; generation: number; recipient: string }>(recordByTags, [
    significance,
    events.map(({ kind }) => kind),
    events.map(({ messageId }) => messageId),
    events.map(({ order }) => order.registrationId),
    events.map(({ order }) => order.template),
    events.map(({ order }) => order.generation),
  ]);
  return new Map(
    rows.map(({ id, template, generation, recipient }) => [tagged(id, template, generation), [recipient]]),
  );
};

const byMessageId = async (sql: Sql, mails: readonly MailEvent[]): Promise<Recipients> => {
  const events = mails.filter(({ order }) => order === undefined);
  if (events.length === 0) return new Map();
  const rows = await sql.query<{ message_id: string; recipients: string[] }>(recordByMessageId, [
    significance,
    events.map(({ kind }) => kind),
    events.map(({ messageId }) => messageId),
  ]);
  return new Map(rows.map(({ message_id: messageId, recipients }) => [messageId, recipients]));
};

const suppress = async (sql: Sql, events: readonly MailEvent[], recipients: Recipients): Promise<void> => {
  const reasons = new Map<string, string>();
  for (const event of events) {
    if (event.suppress.length === 0) continue;
    // Our own spelling, too: SES writes domains in ASCII.
    for (const address of [...event.suppress, ...(recipients.get(mailOf(event)) ?? [])])
      reasons.set(sha256(address.toLowerCase()), event.kind);
  }
  if (reasons.size === 0) return;
  // Sorted, so that two batches do not deadlock.
  const hashes = [...reasons.keys()].sort();
  await sql.query(
    'INSERT INTO mail_suppression (email_hash, reason) SELECT * FROM unnest($1::text[], $2::text[]) ON CONFLICT DO NOTHING',
    [hashes, hashes.map((hash) => reasons.get(hash))],
  );
};

/**
 * Any event proves that SES accepted the mail, so it settles a claim whose outcome was unknown. `array_position` is the
 * significance, null without an event.
 */
const record = `
  UPDATE mail m SET
    event = CASE WHEN coalesce(array_position($1::text[], m.event), 0) < array_position($1::text[], e.kind) THEN e.kind ELSE m.event END,
    state = CASE WHEN m.state IN ('claimed', 'unknown') THEN 'accepted' ELSE m.state END,
    reason = CASE WHEN m.state IN ('claimed', 'unknown') THEN NULL ELSE m.reason END,
    message_id = coalesce(m.message_id, e.message_id),
    updated_at = clock_timestamp()`;

const recordByTags = `${record}
  FROM unnest($2::text[], $3::text[], $4::uuid[], $5::text[], $6::int[])
    AS e (kind, message_id, registration_id, template, generation)
  WHERE m.registration_id = e.registration_id AND m.template = e.template AND m.generation = e.generation
  RETURNING m.registration_id AS id, m.template, m.generation, m.recipient`;

const recordByMessageId = `WITH recorded AS (${record}
    FROM unnest($2::text[], $3::text[]) AS e (kind, message_id)
    WHERE m.message_id = e.message_id
    RETURNING m.message_id, m.recipient)
  SELECT message_id, array_agg(recipient) AS recipients FROM recorded GROUP BY message_id`;
