/** What a browser has under way. Comfort only: losing it costs typing, never a spot or money, which are in no session. */
export interface Session {
  readonly holds: readonly RememberedHold[];
  readonly draft?: Draft | undefined;
}

export interface RememberedHold {
  readonly registrationId: string;
  readonly raceId: string;
  readonly eventId: string;
  /** Who registers together with this one. */
  readonly companions?: readonly string[] | undefined;
  /** The signed hold, as the runner was given it. */
  readonly token: string;
  /** Milliseconds since the epoch. The instant itself is too late. */
  readonly expiresAt: number;
}

/** The runner as typed so far, and who registers together with him. Nothing of the card: that is typed elsewhere, and kept nowhere. */
export interface Draft extends TypedRunner {
  readonly companions?: readonly TypedRunner[] | undefined;
}

/** What is in the boxes of the form about one runner. */
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

/** With this hold in place of an earlier one of the same registration. */
export const withHold = (session: Session | undefined, hold: RememberedHold): Session => {
  const others = session?.holds.filter(({ registrationId }) => registrationId !== hold.registrationId) ?? [];
  return { ...session, holds: [...others, hold].slice(-maxRememberedHolds) };
};

export const withDraft = (session: Session | undefined, draft: Draft): Session => ({
  holds: session?.holds ?? [],
  draft,
});

/** Until when it is kept, in milliseconds since the epoch: half an hour after the last hold, or after now if there is none. */
export const keptUntil = ({ holds }: Session, now: Date): number =>
  (holds.length > 0 ? Math.max(...holds.map(({ expiresAt }) => expiresAt)) : now.getTime()) + keptAfterLastHoldMs;

export const isOver = ({ expiresAt }: RememberedHold, now: Date): boolean => now.getTime() >= expiresAt;

/** How long it must be remembered that a session was ended, in milliseconds: longer than any copy of it may live. */
export const endedKeptMs = 4 * 60 * minuteMs;
