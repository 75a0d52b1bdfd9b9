import type { EntryRow, PointedSet } from '../files';
import {
  type FoundNames,
  type FoundPage,
  findNames,
  firstList,
  type Place,
  readEntry,
  readPage,
  readPlaces,
  searchOf,
  type Version,
} from './find-rows';
import { FileGone, type ListedVersion, type PublishedResults, type VersionHistory } from './ports';

/** The set that a request is about, or why there is nothing to be read of it. */
export type FoundSet =
  | { readonly kind: 'set'; readonly set: PointedSet; readonly manifest: string }
  | { readonly kind: 'no-results' | 'no-such-set' | 'withdrawn' };

export interface ShownEntry {
  readonly entry: EntryRow;
  readonly places: readonly Place[];
}

export interface ShowResults {
  /** The last version of a set. Without `setId`: of the first set. */
  find(raceId: string, setId: string | undefined): Promise<FoundSet>;
  /** Throws `FileGone` when another version has replaced this one, and a name was taken out of it. */
  page(raceId: string, manifest: string, list: string | undefined, page: number): Promise<FoundPage>;
  names(raceId: string, manifest: string, start: string): Promise<FoundNames>;
  entry(raceId: string, manifest: string, bib: number): Promise<ShownEntry | undefined>;
  /** Of a set that was found. */
  versions(set: PointedSet): Promise<readonly ListedVersion[]>;
  /** Runs `work`, and once more with the pointer of now if a file is gone. */
  fresh<T>(raceId: string, work: () => Promise<T>): Promise<T>;
}

/** The same for all texts that find the same, however they were typed. */
export const searchKey = (typed: string): string => JSON.stringify(searchOf(typed) ?? null);

/** What readers are shown: page, names and entry are each read from one version, by the same rules as in the browser. */
export const showResults = (published: PublishedResults, history: VersionHistory): ShowResults => {
  const version = (raceId: string, manifest: string): Promise<Version> => published.version(raceId, manifest);
  return {
    async find(raceId, setId) {
      const pointer = await published.pointer(raceId);
      if (!pointer) return { kind: 'no-results' };
      const set = pointer.sets.find(({ id }) => setId === undefined || id === setId);
      if (!set) return { kind: 'no-such-set' };
      return set.manifest === null ? { kind: 'withdrawn' } : { kind: 'set', set, manifest: set.manifest };
    },
    async page(raceId, manifest, list, page) {
      const read = await version(raceId, manifest);
      return readPage(read, list ?? firstList(read.manifest), page);
    },
    names: async (raceId, manifest, start) => findNames(await version(raceId, manifest), start),
    async entry(raceId, manifest, bib) {
      const read = await version(raceId, manifest);
      const entry = await readEntry(read, bib);
      return entry && { entry, places: await readPlaces(read, entry) };
    },
    // A version that was recorded and is in no pointer yet is not published.
    versions: async ({ id, number }) => (await history.list(id)).filter((one) => one.number <= number),
    async fresh(raceId, work) {
      try {
        return await work();
      } catch (error) {
        if (!(error instanceof FileGone)) throw error;
        await published.forget(raceId);
        return work();
      }
    },
  };
};
