import type { RememberHold } from '../domain/hold';

/** Sessions by their hash. When nobody can tell whether a session exists, these throw instead of answering "none". */
export interface Sessions {
  read(hash: string): Promise<Session | 'ended' | undefined>;
  /**
   * `apply` may be called several times, also on its own result; `unchanged`: it returned undefined. `isNew`: the hash
   * was made for this request.
   */
  change(
    hash: string,
    apply: (before: Session | undefined) => Session | undefined,
    options?: { isNew: boolean },
  ): Promise<'kept' | 'ended' | 'unchanged'>;
  end(hash: string): Promise<void>;
}

/** The authority on which sessions have ended. */
export interface EndedSessions {
  add(hash: string): Promise<void>;
  /** Hashes of sessions that ended recently: for as long as a copy of them may still be somewhere. */
  recent(): Promise<readonly string[]>;
}

/** Whether registrations are decided, as far as a cache remembers. */
export interface Decisions {
  isDecided(registrationId: string): Promise<boolean>;
}

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
  /** What the order was asked, by the id of the question. */
  readonly order?: Readonly<Record<string, string>> | undefined;
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
  /** What the runner was asked besides, by the id of the question. */
  readonly answers?: Readonly<Record<string, string>> | undefined;
}

/** More than one browser may hold at once. */
const maxRememberedHolds = 8;
const minuteMs = 60_000;
/** How long a session outlives the last of its holds. */
const keptAfterLastHoldMs = 30 * minuteMs;

/** Adds this hold in place of an earlier one of the same registration. */
const withHold = (session: Session | undefined, hold: RememberedHold): Session => {
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

interface ShowNeeds {
  readonly sessions: Pick<Sessions, 'read'>;
  readonly decisions: Decisions;
  readonly now: () => Date;
}

/** `ended`: the session was signed out. Undefined when there is none. Throws when nobody can tell. */
export type ShowSession = (hash: string) => Promise<Session | 'ended' | undefined>;

/** What a browser has under way, without holds that ran out or whose registration is decided. */
export const showSession =
  ({ sessions, decisions, now }: ShowNeeds): ShowSession =>
  async (hash) => {
    const session = await sessions.read(hash);
    if (session === undefined || session === 'ended') return session;
    const current = session.holds.filter((hold) => !isOver(hold, now()));
    const decided = await Promise.all(current.map(({ registrationId }) => decisions.isDecided(registrationId)));
    return { ...session, holds: current.filter((_, n) => !decided[n]) };
  };

/** `no-session`: the browser holds nothing, or was signed out, so nothing is kept. */
export type KeepDraft = (hash: string, draft: Draft) => Promise<'kept' | 'no-session'>;

/**
 * Keeps what a runner has typed so far. The last draft kept counts. Only a hold begins a session: holds are limited, and
 * anybody can invent a session's secret, so else a stranger could fill both pools with drafts.
 */
export const keepDraft =
  (sessions: Pick<Sessions, 'change'>): KeepDraft =>
  async (hash, draft) => {
    const done = await sessions.change(hash, (before) => before && withDraft(before, draft));
    return done === 'kept' ? 'kept' : 'no-session';
  };

interface RememberNeeds {
  readonly sessions: Pick<Sessions, 'change'>;
  readonly report: (error: unknown) => void;
}

/**
 * Remembers a hold for a browser that forgets it. The hold belongs to the runner all the same, so this never throws.
 */
export const rememberHold =
  ({ sessions, report }: RememberNeeds): RememberHold =>
  async ({ hash, isNew }, { registrationId, raceId, eventId, companions, owner, expiresAt }, token) => {
    const hold = {
      registrationId,
      raceId,
      eventId,
      ...(companions && { companions: companions.map((seat) => seat.registrationId) }),
      token,
      expiresAt,
    };
    try {
      // A runner who takes up an offer comes back by the link to their place on the list, which knows more than a
      // session. Only their draft is kept in it.
      const isOffer = owner !== undefined;
      await sessions.change(hash, (before) => (isOffer ? (before ?? { holds: [] }) : withHold(before, hold)), {
        isNew,
      });
    } catch (error) {
      report(error);
    }
  };

interface EndNeeds {
  readonly sessions: Pick<Sessions, 'end' | 'read'>;
  readonly ended: Pick<EndedSessions, 'add'>;
}

export type EndSession = (hash: string) => Promise<void>;

/**
 * Signs a browser out. Succeeds only when the database and at least one pool know it. If the other pool comes back
 * later, the copies differ, so the database is asked, and it knows. Repeating it is safe. Nothing is written for a
 * session that no pool knows: anybody can invent one. Throws when it cannot be stored.
 */
export const endSession =
  ({ sessions, ended }: EndNeeds): EndSession =>
  async (hash) => {
    const session = await sessions.read(hash).catch(() => 'unknown' as const);
    if (session === undefined || session === 'ended') return;
    await ended.add(hash);
    await sessions.end(hash);
  };
