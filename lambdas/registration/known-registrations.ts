import type { KnownRegistrations } from '../spots/ports';
import type { OwnerLookup } from './ports';

interface Needs {
  /** Remembers for an hour, and may forget. */
  readonly cache: OwnerLookup;
  readonly database: OwnerLookup;
  /** Told when nobody could say. */
  readonly report: (error: unknown) => void;
  readonly now: () => Date;
}

/** The cache remembers an outcome for an hour: an id that was made so long ago may have a row that it has forgotten. */
const cachedMs = 55 * 60_000;
/** How far ahead the clock of a runner's device may be. */
const maxClockAheadMs = 5 * 60_000;

/**
 * Is one of these ids registered by somebody else? A client makes a UUIDv7 when it begins, so the cache alone can tell of
 * an id that says it is new; only of others the database is asked, which keeps the opening off it. A hint: what a
 * registration shows and lets change is decided by its own row (access.ts), so when nobody can say the runner goes on.
 */
export const knownRegistrations = ({ cache, database, report, now }: Needs): KnownRegistrations => ({
  async isAnyTaken(ids, sessionHash) {
    const isNew = (id: string) => {
      const age = now().getTime() - madeAt(id);
      return -maxClockAheadMs <= age && age < cachedMs;
    };
    const isTaken = ({ sessionHash: owner }: { sessionHash?: string | undefined }) => owner !== sessionHash;
    try {
      const old = ids.filter((id) => !isNew(id));
      const [cached, stored] = await Promise.all([cache.find(ids), old.length > 0 ? database.find(old) : []]);
      return [...cached, ...stored].some(isTaken);
    } catch (error) {
      report(error);
      return false;
    }
  },
});

/** The instant in a UUID version 7 (RFC 9562, 5.7), in milliseconds since the epoch. */
const madeAt = (id: string): number => Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16);
