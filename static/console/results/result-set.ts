import type { AgeGroup, Gender, Point } from './set-lines';

/** A ranking, as the command `resultSets` lists it. */
export interface ResultSet {
  readonly setId: string;
  readonly eventId: string;
  readonly name: string;
  readonly rules: {
    readonly rankBy: string;
    readonly gunPlaces: number;
    readonly rounding: string;
    readonly genders: readonly Gender[];
    readonly ageGroups: readonly AgeGroup[];
    readonly points: readonly Point[];
  };
  readonly seq: number;
  readonly statuses: Readonly<Record<string, number>>;
  /** The first hundred. */
  readonly unmatched: readonly {
    readonly bib: number;
    readonly status?: string;
    readonly gunMs?: number;
    readonly chipMs?: number;
    readonly splits?: Readonly<Record<string, number>>;
  }[];
  readonly due: string | null;
  readonly published: {
    readonly number: number;
    readonly kind: string;
    readonly seq: number;
    readonly at: string;
  } | null;
}
