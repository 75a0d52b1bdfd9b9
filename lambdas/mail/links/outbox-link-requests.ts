import { mailMessage, maxUnsolicitedPerDay, minLanes } from '../../domain/mail-order';
import { isRunners } from '../../domain/race-sql';
import { putInOutbox } from '../../ledger/outbox';
import type { Postgres } from '../../platform/postgres/postgres';
import { sha256 } from '../../platform/signed-tokens';
import { mailboxOf } from '../send/mailbox';
import { mayHaveLinks, unsolicitedTo } from '../send/postgres-mail-ledger';
import type { LinkRequests } from './ports';

export class OutboxLinkRequests implements LinkRequests {
  readonly #postgres: Postgres;
  readonly #newId: () => string;

  constructor(postgres: Postgres, newId: () => string) {
    this.#postgres = postgres;
    this.#newId = newId;
  }

  order(email: string): Promise<readonly string[]> {
    return this.#postgres.transaction(async (sql) => {
      const due = await sql.query<Due>(newestDue, [email, sha256(mailboxOf(email))]);
      const messages = due.map(({ registration_id: registrationId, template, generation }) => ({
        id: this.#newId(),
        // Urgent mail always has one lane, whatever the number of lanes.
        ...mailMessage({ registrationId, template, generation }, minLanes),
      }));
      await putInOutbox(sql, messages);
      return messages.map(({ id }) => id);
    });
  }
}

interface Due {
  readonly registration_id: string;
  readonly template: 'registration-link' | 'place-link';
  readonly generation: number;
}

/**
 * A place that was confirmed by the link in a mail, or that belongs to somebody who had paid (rank 0). Otherwise
 * anybody could put a stranger on the list.
 */
const isConfirmed = '(confirmed_at IS NOT NULL OR rank = 0)';

const lately = `m.claimed_at > clock_timestamp() - interval '10 minutes'`;

/**
 * One mail for the address, under the id of its newest registration or, without one, of its newest place on the waiting
 * list; $2 is the mailbox. Addresses that share a mailbox do not wait for each other. Until that mail is in the ledger,
 * every request names the same generation, and the ledger lets only one of them leave.
 */
export const newestDue = `
  SELECT due.id AS registration_id, due.template,
         1 + (SELECT coalesce(max(m.generation), 0) FROM mail m
              WHERE m.registration_id = due.id AND m.template = due.template) AS generation
  FROM (
    SELECT g.id, 'registration-link' AS template, g.recorded_at AS since FROM registration g
    WHERE lower(g.runner ->> 'email') = lower($1) AND g.live AND ${isRunners('g.id')}
    UNION ALL
    SELECT id, 'place-link', asked_at FROM waiting
    WHERE lower(runner ->> 'email') = lower($1) AND state IN ('waiting', 'offered') AND ${isConfirmed}
  ) due
  WHERE NOT EXISTS (
    SELECT FROM mail m
    WHERE m.template = 'registration-link' AND lower(m.recipient) = lower($1) AND ${lately})
    AND NOT EXISTS (
      SELECT FROM mail m
      WHERE m.mailbox = $2 AND m.template = 'place-link' AND lower(m.recipient) = lower($1) AND ${lately})
    AND (${unsolicitedTo('$2')} < ${maxUnsolicitedPerDay} OR ${mayHaveLinks('$1')})
  ORDER BY due.template = 'registration-link' DESC, due.since DESC, due.id DESC LIMIT 1`;
