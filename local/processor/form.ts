import { invalid } from './problem';

/** Fields as they were sent: `metadata[registration_id]` keeps its brackets. */
export type Form = ReadonlyMap<string, string>;

export const readForm = (text: string): Form => {
  const form = new Map<string, string>();
  for (const [name, value] of new URLSearchParams(text)) form.set(name, value);
  return form;
};

/** Refuses what this call does not know, as Stripe does: a typing mistake must not pass for "not given". */
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

/** A whole number, 1 or more unless `least` says otherwise. */
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
