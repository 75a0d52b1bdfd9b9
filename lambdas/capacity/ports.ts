import type { Opening } from './crowd';
import type { CapacityOrder, Need } from './need';
import type { DatabaseTarget, FunctionTarget } from './targets';

/** The openings of races, from the database. */
export interface Openings {
  near(minutes: { readonly before: number; readonly after: number }): Promise<NearOpenings>;
}

/** Openings around the present moment. */
export interface NearOpenings {
  /** The database's clock, which opens races. */
  readonly now: Date;
  readonly openings: readonly Opening[];
  /** The most people for each spot that an earlier opening left rows of; 0 when there was none. */
  readonly seenPerSpot: number;
}

export interface Orders {
  give(order: CapacityOrder): Promise<void>;
}

/** Reads what the first runners of a race will read, so that they find it in the caches and in the database's memory. */
export type ReadAhead = (raceId: string) => Promise<void>;

/** How many people directors expect. */
export interface Expectations {
  /** Repeating it with the same figure changes nothing. False: there is no such race. */
  expect(raceId: string, runners: number): Promise<boolean>;
}

/** Environments that Lambda keeps warm (provisioned concurrency). */
export interface WarmEnvironments {
  look(target: FunctionTarget): Promise<Warmth>;
  /** 0 keeps none warm. */
  keep(target: FunctionTarget, environments: number): Promise<void>;
}

export interface Warmth {
  /** The last requested number; 0 when none was. */
  readonly asked: number;
  /** Lambda could not provide what was requested. */
  readonly failed: boolean;
  /** All requested environments are there. */
  readonly ready: boolean;
  /** How many are there. */
  readonly available: number;
}

/** The smallest size a database may shrink to. */
export interface DatabaseFloor {
  /** In ACU; undefined while it is being changed. */
  look(target: DatabaseTarget): Promise<number | undefined>;
  set(target: DatabaseTarget, acu: number): Promise<void>;
}

/** How a part that an opening needs stands. `there`: environments, or ACU; absent while nobody knows. */
export interface PartState {
  readonly name: string;
  readonly wanted: number;
  readonly there?: number | undefined;
  readonly most: number;
  readonly isReady: boolean;
}

/** What was ordered last, and what was there then. */
export interface CapacityState {
  readonly at: Date;
  /** An opening is so near that all of it must be ready. */
  readonly due: boolean;
  /** What the openings need, whatever may be set. */
  readonly need: Need;
  /** Only what can be set here. */
  readonly parts: readonly PartState[];
  /** What needs more than may be set, in words for an operator. */
  readonly beyond: readonly string[];
}

/** Where directors find it. */
export interface CapacityStates {
  keep(state: CapacityState): Promise<void>;
}
