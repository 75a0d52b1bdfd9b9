import type { ApiKeys, ListedKey } from '../api-keys/ports';
import type { Difference, Unsettled } from '../results/difference';
import type { DirectResults, RefusedLine } from '../results/direct-results';
import type { BatchAnswer, ListedSet, ListedVersion } from '../results/ports';
import type { Renamed, Replaced } from '../results/take/apply-rows';
import type { Field } from '../results/take/column-fields';
import type { ReadEvents, ReadRow } from '../results/take/read-rows';
import type { FeedAnswer, FeedNeeds } from './feed-answers';

/** What the commands about results, keys and the live feed run. */
export interface RaceDayNeeds extends FeedNeeds {
  readonly results: DirectResults;
  readonly apiKeys: ApiKeys;
}

/** The answers to commands about results, keys and the live feed. */
export type RaceDayAnswer =
  | FeedAnswer
  /** `isNew`: false when the race had a set of this name. In a dry run, what would be, and the id is nobody's. */
  | {
      readonly savedResultSet: {
        readonly raceId: string;
        readonly setId: string;
        readonly name: string;
        readonly isNew: boolean;
        readonly dryRun: boolean;
      };
    }
  /** `withoutBib`: runners who have none yet, in a race that gives bibs. `removed`: bibs of entries without a time whose registration has no spot any more. 500 at most of each. */
  | {
      readonly builtStartList: BatchAnswer & {
        readonly setId: string;
        readonly removed: readonly number[];
        readonly withoutBib: number;
        readonly dryRun: boolean;
      };
    }
  /**
   * `hash`: what the import after a dry run names. `refused`: the first 500 of all `refusedRows`. `sample`: the first 20 rows.
   * `added`: bibs that the set did not have. `replaced`: the first 50 of all `replacedValues`, which differ in the file. `renamed`: the first
   * 20 of all `renamedBibs`, which the file gives to somebody of another name. `events`: of a file that has rows of several events, those for
   * other rankings, which are left out, and the names by which events are known. `pace`: what the fastest runner of the file needs for a
   * kilometre, in milliseconds, if that is no pace of a race.
   */
  | {
      readonly importedResults: {
        readonly setId: string;
        readonly hash: string;
        readonly columns: Readonly<Record<string, Field | null>>;
        readonly applied: number;
        readonly added: number;
        readonly unchanged: number;
        readonly refusedRows: number;
        readonly refused: readonly RefusedLine[];
        readonly sample: readonly ReadRow[];
        readonly events?: ReadEvents | undefined;
        readonly pace?: number | undefined;
        readonly replacedValues: number;
        readonly replaced: readonly Replaced[];
        readonly renamedBibs: number;
        readonly renamed: readonly Renamed[];
        readonly seq: number;
        readonly dryRun: boolean;
      };
    }
  | {
      readonly correctedResult: {
        readonly setId: string;
        readonly bib: number;
        readonly isChanged: boolean;
        /** In a dry run: whose result it is, unless the bib is new or the name is withheld. */
        readonly name?: string;
        /** In a dry run. */
        readonly replaced?: readonly Replaced[];
        /** In a dry run: what the correction may name, so that it replaces this and nothing else. */
        readonly hash?: string;
        readonly seq: number;
        readonly dryRun: boolean;
      };
    }
  /** Readers see it within seconds. `difference`: in a dry run, what changes for them. */
  | { readonly erasedResultName: { readonly setId: string; readonly bib: number; readonly dryRun: boolean } }
  | {
      readonly orderedResults: {
        readonly setId: string;
        readonly kind: string;
        readonly seq: number;
        readonly difference?: Difference & Unsettled;
        readonly dryRun: boolean;
      };
    }
  | { readonly resultSets: readonly ListedSet[] }
  /** The newest first. */
  | { readonly resultVersions: readonly ListedVersion[] }
  /** `key`: told once and kept nowhere. In a dry run there is none. */
  | {
      readonly madeApiKey: {
        readonly raceId: string;
        readonly keyId: string;
        readonly label: string;
        readonly scopes: readonly string[];
        readonly key?: string;
        readonly dryRun: boolean;
      };
    }
  | { readonly apiKeys: readonly ListedKey[] }
  | { readonly withdrawnApiKey: { readonly raceId: string; readonly keyId: string; readonly dryRun: boolean } };
