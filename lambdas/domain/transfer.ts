import type { Runner } from './person/person';
import type { KeptSignature } from './person/signatures';

/** What the recipient of a spot said fits the form of the race, and they may run by its rules. */
export interface FittingEntry {
  /** The revision of the form that explains the answers. */
  readonly form: number;
  readonly signatures: readonly KeptSignature[];
  /** The events in which each person has one spot together. */
  readonly limitGroup?: string | undefined;
}

/**
 * What it costs one person to take over a spot, as a promise until an instant. Signed by us, carried by the browser. It binds
 * the person without carrying them: they send what they said, too, and its hash must be this one.
 */
export interface TransferQuote {
  readonly transferId: string;
  /**
   * The payment's id, and the registration's once it is paid. Each quote has another one: a payment that ended without the
   * spot leaves the offer as it was.
   */
  readonly registrationId: string;
  readonly raceId: string;
  readonly eventId: string;
  /** SHA-256 (base64url) of the canonical JSON of who takes the spot over. */
  readonly runnerHash: string;
  readonly waiverHash: string;
  /** In a race with a form. */
  readonly fitting?: FittingEntry | undefined;
  /** In the currency's smallest unit. */
  readonly fee: number;
  readonly currency: string;
  /** Milliseconds since the epoch. The instant itself is too late. */
  readonly expiresAt: number;
}

/** A spot that is taken over, on its way to the database: the card of its new runner holds the fee. */
export interface PaidTransfer {
  readonly quote: TransferQuote;
  readonly runner: Runner;
  /** The processor's id of the authorised payment. */
  readonly authorisation: string;
  /** ISO 8601 */
  readonly submittedAt: string;
}
