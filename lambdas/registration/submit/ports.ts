import type { Submission } from '../../domain/registration';

/** The queue to the writer. */
export interface Inbox {
  /** Checks the registration a quarter of an hour later, whatever happened to this function meanwhile. */
  putSweep(sweep: Sweep): Promise<void>;
  put(submission: Submission): Promise<void>;
}

export interface Sweep {
  readonly registrationId: string;
  readonly raceId: string;
  readonly eventId: string;
  readonly amount: number;
  readonly currency: string;
  /**
   * The session that holds the spot: the row belongs to it. Absent when the sweep came from reconciling with the
   * processor.
   */
  readonly sessionHash?: string | undefined;
  /**
   * Until then a submission that was paid for in time may still come in; in milliseconds since the epoch. Absent when
   * that is over before the sweep arrives.
   */
  readonly notBefore?: number | undefined;
}
