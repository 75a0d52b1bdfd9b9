/**
 * The ledger's rows, and what their state allows. The statements of the stores say the same where they must be one statement;
 * test/model explores these rules, and holds the statements to them on random histories.
 */
export interface Spot {
  readonly number: number;
  /** The block it was cut into; null means sellable, and nothing else does. */
  readonly block: string | null;
}

export const isSellable = ({ block }: Spot): boolean => block === null;

/** What a hold claims for a person. */
export interface Claim {
  readonly spot: number;
  readonly block: string;
  readonly person: string;
}

/** Number and block, because the number may have been cut again since; and an offer only by its owner. */
export const isStillHeld = (
  spot: Spot,
  block: { readonly id: string; readonly owner: string | null },
  claim: Claim,
): boolean =>
  spot.number === claim.spot &&
  spot.block === claim.block &&
  block.id === claim.block &&
  (block.owner === null || block.owner === claim.person);

/** Does closing a block make this spot sellable? Not one that moved on meanwhile, nor one that somebody registered. */
export const comesBack = (spot: Spot, closed: string, isRegistered: boolean): boolean =>
  spot.block === closed && !isRegistered;
