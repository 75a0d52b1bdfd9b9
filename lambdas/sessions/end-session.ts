import type { EndedSessions, Sessions } from './ports';

interface Needs {
  readonly sessions: Pick<Sessions, 'end'>;
  readonly ended: Pick<EndedSessions, 'add'>;
}

export type EndSession = (hash: string) => Promise<void>;

/**
 * Signs a browser out. Succeeds only when the database and at least one pool know it. If the other pool comes back
 * later, the copies differ, so the database is asked, and it knows. Repeating it is safe. Throws when it cannot be
 * stored.
 */
export const endSession =
  ({ sessions, ended }: Needs): EndSession =>
  async (hash) => {
    await ended.add(hash);
    await sessions.end(hash);
  };
