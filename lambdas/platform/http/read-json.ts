import type * as v from 'valibot';
import { HttpError } from './http-error';
import { jsonFault } from './json-fault';

/** Checks a message against its schema: returns it as the schema makes it, or everything that is wrong with it. */
export type ReadMessage = <S extends v.GenericSchema<unknown, unknown>>(
  schema: S,
  input: unknown,
) => { readonly output: v.InferOutput<S> } | { readonly errors: readonly unknown[] };

/** A JSON body, checked against its schema. Throws HttpError: 415, or 422 that names every wrong field. */
export const readJson = <S extends v.GenericSchema<unknown, unknown>>(
  read: ReadMessage,
  schema: S | ((body: unknown) => S),
  contentType: string | undefined,
  text: string,
): v.InferOutput<S> => {
  if (!/^application\/json\s*(;|$)/i.test(contentType?.trim() ?? '')) {
    throw new HttpError('not-json', {});
  }
  const body = parse(text);
  const result = read(typeof schema === 'function' ? schema(body) : schema, body);
  if ('errors' in result) throw new HttpError('invalid-request', { reason: 'fields', errors: result.errors });
  return result.output;
};

const parse = (text: string): unknown => {
  const parsed = parsedOrUndefined(text);
  if (!parsed) throw new HttpError('invalid-request', { reason: text.trim() === '' ? 'empty' : 'not-json' });
  const fault = jsonFault(text);
  if (fault) throw new HttpError('invalid-request', { reason: 'json-fault', errors: [fault] });
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
