import type { Quote } from '../payment/quote';
import type { Counted } from './unpaid';

/** Who registers, and the spot that is kept for him. */
export interface Seat {
  readonly registrationId: string;
  readonly spot: number;
}

/** How many may register together. */
export const maxGroupSize = 8;

/** One particular spot, promised to one registration until an instant. Signed by us, carried by the browser. */
export interface Hold extends Seat {
  readonly raceId: string;
  readonly eventId: string;
  readonly block: string;
  /** Who registers together with him, by one payment, which is his: all of them or none. Their spots are in the same block. */
  readonly companions?: readonly Seat[] | undefined;
  /** SHA-256 (base64url) of the session secret in the runner's cookie: a stolen hold is of no use elsewhere. */
  readonly sessionHash: string;
  readonly quote: Quote;
  readonly waiverHash: string;
  /** SHA-256 (base64url) of the person the spot is kept for, when it is offered to somebody on the waiting list. */
  readonly owner?: string | undefined;
  /** What it counts for until it is paid. */
  readonly counted?: Counted | undefined;
  /** So many cards may be declined; five, when nothing is said. */
  readonly cardTries?: number | undefined;
  /** Milliseconds since the epoch. The instant itself is too late. */
  readonly expiresAt: number;
}

/** Everybody the hold is for, who pays first. */
export const seatsOf = (hold: Hold): readonly Seat[] => [hold, ...(hold.companions ?? [])];

/** Each his spot, in their order. Throws rather than let one of several go without. */
export const seat = (
  [first, ...others]: readonly [string, ...string[]],
  [spot, ...spots]: readonly number[],
): readonly [Seat, ...Seat[]] => [seatOf(first, spot), ...others.map((id, n) => seatOf(id, spots[n]))];

const seatOf = (registrationId: string, spot: number | undefined): Seat => {
  if (spot === undefined) throw new Error(`there is no spot for ${registrationId}: a hold is for all or for nobody`);
  return { registrationId, spot };
};

export const isExpired = (hold: Hold, now: Date): boolean => now.getTime() >= hold.expiresAt;
