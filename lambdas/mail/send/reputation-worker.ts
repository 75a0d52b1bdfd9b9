import { count, log } from '../../platform/observability';
import type { DayBook } from '../ports';
import { whyHeldBack } from './quota';

/**
 * Runs on a schedule, because bounces arrive also when nothing is sent any more. It publishes zero when all is well, so
 * the alarm ends by itself.
 */
export const reputationWorker = (dayBook: DayBook) => async () => {
  const day = await dayBook.lastDay();
  const reason = whyHeldBack(day);
  if (reason !== undefined)
    log.error(
      'Too many mails bounced or brought complaints. Mail that nobody paid for or confirmed is not sent.',
      undefined,
      {
        reason,
        see: 'docs/runbook.md, "Mail to strangers stopped"',
      },
    );
  count('UnsolicitedMailStopped', reason === undefined ? 0 : 1);
  count('MailsOfLastDay', day.mails);
  count('MailBounces', day.bounces);
  count('MailComplaints', day.complaints);
};
