import { invalid } from './problem';

/** Fields by the name they were sent with: `metadata[registration_id]` keeps its brackets. */
export type Form = ReadonlyMap<string, string>;

export const readForm = (text: string): Form => {
  const form = new Map<string, string>();
  for (const [name, value] of new URLSearchParams(text)) form.set(name, value);
  return form;
};

/** Throws for a field that this call does not know, as Stripe does: a mistyped name must not count as "not given". */
export const allowOnly = (form: Form, names: readonly (string | RegExp)[]): void => {
  for (const name of form.keys()) {
    const known = names.some((allowed) => (typeof allowed === 'string' ? allowed === name : allowed.test(name)));
    if (!known) throw invalid(`Received unknown parameter: ${name}`, name, 'parameter_unknown');
  }
};

export const required = (form: Form, name: string): string => {
  const value = form.get(name);
  if (!value) throw invalid(`Missing required param: ${name}.`, name, 'parameter_missing');
  return value;
};

/** Reads a whole number from `least` to `most`. Throws a Refusal otherwise. */
export const wholeNumber = (value: string, name: string, least = 1, most = 99_999_999): number => {
  const number = /^\d{1,12}$/.test(value) ? Number(value) : Number.NaN;
  if (!(number >= least && number <= most)) {
    throw invalid(
      `Invalid integer: ${value}. It must be between ${least} and ${most}.`,
      name,
      'parameter_invalid_integer',
    );
  }
  return number;
};
