import type { KnownRegistrations } from '../../spots/holds/ports';
import type { OwnerLookup } from '../ports';

interface Needs {
  /** Remembers for an hour, and may forget. */
  readonly cache: OwnerLookup;
  readonly database: OwnerLookup;
  /** Called when the lookup fails. */
  readonly report: (error: unknown) => void;
  readonly now: () => Date;
}

/** The cache remembers an outcome for an hour. An id older than this may have a row that the cache has forgotten. */
const maxCachedAgeMs = 55 * 60_000;
/** How far the clock of a runner's device may be ahead. */
const maxClockAheadMs = 5 * 60_000;

/**
 * Is one of these ids registered in another session? A client makes a UUIDv7 when it begins, so the cache alone can
 * answer for an id that is new. Only older ids are looked up in the database, which keeps this load off it during an
 * opening. This is a hint: a registration's own row decides who may see or change it (access.ts). So the runner goes on
 * when the lookup fails.
 */
export const knownRegistrations = ({ cache, database, report, now }: Needs): KnownRegistrations => ({
  async isAnyTaken(ids, sessionHash) {
    const isNew = (id: string) => {
      const age = now().getTime() - madeAt(id);
      return -maxClockAheadMs <= age && age < maxCachedAgeMs;
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

/**
 * The instant in a UUID version 7, in milliseconds since the epoch
 * (https://www.rfc-editor.org/rfc/rfc9562#section-5.7).
 */
const madeAt = (id: string): number => Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16);
