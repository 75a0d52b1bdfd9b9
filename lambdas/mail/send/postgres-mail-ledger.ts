import {
  isUnsolicited,
  maxGivenBackPerDay,
  maxUnpaidPerDay,
  maxUnsolicitedPerDay,
  type Order,
  priorityOf,
  templates,
  unsolicited,
} from '../../domain/mail-order';
import type { Sql } from '../../platform/postgres/postgres';
import { sha256 } from '../../platform/signed-tokens';
import type { DayBook } from '../ports';
import { mailboxOf } from './mailbox';
import type { Claimed, Left, MailLedger } from './ports';
import type { LastDay, Quota } from './quota';

const key = ({ registrationId, template, generation }: Order) => [registrationId, template, generation];

const columnsOf = (orders: readonly Order[]) => [
  orders.map(({ registrationId }) => registrationId),
  orders.map(({ template }) => template),
  orders.map(({ generation }) => generation),
];

/** As PostgresMailEvents sorts them, so that the two do not deadlock. */
const inOrder = (left: readonly Left[]): readonly Left[] =>
  left.toSorted((one, other) => (key(one.order).join(' ') < key(other.order).join(' ') ? -1 : 1));

/**
 * One row for each mail; inserting it decides who sends. At most one mail of an order leaves. A claim whose outcome is
 * unknown becomes `unknown` and is not sent again, because SES has no idempotency key. Events of SES settle most of
 * these later (see PostgresMailEvents). Somebody who knows that a mail never left orders the next generation.
 */
export class PostgresMailLedger implements MailLedger {
  readonly #sql: Sql;

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  async claim(mails: readonly Claimed[], left: readonly Left[] = []) {
    const states: ('claimed' | 'suppressed' | 'taken')[] = [];
    let unrecorded = inOrder(left);
    try {
      for (const together of statementsFor(mails)) {
        states.push(...(await this.#claimTogether(together, unrecorded.slice(0, together.length))));
        unrecorded = unrecorded.slice(together.length);
      }
      if (unrecorded.length > 0) await this.accepted(unrecorded);
    } catch (error) {
      // Nobody would send what the earlier statements claimed. It is given back, so it leaves with the next delivery.
      const claimed = mails.filter((_, n) => states[n] === 'claimed');
      await Promise.allSettled(claimed.map(({ order }) => this.release(order)));
      throw error;
    }
    return states;
  }

  /** One of the mails that have left can be recorded with each claim. */
  async #claimTogether(mails: readonly Claimed[], left: readonly Left[]) {
    const [first] = mails;
    const [statement, isCounted] = first ? claimOf(first) : [claimPaid, false];
    const rows = await this.#sql.query<{ state: 'claimed' | 'suppressed' | null }>(statement, [
      ...columnsOf(mails.map(({ order }) => order)),
      mails.map(({ recipient }) => recipient),
      mails.map(({ recipient }) => sha256(recipient.toLowerCase())),
      isCounted && first ? sha256(mailboxOf(first.recipient)) : null,
      ...columnsOf(left.map(({ order }) => order)),
      left.map(({ messageId }) => messageId),
      mails.map(({ recipient }) => sha256(mailboxOf(recipient))),
    ]);
    return rows.map(({ state }) => state ?? 'taken');
  }

  async release(order: Order) {
    await this.#sql.query(release, key(order));
  }

  async accepted(left: readonly Left[]) {
    const sorted = inOrder(left);
    const ids = sorted.map(({ messageId }) => messageId);
    await this.#sql.query(accepted, [...columnsOf(sorted.map(({ order }) => order)), ids]);
  }

  async rejected(order: Order, reason: string) {
    await this.#sql.query(settle, [...key(order), 'rejected', short(reason)]);
  }

  async unknown(order: Order, reason: string) {
    await this.#sql.query(settle, [...key(order), 'unknown', short(reason)]);
  }

  async suppressed(order: Order, recipient: string, reason: string) {
    const mailbox = sha256(mailboxOf(recipient));
    await this.#sql.query(suppressed, [...key(order), recipient, mailbox, short(reason)]);
  }

  async unwritten(order: Order, reason: string) {
    await this.#sql.query(unwritten, [...key(order), short(reason)]);
  }

  async noteQuota({ max24Hours, maxSendRate, readAt }: Quota) {
    await this.#sql.query(noteQuota, [max24Hours, maxSendRate, new Date(readAt)]);
  }

  async giveUpOldClaims() {
    return (await this.#sql.query(giveUp)).length;
  }
}

const short = (reason: string) => reason.slice(0, 500);

