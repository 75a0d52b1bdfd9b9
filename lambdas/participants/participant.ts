import { foldName, nameWords, shortScripts } from '../domain/person/fold-name';
import type { Identity } from '../domain/person/person';
import { plainDigits } from '../domain/plain-digits';
import { isUuid } from '../domain/uuid';

/** What became of a registration. */
export type ParticipantState =
  | 'registered'
  | 'cancelled'
  | 'deferred'
  | 'transferred'
  | 'payment-failed'
  | 'duplicate'
  | 'refused';

/** What became of the money of one registration. A payment may be for several: see `PaymentState` in domain/payment.ts. */
export type MoneyState = 'authorised' | 'captured' | 'refunding' | 'refunded' | 'refund-failed' | 'voided' | 'failed';

type Named = Pick<Identity, 'firstName' | 'lastName' | 'email'>;

/** A list by name is sorted by this. */
export const nameKeyOf = ({ firstName, lastName }: Named): string => `${foldName(lastName)} ${foldName(firstName)}`;

const maxSearchTextLength = 1000;

/**
 * All words that find a person, folded and between spaces: the words of their names in each spelling, of both names written
 * together, and of their address.
 */
export const searchTextOf = ({ firstName, lastName, email }: Named): string => {
  const both = `${lastName} ${firstName}`;
  // Only in these scripts, both names written together are a word that neither of them has.
  const names = [firstName, lastName, ...(shortScripts.test(both) ? [both] : [])].flatMap(nameWords);
  const words = new Set([...names, ...foldName(email).split(' ')]);
  return ` ${[...words].filter((word) => word !== '').join(' ')} `.slice(0, maxSearchTextLength);
};

const keyLengths = [5, 3];
/** Of these, each character is one code unit. */
const isAscii = /^[ -~]*$/;
const lengthsOf = (word: string) => (shortScripts.test(word) ? [...keyLengths, 2] : keyLengths);

/**
 * The beginnings of the words of a search text, with the lengths above. Nothing reads them but the version before migration 0074, which
 * may come back: the version after this one can leave them out.
 */
export const searchKeysOf = (text: string): readonly string[] => [
  ...new Set(
    text.split(' ').flatMap((word) => {
      const letters = isAscii.test(word) ? undefined : [...word];
      return lengthsOf(word).flatMap((length) => {
        if ((letters ?? word).length < length) return [];
        return letters ? letters.slice(0, length).join('') : word.slice(0, length);
      });
    }),
  ),
];

/**
 * A `tsquery` of the beginnings of all these words. Of words with less letters than a search must have, many words begin with them, and
 * the index reads them all: so they are left to be compared, unless there are no others.
 */
export const beginningsOf = (words: readonly string[]): string => {
  const long = words.filter((word) => [...word].length >= leastLettersOf(word));
  return (long.length > 0 ? long : words).map((word) => `'${word}':*`).join(' & ');
};

/** What somebody looks for. */
export type Search =
  | { readonly kind: 'all' }
  | { readonly kind: 'number'; readonly number: number }
  | { readonly kind: 'registration'; readonly registrationId: string }
  /** The beginning of each word. */
  | { readonly kind: 'words'; readonly words: readonly string[] }
  | { readonly kind: 'too-short' };

const minLetters = 3;
const minLettersOfShortScripts = 2;
const leastLettersOf = (text: string): number => (shortScripts.test(text) ? minLettersOfShortScripts : minLetters);

/** Reads what was typed into the search box of the list. */
export const readSearch = (typed: string): Search => {
  const text = plainDigits(typed).trim().toLowerCase();
  if (text === '') return { kind: 'all' };
  if (/^\d{1,9}$/.test(text)) return { kind: 'number', number: Number(text) };
  if (isUuid(text)) return { kind: 'registration', registrationId: text };
  const words = foldName(typed)
    .split(' ')
    .filter((word) => word !== '');
  const letters = words.join('');
  return [...letters].length < leastLettersOf(letters) ? { kind: 'too-short' } : { kind: 'words', words };
};
