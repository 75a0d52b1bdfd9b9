import type { StockCounts, VariantCount } from './ports';

/** `few` comes with how many. `held`: all that is left is claimed, and what is not paid for comes back. */
export type VariantStock =
  | { readonly variant: string; readonly state: 'plenty' | 'held' | 'gone' }
  | { readonly variant: string; readonly state: 'few'; readonly left: number };

/** With more than these nobody has to hurry. */
export const maxFew = 20;

export const stockOf = ({ variant, sellable, undealt, held }: VariantCount): VariantStock => {
  const left = sellable + undealt;
  if (left > maxFew) return { variant, state: 'plenty' };
  if (left > 0) return { variant, state: 'few', left };
  return { variant, state: held ? 'held' : 'gone' };
};

interface Needs {
  readonly races: { find(raceId: string): Promise<object | undefined> };
  readonly counts: StockCounts;
}

/** What is left of each limited variant of a race; undefined when there is no such race. */
export type ShowStock = (raceId: string) => Promise<readonly VariantStock[] | undefined>;

export const showStock =
  ({ races, counts }: Needs): ShowStock =>
  async (raceId) =>
    (await races.find(raceId)) && (await counts.of(raceId)).map(stockOf);
