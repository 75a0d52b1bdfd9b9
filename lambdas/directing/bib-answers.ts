import type { CheckIn } from '../bibs/desk/check-in';
import type { Left } from '../bibs/giving/give-bibs';
import type {
  Assigned,
  BibOverview,
  Bibs,
  Codes,
  Desk,
  DeskList,
  JudgedScan,
  RefusedBibLine,
  ReplacedCodes,
  Scanners,
} from '../bibs/ports';

/** What the commands about bibs run. */
export interface BibNeeds {
  readonly bibs: Bibs;
  readonly checkIn: CheckIn;
  readonly desk: Pick<Desk, 'list'>;
  readonly checkInCodes: Pick<Codes, 'publicKeys'>;
  readonly scanners: Pick<Scanners, 'sign'>;
  readonly replacedCodes: ReplacedCodes;
}

/** The answers to commands about bibs. A dry run says what would be. */
export type BibAnswer =
  | { readonly bibs: BibOverview }
  /** In the order in which they were sent. */
  | { readonly checkedIn: { readonly raceId: string; readonly scans: readonly JudgedScan[] } }
  /** `keys`: with one of them, a code is verified. `by`: what a scan is sent with, so that it has the name of who asks now. */
  | {
      readonly deskList: DeskList & {
        readonly raceId: string;
        readonly keys: readonly string[];
        readonly by?: string;
      };
    }
  /** `codeVersion`: of the new code, which the page of the runner shows. */
  | {
      readonly replacedCheckInCode: {
        readonly registrationId: string;
        readonly codeVersion: number;
        readonly dryRun: boolean;
      };
    }
  | { readonly savedBibRanges: { readonly raceId: string; readonly ranges: number; readonly dryRun: boolean } }
  /** `sample`: the first 20. `left`: the first 500 of all `leftOut`, who have no number now. */
  | {
      readonly assignedBibs: Pick<Extract<Assigned, { kind: 'assigned' }>, 'given' | 'sample'> & {
        readonly raceId: string;
        readonly left: readonly Left[];
        readonly leftOut: number;
        readonly dryRun: boolean;
      };
    }
  /** `isChanged`: false when they had this number already. `before`: the number that they had, which nobody gets now. */
  | {
      readonly setBib: {
        readonly registrationId: string;
        readonly number: number;
        readonly before?: number;
        readonly isChanged: boolean;
        readonly dryRun: boolean;
      };
    }
  /** `registrationIds`: who had the first number, and who had the second. */
  | {
      readonly swappedBibs: {
        readonly raceId: string;
        readonly numbers: readonly [number, number];
        readonly registrationIds: readonly [string, string];
        readonly dryRun: boolean;
      };
    }
  | {
      readonly releasedBib: {
        readonly raceId: string;
        readonly number: number;
        readonly registrationId: string;
        readonly mayReuse: boolean;
        readonly dryRun: boolean;
      };
    }
  /** `hash`: what the import after a dry run names. `refused`: the first 500 of all `refusedRows`. */
  | {
      readonly importedBibs: {
        readonly raceId: string;
        readonly hash: string;
        readonly changed: number;
        readonly unchanged: number;
        readonly empty: number;
        readonly refusedRows: number;
        readonly refused: readonly RefusedBibLine[];
        readonly dryRun: boolean;
      };
    };
