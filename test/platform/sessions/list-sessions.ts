import * as v from 'valibot';
import type { Memcached } from '../../../lambdas/platform/memcached/memcached';
import { TwoPoolSessions } from '../../../lambdas/platform/sessions/two-pool-sessions';

const schema = v.object({ owner: v.string(), notes: v.array(v.string()) });
export type Notes = v.InferOutput<typeof schema>;

interface Options {
  readonly pools: readonly [Memcached, Memcached];
  readonly wasEnded?: (id: string) => Promise<boolean>;
  readonly now?: () => number;
  readonly newWriter?: () => string;
  readonly pause?: (milliseconds: number) => Promise<void>;
}

/** Sessions that are lists of notes: anything that was lost can be named. */
export const listSessions = ({ now = Date.now, wasEnded = async () => false, ...options }: Options) => {
  const sessions = new TwoPoolSessions<Notes>({ schema, now, wasEnded, ...options });
  return {
    read: (id: string) => sessions.read(id),
    note: (id: string, note: string, options?: { isNew: boolean }) =>
      sessions.change(
        id,
        (before) => {
          const notes = before?.notes ?? [];
          return { data: { owner: id, notes: notes.includes(note) ? notes : [...notes, note] }, exp: now() + 600_000 };
        },
        options,
      ),
    end: (id: string) => sessions.end(id, now() + 3_600_000),
  };
};

export type ListSessions = ReturnType<typeof listSessions>;
