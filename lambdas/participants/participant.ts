import { foldName, nameKeys } from '../domain/fold-name';
import type { Identity } from '../domain/person';

/** What became of a registration. */
export const participantStates = [
  'registered',
  'cancelled',
  'deferred',
  'transferred',
  'payment-failed',
  'duplicate',
  'refused',
] as const;
export type ParticipantState = (typeof participantStates)[number];

/** What became of its money. */
export const paymentStates = [
  'authorised',
  'captured',
  'refunding',
  'refunded',
  'refund-failed',
  'voided',
  'failed',
] as const;
export type PaymentState = (typeof paymentStates)[number];

type Named = Pick<Identity, 'firstName' | 'lastName' | 'email'>;

/** By which a list of names is sorted. */
export const nameKeyOf = ({ firstName, lastName }: Named): string => `${foldName(lastName)} ${foldName(firstName)}`;

const longestSearch = 1000;

/**
 * Every word that somebody is found by, folded and between spaces: of their names in each spelling, of both names together
 * where they are written without a space, and of their address.
 */
export const searchTextOf = ({ firstName, lastName, email }: Named): string => {
  const names = [firstName, lastName, `${lastName} ${firstName}`].flatMap(nameKeys);
  const words = new Set([...names, foldName(email)].flatMap((text) => text.split(' ')));
  return ` ${[...words].filter((word) => word !== '').join(' ')} `.slice(0, longestSearch);
};

/** How long the beginnings of words are that an index knows. */
const keyLengths = [5, 3];
/** A name in these scripts is often two characters long. */
const brief = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;
const lengthsOf = (word: string) => (brief.test(word) ? [...keyLengths, 2] : keyLengths);

/** The beginnings of the words of a search text. An own index of them is smaller than one of trigrams, and knows every script. */
export const searchKeysOf = (text: string): readonly string[] => [
  ...new Set(
    text.split(' ').flatMap((word) => {
      const letters = [...word];
      return lengthsOf(word).flatMap((length) => (letters.length < length ? [] : letters.slice(0, length).join('')));
    }),
  ),
];

/** The longest beginning of each word that the index knows. What is longer is compared, and what is shorter, too. */
export const keysOfWords = (words: readonly string[]): readonly string[] =>
  words.flatMap((word) => {
    const letters = [...word];
    const length = lengthsOf(word).find((one) => one <= letters.length);
    return length === undefined ? [] : letters.slice(0, length).join('');
  });

/** What somebody looks for. */
export type Search =
  | { readonly kind: 'all' }
  | { readonly kind: 'number'; readonly number: number }
  | { readonly kind: 'registration'; readonly registrationId: string }
  /** Of each word the beginning. */
  | { readonly kind: 'words'; readonly words: readonly string[] }
  | { readonly kind: 'too-short' };

const fewestLetters = 3;
const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Reads what was typed into the box of a list. */
export const readSearch = (typed: string): Search => {
  const text = typed.trim().toLowerCase();
  if (text === '') return { kind: 'all' };
  if (/^\d{1,9}$/.test(text)) return { kind: 'number', number: Number(text) };
  if (uuid.test(text)) return { kind: 'registration', registrationId: text };
  const words = foldName(typed)
    .split(' ')
    .filter((word) => word !== '');
  const letters = [...words.join('')];
  const fewest = letters.some((letter) => brief.test(letter)) ? 2 : fewestLetters;
  return letters.length < fewest ? { kind: 'too-short' } : { kind: 'words', words };
};
