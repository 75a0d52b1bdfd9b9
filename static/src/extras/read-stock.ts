import * as v from 'valibot';
import type { StockMessage } from '../../../lambdas/api/messages/form/stock';
import { at, reading } from '../http/api';
import { request } from '../page/services';
import * as words from '../texts/extras';

/** What must be there. A state that is newer than the page says nothing. */
const stock = v.looseObject({ variants: v.array(v.looseObject({ variant: v.string(), state: v.string() })) });

/** What is left of the limited variants of a race, as somebody who chooses sees it. It may be some seconds old. */
export interface Stock {
  /** The name of a variant, with what is left of it. */
  readonly named: (variant: string, name: string) => string;
  /** Nobody can have it any more: each of them is somebody's. */
  readonly isGone: (variant: string) => boolean;
  /** It is in others' baskets, or gone. */
  readonly isMissing: (variant: string) => boolean;
  /** Said where nothing is known. */
  readonly note?: string;
}

/** Nothing is known: everything can be chosen. */
const unknown: Stock = { named: (_, name) => name, isGone: () => false, isMissing: () => false, note: words.unknown };

/** So long a screen may wait for it. In milliseconds. */
const longestWaitMs = 2_000;

/** What is left. What is not known in time counts as unknown: nobody waits for it, and it is looked up again before they pay. */
export const readStock = (raceId: string): Promise<Stock> => {
  const late = new Promise<Stock>((resolve) => setTimeout(() => resolve(unknown), longestWaitMs));
  return Promise.race([askForStock(raceId), late]);
};

const askForStock = async (raceId: string): Promise<Stock> => {
  const answer = await request({ ...reading, url: at`/api/races/${raceId}/stock`, schema: stock });
  if (answer.kind !== 'ok') return unknown;
  const { variants } = answer.value as unknown as StockMessage;
  const of = (variant: string) => variants.find((one) => one.variant === variant);
  return {
    named: (variant, name) => {
      const found = of(variant);
      if (found?.state === 'few') return words.few(name, found.left);
      return found?.state === 'held' ? words.held(name) : found?.state === 'gone' ? words.gone(name) : name;
    },
    isGone: (variant) => of(variant)?.state === 'gone',
    isMissing: (variant) => ['gone', 'held'].includes(of(variant)?.state ?? ''),
  };
};
