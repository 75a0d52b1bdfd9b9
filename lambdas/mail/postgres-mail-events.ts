import type { Postgres, Sql } from '../platform/postgres/postgres';
import { sha256 } from '../platform/seal';
import { weight } from './mail-event';
import type { MailEvent, MailEvents } from './ports';

export class PostgresMailEvents implements MailEvents {
  readonly #postgres: Postgres;

  constructor(postgres: Postgres) {
    this.#postgres = postgres;
  }

  record(event: MailEvent): Promise<boolean> {
    return this.#postgres.transaction(
      async (sql) => {
        const recipients = await update(sql, event);
        if (event.suppress.length > 0) await suppress(sql, event, recipients);
        return recipients.length > 0;
      },
      { retryOn: ['40P01'] },
    );
  }
}

const update = async (sql: Sql, { kind, messageId, order }: MailEvent): Promise<string[]> => {
  const rows = await sql.query<{ recipient: string }>(recordEvent, [
    kind,
    messageId,
    order?.registrationId ?? null,
    order?.template ?? null,
    order?.generation ?? null,
    weight,
  ]);
  return rows.map(({ recipient }) => recipient);
};

const suppress = async (sql: Sql, { kind, suppress: addresses }: MailEvent, recipients: readonly string[]) => {
  // Our own spelling too: SES writes domains in ASCII. Sorted, so that two events do not lock each other out.
  const hashes = [...new Set([...addresses, ...recipients].map((address) => sha256(address.toLowerCase())))].sort();
  await sql.query(
    'INSERT INTO mail_suppression (email_hash, reason) SELECT unnest($1::text[]), $2 ON CONFLICT DO NOTHING',
    [hashes, kind],
  );
};

/**
 * Any event at all says that SES had accepted the mail, so it settles a claim whose end nobody saw. By the tags, which
 * are there from the first moment, or by the message id. `array_position` is the weight, null for no event.
 */
const recordEvent = `
  UPDATE mail SET
    event = CASE WHEN coalesce(array_position($6::text[], event), 0) < array_position($6::text[], $1) THEN $1 ELSE event END,
    state = CASE WHEN state IN ('claimed', 'unknown') THEN 'accepted' ELSE state END,
    reason = CASE WHEN state IN ('claimed', 'unknown') THEN NULL ELSE reason END,
    message_id = coalesce(message_id, $2),
    updated_at = clock_timestamp()
  WHERE CASE WHEN $3::uuid IS NULL THEN message_id = $2
             ELSE registration_id = $3 AND template = $4 AND generation = $5 END
  RETURNING recipient`;
