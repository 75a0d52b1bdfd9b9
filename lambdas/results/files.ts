/**
 * The files of results, as a browser reads them. Every file but the pointer is named by the hash of its content. So a reader who
 * begins at one pointer reads one version: docs/decisions/078-results-are-files.md.
 */

/** `entered`: no time and no verdict is known yet. */
export type Status = 'entered' | 'finished' | 'dnf' | 'dns' | 'dsq';

/** The time that decides the order. */
export type RankBy = 'chip' | 'gun';

/** A time is rounded up to this, before it counts and where it is shown. */
export type Rounding = 'up-to-second' | 'tenths';

/**
 * `start-list`: who is entered, before the first time. `live`: one of many while the race is run. Its rows have no places, so that a
 * runner who comes in changes no other row; a place is the position of the row.
 */
export type VersionKind = 'start-list' | 'live' | 'preliminary' | 'official' | 'corrected' | 'withdrawn';

/** The one file of a race that changes: it says which version of each set is the last. */
export interface Pointer extends Partial<CrowdPace> {
  readonly raceId: string;
  readonly sets: readonly PointedSet[];
}

/** What the crowd of a race is asked for while one of its sets is live. */
export interface CrowdPace {
  /** Seconds from one look at the pointer to the next. */
  readonly pollAfter: number;
  /** Who reads says so with this probability, as one in so many. */
  readonly presenceOneIn: number;
}

export interface PointedSet {
  readonly id: string;
  readonly name: string;
  readonly event: string;
  readonly kind: VersionKind;
  /** Grows with each version of the set. */
  readonly number: number;
  /** Null: the set is withdrawn, and has nothing to be read. */
  readonly manifest: string | null;
  readonly finishers: number;
  readonly entered: number;
}

export interface SequenceHead {
  readonly index: string;
  readonly rows: number;
}

export interface Group {
  readonly code: string;
  readonly label: string;
}

/** One version of a set. */
export interface Manifest {
  readonly set: string;
  readonly name: string;
  readonly number: number;
  readonly kind: VersionKind;
  /** What the director said about this version. */
  readonly note: string;
  /** ISO 8601. */
  readonly at: string;
  /** ISO 8601. Of a live version: none of its files was written before, so that the next one knows whether they are still there. */
  readonly filesSince?: string;
  readonly rankBy: RankBy;
  readonly rounding: Rounding;
  /** Where on the course time is taken, in the order of the course, with the distance from the start. */
  readonly points: readonly (Group & { readonly metres: number })[];
  readonly distance: number;
  readonly genders: readonly Group[];
  readonly ageGroups: readonly Group[];
  /**
   * By name: `overall`, `gender:<code>`, `age:<code>`, `others` (runners without a place), `entries` (everybody, by bib) and
   * `names`.
   */
  readonly sequences: Readonly<Record<string, SequenceHead>>;
  /** How many finishers are in no list of a gender. */
  readonly unranked: number;
}

/** The lists that a search can be within, as addresses name them. */
export const groupsOf = ({
  genders,
  ageGroups,
}: Pick<Manifest, 'genders' | 'ageGroups'>): ReadonlyMap<string, string> =>
  new Map([
    ...genders.map(({ code, label }) => [`gender:${code}`, label] as const),
    ...ageGroups.map(({ code, label }) => [`age:${code}`, label] as const),
  ]);

/** `[first key, rows before, hash]` of each leaf. */
export type Index = readonly (readonly [key: string, before: number, hash: string])[];

export interface Leaf<Row> {
  readonly rows: readonly Row[];
}

/** The places among all, in the gender and in the age group. Null: the runner is in no such list. */
export type Places = readonly [overall: number, gender: number | null, group: number | null];

/** A row of a list. A name that is null is withheld. Times are in milliseconds. `status`: only in the list `others`. */
export type ListRow = readonly [
  bib: number,
  name: string | null,
  gender: string | null,
  ageGroup: string | null,
  rankMs: number | null,
  club: string | null,
  country: string | null,
  places: Places | null,
  status?: Status,
];

/** A row of `names`. Bib and club tell people of the same name apart. */
export type NameRow = readonly [key: string, bib: number, name: string, club: string | null];

/** Everything that is public about a bib. */
export interface EntryRow {
  readonly bib: number;
  readonly name: string | null;
  readonly gender?: string;
  readonly ageGroup?: string;
  readonly club?: string;
  readonly country?: string;
  readonly status: Status;
  /** The time that counts, as it is shown. */
  readonly rankMs?: number;
  readonly gunMs?: number;
  readonly chipMs?: number;
  readonly penaltyMs?: number;
  readonly splits?: Readonly<Record<string, number>>;
  readonly note?: string;
  readonly places?: Places;
}

/** The leaves that have the rows from `first` up to, and without, `end`. Both count from 0. */
export const leavesOfRows = (index: Index, first: number, end: number): Index =>
  index.filter(([, before], n) => before < end && (index[n + 1]?.[1] ?? Number.POSITIVE_INFINITY) > first);

/** The position of the first leaf that may have a key which begins with `start`. The next leaves may have more of them. */
export const leafOfKey = (index: Index, start: string): number => {
  let [low, high] = [0, index.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((index[middle]?.[0] ?? '') < start) low = middle + 1;
    else high = middle;
  }
  return Math.max(0, low - 1);
};

/** The key of a bib. As text it has the same order as the number. */
export const bibKey = (bib: number): string => String(bib).padStart(6, '0');

/** The key of a finisher. As text it has the order of the list: those who are ranked by gun come first, then the time that counts. */
export const rankKey = (isByGun: boolean, rankMs: number): string =>
  `${isByGun ? 0 : 1}${String(rankMs).padStart(9, '0')}`;

/** The paths of the files, below the folder of the race. `hash`: of the content. */
export const leafPath = (hash: string): string => `l/${hash}.json`;
export const indexPath = (hash: string): string => `i/${hash}.json`;
export const manifestPath = (hash: string): string => `m/${hash}.json`;
export const pointerPath = 'current.json';
