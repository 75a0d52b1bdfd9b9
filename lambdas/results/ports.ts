import type { KeyRefusal } from '../api-keys/ports';
import type { Difference, Unsettled } from './difference';
import type { Entry, RankRules } from './entry';
import type { CrowdPace, Manifest, PointedSet, VersionKind } from './files';
import type { AppliedRows, EntryChange } from './take/apply-rows';
import type { Report } from './take/unmatched';
import type { Known } from './take/usual-words';

/** What a set is, as its versions say it. */
export interface ResultSet extends Pick<Manifest, 'points' | 'distance' | 'name'> {
  readonly id: string;
  readonly raceId: string;
  readonly event: string;
  readonly rules: RankRules;
}

/** A version that is ordered and not published yet. */
export interface DueVersion {
  readonly set: ResultSet;
  readonly kind: VersionKind;
  readonly note: string;
  /** ISO 8601: when it was ordered. */
  readonly at: string;
  readonly number: number;
  /** As they were when the version was ordered. Later corrections are not in it. */
  readonly entries: readonly Entry[];
  /** The manifest of the version before. Undefined: there is none, or it was withdrawn. */
  readonly before: string | undefined;
}

/** `done`: no version is due. `taken`: another publisher has the set. */
export type Claimed =
  | { readonly kind: 'due'; readonly version: DueVersion }
  | { readonly kind: 'done'; readonly raceId: string }
  | { readonly kind: 'taken' };

export interface PublishedVersion extends Pick<PointedSet, 'manifest' | 'number' | 'kind' | 'finishers' | 'entered'> {
  readonly setId: string;
  /** By what readers find whom in it. Absent in a live version: they are found as in the version before it. */
  readonly found?: readonly FoundBy[] | undefined;
}

/** `words`: in which each word that somebody looks for is looked for (`results/search-words.ts`). */
export interface FoundBy {
  readonly bib: number;
  readonly words: string;
  /** The lists they are in, such as `gender:f`. */
  readonly groups: readonly string[];
}

/** The versions of sets: which is due, and which were published. Only the database numbers them. */
export interface ResultVersions {
  /** Takes the set for two minutes. Undefined: there is no such set. */
  claim(setId: string, publisher: string): Promise<Claimed | undefined>;
  /**
   * Records a published version, and gives the set back. `lost`: this publisher does not have the set any more. `again`: the set is
   * live, and more came in meanwhile.
   */
  record(version: PublishedVersion, publisher: string): Promise<'recorded' | 'again' | 'lost'>;
  /** The last version of each set of a race that has one, in the order of the sets. */
  pointed(raceId: string): Promise<readonly PointedSet[]>;
  /** Records that the pointer says these versions. */
  keepPointed(sets: readonly Pick<PointedSet, 'id' | 'number'>[]): Promise<void>;
  /** The sets that nobody publishes now, whose last version is still due or not in the pointer yet. */
  left(): Promise<readonly string[]>;
  /** Sets whose last version that is not live cannot be searched yet: few, and more the next time. */
  unsearched(): Promise<readonly string[]>;
  /** Lets readers search that version. `find`: by what they find whom in it. */
  letSearch(setId: string, find: (rules: RankRules, entries: readonly Entry[]) => readonly FoundBy[]): Promise<void>;
}

/** A set of a race that is tidied, with the versions of it that stay readable. */
export interface TidiedSet {
  readonly setId: string;
  /** The bibs whose names must not be read any more. Empty: no name was taken out since. */
  readonly nameless: readonly number[];
  /** Names that must not be read any more at a bib, whoever has the bib now. */
  readonly names: readonly { readonly bib: number; readonly name: string }[];
  /** `isLive`: the bucket may have removed files of it, a month after they were written. */
  readonly versions: readonly { readonly number: number; readonly manifest: string; readonly isLive: boolean }[];
}

