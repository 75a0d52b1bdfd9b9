import type { HoldAnswer } from './hold-spot';

/** Leave to join the waiting list of one event under one id: given to whoever asked for a spot and got none. Signed by us. */
export interface Permit {
  /** Of the place; the registration id of the hold that was refused. */
  readonly placeId: string;
  readonly raceId: string;
  readonly eventId: string;
  /** SHA-256 (base64url) of the session that asked for the spot. */
  readonly sessionHash: string;
  /** Milliseconds since the epoch. The instant itself is too late. */
  readonly until: number;
}

/**
 * How many permits are given. One costs a hold that is refused, and one place on a list: whoever wants to stuff it needs
 * one for each place. They are not what keeps a list fair, its confirmed addresses are (decision 32): they bound the rows
 * that one machine can write.
 */
export const permitLimits = {
  /** Long enough to type a name on a telephone; short enough that nobody collects them for the evening. */
  permitSeconds: 30 * 60,
  countedSeconds: 60 * 60,
  /** Somebody who tries three distances, for themselves and for some of the family. */
  mostPerSession: 12,
  /**
   * Sessions, not permits: a school or a carrier's street shares one address, and each of them asks in several distances.
   * Whoever comes too late for that hour joins in the next: a list has time.
   */
  mostSessionsPerAddress: 36,
} as const;

export interface PermitLimits {
  readonly permitSeconds: number;
  readonly countedSeconds: number;
  readonly mostPerSession: number;
  readonly mostSessionsPerAddress: number;
}

const leadsToTheList: readonly HoldAnswer['kind'][] = ['sold-out', 'held', 'too-few', 'waiting'];

/** Only who cannot have a spot needs a place on the list. */
export const mayBePermitted = (answer: HoldAnswer['kind']): boolean => leadsToTheList.includes(answer);

/** What a permit must be for: this very place, asked for by this browser, and not long ago. */
export const isGoodFor = (
  permit: Permit,
  place: Pick<Permit, 'placeId' | 'raceId' | 'eventId'>,
  sessionHash: string | undefined,
  now: Date,
): boolean =>
  permit.placeId === place.placeId &&
  permit.raceId === place.raceId &&
  permit.eventId === place.eventId &&
  permit.sessionHash === sessionHash &&
  now.getTime() < permit.until;
