import type { MissingVariant } from '../../lambdas/api/form/fill';
import type { QuoteGiven } from '../../lambdas/api/messages/quotes';
import type { RegistrationStatus } from '../../lambdas/api/messages/registrations';

/** Pieces of variants and uses of codes, by their ids. */
export type Pieces = Readonly<Record<string, number>>;

/** What a runner was told of what they wanted to buy. */
export interface Basket {
  /** Of the last quote. */
  readonly quoted: Pieces;
  /** The sum of the donations in it. */
  readonly donated: number;
  /** How much of that counts on the page of somebody who collects. */
  readonly collected: number;
  /** What an earlier quote may have claimed and the last one does not name. */
  readonly letGo: Pieces;
  /** Variants of which they were told that none is left. */
  readonly gone: readonly string[];
  /** Places in teams. */
  readonly places: number;
  /** Lines of their own registration that were told to be short: of the variants in `quoted`, and places in a team. */
  readonly short: number;
  readonly shortPlaces: number;
}

type Lines = Extract<RegistrationStatus, { status: 'confirmed' }>['lines'];

/** Writes down what one runner is told. */
export const openBasket = () => {
  const claimed = new Map<string, number>();
  const gone = new Set<string>();
  let given: QuoteGiven | undefined;
  let hasPage = false;
  const claim = (variant: string, count: number) => claimed.set(variant, Math.max(count, claimed.get(variant) ?? 0));
  return {
    /** They asked for these pieces, and were told that some are missing. */
    asked(pieces: Pieces, missing: readonly MissingVariant[] = []) {
      for (const { variant, state, left } of missing) if (state === 'gone' && left === 0) gone.add(variant);
      for (const [variant, count] of Object.entries(pieces))
        if (!missing.some((one) => one.variant === variant)) claim(variant, count);
    },
    /** `isCollected`: the donation names the page of somebody who collects. An earlier quote counts no more. */
    quoted(quote: QuoteGiven, isCollected = false) {
      for (const [variant, count] of Object.entries(piecesOf(given))) claim(variant, count);
      given = quote;
      hasPage = isCollected;
    },
    told(lines: Lines = []): Basket {
      const all = given?.lines ?? [];
      const quoted = piecesOf(given);
      const shortOf = (which: string) => lines.filter(({ kind, state }) => kind === which && state === 'short').length;
      const letGo = [...claimed].flatMap(([variant, count]): [string, number][] =>
        count > (quoted[variant] ?? 0) ? [[variant, count - (quoted[variant] ?? 0)]] : [],
      );
      const donated = all.reduce((sum, { kind, amount }) => sum + (kind === 'donation' ? amount : 0), 0);
      return {
        quoted,
        donated,
        collected: hasPage ? donated : 0,
        letGo: Object.fromEntries(letGo),
        gone: [...gone],
        places: all.filter(({ kind }) => kind === 'team').length,
        short: shortOf('item'),
        shortPlaces: shortOf('team'),
      };
    },
  };
};

const piecesOf = (quote: QuoteGiven | undefined): Pieces => {
  const pieces: Record<string, number> = {};
  for (const { kind, ref = '' } of quote?.lines ?? [])
    if (kind === 'item' || kind === 'code') pieces[ref] = (pieces[ref] ?? 0) + 1;
  return pieces;
};

export type OpenBasket = ReturnType<typeof openBasket>;
