import type { PointedSet, Pointer } from '../files';
import type { Version } from './find-rows';

/** What is published of races, from wherever its files are. */
export interface PublishedResults {
  /** Undefined: the race has no results yet. It may be a few seconds old. */
  pointer(raceId: string): Promise<Pointer | undefined>;
  /** Its `index` and `leaf` throw `FileGone`, as this does. */
  version(raceId: string, manifest: string): Promise<Version>;
  /** The next `pointer` is the one of now. */
  forget(raceId: string): Promise<void>;
}

/** A file that a pointer, a manifest or an index names is not there: a name was taken out of it meanwhile. */
export class FileGone extends Error {
  override readonly name = 'FileGone';
}

/** A version of a set, as everybody may know of it. */
export interface ListedVersion extends Pick<PointedSet, 'number' | 'kind' | 'finishers' | 'entered'> {
  readonly note: string;
  /** ISO 8601: when it was ordered. */
  readonly at: string;
  /** Null: it is withdrawn, or a later withdrawal took it away. */
  readonly manifest: string | null;
}

export interface VersionHistory {
  /** The newest first. */
  list(setId: string): Promise<readonly ListedVersion[]>;
}

/** What is looked for: each of these words in name or club. */
export interface SearchedFor {
  readonly setId: string;
  readonly words: readonly string[];
  /** Only in this list, such as `gender:f`. */
  readonly group?: string | undefined;
}

/** Whom a search finds, by bib. */
export interface ResultSearch {
  /** `busy`: as many searches run as may. `isMore`: more are found than listed. */
  find(searched: SearchedFor): Promise<FoundBibs | 'busy'>;
}

export interface FoundBibs {
  readonly bibs: readonly number[];
  readonly isMore: boolean;
}

/** How often a network address searched within a minute, this time included. */
export interface SearchLimit {
  countOneMore(caller: string): Promise<number>;
}
