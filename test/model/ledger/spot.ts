/**
 * The rows of the ledger, and what their state allows. The stores say these rules in SQL, where a rule must be one
 * statement; the model checks the statements against them on random histories.
 */
export interface Spot {
  readonly number: number;
  /** The block the spot was cut into; null means sellable, and nothing else does. */
  readonly block: string | null;
}

/** A spot in a block is registered, held, or about to be dealt. */
export const isSellable = ({ block }: Spot): boolean => block === null;

/** What a hold claims for a person. */
export interface Claim {
  readonly spot: number;
  readonly block: string;
  readonly person: string;
}

/** Compares number and block, because the number may have been cut again since. An offer is held only by its owner. */
export const isStillHeld = (
  spot: Spot,
  block: { readonly id: string; readonly owner: string | null },
  claim: Claim,
): boolean =>
  spot.number === claim.spot &&
  spot.block === claim.block &&
  block.id === claim.block &&
  (block.owner === null || block.owner === claim.person);

/**
 * Does closing a block make this spot sellable? Not when it has moved to another block, nor when it has a registration.
 */
export const comesBack = (spot: Spot, closed: string, isRegistered: boolean): boolean =>
  spot.block === closed && !isRegistered;
