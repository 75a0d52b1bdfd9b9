import * as v from 'valibot';
import { type RunnerMessage, runner } from '../../../lambdas/api/registrations';
import type { Typed } from './draft';

/** The parts of the form an error can belong to; a birth date is one answer in three boxes. */
export type RunnerField = 'firstName' | 'lastName' | 'email' | 'birthDate' | 'gender' | 'emergencyContact';
export type RunnerErrors = Partial<Record<RunnerField, string>>;

export const runnerFields: readonly RunnerField[] = [
  'firstName',
  'lastName',
  'email',
  'birthDate',
  'gender',
  'emergencyContact',
];

const whenEmpty: Record<RunnerField, string> = {
  firstName: 'Enter your first name',
  lastName: 'Enter your last name',
  email: 'Enter your e-mail address',
  birthDate: 'Enter your date of birth',
  gender: 'Choose where results should list you',
  emergencyContact: 'Enter somebody we can call on the day, with a telephone number',
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

export type ReadRunner =
  | { readonly kind: 'runner'; readonly runner: RunnerMessage }
  | { readonly kind: 'errors'; readonly errors: RunnerErrors };

/** Reads the form with the very schema the server uses. `today` as `yyyy-mm-dd`. */
export const readRunner = (typed: Typed, today: string): ReadRunner => {
  const { birthDay: _day, birthMonth: _month, birthYear: _year, ...rest } = typed;
  const birthDate = birthDateOf(typed);
  const values: Record<RunnerField, string> = { ...rest, birthDate };
  const parsed = v.safeParse(runner, values);
  const errors: RunnerErrors = {};
  for (const issue of parsed.issues ?? []) {
    const field = String(issue.path?.[0]?.key);
    if (isRunnerField(field)) errors[field] ??= inPlainWords(field, issue.message);
  }
  if (birthDate && !isRealPastDate(birthDate, today))
    errors.birthDate = 'Date of birth must be a real date, such as 17 5 1990';
  for (const field of runnerFields) if (!values[field].trim()) errors[field] = whenEmpty[field];
  return parsed.success && Object.keys(errors).length === 0
    ? { kind: 'runner', runner: parsed.output }
    : { kind: 'errors', errors };
};
