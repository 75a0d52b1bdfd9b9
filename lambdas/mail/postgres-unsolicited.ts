import { mostUnsolicitedADay, unsolicited } from './order';

/** Literals, so that the planner sees that they are those of the index. */
const templates = unsolicited.map((template) => `'${template}'`).join(', ');

/** How many unsolicited mails may have left for a mailbox in the last 24 hours; counted as far as anybody needs to know. */
export const toMailbox = (mailbox: string): string => `(
  SELECT count(*) FROM (
    SELECT FROM mail m WHERE m.mailbox = ${mailbox} AND m.template IN (${templates})
      AND m.claimed_at > statement_timestamp() - interval '1 day' AND m.state IN ('claimed', 'accepted', 'unknown')
    LIMIT ${mostUnsolicitedADay}) theirs)`;
