import type { RememberHold } from '../domain/hold';
import type { Decisions, EndedSessions, Sessions } from './ports';
import { type Draft, isOver, type Session, withDraft, withHold } from './session';

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
