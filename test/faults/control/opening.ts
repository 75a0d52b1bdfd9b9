import { dump, flush, type Item, load } from '../system/raw-memcached';
import { soon } from '../system/soon';
import type { Bank } from './bank';

/** A shop with a fixed number of spots, however it is built. */
export interface Shop {
  /** The whole registration of one runner. */
  sellTo(runner: string): Promise<'in' | 'out'>;
  /** Does at once what a shop does in the background. Call it when no registration is under way. */
  settle(): Promise<void>;
  /** The runners who have a spot. */
  runners(): Promise<readonly string[]>;
}

export type Upset = 'nothing' | 'flush' | 'old data';

export interface Opening {
  readonly shop: Shop;
  readonly bank: Bank;
  readonly spots: number;
  readonly memcachedPort: number;
  readonly upset: Upset;
}

export interface Outcome {
  readonly oversold: number;
  /** Runners who were charged and have no spot. */
  readonly chargedForNothing: number;
  readonly sold: number;
}

/**
 * A crowd three times as large as the race comes to the shop. When half of the spots are promised and the bank has not
 * answered yet, the cache is disturbed; the others come; then the bank answers. It runs the same for every shop,
 * without chance.
 */
export const openingOf = async ({ shop, bank, spots, memcachedPort, upset }: Opening): Promise<Outcome> => {
  const first = Array.from({ length: Math.floor(spots / 2) }, (_, n) => `early-${n}`);
  const rest = Array.from({ length: spots * 3 - first.length }, (_, n) => `later-${n}`);
  let copy: readonly Item[] = [];

  bank.think();
  const [pioneer = '', ...others] = first;
  const selling = [shop.sellTo(pioneer)];
  await soon('one is with the bank', 20, async () => bank.thinkingAbout === 1);
  if (upset === 'old data') copy = await dump(memcachedPort);
  selling.push(...others.map((runner) => shop.sellTo(runner)));
  await soon('half of the spots are with the bank', 20, async () => bank.thinkingAbout === first.length);

  if (upset !== 'nothing') await flush(memcachedPort);
  await load(memcachedPort, copy);
  let turnedAway = 0;
  selling.push(...rest.map((runner) => shop.sellTo(runner).finally(() => turnedAway++)));
  await soon('everybody is with the bank or turned away', 30, async () => {
    return bank.thinkingAbout + turnedAway === first.length + rest.length;
  });
  bank.answer();
  await Promise.all(selling);
  await shop.settle();
  // Spots that came back are for runners who come later.
  let wave = 0;
  await soon('every spot is sold', 30, async () => {
    if ((await shop.runners()).length >= spots) return true;
    wave++;
    await Promise.all(Array.from({ length: spots }, (_, n) => shop.sellTo(`last-${wave}-${n}`)));
    await shop.settle();
    return false;
  });

  const runners = await shop.runners();
  const registered = new Set(runners);
  return {
    oversold: Math.max(0, runners.length - spots),
    chargedForNothing: bank.charged.filter((runner) => !registered.has(runner)).length,
    sold: runners.length,
  };
};
