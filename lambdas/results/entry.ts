import type { RankBy, Rounding, Status } from './files';

/** One bib in a set. Times are in milliseconds: since the start of the wave (gun), or since the runner crossed the start line (chip). */
export interface Entry {
  readonly bib: number;
  /** Undefined: it is withheld. */
  readonly name?: string | undefined;
  /** A code of the set's `genders`, or another that is in no list. */
  readonly gender?: string | undefined;
  /** In years, as it counts for age groups. */
  readonly age?: number | undefined;
  readonly club?: string | undefined;
  readonly country?: string | undefined;
  readonly status: Status;
  readonly gunMs?: number | undefined;
  readonly chipMs?: number | undefined;
  readonly penaltyMs?: number | undefined;
  /** The times at points of the course, by the codes of the points. */
  readonly splits?: Readonly<Record<string, number>> | undefined;
  /** Why the runner was disqualified, or what else readers should know. */
  readonly note?: string | undefined;
}

/** `gender`: undefined when the group is for everybody. Runners of the age `from` and of the age `to` are in it. */
export interface AgeGroup {
  readonly code: string;
  readonly gender?: string | undefined;
  readonly from: number;
  readonly to: number;
}

/** What decides the order of finishers. */
export interface RankRules {
  readonly rankBy: RankBy;
  /** How many finishers are ranked by gun, before the others are ranked by chip. */
  readonly gunPlaces: number;
  readonly rounding: Rounding;
  readonly genders: readonly { readonly code: string; readonly label: string }[];
  readonly ageGroups: readonly AgeGroup[];
}
