import type { Entry, RankRules } from './entry';
import type { Manifest, PointedSet, VersionKind } from './files';

/** What a set is, as its versions say it. */
export interface ResultSet extends Pick<Manifest, 'points' | 'distance' | 'name'> {
  readonly id: string;
  readonly raceId: string;
  readonly event: string;
  readonly rules: RankRules;
}

/** A version that is to be published now. */
export interface DueVersion {
  readonly set: ResultSet;
  readonly kind: VersionKind;
  readonly note: string;
  /** ISO 8601: when it was ordered. */
  readonly at: string;
  readonly number: number;
  /** As they were when it was ordered: a correction of later is not in it. */
  readonly entries: readonly Entry[];
  /** The manifest of the version before. Undefined: there is none, or it was withdrawn. */
  readonly before: string | undefined;
}

/** `done`: nothing is due. `taken`: somebody else publishes it now. */
export type Claimed =
  | { readonly kind: 'due'; readonly version: DueVersion }
  | { readonly kind: 'done'; readonly raceId: string }
  | { readonly kind: 'taken' };

export interface PublishedVersion extends Pick<PointedSet, 'manifest' | 'number' | 'kind' | 'finishers' | 'entered'> {
  readonly setId: string;
}

/** Which version comes next. Only the database numbers them. */
export interface ResultBooks {
  /** Takes the set for two minutes. Undefined: there is no such set. */
  claim(setId: string, publisher: string): Promise<Claimed | undefined>;
  /** Keeps what was published, and gives the set back. False: it is not taken by this publisher any more. */
  record(version: PublishedVersion, publisher: string): Promise<boolean>;
  /** The last version of each set of a race that has one, in the order of the sets. */
  pointed(raceId: string): Promise<readonly PointedSet[]>;
}

export interface ReadFile {
  readonly content: unknown;
  readonly etag: string;
}

/** The bucket of the results. Paths begin with the race's id. */
export interface ResultFiles {
  /** Undefined: there is no such file. */
  read(path: string): Promise<ReadFile | undefined>;
  /** A file whose name says its content. Writing it twice changes nothing. */
  write(path: string, content: string): Promise<void>;
  /** The pointer of a race, if it is still the one that was read; undefined: if there is none. False: it is another. */
  replace(path: string, content: string, etag: string | undefined): Promise<boolean>;
}
