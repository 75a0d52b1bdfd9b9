import * as v from 'valibot';
import { isDay } from '../../../lambdas/api/fields';
import {
  type IdentityMessage,
  identity,
  type RunnerMessage,
  runner,
} from '../../../lambdas/api/messages/registrations';
import { plainDigits } from '../../../lambdas/domain/plain-digits';
import type { Fault } from '../http/failure';
import * as t from '../texts/page';
import type { Typed } from './draft';

/** The fields that an error can belong to. The birth date is one field in three boxes. */
export type RunnerField = 'firstName' | 'lastName' | 'email' | 'birthDate' | 'gender' | 'emergencyContact';
export type RunnerErrors = Partial<Record<RunnerField, string>>;

/** The fields that identify a runner. */
export const identityFields: readonly RunnerField[] = ['firstName', 'lastName', 'email', 'birthDate'];
export const runnerFields: readonly RunnerField[] = [...identityFields, 'gender', 'emergencyContact'];

/** Empty: nothing is typed. */
const birthDateOf = ({ birthDay, birthMonth, birthYear }: Typed): string => {
  const parts = [birthYear, birthMonth, birthDay];
  const date = parts.map((part, n) => plainDigits(part.trim()).padStart(n > 0 ? 2 : 4, '0')).join('-');
  return /[1-9]/.test(date) ? date : '';
};

const isRunnerField = (field: string): field is RunnerField => runnerFields.some((known) => known === field);

/** A form with errors. */
export interface Faulty {
  readonly kind: 'errors';
  readonly errors: RunnerErrors;
}
export type ReadRunner = { readonly kind: 'runner'; readonly runner: RunnerMessage } | Faulty;
export type ReadIdentity = { readonly kind: 'identity'; readonly identity: IdentityMessage } | Faulty;

const valuesOf = (typed: Typed): Record<RunnerField, string> => {
  const { firstName, lastName, email, gender, emergencyContact } = typed;
  return { firstName, lastName, email, gender, emergencyContact, birthDate: birthDateOf(typed) };
};

/** What valibot found. The schemas' messages are codes. */
interface Finding {
  readonly path?: readonly { readonly key: unknown }[] | undefined;
  readonly message: string;
  readonly requirement?: unknown;
}

const errorsIn = (
  fields: readonly RunnerField[],
  values: Record<RunnerField, string>,
  findings: readonly Finding[],
  today: string,
  missing: Record<RunnerField, string> = t.whenEmpty,
): RunnerErrors => {
  const errors: RunnerErrors = {};
  for (const { path, message, requirement } of findings) {
    const field = String(path?.[0]?.key);
    if (isRunnerField(field)) errors[field] ??= t.fault(message, t.labels[field], Number(requirement));
  }
  const { birthDate } = values;
  if (birthDate && (!isDay(birthDate) || birthDate > today)) errors.birthDate = t.realDate;
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
  const errors = errorsIn(
    runnerFields,
    values,
    parsed.issues ?? [],
    today,
    isAnother ? t.whenEmptyOfAnother : t.whenEmpty,
  );
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
export const faultsIn = (findings: readonly Fault[], who = 0): RunnerErrors =>
  Object.fromEntries(
    runnerFields.flatMap((field) => {
      const path = who === 0 ? 'runner' : `companions.${who - 1}`;
      // An error about a person as a whole is shown at their first field.
      const paths = field === 'firstName' ? [`${path}.${field}`, path] : [`${path}.${field}`];
      const found = findings.find((finding) => paths.includes(finding.field));
      return found ? [[field, t.fault(found.code, t.labels[field], found.limit)]] : [];
    }),
  );
