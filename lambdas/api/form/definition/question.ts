/**
 * What an answer means to us, beyond the form. Start lists and results read the gender, and who wants no name in them; helpers read
 * the contact.
 */
export const roles = [
  'gender',
  'emergency-contact',
  'club',
  'nationality',
  'phone',
  'qualifying-time',
  'member-number',
  'name-withheld',
] as const;

export type Role = (typeof roles)[number];

/** A text in several languages, by language tag. */
export type Text = Readonly<Record<string, string>>;

export interface Option {
  readonly id: string;
  readonly label: Text;
  readonly retired?: boolean | undefined;
}

/** A question without its type: what the rules of each type know of it. */
export interface Asked {
  readonly id: string;
  readonly label: Text;
  readonly help?: Text | undefined;
  readonly role?: Role | undefined;
  /** Whom it is asked: each person, or the one who pays, once. */
  readonly of: 'person' | 'order';
  /** The events whose runners are asked; all of the race's when absent. */
  readonly events?: readonly string[] | undefined;
  readonly required?: boolean | undefined;
  /** Kept in no draft, cache or log. Its id begins with `private-`, so that this can be seen without the form. */
  readonly sensitive?: boolean | undefined;
  readonly options?: readonly Option[] | undefined;
  /** The bounds of a number, of a duration in seconds, of a date as `yyyy-mm-dd`, or of how many are chosen. */
  readonly min?: number | string | undefined;
  readonly max?: number | string | undefined;
  /** Of a text, in characters. */
  readonly maxLength?: number | undefined;
  /** Asked only if an earlier question has one of these answers. */
  readonly showIf?: { readonly question: string; readonly in: readonly (string | true)[] } | undefined;
  /** No longer asked. It stays in the form, because its id is never used again. */
  readonly retired?: boolean | undefined;
}

/** A duration is in seconds, a date is `yyyy-mm-dd`, a choice is the id of its option. */
export type Answer = string | number | true | readonly string[];

/** By the id of the question. */
export type Answers = Readonly<Record<string, Answer>>;

/** How the ids of sensitive questions begin. */
export const privatePrefix = 'private-';

/** The text in this language or, when it has none, in the form's own. */
export const textIn = ({ language }: { readonly language: string }, text: Text, wanted: string): string =>
  text[wanted] ?? text[wanted.split('-')[0] ?? ''] ?? text[language] ?? '';
