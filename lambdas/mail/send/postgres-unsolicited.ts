import { maxUnpaidPerDay, maxUnsolicitedPerDay, unsolicited } from '../../domain/mail-order';

const templates = unsolicited.map((template) => `'${template}'`).join(', ');

/** How many of these mails may have left for a mailbox in the last 24 hours; the count stops at the limit. */
const toMailbox = (mailbox: string, those: string, most: number): string => `(
  SELECT count(*) FROM (
    SELECT FROM mail m WHERE m.mailbox = ${mailbox} AND m.template ${those}
      AND m.claimed_at > statement_timestamp() - interval '1 day' AND m.state IN ('claimed', 'accepted', 'unknown')
    LIMIT ${most}) theirs)`;

/** An SQL expression: the mails to this mailbox (SQL, too) that anybody can order. */
export const unsolicitedTo = (mailbox: string) => toMailbox(mailbox, `IN (${templates})`, maxUnsolicitedPerDay);

/** An SQL expression: the other mails to this mailbox that count, which are those without a payment. */
export const unpaidTo = (mailbox: string) => toMailbox(mailbox, `NOT IN (${templates})`, maxUnpaidPerDay);
