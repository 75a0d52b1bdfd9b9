/** What a browser has under way. It is for comfort only: losing it costs typing, never a spot or money. */
export interface Session {
  readonly holds: readonly RememberedHold[];
  readonly draft?: Draft | undefined;
}

export interface RememberedHold {
  readonly registrationId: string;
  readonly raceId: string;
  readonly eventId: string;
  /** The other registrations of the same group. */
  readonly companions?: readonly string[] | undefined;
  /** The signed hold, as the runner was given it. */
  readonly token: string;
  /** Milliseconds since the epoch. The instant itself is too late. */
  readonly expiresAt: number;
}

/**
 * What was typed so far about the runner and the rest of the group. Nothing about the card: that is typed elsewhere and
 * stored nowhere.
 */
export interface Draft extends TypedRunner {
  readonly companions?: readonly TypedRunner[] | undefined;
}

/** The form fields about one runner. */
export interface TypedRunner {
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly birthDay: string;
  readonly birthMonth: string;
  readonly birthYear: string;
  readonly gender: string;
  readonly emergencyContact: string;
}

/** More than one browser may hold at once. */
const maxRememberedHolds = 8;
const minuteMs = 60_000;
/** How long a session outlives the last of its holds. */
const keptAfterLastHoldMs = 30 * minuteMs;

/** Adds this hold in place of an earlier one of the same registration. */
export const withHold = (session: Session | undefined, hold: RememberedHold): Session => {
  const others = session?.holds.filter(({ registrationId }) => registrationId !== hold.registrationId) ?? [];
  return { ...session, holds: [...others, hold].slice(-maxRememberedHolds) };
};

export const withDraft = (session: Session, draft: Draft): Session => ({ ...session, draft });

/**
 * Until when the session is kept, in milliseconds since the epoch: half an hour after the last hold ends or, without
 * holds, after now.
 */
export const keptUntil = ({ holds }: Session, now: Date): number =>
  (holds.length > 0 ? Math.max(...holds.map(({ expiresAt }) => expiresAt)) : now.getTime()) + keptAfterLastHoldMs;

export const isOver = ({ expiresAt }: RememberedHold, now: Date): boolean => now.getTime() >= expiresAt;

/** How long an ended session must be remembered: longer than any copy of it may live. */
export const endedKeptMs = 4 * 60 * minuteMs;
