/**
 * The files of results, as a browser reads them. Everything but the pointer is named by the hash of its content, so a reader who walks
 * from one pointer reads one version: docs/decisions/078-results-are-files.md.
 */

/** `start-list`: who is entered, before the first time. */
export type VersionKind = 'start-list' | 'preliminary' | 'official' | 'corrected' | 'withdrawn';

/** The one file of a race that changes. */
export interface Pointer {
  readonly raceId: string;
  readonly sets: readonly PointedSet[];
}

export interface PointedSet {
  readonly id: string;
  readonly name: string;
  readonly event: string;
  readonly kind: VersionKind;
  /** Only rises. */
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
  readonly rankBy: 'chip' | 'gun';
  readonly rounding: 'up-to-second' | 'tenths';
  /** Places on the course where time is taken, in their order, with their distance from the start. */
  readonly points: readonly (Group & { readonly metres: number })[];
  readonly distance: number;
  readonly genders: readonly Group[];
  readonly ageGroups: readonly Group[];
  /** `overall`, `gender:<code>`, `age:<code>`, `others`: who has no place; `entries`: everybody, by bib; `names`. */
  readonly sequences: Readonly<Record<string, SequenceHead>>;
  /** Finishers who are in no list of a gender. */
  readonly unranked: number;
}

/** `[first key, rows before, hash]` of each leaf. */
export type Index = readonly (readonly [key: string, before: number, hash: string])[];

export interface Leaf<Row> {
  readonly rows: readonly Row[];
}

/** Among all, in their gender, in their age group. Null: they are in no such list. */
export type Places = readonly [overall: number, gender: number | null, group: number | null];

/** A row of a list. Of names, null means withheld. Times are in milliseconds. `status`: only in the list `others`. */
export type ListRow = readonly [
  bib: number,
  name: string | null,
  gender: string | null,
  ageGroup: string | null,
  rankMs: number | null,
  club: string | null,
  country: string | null,
  places: Places | null,
  status?: string,
];

/** What an index of names leads to. The last two tell namesakes apart. */
export type NameRow = readonly [key: string, bib: number, name: string, club: string | null];

/** Everything that is public about a bib. */
export interface EntryRow {
  readonly bib: number;
  readonly name: string | null;
  readonly gender?: string;
  readonly ageGroup?: string;
  readonly club?: string;
  readonly country?: string;
  readonly status: 'entered' | 'finished' | 'dnf' | 'dns' | 'dsq';
  /** The time that counts, as it is shown. */
  readonly rankMs?: number;
  readonly gunMs?: number;
  readonly chipMs?: number;
  readonly penaltyMs?: number;
  readonly splits?: Readonly<Record<string, number>>;
  readonly note?: string;
  readonly places?: Places;
}

/** Which leaves have the rows from the `first` one to before the `end`, counted from 0. */
export const leavesOfRows = (index: Index, first: number, end: number): Index =>
  index.filter(([, before], n) => before < end && (index[n + 1]?.[1] ?? Number.POSITIVE_INFINITY) > first);

/** The position of the leaf in which the keys that begin with `start` begin; the next one may have more of them. */
export const leafOfKey = (index: Index, start: string): number => {
  let [low, high] = [0, index.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((index[middle]?.[0] ?? '') < start) low = middle + 1;
    else high = middle;
  }
  return Math.max(0, low - 1);
};

/** Sorts as the number does. */
export const bibKey = (bib: number): string => String(bib).padStart(6, '0');
