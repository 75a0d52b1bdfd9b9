import type { StockCounts, VariantCount } from './ports';

/** `few` comes with how many. `held`: all that is left is claimed, and what is not paid for comes back. */
export type VariantStock =
  | { readonly variant: string; readonly state: 'plenty' | 'held' | 'gone' }
  | { readonly variant: string; readonly state: 'few'; readonly left: number };

/** With more than these nobody has to hurry. */
const maxFew = 20;

export const stockOf = ({ variant, sellable, undealt, held }: VariantCount): VariantStock => {
  const left = sellable + undealt;
  if (left > maxFew) return { variant, state: 'plenty' };
  if (left > 0) return { variant, state: 'few', left };
  return { variant, state: held ? 'held' : 'gone' };
};

interface Needs {
  readonly races: { find(raceId: string): Promise<object | undefined> };
  /** The variants that are sold in hidden events alone: nobody is told of them. */
  readonly hidden: (raceId: string) => Promise<ReadonlySet<string>>;
  readonly counts: StockCounts;
}

/** What is left of each limited variant of a race; undefined when there is no such race. */
export type ShowStock = (raceId: string) => Promise<readonly VariantStock[] | undefined>;

export const showStock =
  ({ races, hidden, counts }: Needs): ShowStock =>
  async (raceId) => {
    if (!(await races.find(raceId))) return undefined;
    const unseen = await hidden(raceId);
    return (await counts.of(raceId)).filter(({ variant }) => !unseen.has(variant)).map(stockOf);
  };
