import { count, log } from '../platform/observability';
import type { DayBook } from './ports';
import { whyHeldBack } from './reputation';

/**
 * Runs on a schedule, because bounces come when nothing is sent any more. What was looked at and is well is published as
 * zero: so the alarm falls silent by itself.
 */
export const reputationWorker = (dayBook: DayBook) => async () => {
  const day = await dayBook.lastDay();
  const reason = whyHeldBack(day);
  if (reason !== undefined)
    log.error('Too much mail came back: what nobody paid for or confirmed does not leave.', undefined, {
      reason,
      see: 'docs/runbook.md, "Mail to strangers stopped"',
    });
  count('UnsolicitedMailStopped', reason === undefined ? 0 : 1);
  count('MailsOfLastDay', day.mails);
  count('MailBounces', day.bounces);
  count('MailComplaints', day.complaints);
};
