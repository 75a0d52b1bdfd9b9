import type * as v from 'valibot';
import { read } from '../../api/read';
import { jsonFault } from './json-fault';
import { ProblemError } from './problem-error';

/** A JSON body, checked against its schema. Throws ProblemError: 415, or 422 that names every wrong field. */
export const readJson = <S extends v.GenericSchema<unknown, unknown>>(
  schema: S,
  contentType: string | undefined,
  text: string,
): v.InferOutput<S> => {
  if (!/^application\/json\s*(;|$)/i.test(contentType?.trim() ?? '')) {
    throw new ProblemError('not-json', 'Send the body as JSON, with the header content-type: application/json.');
  }
  const result = read(schema, parse(text));
  if ('errors' in result) {
    const { length } = result.errors;
    const fields = length === 1 ? 'One field is' : `${length} fields are`;
    throw new ProblemError('invalid-request', `${fields} not as expected: see errors.`, { errors: result.errors });
  }
  return result.output;
};

const parse = (text: string): unknown => {
  const parsed = parsedOrUndefined(text);
  if (!parsed) {
    throw new ProblemError(
      'invalid-request',
      text.trim() === ''
        ? 'The body is empty. Send a JSON object.'
        : 'The body is not JSON. Check quotes, commas and brackets.',
    );
  }
  const fault = jsonFault(text);
  if (fault) throw new ProblemError('invalid-request', fault.message, { errors: [fault] });
  return parsed.value;
};

const parsedOrUndefined = (text: string): { value: unknown } | undefined => {
  try {
    const value: unknown = JSON.parse(text);
    return { value };
  } catch {
    return undefined;
  }
};
