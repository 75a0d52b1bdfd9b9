import type { EndedSessions, Sessions } from './ports';

interface Needs {
  readonly sessions: Pick<Sessions, 'end'>;
  readonly ended: Pick<EndedSessions, 'add'>;
}

export type EndSession = (hash: string) => Promise<void>;

/**
 * Signs a browser out. Told to have succeeded only when both the judge and one pool at least know it: so whatever comes
 * back later, the copies will not agree, the judge is asked, and he knows. Safe to repeat.
 */
export const endSession =
  ({ sessions, ended }: Needs): EndSession =>
  async (hash) => {
    await ended.add(hash);
    await sessions.end(hash);
  };
