import { lowLane, urgentLane } from './lanes';

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
