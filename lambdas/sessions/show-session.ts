import type { Decisions, Sessions } from './ports';
import { isOver, type Session } from './session';

interface Needs {
  readonly sessions: Pick<Sessions, 'read'>;
  readonly decisions: Decisions;
  readonly now: () => Date;
}

/** `ended`: the session was signed out. Undefined when there is none. Throws when nobody can tell. */
export type ShowSession = (hash: string) => Promise<Session | 'ended' | undefined>;

/** What a browser has under way, without holds that ran out or whose registration is decided. */
export const showSession =
  ({ sessions, decisions, now }: Needs): ShowSession =>
  async (hash) => {
    const session = await sessions.read(hash);
    if (session === undefined || session === 'ended') return session;
    const current = session.holds.filter((hold) => !isOver(hold, now()));
    const decided = await Promise.all(current.map(({ registrationId }) => decisions.isDecided(registrationId)));
    return { ...session, holds: current.filter((_, n) => !decided[n]) };
  };
