import type * as v from 'valibot';

/**
 * What is wrong with a field, for people, where the schema itself has no message. Never quotes the value: it may be an
 * address or a token.
 */
export const describeIssue = ({ kind, type, expected, requirement, path, input }: v.BaseIssue<unknown>): string => {
  const last = path?.at(-1);
  if (kind === 'schema' && last?.type === 'object' && last.origin === 'key') {
    return expected === 'never' ? 'is not a field of this message' : 'is missing';
  }
  if (kind === 'schema') return `must be ${nameOf(expected)}, not ${typeName(input)}`;
  const limit = String(requirement);
  switch (type) {
    case 'integer':
      return 'must be a whole number';
    case 'iso_timestamp':
      return 'must be an instant such as 2027-03-01T10:00:00.000Z';
    case 'iso_date':
      return 'must be a date such as 1990-05-17';
    case 'min_value':
      return `must be at least ${limit}`;
    case 'max_value':
      return `must be at most ${limit}`;
    case 'min_length':
      return `must have at least ${limit} characters or items`;
    case 'max_length':
      return `must have at most ${limit} characters or items`;
    case 'regex':
      return `must match ${limit}`;
    default:
      return 'is not valid';
  }
};

const names: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  boolean: 'true or false',
  Object: 'an object',
  Array: 'a list',
  null: 'null',
};

/** What a schema expects, for people: `a number`, `one of "a", "b"`. */
export const nameOf = (expected: string | null): string => {
  if (!expected) return 'something else';
  const choices = expected.replace(/^\(|\)$/g, '').split(' | ');
  const named = choices.map((choice) => names[choice] ?? choice);
  return named.length === 1 ? (named[0] ?? expected) : `one of ${named.join(', ')}`;
};

const typeName = (input: unknown) => {
  if (input === undefined) return 'missing';
  if (input === null) return 'null';
  if (Array.isArray(input)) return 'a list';
  return names[typeof input === 'object' ? 'Object' : typeof input] ?? typeof input;
};
