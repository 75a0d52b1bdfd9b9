import type { Race } from '../../races/race';

/**
 * Passes that one address may have in the draw, behind it, and with those who come in one minute. `v6`: a household, or a class, with its
 * own /64. `network`: a /48, with a town in it.
 */
export interface Budgets {
  readonly v4: number;
  readonly v6: number;
  readonly network: number;
}

/** Of a large race: a school, a class or a dormitory. Nobody is refused: who comes beyond it stands with those who come later. */
export const largestBudgets: Budgets = { v4: 200, v6: 50, network: 400 };
/** Of a small one: as many as a /64 has anywhere. */
const leastOfAddress = 50;

/**
 * The budgets of a race, by the spots that its line is for: in the draw, one address has passes for half of them at most, unless that is
 * fewer than a class. A director who lets an address hold more spots lets it have as many passes
 * (docs/decisions/160-passes-of-an-address-follow-the-size-of-the-race.md).
 */
export const budgetsOf = ({ events, sale: { limits = {} } }: Pick<Race, 'events' | 'sale'>): Budgets => {
  const spots = events.reduce(
    (sum, { capacity, isHidden, kind }) => sum + (isHidden || kind === 'gift' ? 0 : capacity),
    0,
  );
  const half = Math.min(largestBudgets.v4, Math.max(leastOfAddress, Math.floor(spots / 2)));
  const own = Math.max(limits.freePerAddress ?? 0, limits.mostPerAddress ?? 0);
  const v4 = Math.max(half, own);
  return { v4, v6: Math.max(largestBudgets.v6, own), network: 2 * v4 };
};
