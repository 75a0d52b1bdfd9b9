/**
 * Permission to join the waiting list of one event under one id. Given to a runner who asked for a spot and got none.
 * Signed by us.
 */
export interface Permit {
  /** Of the place on the list; the same as the registration id of the refused hold. */
  readonly placeId: string;
  readonly raceId: string;
  readonly eventId: string;
  /** SHA-256 (base64url) of the session that asked for the spot. */
  readonly sessionHash: string;
  /** Milliseconds since the epoch. The instant itself is too late. */
  readonly until: number;
}

/**
 * How many permits are given. A permit costs one refused hold and is good for one place on a list, so stuffing a list
 * needs a permit for each place. Permits are not what keeps a list fair; confirmed addresses are (decision 32). Permits
 * bound the rows that one machine can write.
 */
export const permitLimits = {
  /** Long enough to type a name on a phone; short enough that nobody collects permits for the evening. */
  permitSeconds: 30 * 60,
  countedSeconds: 60 * 60,
  /** One person who tries three distances, for themselves and for some of the family. */
  mostPerSession: 12,
  /**
   * Of each event. A school or the customers of one carrier share one address. Who comes above this joins an hour later: a list has time.
   * It is less than `placesToConfirm`, so others are asked to confirm, too, when one address was quicker than everybody.
   */
  mostPerAddressAndEvent: 36,
  /** Of a /48, which has 65,536 of them: three quarters of those who are asked at a time. */
  mostPerNetworkAndEvent: 37,
} as const;

export interface PermitLimits {
  readonly permitSeconds: number;
  readonly countedSeconds: number;
  readonly mostPerSession: number;
  readonly mostPerAddressAndEvent: number;
  readonly mostPerNetworkAndEvent: number;
}

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
