import type { BibOrder, BibRange, Given, Left, Numberless } from './giving/give-bibs';
import type { BibFileUnreadable, FileFault, NotGiven } from './giving/plan-file';

/** A number that is nobody's any more, and that nobody else gets. `replaced`: they have another. `ended`: they have no spot. */
export interface VoidBib extends Given {
  readonly firstName: string;
  readonly lastName: string;
  readonly why: 'replaced' | 'ended';
}

export interface BibOverview {
  /** Names these ranges, for whoever saves others in place of them. */
  readonly seen: string;
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
  /** Runners whom no mail has told the bib that they have. */
  readonly untold: number;
  /** The first 500 of all `voids`, by number. */
  readonly void: readonly VoidBib[];
  readonly voids: number;
}

/** All ranges of a race. `seen`: those that they take the place of. Absent: whichever there are. */
export interface RangesWish {
  readonly raceId: string;
  readonly ranges: readonly BibRange[];
  readonly seen?: string | undefined;
  readonly isDryRun: boolean;
}

export type RangesSaved =
  | { readonly kind: 'saved' }
  /** Others were saved since. */
  | { readonly kind: 'changed' }
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
  saveRanges(wish: RangesWish): Promise<RangesSaved>;
  assign(assignment: Assignment): Promise<Assigned>;
  change(change: BibChange): Promise<BibChanged>;
  swap(swap: Swap): Promise<Swapped>;
  release(release: Release): Promise<Released>;
  importFile(file: BibImport): Promise<BibsImported>;
}

/** Who a code says that somebody is. `isSigned`: we made it, for this race. */
export interface ReadCode {
  readonly registrationId: string;
  /** How many codes it replaces. */
  readonly codeVersion: number;
  readonly isSigned: boolean;
}

/** The codes that runners show at the desk. */
export interface Codes {
  make(raceId: string, registrationId: string, version: number): Promise<string>;
  /** Undefined: it is no code of this kind. */
  read(raceId: string, code: string): Promise<ReadCode | undefined>;
  /** In base64url: what a desk without a network verifies codes with. */
  publicKeys(): Promise<readonly string[]>;
}

/** Who is at a desk, as its device keeps it until a scan is sent: somebody else may have signed in there by then. */
export interface Scanners {
  sign(raceId: string, staffId: string): Promise<string>;
  /** The staff member. Undefined: we did not sign it for this race. */
  read(raceId: string, token: string): Promise<string | undefined>;
}

/** How staff knew who somebody is. `forged`: by a code that we did not make for this race. `replaced`: by a code with a newer version. */
export type DeskProof = 'code' | 'forged' | 'replaced' | 'document';

/** Something that a desk did. Every one that is about a registration of the race is kept. */
export interface Scan {
  /** Made by the desk. */
  readonly id: string;
  readonly registrationId: string;
  /** `undo`: takes back every scan of this registration before it. */
  readonly kind: 'in' | 'undo';
  readonly proof: DeskProof;
  /** Of the code that was shown. */
  readonly codeVersion?: number | undefined;
  /** ISO 8601, by the clock of the desk. */
  readonly at: string;
  readonly note?: string | undefined;
  /** The staff member who did it. Undefined: who sends it. */
  readonly staffId?: string | undefined;
}

export interface ScanBatch {
  readonly raceId: string;
  /** The table or device where it was done. */
  readonly station: string;
  /** When it was sent, by the clock of the desk. */
  readonly sentAt: string;
  readonly scans: readonly Scan[];
}

/** A scan by which somebody is checked in. */
export interface CheckedIn {
  readonly scanId: string;
  readonly at: string;
  readonly station: string;
  /** The name of who did it. */
  readonly by?: string;
  readonly proof: DeskProof;
  readonly note?: string;
}

/**
 * What became of a scan. `twice`: somebody did it before, or the two have the same code. `void`: the registration has no spot any more.
 * `foreign`: the race has no such registration. `early`: check-in has not begun for this desk. `too-many`: who made it has made 20 of this
 * registration. None of these is kept. `replaced`: the runner had a newer code when it was scanned.
 */
export type ScanVerdict = 'in' | 'undone' | 'twice' | 'void' | 'forged' | 'replaced' | 'foreign' | NotKept;

/** Why a scan of a registration of the race is not kept. */
export type NotKept = 'early' | 'too-many';

export interface JudgedScan {
  readonly id: string;
  /** Empty: the code cannot be read. */
  readonly registrationId: string;
  readonly verdict: ScanVerdict;
  /** By which scan they are checked in now. */
  readonly by?: CheckedIn;
}

/** Somebody as the desk finds them. */
export interface DeskPerson {
  readonly registrationId: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly eventId: string;
  readonly bib?: number;
  /** The number of the spot, by which the bib is known in a race that gives none. */
  readonly number?: number;
  readonly isLive: boolean;
  readonly checkedIn?: CheckedIn;
  /** How often they were checked in, and it was not taken back. */
  readonly times: number;
  /** The version that is valid: a code of an earlier one is refused. Absent: 0. */
  readonly codeVersion?: number;
}

export interface DeskList {
  /** How many scans and replaced codes the race has. Ask for those since then. */
  readonly seq: number;
  /** Where it is false, the number of the spot is the bib. */
  readonly givesBibs: boolean;
  /** The day (YYYY-MM-DD) from which on whoever asks may check people in. Undefined: they may. */
  readonly opensOn?: string;
  /** In the order of their registration ids. */
  readonly people: readonly DeskPerson[];
  /** Undefined: nobody comes after these. */
  readonly next?: string;
  /** There are later scans. Ask for those since `seq`. */
  readonly more?: true;
}

/**
 * `after`: people after this registration. `since`: only those of whom there is a scan or a new code with a higher number, of the next 500.
 * `of`: only this registration.
 */
export interface DeskQuery {
  readonly raceId: string;
  readonly after?: string | undefined;
  readonly since?: number | undefined;
  readonly of?: string | undefined;
}

export interface Desk {
  /** Undefined: there is no such race. */
  take(batch: ScanBatch): Promise<readonly JudgedScan[] | undefined>;
  /** `staffId`: who asks, when it is somebody of the staff. */
  list(query: DeskQuery): Promise<(DeskList & { readonly staffId?: string }) | undefined>;
}

/** A runner gets a new code, and the code that they have is refused from then on. */
export interface CodeReplacement {
  readonly registrationId: string;
  readonly actor: 'runner' | 'director';
  /** The version that the runner sees. If it was replaced already, nothing is done. Undefined: replaces the code whatever its version. */
  readonly seen?: number | undefined;
  readonly reason?: string | undefined;
  readonly isDryRun: boolean;
}

export type CodeReplaced =
  /** `version`: of the code that is valid now. */
  | { readonly kind: 'replaced'; readonly version: number; readonly isChanged: boolean }
  /** `most`: within a day. `retryAfter`: in seconds. */
  | { readonly kind: 'too-many'; readonly most: number; readonly retryAfter: number }
  | { readonly kind: 'not-found' | 'no-spot' };

export interface ReplacedCodes {
  /** Scans of the former code stay as they are. */
  replace(replacement: CodeReplacement): Promise<CodeReplaced>;
}
