import type { Answer } from './answer';

/** One line of the list. */
export interface Finding {
  readonly about: string;
  /** `unknown`: the account did not say. */
  readonly state: 'green' | 'red' | 'unknown';
  readonly says: string;
  /** A command, a change of the environment file, or the page of the console where a red line is mended. */
  readonly mend?: string;
}

export type Verdict =
  | { readonly green: string }
  | { readonly red: string; readonly mend: string }
  | { readonly unknown: string };

/** Judges an answer. What was not answered is neither green nor red. */
export const judge = <T>(about: string, answer: Answer<T>, verdictOf: (value: T) => Verdict): Finding => {
  if ('unknown' in answer) return { about, state: 'unknown', says: `could not be asked: ${answer.unknown}` };
  const verdict = verdictOf(answer.value);
  if ('green' in verdict) return { about, state: 'green', says: verdict.green };
  if ('unknown' in verdict) return { about, state: 'unknown', says: verdict.unknown };
  return { about, state: 'red', says: verdict.red, mend: verdict.mend };
};

/** Two answers as one; unknown if either is. */
export const both = <A, B>(one: Answer<A>, other: Answer<B>): Answer<readonly [A, B]> => {
  if ('unknown' in one) return one;
  if ('unknown' in other) return other;
  return { value: [one.value, other.value] };
};

/** A number as people read it: 12,500. */
export const figure = (value: number): string =>
  value.toLocaleString('en-US', { maximumFractionDigits: value < 10 ? 1 : 0 });