/** Races whose files are to be looked through. While a race is tidied, none of its sets is published. */
export interface RaceTidying {
  /** The races in which a name was taken out, or that were not tidied for a day. */
  due(): Promise<readonly string[]>;
  /** Takes all sets of a race for two minutes. Undefined: somebody publishes one of them. */
  take(raceId: string, tidier: string): Promise<readonly TidiedSet[] | undefined>;
  /** The same versions have other files now. False: this tidier does not have the race any more. */
  replaceManifests(setId: string, manifests: ReadonlyMap<string, string>, tidier: string): Promise<boolean>;
  /** Gives the sets back. Every file that is left is one of a version that stays. */
  end(raceId: string, tidier: string): Promise<void>;
  /** Forgets batches of a month ago that changed nothing, of any set: also of one that was never published. */
  forgetBatches(): Promise<void>;
}

export interface NameErasure {
  readonly raceId: string;
  readonly setId: string;
  readonly bib: number;
  /** Only this name, which the bib has or had. Undefined: every name of the bib, and what its runner was called at other bibs. */
  readonly name?: string | undefined;
  readonly reason: string;
  readonly isDryRun: boolean;
}

/** `unknown-name`: the bib never had it. `locked`: see `Taken`. */
export type ErasedName =
  /** `messageId`: of the message in the outbox. In a dry run there is none. */
  | { readonly kind: 'erased'; readonly messageId?: string }
  | { readonly kind: 'no-such-set' | 'unknown-bib' | 'unknown-name' | 'locked' };

/** Takes names out of everything that is kept about results. Place and time stay with the bib. */
export interface NameErasures {
  erase(erasure: NameErasure): Promise<ErasedName>;
}

export interface ReadFile {
  readonly content: unknown;
  readonly etag: string;
}

/** Orders the next live version of a set, after this many seconds. What comes in until then is in it. */
export type OrderTick = (setId: string, afterSeconds: number) => Promise<void>;

/** What a race that is run asks of its crowd now. */
export type PaceOfCrowd = (raceId: string) => Promise<CrowdPace>;

/** The bucket of the results. Paths begin with the race's id. */
export interface ResultFiles {
  /** Undefined: there is no such file. */
  read(path: string): Promise<ReadFile | undefined>;
  /**
   * Writes a file that is named by its content. Writing it twice changes nothing. `isLive`: it is of a live version, and is removed
   * after a month, unless it is written again.
   */
  write(path: string, content: string, isLive: boolean): Promise<void>;
  /**
   * Writes the pointer of a race, if it still has this ETag; undefined: if there is none yet. False: it has changed. `isLive`: it will
   * change within seconds, so caches keep it for less time.
   */
  replace(path: string, content: string, etag: string | undefined, isLive: boolean): Promise<boolean>;
}

/** The same bucket, as somebody sees it who tidies it. */
export interface TidiedFiles extends Pick<ResultFiles, 'read' | 'write'> {
  /** All paths in a folder. */
  list(folder: string): Promise<readonly string[]>;
  remove(path: string): Promise<void>;
}

/** Where a batch is from, and by which right. */
export interface BatchHead {
  readonly raceId: string;
  readonly setId: string;
  /** Made by the sender, so a batch that is sent again is applied once. */
  readonly id: string;
  /** Nothing is changed, and the answer says what would be. */
  readonly isDryRun: boolean;
  /** `key`: of a machine, as it was sent. It is judged in the transaction that it permits. */
  readonly by:
    | { readonly key: string }
    /** What the audit calls it, and what else it keeps. */
    | { readonly action: string; readonly detail?: Readonly<Record<string, unknown>> };
}

export interface Batch extends BatchHead {
  readonly rows: readonly EntryChange[];
  /** Whether this may be done. By default it may. */
  readonly mayApply?: (applied: AppliedRows) => boolean;
}

export interface BatchAnswer extends Pick<AppliedRows, 'unchanged' | 'refused'> {
  readonly applied: number;
  /** The state of the set after it. */
  readonly seq: number;
}

