import type { Priority } from '../../domain/mail-order';

/** The limits that SES sets for the account. */
export interface Quota {
  /** Mails in any 24 hours; -1 without a limit. */
  readonly max24Hours: number;
  readonly sent24Hours: number;
  /** Mails per second. */
  readonly maxSendRate: number;
  /** False while SES or an operator has paused the account. */
  readonly sendingEnabled: boolean;
  /** Milliseconds since the epoch. */
  readonly readAt: number;
}

/** Counts from the mail ledger: mails that may have left in the last 24 hours. */
export interface LastDay {
  readonly mails: number;
  readonly urgent: number;
  readonly low: number;
  /** Permanent bounces: the address does not exist, or its server refuses it. */
  readonly bounces: number;
  readonly complaints: number;
}

/**
 * The share of the daily quota that each priority may use up. The last twentieth is for people who wait for a link; the
 * last fifth is not for mail that anybody can order.
 */
const quotaShares: Readonly<Record<Priority, number>> = { urgent: 1, ordinary: 0.95, low: 0.8 };

/**
 * The largest share of the daily quota for urgent mail, and the same for low mail: whatever is ordered, eight tenths
 * are left for ordinary mail.
 */
const unsolicitedShare = 0.1;

/**
 * Whether another mail fits into the 24 hours. All lanes send at most at the rate, so the account can have sent no more
 * than that since the quota was read. `not-sure`: only a newer reading can tell.
 */
export const mayStillSend = (quota: Quota, priority: Priority, now: number): 'yes' | 'not-sure' | 'no' => {
  const { max24Hours, sent24Hours, maxSendRate, readAt } = quota;
  if (max24Hours === -1) return 'yes';
  const limit = Math.floor(max24Hours * quotaShares[priority]);
  if (sent24Hours + 1 > limit) return 'no';
  const sinceRead = Math.ceil((maxSendRate * Math.max(0, now - readAt)) / 1000);
  return sent24Hours + sinceRead + 1 <= limit ? 'yes' : 'not-sure';
};

/** Whether mail that anybody can order may have one more, after `sent24Hours` of its priority left within 24 hours. */
export const isWithinShare = ({ max24Hours }: Quota, sent24Hours: number): boolean =>
  max24Hours === -1 || sent24Hours < Math.max(1, Math.floor(max24Hours * unsolicitedShare));
