/** `entered`: neither a time nor a verdict is known yet. */
export type Status = 'entered' | 'finished' | 'dnf' | 'dns' | 'dsq';

/** One bib in a set. Times are milliseconds: since the start of the wave (gun), or since the runner crossed the start (chip). */
export interface Entry {
  readonly bib: number;
  /** Undefined: withheld. */
  readonly name?: string | undefined;
  /** A code of the set's `genders`, or another that is in no list. */
  readonly gender?: string | undefined;
  /** In years, on the day that the set counts by. */
  readonly age?: number | undefined;
  readonly club?: string | undefined;
  readonly country?: string | undefined;
  readonly status: Status;
  readonly gunMs?: number | undefined;
  readonly chipMs?: number | undefined;
  readonly penaltyMs?: number | undefined;
  /** Of points of the course, by their codes. */
  readonly splits?: Readonly<Record<string, number>> | undefined;
  /** Why they were disqualified, or what else readers should know. */
  readonly note?: string | undefined;
}

/** `gender`: undefined where the group is for everybody. Both ages belong to the group. */
export interface AgeGroup {
  readonly code: string;
  readonly gender?: string | undefined;
  readonly from: number;
  readonly to: number;
}

/** What decides who is before whom. */
export interface RankRules {
  readonly rankBy: 'chip' | 'gun';
  /** So many are ranked by gun, before the rest by chip. */
  readonly gunPlaces: number;
  /** To what a time is rounded up before it counts, and as it is shown. */
  readonly rounding: 'up-to-second' | 'tenths';
  readonly genders: readonly { readonly code: string; readonly label: string }[];
  readonly ageGroups: readonly AgeGroup[];
}