export type Taken =
  | ({ readonly kind: 'taken' } & BatchAnswer)
  | { readonly kind: 'no-such-set' }
  /** Another batch was sent under this id. */
  | { readonly kind: 'id-reused' }
  /** What it would do may not be done. */
  | { readonly kind: 'not-now' }
  /** Another batch of the set takes longer than anybody waits for it. */
  | { readonly kind: 'locked' }
  | { readonly kind: 'key-refused'; readonly reason: KeyRefusal };

export type TakenStartList =
  /** `withoutBib`: registrations that have no bib yet, in a race that gives bibs. */
  | ({ readonly kind: 'taken'; readonly removed: readonly number[]; readonly withoutBib: number } & BatchAnswer)
  | Exclude<Taken, { readonly kind: 'taken' }>;

export interface PublicationOrder {
  readonly raceId: string;
  readonly setId: string;
  readonly kind: VersionKind;
  readonly note: string;
  /** The state that the director looked at. */
  readonly seq: number;
  /** Nothing is ordered, and the answer says whether it would be. */
  readonly isDryRun: boolean;
}

/** `stale`: entries changed since. `underway`: another version of the set is being published. `locked`: see `Taken`. */
export type Ordered =
  /** `messageId`: of the message in the outbox, which leaves after the transaction. A dry run has the `difference` instead. */
  | { readonly kind: 'ordered'; readonly messageId?: string; readonly difference?: Difference & Unsettled }
  | { readonly kind: 'no-such-set' | 'underway' | 'locked' }
  | { readonly kind: 'stale'; readonly seq: number };

/** What comes in about entries, and what of it is to be published. */
export interface ResultBatches {
  /** The same batch is applied once, and answered the same each time. */
  take(batch: Batch): Promise<Taken>;
  /**
   * An entry for each registration of the event that has its spot. Entries from before whose registration has lost it, and of which
   * nothing else is known, are removed.
   */
  takeStartList(batch: BatchHead): Promise<TakenStartList>;
  /** The publisher reads the entries as they are now, also when others change them before. */
  order(order: PublicationOrder): Promise<Ordered>;
}

/** What a director says of a ranking. Its name is its own in the race. */
export interface SetWish extends RankRules, Pick<Manifest, 'points' | 'name'> {
  readonly raceId: string;
  readonly eventId: string;
}

/** `another-event`: the set with this name ranks another one, and what came in for it stays there. */
export type SavedSet =
  | { readonly kind: 'saved'; readonly setId: string; readonly isNew: boolean }
  | { readonly kind: 'no-such-event' | 'another-event' };

export interface ListedSet {
  readonly setId: string;
  readonly eventId: string;
  readonly name: string;
  readonly rules: RankRules & Pick<Manifest, 'points'>;
  /** The state of its entries now. */
  readonly seq: number;
  /** How many entries have each status. */
  readonly statuses: Readonly<Record<string, number>>;
  /** Times of bibs that have no entry. They are ranked once somebody gives the bib a name. */
  readonly unmatched: readonly (Report & { readonly bib: number })[];
  /** The version that is being published now. */
  readonly due: VersionKind | null;
  /** The version that readers see. `seq`: the state of the entries that it has. */
  readonly published: {
    readonly number: number;
    readonly kind: VersionKind;
    readonly seq: number;
    readonly at: string;
  } | null;
}

/** `at`: ISO 8601, when it was ordered. */
export interface ListedVersion extends Pick<PointedSet, 'number' | 'kind' | 'finishers' | 'entered'> {
  readonly note: string;
  readonly seq: number;
  readonly at: string;
}

export interface ResultSets {
  save(wish: SetWish, isDryRun: boolean): Promise<SavedSet>;
  list(raceId: string): Promise<readonly ListedSet[]>;
  /** Those that were published, the newest first; 100 at most. Undefined: the race has no such set. */
  versions(raceId: string, setId: string): Promise<readonly ListedVersion[] | undefined>;
  /** What files about it can name. Undefined: the race has no such set. */
  find(
    raceId: string,
    setId: string,
  ): Promise<
    (Pick<ResultSet, 'points'> & Pick<RankRules, 'genders' | 'rankBy'> & Pick<Known, 'events' | 'year'>) | undefined
  >;
}
