import type { Priority } from './order';

/** What SES allows the account. */
export interface Quota {
  /** Mails in any 24 hours; -1 without a limit. */
  readonly max24Hours: number;
  readonly sent24Hours: number;
  /** Mails per second. */
  readonly maxSendRate: number;
  /** False while SES or somebody at the controls has paused the account. */
  readonly sendingEnabled: boolean;
  /** Milliseconds since the epoch. */
  readonly readAt: number;
}

/** The last twentieth of the day's mails is for people who wait for a link. */
const reserve = 0.05;

/**
 * Whether another mail fits into the 24 hours. All lanes together send at most the rate, so the account can have sent
 * no more since the quota was read: `not-sure` when that decides, and only a newer reading can tell.
 */
export const mayStillSend = (quota: Quota, priority: Priority, now: number): 'yes' | 'not-sure' | 'no' => {
  const { max24Hours, sent24Hours, maxSendRate, readAt } = quota;
  if (max24Hours === -1) return 'yes';
  const limit = priority === 'urgent' ? max24Hours : Math.floor(max24Hours * (1 - reserve));
  if (sent24Hours + 1 > limit) return 'no';
  const sinceRead = Math.ceil((maxSendRate * Math.max(0, now - readAt)) / 1000);
  return sent24Hours + sinceRead + 1 <= limit ? 'yes' : 'not-sure';
};
