import { foldName } from '../../../lambdas/domain/person/fold-name';
import { plainDigits } from '../../../lambdas/domain/plain-digits';

/** How somebody was checked in. */
export interface CheckedIn {
  readonly scanId: string;
  readonly at: string;
  readonly station: string;
  readonly by?: string;
  readonly proof: 'code' | 'forged' | 'document';
  readonly note?: string;
}

export interface DeskPerson {
  readonly registrationId: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly eventId: string;
  readonly bib?: number;
  /** The number of the spot. */
  readonly number?: number;
  readonly isLive: boolean;
  readonly checkedIn?: CheckedIn;
  readonly times: number;
  /** The version that is valid: a code of an earlier one is refused. Absent: 0. */
  readonly codeVersion?: number;
}

/** Something that this desk did and the server may not know yet. */
export interface Scan {
  readonly id: string;
  readonly kind: 'in' | 'undo';
  readonly registrationId?: string;
  readonly code?: string;
  readonly at: string;
  readonly note?: string;
  /** Where it was done. */
  readonly station: string;
  /** Who it is about, also when a code says it. It is not sent. */
  readonly of: string;
  /** Who was at the desk, as the server signed it: somebody else may be signed in here when it is sent. */
  readonly by?: string;
  /** Why the server did not keep it. */
  readonly why?: NotKept;
}

/** `early`: check-in has not begun. `too-many`: one person scanned the runner twenty times. `foreign`: the race has no such runner. */
export type NotKept = 'early' | 'too-many' | 'foreign';

/** How somebody stands with the desk. `unnumbered`: they have no bib yet, in a race that gives bibs. */
export type Standing = 'expected' | 'unnumbered' | 'in' | 'twice' | 'void';

export const standingOf = ({ isLive, times, bib }: DeskPerson, givesBibs: boolean): Standing => {
  if (!isLive) return 'void';
  if (times > 0) return times > 1 ? 'twice' : 'in';
  return givesBibs && bib === undefined ? 'unnumbered' : 'expected';
};

/** People as they are once what this desk did is sent: it knows before the server does. */
export const withUnsent = (person: DeskPerson, unsent: readonly Scan[]): DeskPerson =>
  unsent
    .filter(({ of }) => of === person.registrationId)
    .reduce<DeskPerson>((one, { id, kind, at, station, code, note }) => {
      const { checkedIn, ...rest } = one;
      // Sent, and the answer has not come.
      if (checkedIn?.scanId === id) return one;
      if (kind === 'undo') return { ...rest, times: 0 };
      const scan: CheckedIn = { scanId: id, at, station, proof: code ? 'code' : 'document', ...(note && { note }) };
      return { ...rest, times: one.times + 1, checkedIn: checkedIn ?? scan };
    }, person);

export interface Found {
  readonly people: readonly DeskPerson[];
  /** How many more there are. */
  readonly more: number;
}

const mostShown = 8;

/** By the exact bib, or by the beginnings of the words of a name in any order. A short bib finds no longer ones. */
export const findPeople = (people: Iterable<DeskPerson>, typed: string, givesBibs: boolean): Found => {
  const text = plainDigits(typed.trim());
  const all = [...people];
  const found = /^\d{1,6}$/.test(text)
    ? all.filter((one) => numberOf(one, givesBibs) === Number(text))
    : byWords(all, foldName(typed).split(' ').filter(Boolean));
  return { people: found.slice(0, mostShown), more: Math.max(0, found.length - mostShown) };
};

const byWords = (people: readonly DeskPerson[], words: readonly string[]): readonly DeskPerson[] => {
  if (words.join('').length < 2) return [];
  return people
    .filter((one) => {
      const names = wordsOf(one);
      return words.every((word) => names.some((name) => name.startsWith(word)));
    })
    .sort((one, other) => (wordsOf(one).join(' ') < wordsOf(other).join(' ') ? -1 : 1));
};

const folded = new WeakMap<DeskPerson, readonly string[]>();
const wordsOf = (person: DeskPerson): readonly string[] => {
  const known = folded.get(person);
  if (known) return known;
  const words = foldName(`${person.lastName} ${person.firstName}`).split(' ');
  folded.set(person, words);
  return words;
};

/** What they wear. */
export const numberOf = ({ bib, number }: DeskPerson, givesBibs: boolean): number | undefined =>
  givesBibs ? bib : number;

export interface Counts {
  readonly expected: number;
  readonly in: number;
  readonly twice: number;
  /** Checked in, and without a spot. */
  readonly void: number;
}

export const countsOf = (people: Iterable<DeskPerson>): Counts => {
  const counts = { expected: 0, in: 0, twice: 0, void: 0 };
  for (const { isLive, times } of people) {
    if (isLive) counts.expected++;
    if (isLive && times > 0) counts.in++;
    if (isLive && times > 1) counts.twice++;
    if (!isLive && times > 0) counts.void++;
  }
  return counts;
};
