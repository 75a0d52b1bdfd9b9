import { invalid, Problem } from './problem';

export type Json = Readonly<Record<string, unknown>>;

export const isJson = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The optional text under a name. '' counts as given. */
export const optionalText = (input: Json, name: string): string | undefined => {
  const value = input[name];
  if (value === undefined || value === null) return undefined;
  if (typeof value !== 'string') throw new Problem('SerializationException', `${name} must be a string.`);
  return value;
};

export const text = (input: Json, name: string): string => {
  const value = optionalText(input, name);
  if (value === undefined || value === '')
    throw new Problem('MissingParameter', `The request must contain the parameter ${name}.`);
  return value;
};

/** The optional whole number under a name, within [least, most]. */
export const optionalWhole = (input: Json, name: string, least: number, most: number): number | undefined => {
  const value = input[name];
  if (value === undefined || value === null) return undefined;
  if (typeof value !== 'number' || !Number.isInteger(value) || value < least || value > most)
    throw invalid(
      `Value ${JSON.stringify(value)} for parameter ${name} is invalid. Reason: Must be between ${least} and ${most}.`,
    );
  return value;
};

export const whole = (input: Json, name: string, least: number, most: number): number => {
  const value = optionalWhole(input, name, least, most);
  if (value === undefined) throw new Problem('MissingParameter', `The request must contain the parameter ${name}.`);
  return value;
};

export const optionalJson = (input: Json, name: string): Json | undefined => {
  const value = input[name];
  if (value === undefined || value === null) return undefined;
  if (!isJson(value)) throw new Problem('SerializationException', `${name} must be a map.`);
  return value;
};

/** The texts under a name, or an empty list. */
export const texts = (input: Json, name: string): string[] => {
  const value = input[name] ?? [];
  if (!Array.isArray(value) || !value.every((item): item is string => typeof item === 'string'))
    throw new Problem('SerializationException', `${name} must be a list of strings.`);
  return value;
};

/** The entries of a batch request: 1 to 10, each a map with a unique id. Throws a Problem. */
export const entriesOf = (input: Json): { id: string; entry: Json }[] => {
  const value = input.Entries ?? [];
  if (!Array.isArray(value)) throw new Problem('SerializationException', 'Entries must be a list.');
  if (value.length === 0) throw new Problem('EmptyBatchRequest', 'There should be at least one entry in the request.');
  if (value.length > 10)
    throw new Problem(
      'TooManyEntriesInBatchRequest',
      `Maximum number of entries per request are 10. You have sent ${value.length}.`,
    );
  const entries = value.map((entry: unknown) => {
    if (!isJson(entry)) throw new Problem('SerializationException', 'Each entry must be a map.');
    const id = text(entry, 'Id');
    if (!/^[\w-]{1,80}$/.test(id))
      throw new Problem(
        'InvalidBatchEntryId',
        'A batch entry id can only contain alphanumeric characters, hyphens and underscores. It can be at most 80 letters long.',
      );
    return { id, entry };
  });
  if (new Set(entries.map(({ id }) => id)).size < entries.length)
    throw new Problem('BatchEntryIdsNotDistinct', 'Two or more batch entries in the request have the same Id.');
  return entries;
};
