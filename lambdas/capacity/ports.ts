import type { Opening } from './crowd';
import type { CapacityOrder } from './order';
import type { DatabaseTarget, FunctionTarget } from './targets';

/** The races, as the database knows them. */
export interface Openings {
  near(minutes: { readonly before: number; readonly after: number }): Promise<Ahead>;
}

/** What lies around the present moment. */
export interface Ahead {
  /** The database's clock: the one that opens races. */
  readonly now: Date;
  readonly openings: readonly Opening[];
  /** The most people for each spot that an earlier opening left rows of; 0 when there was none. */
  readonly seenPerSpot: number;
}

export interface Orders {
  give(order: CapacityOrder): Promise<void>;
}

/** What somebody expects of an opening. */
export interface Expectations {
  /** Asked again with the same figure, it does nothing. False: there is no such race. */
  expect(raceId: string, runners: number): Promise<boolean>;
}

/** Environments that Lambda keeps warm. */
export interface WarmEnvironments {
  look(target: FunctionTarget): Promise<Warmth>;
  /** 0 lets all of them go. */
  keep(target: FunctionTarget, environments: number): Promise<void>;
}

export interface Warmth {
  /** As asked for last; 0 when nothing was. */
  readonly asked: number;
  /** Lambda could not do what it was asked. */
  readonly failed: boolean;
  /** Every one that was asked for is there. */
  readonly ready: boolean;
}

/** The smallest size a database may shrink to. */
export interface DatabaseFloor {
  /** In ACU; undefined while it is being changed. */
  look(target: DatabaseTarget): Promise<number | undefined>;
  set(target: DatabaseTarget, acu: number): Promise<void>;
}
