import * as v from 'valibot';
import { type IdentityMessage, identity, type RunnerMessage, runner } from '../../../lambdas/api/registrations';
import type { Typed } from './draft';

/** The parts of the form an error can belong to; a birth date is one answer in three boxes. */
export type RunnerField = 'firstName' | 'lastName' | 'email' | 'birthDate' | 'gender' | 'emergencyContact';
export type RunnerErrors = Partial<Record<RunnerField, string>>;

/** By what a runner is known again. */
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

/** Where who types tells about somebody else. */
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

/** A fault of the schema in words for the runner: `must be …` becomes `Last name must be …`. */
export const inPlainWords = (field: RunnerField, message: string): string =>
  field === 'email'
    ? message.replace(/^must be an/, 'Enter an')
    : /^(must|is)\b/.test(message)
      ? `${label[field]} ${message}`
      : message;

/** The day after which nobody has been born yet: birthdays of tomorrow are typing mistakes. */
const isRealPastDate = (date: string, today: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(date) &&
  !Number.isNaN(Date.parse(date)) &&
  new Date(date).toISOString().slice(0, 10) === date &&
  date <= today;

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

/** Reads the form with the very schema the server uses. `today` as `yyyy-mm-dd`. `isAnother`: somebody else types. */
export const readRunner = (typed: Typed, today: string, isAnother = false): ReadRunner => {
  const values = valuesOf(typed);
  const parsed = v.safeParse(runner, values);
  const errors = errorsIn(runnerFields, values, parsed.issues ?? [], today, isAnother ? whenEmptyOfAnother : whenEmpty);
  return parsed.success && Object.keys(errors).length === 0
    ? { kind: 'runner', runner: parsed.output }
    : { kind: 'errors', errors };
};

/** The same for who only says who he is. */
export const readIdentity = (typed: Typed, today: string): ReadIdentity => {
  const values = valuesOf(typed);
  const { firstName, lastName, email, birthDate } = values;
  const parsed = v.safeParse(identity, { firstName, lastName, email, birthDate });
  const errors = errorsIn(identityFields, values, parsed.issues ?? [], today);
  return parsed.success && Object.keys(errors).length === 0
    ? { kind: 'identity', identity: parsed.output }
    : { kind: 'errors', errors };
};

/** The server's findings on the fields of one person, for the form. `who`: 0 is who pays. */
export const faultsIn = (
  findings: readonly { readonly field: string; readonly message: string }[],
  who = 0,
): RunnerErrors =>
  Object.fromEntries(
    runnerFields.flatMap((field) => {
      const path = who === 0 ? 'runner' : `companions.${who - 1}`;
      // What is said of a person as a whole stands with the first of his answers.
      const paths = field === 'firstName' ? [`${path}.${field}`, path] : [`${path}.${field}`];
      const found = findings.find((finding) => paths.includes(finding.field));
      return found ? [[field, inPlainWords(field, found.message)]] : [];
    }),
  );
