import { lowLane, type Priority, urgentLane } from '../../domain/mail-order';

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

/** The inputs of the pace. */
export interface Pace {
  /** K: the largest number of senders. */
  readonly lanes: number;
  /** Mails per second that SES accepts from the account. */
  readonly maxSendRate: number;
}

/**
 * SES counts mails as they arrive, not as they leave: the unused tenth allows for a network delay that varies by up to
 * 111 ms.
 */
const usedShare = 0.9;

/**
 * When a lane may send next, in milliseconds since the epoch. `since` is when it last sent. Before the first mail of a
 * batch it is when the batch began: another process may have sent the lane's last mail just before.
 * Every lane has an allowance of whole mails per second; the sum of all is at most the rate. With 1/(0.9 × allowance)
 * seconds between two mails, no second contains more mails of a lane than its allowance, whenever that second begins.
 * (An equal interval of K/(0.9 × rate) would not work: K lanes in step, each rounding up, send up to K mails too many
 * in a second.)
 * With fewer mails per second than lanes, no allowance is a whole number. Then lanes take turns by the clock. If clocks
 * differ by more than a turn, SES throttles, and the mail is sent again later.
 */
export const nextSendAt = (lane: number, pace: Pace, since: number): number => {
  const rate = Math.floor(pace.maxSendRate);
  return rate >= pace.lanes
    ? since + secondMs / (usedShare * allowanceOf(lane, pace.lanes, rate))
    : nextTurn(lane, pace, since);
};

/**
 * Urgent mail gets a tenth of the rate and low mail a twentieth, but every other lane keeps at least one mail per
 * second.
 */
const allowanceOf = (lane: number, lanes: number, rate: number): number => {
  const ordinaryLanes = lanes - 2;
  const urgent = Math.max(1, Math.min(Math.floor(rate / 10), rate - 1 - ordinaryLanes));
  if (lane === urgentLane) return urgent;
  const low = Math.max(1, Math.min(Math.floor(rate / 20), rate - urgent - ordinaryLanes));
  return lane === lowLane ? low : Math.floor((rate - urgent - low) / ordinaryLanes);
};

const nextTurn = (lane: number, { lanes, maxSendRate }: Pace, since: number): number => {
  const turn = secondMs / (usedShare * (Math.floor(maxSendRate) || maxSendRate));
  const round = lanes * turn;
  const offset = (lane % lanes) * turn;
  return (Math.floor((since - offset) / round) + 1) * round + offset;
};

const secondMs = 1000;

/**
 * SES reviews an account at 5 % bounces or 0.1 % complaints, and pauses it at 10 % or 0.5 %: then no runner gets any
 * mail. So mail that anybody can order stops long before. A minimum number is needed, too: otherwise one complaint in a
 * quiet night would stop it. https://docs.aws.amazon.com/ses/latest/dg/reputationdashboard-dg.html
 */
const limits = {
  bounces: { share: 0.03, fewest: 10 },
  complaints: { share: 0.0008, fewest: 3 },
};
const minMails = 50;

/** Why mail that nobody paid for or confirmed must wait; `undefined` while it may leave. */
export const whyHeldBack = (day: LastDay): string | undefined => {
  if (day.mails < minMails) return undefined;
  const kind = (['bounces', 'complaints'] as const).find(
    (one) => day[one] >= limits[one].fewest && day[one] / day.mails > limits[one].share,
  );
  return kind && `${day[kind]} ${kind} of ${day.mails} mails in 24 hours`;
};
