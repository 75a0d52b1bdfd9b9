import type { BibOrder, BibRange, Given, Left, Numberless } from './giving/give-bibs';
import type { BibFileUnreadable, FileFault, NotGiven } from './giving/plan-file';

/** A number that is nobody's any more, and that nobody else gets. `replaced`: they have another. `ended`: they have no spot. */
export interface VoidBib extends Given {
  readonly firstName: string;
  readonly lastName: string;
  readonly why: 'replaced' | 'ended';
}

export interface BibOverview {
  readonly ranges: readonly (BibRange & { readonly given: number; readonly void: number })[];
  /** The events in which people run. */
  readonly events: readonly {
    readonly eventId: string;
    readonly name: string;
    readonly runners: number;
    readonly given: number;
  }[];
  /** Numbers that runners have, and that are in no range. */
  readonly outside: number;
  /** The first 500 of all `voids`, by number. */
  readonly void: readonly VoidBib[];
  readonly voids: number;
}

export type RangesSaved =
  | { readonly kind: 'saved' }
  | { readonly kind: 'no-such-race' }
  | { readonly kind: 'no-such-event'; readonly range: number }
  | { readonly kind: 'overlapping'; readonly ranges: readonly [number, number] };

export interface Assignment {
  readonly raceId: string;
  readonly eventId?: string | undefined;
  readonly order: BibOrder;
  readonly isDryRun: boolean;
}

export type Assigned =
  | {
      readonly kind: 'assigned';
      readonly given: number;
      /** The first of them in the order in which numbers were given. */
      readonly sample: readonly (Given & Pick<Numberless, 'firstName' | 'lastName' | 'eventId'>)[];
      readonly left: readonly Left[];
    }
  | { readonly kind: 'no-such-race' | 'no-ranges' };

export interface BibChange {
  readonly registrationId: string;
  /** Undefined: the next free one of a range that is for them. */
  readonly number?: number | undefined;
  readonly reason?: string | undefined;
  readonly isDryRun: boolean;
}

export type BibChanged =
  | { readonly kind: 'changed'; readonly number: number; readonly before?: number; readonly isChanged: boolean }
  /** `had`: nobody has it, and somebody was given it before. */
  | { readonly kind: 'taken'; readonly by: string; readonly had: boolean }
  | { readonly kind: 'not-found' }
  | { readonly kind: 'ended' | 'not-run' | 'no-range' | 'full' };

export interface Swap {
  readonly raceId: string;
  readonly numbers: readonly [number, number];
  readonly reason?: string | undefined;
  readonly isDryRun: boolean;
}

export type Swapped =
  | { readonly kind: 'swapped'; readonly registrationIds: readonly [string, string] }
  /** Nobody who has a spot has this number. */
  | { readonly kind: 'nobodys'; readonly number: number };

export interface Release {
  readonly raceId: string;
  readonly number: number;
  /** Somebody else may get it: it was never printed, or has come back. */
  readonly mayReuse: boolean;
  readonly reason: string;
  readonly isDryRun: boolean;
}

export type Released =
  | { readonly kind: 'released'; readonly registrationId: string }
  | { readonly kind: 'nobodys' }
  /** Who has it is checked in, so it is on somebody's chest. */
  | { readonly kind: 'handed-out' };

export interface BibImport {
  readonly raceId: string;
  readonly csv: string;
  /** What the dry run of the same file answered. */
  readonly hash?: string | undefined;
  readonly isDryRun: boolean;
}

export interface RefusedBibLine {
  readonly line: number;
  readonly number?: number;
  readonly reason: FileFault | NotGiven;
}

export type BibsImported =
  | {
      readonly kind: 'imported';
      readonly hash: string;
      readonly changed: number;
      readonly unchanged: number;
      readonly empty: number;
      /** In the order of the lines. */
      readonly refused: readonly RefusedBibLine[];
    }
  | { readonly kind: 'no-such-race' | 'not-tried' }
  | { readonly kind: 'unreadable'; readonly why: BibFileUnreadable };

/** The numbers of a race. Each is given once. */
export interface Bibs {
  overview(raceId: string): Promise<BibOverview | undefined>;
  saveRanges(raceId: string, ranges: readonly BibRange[], isDryRun: boolean): Promise<RangesSaved>;
  assign(assignment: Assignment): Promise<Assigned>;
  change(change: BibChange): Promise<BibChanged>;
  swap(swap: Swap): Promise<Swapped>;
  release(release: Release): Promise<Released>;
  importFile(file: BibImport): Promise<BibsImported>;
}
