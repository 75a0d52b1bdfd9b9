import type { Quote } from '../payment/quote';

/** One particular spot, promised to one registration until an instant. Signed by us, carried by the browser. */
export interface Hold {
  readonly registrationId: string;
  readonly raceId: string;
  readonly eventId: string;
  readonly block: string;
  readonly spot: number;
  /** SHA-256 (base64url) of the session secret in the runner's cookie: a stolen hold is of no use elsewhere. */
  readonly sessionHash: string;
  readonly quote: Quote;
  readonly waiverHash: string;
  /** SHA-256 (base64url) of the person the spot is kept for, when it is offered to somebody on the waiting list. */
  readonly owner?: string | undefined;
  /** Milliseconds since the epoch. The instant itself is too late. */
  readonly expiresAt: number;
}

export const isExpired = (hold: Hold, now: Date): boolean => now.getTime() >= hold.expiresAt;
