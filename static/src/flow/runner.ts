import * as v from 'valibot';
import {
  type IdentityMessage,
  identity,
  type RunnerMessage,
  runner,
} from '../../../lambdas/api/messages/registrations';
import type { Typed } from './draft';

/** The fields that an error can belong to. The birth date is one field in three boxes. */
export type RunnerField = 'firstName' | 'lastName' | 'email' | 'birthDate' | 'gender' | 'emergencyContact';
export type RunnerErrors = Partial<Record<RunnerField, string>>;

/** The fields that identify a runner. */
export const identityFields: readonly RunnerField[] = ['firstName', 'lastName', 'email', 'birthDate'];
export const runnerFields: readonly RunnerField[] = [...identityFields, 'gender', 'emergencyContact'];

const whenEmpty: Record<RunnerField, string> = {
  firstName: 'Enter your first name',
  lastName: 'Enter your last name',
  email: 'Enter your e-mail address',
  birthDate: 'Enter your date of birth',
  gender: 'Choose where results should list you',
  emergencyContact: 'Enter somebody we can call on the day, with a telephone number',
};

/** The same for a form about somebody else in the group. */
const whenEmptyOfAnother: Record<RunnerField, string> = {
  firstName: 'Enter the first name',
  lastName: 'Enter the last name',
  email: 'Enter an e-mail address',
  birthDate: 'Enter the date of birth',
  gender: 'Choose where results should list this runner',
  emergencyContact: whenEmpty.emergencyContact,
};

const label: Record<RunnerField, string> = {
  firstName: 'First name',
  lastName: 'Last name',
  email: 'E-mail address',
  birthDate: 'Date of birth',
  gender: 'Results list',
  emergencyContact: 'Emergency contact',
};

const birthDateOf = ({ birthDay, birthMonth, birthYear }: Typed): string => {
  const parts = [birthYear.trim(), birthMonth.trim(), birthDay.trim()];
  return parts.every((part) => part === '')
    ? ''
    : `${parts[0]?.padStart(4, '0')}-${parts[1]?.padStart(2, '0')}-${parts[2]?.padStart(2, '0')}`;
};

const isRunnerField = (field: string): field is RunnerField => runnerFields.some((known) => known === field);

/** A message of the schema as a sentence for the runner: `must be …` becomes `Last name must be …`. */
export const inPlainWords = (field: RunnerField, message: string): string =>
  field === 'email'
    ? message.replace(/^must be an/, 'Enter an')
    : /^(must|is)\b/.test(message)
      ? `${label[field]} ${message}`
      : message;

/** Whether the calendar has this date and it is not after `today`. Both as `yyyy-mm-dd`. */
const isRealPastDate = (date: string, today: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(date) &&
  !Number.isNaN(Date.parse(date)) &&
  new Date(date).toISOString().slice(0, 10) === date &&
  date <= today;

/** A form with errors. */
export interface Faulty {
  readonly kind: 'errors';
  readonly errors: RunnerErrors;
}
export type ReadRunner = { readonly kind: 'runner'; readonly runner: RunnerMessage } | Faulty;
export type ReadIdentity = { readonly kind: 'identity'; readonly identity: IdentityMessage } | Faulty;

const valuesOf = (typed: Typed): Record<RunnerField, string> => {
  const { birthDay: _day, birthMonth: _month, birthYear: _year, ...rest } = typed;
  return { ...rest, birthDate: birthDateOf(typed) };
};

interface Finding {
  readonly path?: readonly { readonly key: unknown }[] | undefined;
  readonly message: string;
}

const errorsIn = (
  fields: readonly RunnerField[],
  values: Record<RunnerField, string>,
  findings: readonly Finding[],
  today: string,
  missing = whenEmpty,
): RunnerErrors => {
  const errors: RunnerErrors = {};
  for (const { path, message } of findings) {
    const field = String(path?.[0]?.key);
    if (isRunnerField(field)) errors[field] ??= inPlainWords(field, message);
  }
  if (values.birthDate && !isRealPastDate(values.birthDate, today))
    errors.birthDate = 'Date of birth must be a real date, such as 17 5 1990';
  for (const field of fields) if (!values[field].trim()) errors[field] = missing[field];
  return errors;
};

/**
 * Checks the form with the schema of the server. `today` as `yyyy-mm-dd`. `isAnother`: the form is about somebody else than
 * the person who types.
 */
export const readRunner = (typed: Typed, today: string, isAnother = false): ReadRunner => {
  const values = valuesOf(typed);
  const parsed = v.safeParse(runner, values);
  const errors = errorsIn(runnerFields, values, parsed.issues ?? [], today, isAnother ? whenEmptyOfAnother : whenEmpty);
  return parsed.success && Object.keys(errors).length === 0
    ? { kind: 'runner', runner: parsed.output }
    : { kind: 'errors', errors };
};

/** The same for the fields of the identity alone. `today` as `yyyy-mm-dd`. */
export const readIdentity = (typed: Typed, today: string): ReadIdentity => {
  const values = valuesOf(typed);
  const { firstName, lastName, email, birthDate } = values;
  const parsed = v.safeParse(identity, { firstName, lastName, email, birthDate });
  const errors = errorsIn(identityFields, values, parsed.issues ?? [], today);
  return parsed.success && Object.keys(errors).length === 0
    ? { kind: 'identity', identity: parsed.output }
    : { kind: 'errors', errors };
};

/** The server's errors on the fields of one person. `who`: the index of the person; 0 is the person who pays. */
export const faultsIn = (
  findings: readonly { readonly field: string; readonly message: string }[],
  who = 0,
): RunnerErrors =>
  Object.fromEntries(
    runnerFields.flatMap((field) => {
      const path = who === 0 ? 'runner' : `companions.${who - 1}`;
      // An error about a person as a whole is shown at their first field.
      const paths = field === 'firstName' ? [`${path}.${field}`, path] : [`${path}.${field}`];
      const found = findings.find((finding) => paths.includes(finding.field));
      return found ? [[field, inPlainWords(field, found.message)]] : [];
    }),
  );