/**
 * `heldBack` (SQL): why the mails may not leave, or null. $6 is the mailbox, where a mail counts for it. The function is in
 * lambdas/migrations/0069-claim-mail.ts. $7 to $10 may be shorter: their rows are null then. `c.mailbox` is where a mail goes, whether it
 * counts or not.
 */
const claimUnless = (heldBack: string) => `
  SELECT claim_mail(c.registration, c.template, c.generation, c.address, c.hash, $6::text, ${heldBack},
                    c.left_registration, c.left_template, c.left_generation, c.left_message) AS state
  FROM unnest($1::uuid[], $2::text[], $3::smallint[], $4::text[], $5::text[], $11::text[], $7::uuid[], $8::text[], $9::smallint[], $10::text[])
    WITH ORDINALITY AS c (registration, template, generation, address, hash, mailbox, left_registration, left_template, left_generation, left_message, n)
  ORDER BY c.n`;

const unsolicitedTemplates = unsolicited.map((template) => `'${template}'`).join(', ');

/** How many of these mails may have left for a mailbox in the last 24 hours; the count stops at the limit. */
const toMailbox = (mailbox: string, those: string, most: number): string => `(
  SELECT count(*) FROM (
    SELECT FROM mail m WHERE m.mailbox = ${mailbox} AND m.template ${those}
      AND m.claimed_at > statement_timestamp() - interval '1 day' AND m.state IN ('claimed', 'accepted', 'unknown')
    LIMIT ${most}) theirs)`;

/** An SQL expression: the mails to this mailbox (SQL, too) that anybody can order. */
export const unsolicitedTo = (mailbox: string) =>
  toMailbox(mailbox, `IN (${unsolicitedTemplates})`, maxUnsolicitedPerDay);

/** An SQL expression: the other mails to this mailbox that count, which are those without a payment. */
export const unpaidTo = (mailbox: string) => toMailbox(mailbox, `NOT IN (${unsolicitedTemplates})`, maxUnpaidPerDay);

/**
 * An SQL expression: spots that were given back for all of their money, of which this mailbox (SQL, too) was told. Those of free events
 * have no part in it: they would keep somebody who paid from their mail at no cost.
 */
const givenBackTo = (mailbox: string): string => `(
  SELECT count(*) FROM (
    SELECT FROM mail m JOIN registration g ON g.id = m.registration_id WHERE m.mailbox = ${mailbox} AND m.template = 'cancellation' AND g.refund > 0
      AND m.claimed_at > statement_timestamp() - interval '1 day' AND m.state IN ('claimed', 'accepted', 'unknown')
    LIMIT ${maxGivenBackPerDay}) theirs)`;

export const claimPaid = claimUnless(`
  CASE WHEN ${givenBackTo('c.mailbox')} >= ${maxGivenBackPerDay} THEN
    'the mailbox got ${maxGivenBackPerDay} mails about spots that were given back for all of their money, within 24 hours' END`);

/**
 * An SQL expression: whether a mail with the links of this address (SQL, too) may leave although its mailbox is full. Once a day for
 * somebody who paid: whoever fills a mailbox must not keep its owner from their registration.
 */
export const mayHaveLinks = (address: string): string => `(
  EXISTS (
    SELECT FROM registration g JOIN payment p ON p.registration_id = coalesce(g.paid_as, g.id)
    WHERE lower(g.runner ->> 'email') = lower(${address}) AND g.live AND coalesce(g.share, p.capture_amount, p.amount) > 0)
  AND NOT EXISTS (
    SELECT FROM mail l WHERE l.template = 'registration-link' AND lower(l.recipient) = lower(${address})
      AND l.claimed_at > statement_timestamp() - interval '1 day' AND l.state IN ('claimed', 'accepted', 'unknown')))`;

/**
 * `mayLeave` (SQL): that the mail may leave all the same. Two lanes that claim at the same moment do not see each other: one mail above the
 * limit may leave then.
 */
const claimUnlessFull = (mayLeave: string) =>
  claimUnless(`
  CASE WHEN ${unsolicitedTo('$6')} >= ${maxUnsolicitedPerDay} AND NOT ${mayLeave} THEN
    'the mailbox got ${maxUnsolicitedPerDay} mails that others can order, within 24 hours' END`);

export const claimUnsolicited = claimUnlessFull('false');

export const claimLinks = claimUnlessFull(mayHaveLinks('c.address'));

const claimUnpaid = claimUnless(`
  CASE WHEN ${unpaidTo('$6')} >= ${maxUnpaidPerDay} THEN
    'the mailbox got ${maxUnpaidPerDay} mails that nobody paid for, within 24 hours' END`);

