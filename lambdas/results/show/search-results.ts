import { addressesPerNetwork, networkOf } from '../../domain/network';
import { type EntryRow, groupsOf } from '../files';
import { wordsIn } from '../search-words';
import { readEntry } from './find-rows';
import type { PublishedResults, ResultSearch, SearchLimit } from './ports';

interface Needs {
  readonly published: Pick<PublishedResults, 'version'>;
  readonly search: ResultSearch;
  readonly limit: SearchLimit;
  readonly warn: (text: string, detail: Readonly<Record<string, unknown>>) => void;
}

export interface FoundRunner {
  readonly bib: number;
  readonly name: string;
  readonly club?: string;
}

export type SearchedResults =
  | { readonly kind: 'found'; readonly rows: readonly FoundRunner[]; readonly isMore: boolean }
  | { readonly kind: 'too-short' | 'unknown-group' | 'too-fast' | 'busy' };

/** For one network address in a minute; an IPv6 network gets four times as many. A family that looks for each other needs fewer. */
const maxSearchesPerMinute = 30;

/**
 * Finds runners by any part of a name or of a club, which no file is sorted by. The database says only which bibs to look at: what is
 * answered is read from the version that readers see, and is as it is there.
 */
export const searchResults = ({ published, search, limit, warn }: Needs) => {
  const isTooOften = async (caller: string): Promise<boolean> => {
    try {
      const network = networkOf(caller);
      const [ofAddress, ofNetwork] = await Promise.all([
        limit.countOneMore(caller),
        network === undefined ? 0 : limit.countOneMore(network),
      ]);
      return Math.max(ofAddress, ofNetwork / addressesPerNetwork) > maxSearchesPerMinute;
    } catch (error) {
      // The database bounds how many run at once.
      warn('Searches of results are not counted.', { reason: String(error) });
      return false;
    }
  };

  return async (
    { raceId, setId, manifest }: { readonly raceId: string; readonly setId: string; readonly manifest: string },
    typed: string,
    /** A list: `gender:f`. */
    group: string | undefined,
    caller: string,
  ): Promise<SearchedResults> => {
    const words = wordsIn(typed);
    if (!words) return { kind: 'too-short' };
    const version = await published.version(raceId, manifest);
    if (group !== undefined && !groupsOf(version.manifest).has(group)) return { kind: 'unknown-group' };
    if (await isTooOften(caller)) return { kind: 'too-fast' };
    const found = await search.find({ setId, words, group });
    if (found === 'busy') return { kind: 'busy' };
    const entries = await Promise.all(found.bibs.map((bib) => readEntry(version, bib)));
    const rows = entries.flatMap((entry) =>
      // A name was taken out, the bib is in no version any more, or the runner is in another list while the race is run.
      !entry || entry.name === null || !isIn(group, entry)
        ? []
        : { bib: entry.bib, name: entry.name, ...(entry.club !== undefined && { club: entry.club }) },
    );
    return { kind: 'found', rows, isMore: found.isMore };
  };
};

const isIn = (group: string | undefined, { gender, ageGroup }: EntryRow): boolean =>
  group === undefined || group === `gender:${gender}` || group === `age:${ageGroup}`;

export type SearchResults = ReturnType<typeof searchResults>;
