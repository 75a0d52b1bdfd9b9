/**
 * What a runner pays to move to a dearer event, as a promise until an instant. Signed by us, carried by the browser. A director
 * has offered the move, and a spot is kept for it.
 */
export interface MoveQuote {
  readonly offerId: string;
  /** Who moves. */
  readonly moverId: string;
  /** The payment's id. Each quote has another one: a payment that ended without the move leaves the offer as it was. */
  readonly registrationId: string;
  readonly raceId: string;
  /** The event to which they move. */
  readonly eventId: string;
  /** In the currency's smallest unit. */
  readonly difference: number;
  readonly currency: string;
  /** It is no difference, but the fee to take a spot over, which could not be charged: `offerId` is the transfer, `moverId` who has the spot. */
  readonly isFee?: true | undefined;
  /** Milliseconds since the epoch. The instant itself is too late. */
  readonly expiresAt: number;
}

/** A move on its way to the database: the card of its runner holds the difference. */
export interface PaidMove {
  readonly quote: MoveQuote;
  /** The processor's id of the authorised payment. */
  readonly authorisation: string;
  /** ISO 8601 */
  readonly submittedAt: string;
}
