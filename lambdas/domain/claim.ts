/** What a pool is of: a variant that can be bought, the uses of a code, or the places in a team. */
export type PoolKind = 'item' | 'code' | 'team';

/** One particular unit of a pool, promised to one registration until its hold ends. It travels in the signed quote. */
export interface Claim {
  readonly pool: string;
  readonly number: number;
  /** The unit is the registration's only while it is in this block. */
  readonly block: string;
}

export const isSameClaim = (a: Claim, b: Claim): boolean =>
  a.pool === b.pool && a.number === b.number && a.block === b.block;
