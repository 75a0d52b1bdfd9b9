import type { Claim } from '../../../lambdas/domain/claim';

/** The units of some pools, the claims of some registrations, and everything that a cache or a queue may still bring. */
export interface UnitWorld {
  readonly units: readonly UnitRow[];
  readonly blocks: readonly UnitBlock[];
  readonly lines: readonly LineRow[];
  /** What each registration has claimed and not given back. */
  readonly claims: Readonly<Record<string, readonly Claimed[]>>;
  /** Signed quotes: each is good until it is paid, whatever the registration did since. */
  readonly quotes: readonly Quoted[];
  /** Paid quotes on the queue: each may be delivered at any time, any number of times. */
  readonly messages: readonly Quoted[];
  readonly done: { readonly cancelled: number; readonly exchanged: number; readonly dropped: number };
}

export interface UnitRow {
  readonly pool: string;
  readonly number: number;
  /** null means sellable, and nothing else does. */
  readonly block: string | null;
}

export interface UnitBlock {
  readonly id: string;
  readonly pool: string;
  readonly owner: string | null;
  readonly numbers: readonly number[];
  /** How far the counter has come. */
  readonly dealt: number;
  readonly isClosed: boolean;
}

export interface LineRow {
  readonly runner: string;
  readonly pool: string;
  readonly unit: number | null;
  readonly block: string | null;
  readonly state: 'given' | 'short' | 'returned';
}

/** `isSound`: it was dealt by a counter that told the truth, or claimed directly. */
export interface Claimed extends Claim {
  readonly isSound: boolean;
}

export interface Quoted {
  readonly runner: string;
  readonly claims: readonly Claimed[];
}

export interface UnitConfiguration {
  /** How many units each pool has. */
  readonly stock: Readonly<Record<string, number>>;
  /** How many units of pool `a` each runner wants. */
  readonly runners: Readonly<Record<string, number>>;
  readonly blockSize: number;
  /** How many blocks are cut at most, for all and for one. */
  readonly cuts: number;
  /** The cache deals any number of any block to anybody. */
  readonly doesCacheLie?: boolean;
  /** How often runners change their mind after they claimed. */
  readonly drops?: number;
  readonly cancellations?: number;
  /** From pool `a` to pool `b`. */
  readonly exchanges?: number;
}

export const emptyUnitWorld = ({ stock, runners }: UnitConfiguration): UnitWorld => ({
  units: Object.entries(stock).flatMap(([pool, count]) =>
    Array.from({ length: count }, (_, n) => ({ pool, number: n + 1, block: null })),
  ),
  blocks: [],
  lines: [],
  claims: Object.fromEntries(Object.keys(runners).map((runner) => [runner, []])),
  quotes: [],
  messages: [],
  done: { cancelled: 0, exchanged: 0, dropped: 0 },
});

export const withUnit = (
  world: UnitWorld,
  picked: { readonly pool: string; readonly number: number },
  block: string | null,
): UnitWorld => ({
  ...world,
  units: world.units.map((unit) =>
    unit.pool === picked.pool && unit.number === picked.number ? { ...unit, block } : unit,
  ),
});

export const lineOn = ({ lines }: UnitWorld, { pool, number }: UnitRow): LineRow | undefined =>
  lines.find((line) => line.state === 'given' && line.pool === pool && line.unit === number);
