/** How much there is of a variant. */
export interface Stocks {
  /**
   * Sets it; a variant without stock gets a pool. When it is raised, the new units are there at once. When it is lowered,
   * sellable ones go now and the others as they come back. In a dry run nothing changes.
   */
  set(wish: StockWish): Promise<StockSet>;
}

export interface StockWish {
  readonly raceId: string;
  /** The id of the variant in the race's form. */
  readonly variant: string;
  readonly stock: number;
  readonly isDryRun: boolean;
}

export type StockSet =
  /**
   * `before`: the stock until now. `units`: how many there are; more than `stock` while claimed ones have not come back.
   * `given`: how many of them are somebody's.
   */
  | { readonly kind: 'set'; readonly before: number; readonly units: number; readonly given: number }
  /** So many are given, so the stock cannot be lower. */
  | { readonly kind: 'given'; readonly given: number }
  | { readonly kind: 'no-such-race' };

/** What is left of a variant. */
export interface VariantCount {
  readonly variant: string;
  /** Units in no block. */
  readonly sellable: number;
  /** Units of the open block that are not dealt yet. */
  readonly undealt: number;
  /** Nothing is sellable, but some units are claimed and may come back. */
  readonly held: boolean;
}

/** A moment old at most: never used to decide who gets a unit. */
export interface StockCounts {
  of(raceId: string): Promise<readonly VariantCount[]>;
}
