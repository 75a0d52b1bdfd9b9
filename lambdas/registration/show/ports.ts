import type { Status } from './status';

/** Which session a registration was made in. */
export interface OwnerLookup {
  /**
   * Those of these registrations that are known, each with the session it was made in. Without a session, only its link
   * opens it.
   */
  find(registrationIds: readonly string[]): Promise<readonly { readonly sessionHash?: string | undefined }[]>;
}

/** Counts the checks for each registration id. */
export interface CheckLimit {
  /** Adds one. Returns the new count. */
  countOneMore(registrationId: string): Promise<number>;
}

/** What the database knows of a registration. */
export interface Records {
  find(registrationId: string): Promise<Status | undefined>;
}

/** The names of race and event that a status is shown with. */
export interface Names {
  find(raceId: string, eventId: string): Promise<{ readonly race: string; readonly event: string } | undefined>;
}
