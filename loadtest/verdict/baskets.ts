import type { Basket } from '../people/basket';
import type { Outcome } from '../people/outcome';
import type { Check } from '../report/test-report';
import { between, sumOf } from './checks';

/** What a race with a form sold, by its own books. */
export interface Sold {
  /** Limited variants and codes. `stock`: how many could be given; in what a run added, how many when it began. */
  readonly variants: readonly { readonly variant: string; readonly stock: number; readonly given: number }[];
  /** Lines that were paid for and not given, and uses of codes beyond their limit. */
  readonly short: number;
  readonly over: number;
  /** In the currency's smallest unit. `collected`: how much of it counts on the page of somebody who collects. */
  readonly donated: number;
  readonly collected: number;
  /** Places in teams that somebody has. */
  readonly teamPlaces: number;
  /** Teams with more people than they have places. */
  readonly overfullTeams: number;
}

/** What one run added. */
export const soldSince = (after: Sold, before: Sold | undefined): Sold => ({
  variants: after.variants.map(({ variant, stock, given }) => {
    const already = before?.variants.find((one) => one.variant === variant)?.given ?? 0;
    return { variant, stock: stock - already, given: given - already };
  }),
  short: after.short - (before?.short ?? 0),
  over: after.over - (before?.over ?? 0),
  donated: after.donated - (before?.donated ?? 0),
  collected: after.collected - (before?.collected ?? 0),
  teamPlaces: after.teamPlaces - (before?.teamPlaces ?? 0),
  overfullTeams: after.overfullTeams - (before?.overfullTeams ?? 0),
});

/** What was given is what people were told, and nobody was told "gone" of what is left. */
export const basketChecks = (
  outcomes: readonly Outcome[],
  { variants, short, over, donated, collected, teamPlaces, overfullTeams }: Sold,
): readonly Check[] => {
  const told = outcomes.flatMap(({ kind, basket }) => (kind === 'confirmed' && basket ? [basket] : []));
  const isLimited = (variant: string) => variants.some((one) => one.variant === variant);
  const limitedIn = ({ quoted }: Basket) =>
    sumOf(Object.entries(quoted), ([variant, count]) => (isLimited(variant) ? count : 0));
  /** Units that somebody may have claimed and did not get: they come back later. */
  const letGo = (variant: string) =>
    sumOf(outcomes, ({ kind, basket }) =>
      basket ? (basket.letGo[variant] ?? 0) + (kind === 'confirmed' ? 0 : (basket.quoted[variant] ?? 0)) : 0,
    );
  const goneTooEarly = variants.filter(
    ({ variant, stock, given }) =>
      outcomes.some(({ basket }) => basket?.gone.includes(variant)) && stock - given > letGo(variant),
  );
  return [
    between(
      'units given beyond their stock',
      sumOf(variants, ({ stock, given }) => Math.max(0, given - stock)),
      0,
    ),
    between(
      'units given',
      sumOf(variants, ({ given }) => given),
      sumOf(told, limitedIn) - sumOf(told, (one) => one.short),
    ),
    between('lines paid for and not given', short, 0),
    between('uses of codes beyond their limit', over, 0),
    between(
      'donations booked, in the smallest unit',
      donated,
      sumOf(told, (one) => one.donated),
    ),
    between(
      'donations booked on pages that collect, in the smallest unit',
      collected,
      sumOf(told, (one) => one.collected),
    ),
    between(
      'places in teams',
      teamPlaces,
      sumOf(told, (one) => one.places - one.shortPlaces),
    ),
    between('teams with more people than places', overfullTeams, 0),
    between('variants left that somebody was told are gone', goneTooEarly.length, 0),
  ];
};