/** Also tells whether the mail counts for its mailbox. */
const claimOf = ({ order, isPaid }: Claimed): [statement: string, isCounted: boolean] => {
  if (order.template === 'registration-link') return [claimLinks, true];
  if (isUnsolicited(order.template)) return [claimUnsolicited, true];
  return isPaid ? [claimPaid, false] : [claimUnpaid, true];
};

/** A statement does not see the rows that it writes, so what counts for a mailbox is claimed by itself. */
const statementsFor = (mails: readonly Claimed[]): readonly (readonly Claimed[])[] => {
  const statements: Claimed[][] = [];
  let open: Claimed[] | undefined;
  for (const mail of mails) {
    const [, isCounted] = claimOf(mail);
    if (!isCounted && open) open.push(mail);
    else {
      const together = [mail];
      statements.push(together);
      open = isCounted ? undefined : together;
    }
  }
  return statements;
};

const ofOrder = 'registration_id = $1::uuid AND template = $2 AND generation = $3';

// Not if an event has reported that the mail left after all.
const release = `DELETE FROM mail WHERE ${ofOrder} AND state = 'claimed' AND event IS NULL`;

/** The function claim_mail does the same. */
const accepted = `
  UPDATE mail m SET state = 'accepted', message_id = l.message_id, reason = NULL, updated_at = clock_timestamp()
  FROM unnest($1::uuid[], $2::text[], $3::smallint[], $4::text[]) AS l (registration_id, template, generation, message_id)
  WHERE m.registration_id = l.registration_id AND m.template = l.template AND m.generation = l.generation
    AND m.state IN ('claimed', 'accepted', 'unknown')`;

// Only a row that is still claimed: an event may have settled it already.
const settle = `
  UPDATE mail SET state = $4, reason = $5, updated_at = clock_timestamp() WHERE ${ofOrder} AND state = 'claimed'`;

const suppressed = `
  INSERT INTO mail (registration_id, template, generation, recipient, mailbox, state, reason)
  VALUES ($1, $2, $3, $4, $5, 'suppressed', $6) ON CONFLICT DO NOTHING`;

const unwritten = `
  INSERT INTO mail (registration_id, template, generation, recipient, state, reason)
  VALUES ($1, $2, $3, '', 'suppressed', $4) ON CONFLICT DO NOTHING`;

const noteQuota = `
  INSERT INTO mail_quota (max_24_hours, max_send_rate, read_at) VALUES ($1, $2, $3)
  ON CONFLICT (one) DO UPDATE SET max_24_hours = excluded.max_24_hours, max_send_rate = excluded.max_send_rate, read_at = excluded.read_at`;

const giveUp = `
  UPDATE mail SET state = 'unknown', reason = 'the sender died', updated_at = clock_timestamp()
  WHERE (registration_id, template, generation) IN (
    SELECT registration_id, template, generation FROM mail
    WHERE state = 'claimed' AND claimed_at < clock_timestamp() - interval '10 minutes'
    ORDER BY claimed_at LIMIT 1000 FOR UPDATE SKIP LOCKED)
  RETURNING 1`;

const freshForMs = 60_000;

export class PostgresDayBook implements DayBook {
  readonly #sql: Sql;
  readonly #now: () => Date;
  #known: { readonly day: LastDay; readonly readAt: number } | undefined;

  constructor(sql: Sql, now: () => Date) {
    this.#sql = sql;
    this.#now = now;
  }

  async lastDay(): Promise<LastDay> {
    const now = this.#now().getTime();
    if (this.#known && now - this.#known.readAt < freshForMs) return this.#known.day;
    const [day] = await this.#sql.query<LastDay>(lastDay);
    if (!day) throw new Error('a count of mails has no row');
    this.#known = { day, readAt: now };
    return day;
  }
}

const listOf = (priority: 'urgent' | 'low') =>
  templates.flatMap((template) => (priorityOf(template) === priority ? `'${template}'` : [])).join(', ');

/**
 * A bounce or complaint counts on the day of its mail: yesterday's complaints must not count against the few mails of
 * today.
 */
export const lastDay = `
  SELECT count(*)::int AS mails,
         (count(*) FILTER (WHERE template IN (${listOf('urgent')})))::int AS urgent,
         (count(*) FILTER (WHERE template IN (${listOf('low')})))::int AS low,
         (count(*) FILTER (WHERE event = 'bounce'))::int AS bounces,
         (count(*) FILTER (WHERE event = 'complaint'))::int AS complaints
  FROM mail
  WHERE claimed_at > statement_timestamp() - interval '1 day' AND state IN ('claimed', 'accepted', 'unknown')`;
