import type { Claim } from '../../../lambdas/domain/claim';
import { comesBack, isSellable } from '../ledger/spot';
import type { UnitBlock, UnitRow } from './world';

/** What a transaction does besides deciding. A mutant leaves one of them out. */
export type UnitStep =
  | 'the writer looks for another unit'
  | 'a cancelled line lets go of its unit'
  | 'an exchanged unit is sellable'
  | 'a direct claim is for all of it'
  | 'a unit has one line';

/** Is the unit still what was claimed? By number and block, and a direct claim by its owner. */
const isStillClaimed = (unit: UnitRow, block: UnitBlock | undefined, claim: Claim, runner: string): boolean =>
  unit.block === claim.block && block !== undefined && (block.owner === null || block.owner === runner);

const unitRules = { isSellable, comesBack, isStillClaimed, mayBeLate: isSellable };

export interface UnitRules extends Readonly<typeof unitRules> {
  readonly without: UnitStep | undefined;
}

export const unitsAsDesigned: UnitRules = { ...unitRules, without: undefined };

export const doesUnit = ({ without }: UnitRules, step: UnitStep): boolean => without !== step;
