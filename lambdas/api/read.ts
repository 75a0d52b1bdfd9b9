import * as v from 'valibot';
import { type FieldError, faultOf } from './faults';

type Schema = v.GenericSchema<unknown, unknown>;
type Read<S extends Schema> = { readonly output: v.InferOutput<S> } | { readonly errors: readonly FieldError[] };

const maxUnknownFields = 20;

/** A body of many wrong items is answered by so many errors: to find and to send all of them would cost more than the request. */
const maxErrors = 100;

/**
 * Checks a message against its schema. Returns the message as the schema makes it, or what is wrong with it: the first fault of each
 * field, of a hundred fields at most.
 */
export const read = <S extends Schema>(schema: S, input: unknown): Read<S> => {
  const errors: FieldError[] = [];
  let rest = input;
  // A strict object names one unknown field and then stops: so remove each and check again.
  for (let round = 0; ; round++) {
    const result = v.safeParse(schema, rest);
    if (result.success) return errors.length > 0 ? { errors } : { output: result.output };

    const unknown = result.issues.filter(isUnknown).slice(0, maxErrors - errors.length);
    errors.push(...unknown.map(toError));
    if (unknown.length === 0 || round === maxUnknownFields) {
      return { errors: [...firstFaults(schema, result.issues, maxErrors - errors.length), ...errors] };
    }
    for (const { path } of unknown) rest = without(rest, keysOf(path));
  }
};

/** The first fault of each field that is known, of at most so many fields. */
const firstFaults = (schema: Schema, issues: readonly v.BaseIssue<unknown>[], most: number): readonly FieldError[] => {
  const faults = new Map<string, FieldError>();
  for (const issue of issues) {
    if (faults.size === most) break;
    if (isUnknown(issue)) continue;
    const fault = toNamedError(schema, issue);
    if (!faults.has(fault.field)) faults.set(fault.field, fault);
  }
  return [...faults.values()];
};

/** The same, for those who read the messages of a queue: they know their schema before the first message. */
export const reader =
  <S extends Schema>(schema: S) =>
  (input: unknown): Read<S> =>
    read(schema, input);

const toError = (issue: v.BaseIssue<unknown>): FieldError => ({
  field: v.getDotPath(issue) ?? '',
  ...faultOf(issue),
});

const isUnknown = (issue: v.BaseIssue<unknown>) => issue.expected === 'never' && !isListForObject(issue);

// A list is read as an object without any of its fields, whose items are all unknown fields.
const isListForObject = ({ path }: v.BaseIssue<unknown>) => {
  const last = path?.at(-1);
  return last?.type === 'object' && last.origin === 'key' && Array.isArray(last.input);
};

const toNamedError = (schema: Schema, issue: v.BaseIssue<unknown>): FieldError => {
  if (isListForObject(issue))
    return {
      field: keysOf(issue.path).slice(0, -1).join('.'),
      code: 'wrong-type',
      expected: 'Object',
      given: 'Array',
    };
  const error = toError(issue);
  if (error.code !== 'missing') return error;
  const expected = expectedAt(schema, keysOf(issue.path));
  return { ...error, ...(expected && { expected }) };
};

/** What the schema expects at a path; `undefined` when that cannot be told. */
const expectedAt = (schema: unknown, [key, ...rest]: readonly PropertyKey[]): string | undefined => {
  if (!isRecord(schema)) return undefined;
  if (key === undefined) return typeof schema.expects === 'string' ? schema.expects : undefined;
  if (Array.isArray(schema.options)) {
    return schema.options.map((option) => expectedAt(option, [key, ...rest])).find((expects) => expects !== undefined);
  }
  if (schema.wrapped) return expectedAt(schema.wrapped, [key, ...rest]);
  if (schema.item) return expectedAt(schema.item, rest);
  return isRecord(schema.entries) ? expectedAt(schema.entries[String(key)], rest) : undefined;
};

const without = (input: unknown, [key, ...rest]: readonly PropertyKey[]): unknown => {
  const at = String(key);
  if (Array.isArray(input)) return input.map((item, index) => (String(index) === at ? without(item, rest) : item));
  if (!isRecord(input)) return input;
  const { [at]: taken, ...others } = input;
  return rest.length === 0 ? others : { ...others, [at]: without(taken, rest) };
};

const keysOf = (path: v.BaseIssue<unknown>['path']): readonly PropertyKey[] =>
  path?.map(({ key }) => (typeof key === 'number' ? key : String(key))) ?? [];

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
