import list from './prices.json';

export const { date, region, currency } = list;

/** US dollars for one unit. Throws when the list has no such price, so that nothing is priced at 0 by mistake. */
export const price = (name: string): number => {
  const found = Object.entries(list.prices).find(([known]) => known === name)?.[1];
  if (!found)
    throw new Error(`operations/cost/prices.json has no price for "${name}": add it, with its source and the date.`);
  return found.usd;
};

/** The prices that nobody has compared with their page yet. */
export const unchecked: readonly string[] = Object.entries(list.prices).flatMap(([name, { checked }]) =>
  checked ? [] : [name],
);
