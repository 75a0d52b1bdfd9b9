import { lowLane, urgentLane } from './lanes';

/** What the pace follows from. */
export interface Pace {
  /** K: how many senders there are at most. */
  readonly lanes: number;
  /** Mails per second that SES takes from the account. */
  readonly maxSendRate: number;
}

/** SES sees mails arrive, not depart: what is left free bears a network whose delay varies by up to 111 ms. */
const usedShare = 0.9;

/**
 * When a lane may send next, in milliseconds since the epoch. `since` is when it sent last or, before the first mail
 * of a batch, when the batch began: another process may have sent the lane's last mail the moment before.
 *
 * Every lane has an allowance of whole mails per second, together at most the rate. Spaced 1/(0.9 × allowance) s apart,
 * no second, wherever it begins, holds more mails of a lane than its allowance. (An equal interval of K/(0.9 × rate)
 * would not do: K lanes in step, each rounding up, put up to K mails too many into a second.)
 *
 * With fewer mails per second than lanes no allowance is whole. Then lanes take turns by the clock. Clocks that
 * differ by more than a turn meet SES's own limit, which gives the mail back.
 */
export const nextSendAt = (lane: number, pace: Pace, since: number): number => {
  const rate = Math.floor(pace.maxSendRate);
  return rate >= pace.lanes
    ? since + secondMs / (usedShare * allowanceOf(lane, pace.lanes, rate))
    : nextTurn(lane, pace, since);
};

/** Urgent mail gets a tenth of the rate, low mail a twentieth, but never what would leave another lane without any. */
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
