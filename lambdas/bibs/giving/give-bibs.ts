import { foldName } from '../../domain/person/fold-name';

/** Numbers for runners of an event. Without gender and ages, for all of them. */
export interface BibRange {
  readonly eventId: string;
  readonly gender?: 'female' | 'male' | 'non-binary' | undefined;
  /** Ages on the day of the race, with both ends. */
  readonly ages?: { readonly from: number; readonly to: number } | undefined;
  readonly from: number;
  readonly to: number;
}

/** Somebody who runs and has no number. Null: it is not known. */
export interface Numberless {
  readonly registrationId: string;
  readonly eventId: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly gender: string | null;
  readonly age: number | null;
}

export const bibOrders = ['registered', 'name', 'random'] as const;
export type BibOrder = (typeof bibOrders)[number];

export interface Given {
  readonly registrationId: string;
  readonly number: number;
}

/** `no-range`: none is for them. `full`: all numbers of those that are for them are given. */
export interface Left {
  readonly registrationId: string;
  readonly why: 'no-range' | 'full';
}

export interface GivingPlan {
  readonly given: readonly Given[];
  readonly left: readonly Left[];
}

/**
 * Gives each their number, in this order: the lowest free one of the first range that is for them and has one.
 *
 * @param isTaken whether a number was given to anybody, ever
 */
export const planBibs = (
  people: readonly Numberless[],
  ranges: readonly BibRange[],
  isTaken: (number: number) => boolean,
): GivingPlan => {
  const next = ranges.map(({ from }) => from);
  const take = (n: number): number | undefined => {
    const { to } = ranges[n] as BibRange;
    let number = next[n] as number;
    while (number <= to && isTaken(number)) number++;
    next[n] = number + 1;
    return number <= to ? number : undefined;
  };
  const given: Given[] = [];
  const left: Left[] = [];
  for (const person of people) {
    const fitting = ranges.flatMap((range, n) => (fits(range, person) ? [n] : []));
    let number: number | undefined;
    for (const n of fitting) {
      number = take(n);
      if (number !== undefined) break;
    }
    const { registrationId } = person;
    if (number === undefined) left.push({ registrationId, why: fitting.length > 0 ? 'full' : 'no-range' });
    else given.push({ registrationId, number });
  }
  return { given, left };
};

/** Nobody whose age or gender is not known is put into a range of an age or a gender. */
const fits = ({ eventId, gender, ages }: BibRange, person: Numberless): boolean =>
  person.eventId === eventId &&
  (gender === undefined || person.gender === gender) &&
  (ages === undefined || (person.age !== null && person.age >= ages.from && person.age <= ages.to));

/** People who are in the order of their registrations, in another order. `random`: between 0 and 1. */
export const inOrder = (
  people: readonly Numberless[],
  order: BibOrder,
  random: () => number,
): readonly Numberless[] => {
  if (order === 'registered') return people;
  const keyOf = ({ lastName, firstName }: Numberless) => `${foldName(lastName)} ${foldName(firstName)}`;
  const keyed = people.map((person) => ({ person, key: order === 'name' ? keyOf(person) : random() }));
  return keyed
    .sort((one, other) => (one.key < other.key ? -1 : one.key > other.key ? 1 : 0))
    .map(({ person }) => person);
};

/** The first two ranges that share a number, by their places in the list. */
export const findOverlap = (ranges: readonly BibRange[]): readonly [number, number] | undefined => {
  const sorted = ranges.map(({ from, to }, n) => ({ from, to, n })).sort((one, other) => one.from - other.from);
  for (const [at, one] of sorted.entries()) {
    const before = sorted[at - 1];
    if (before && before.to >= one.from) return [Math.min(before.n, one.n), Math.max(before.n, one.n)];
  }
  return undefined;
};
