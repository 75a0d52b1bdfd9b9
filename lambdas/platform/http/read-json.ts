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
    throw new ProblemError('not-json');
  }
  const result = read(schema, parse(text));
  if ('errors' in result) throw new ProblemError('invalid-request', { reason: 'fields', errors: result.errors });
  return result.output;
};

const parse = (text: string): unknown => {
  const parsed = parsedOrUndefined(text);
  if (!parsed) throw new ProblemError('invalid-request', { reason: text.trim() === '' ? 'empty' : 'not-json' });
  const fault = jsonFault(text);
  if (fault) throw new ProblemError('invalid-request', { reason: 'json-fault', errors: [fault] });
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
