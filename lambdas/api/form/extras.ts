import type { Text } from './definition/question';

/** One thing that can be chosen of an item: a size, a colour. */
export interface Variant {
  /** No other variant of the form has it, of whatever item: an entry names the variant alone. */
  readonly id: string;
  readonly label: Text;
  /** In the currency's smallest unit. */
  readonly price: number;
  /** There is only so much of it. */
  readonly limited?: boolean | undefined;
  /** No longer offered. It stays in the form, because its id is never used again. */
  readonly retired?: boolean | undefined;
}

/** What a runner can buy with the registration, or gets with it. */
export interface Item {
  readonly id: string;
  readonly label: Text;
  readonly help?: Text | undefined;
  /** The events whose runners are offered it; all of the race's when absent. */
  readonly events?: readonly string[] | undefined;
  /** A part of the entry: everybody takes exactly one variant, for nothing. */
  readonly included?: boolean | undefined;
  /** Of all variants together; one when absent. */
  readonly maxPerPerson?: number | undefined;
  /** Until then the runner gets the money back with the spot. Absent: for as long as the race lets them cancel. */
  readonly refundUntil?: string | undefined;
  readonly exchangeUntil?: string | undefined;
  readonly variants: readonly Variant[];
}

/** What a runner can donate to. Amounts are in the currency's smallest unit. */
export interface Cause {
  readonly id: string;
  readonly label: Text;
  readonly help?: Text | undefined;
  /** The amounts that the page suggests. */
  readonly presets: readonly number[];
  readonly least: number;
  readonly most: number;
  readonly retired?: boolean | undefined;
}

/** What the race takes for each registration that costs something. */
export interface Fee {
  /** Of everything that this person is charged: 290 is 2.9 %. */
  readonly basisPoints?: number | undefined;
  /** In the currency's smallest unit. */
  readonly fixed?: number | undefined;
}

/** The parts of a form that can cost something. */
export interface Extras {
  readonly items?: readonly Item[] | undefined;
  readonly causes?: readonly Cause[] | undefined;
  /** People who are registered may collect for its causes. */
  readonly fundraising?: boolean | undefined;
  readonly fee?: Fee | undefined;
}

/** So many pieces of one variant. */
export interface Chosen {
  readonly variant: string;
  readonly quantity: number;
}

export interface Donation {
  readonly cause: string;
  readonly amount: number;
}

/** Of one person, of all items together: a signed quote has a line for each piece. */
export const maxPieces = 10;

export const maxPerPersonOf = ({ included, maxPerPerson }: Pick<Item, 'included' | 'maxPerPerson'>): number =>
  included ? 1 : (maxPerPerson ?? 1);

/** The items that are offered in an event and have something to choose, each with what can be chosen. */
export const offered = ({ items = [] }: Extras, eventId: string): readonly Item[] =>
  items.flatMap((item) => {
    const variants = item.variants.filter(({ retired }) => !retired);
    return variants.length > 0 && (item.events?.includes(eventId) ?? true) ? [{ ...item, variants }] : [];
  });

export const causesOf = ({ causes = [] }: Extras): readonly Cause[] => causes.filter(({ retired }) => !retired);

/** The variant of this id, also one that is no longer offered, with its item. */
export const variantIn = (
  { items = [] }: Extras,
  id: string,
): { readonly item: Item; readonly variant: Variant } | undefined => {
  for (const item of items) {
    const variant = item.variants.find((one) => one.id === id);
    if (variant) return { item, variant };
  }
  return undefined;
};
