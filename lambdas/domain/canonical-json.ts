/** JSON with the keys of every object in order (https://www.rfc-editor.org/rfc/rfc8785), so that equal values have equal texts. */
export const canonicalJson = (value: unknown): string => {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const fields = value as Readonly<Record<string, unknown>>;
  let text = '';
  for (const key of Object.keys(fields).sort())
    if (fields[key] !== undefined) text += `${text && ','}${JSON.stringify(key)}:${canonicalJson(fields[key])}`;
  return `{${text}}`;
};

/** Whether two values are the same as JSON. A field that is undefined counts as absent. */
export const isSameJson = (one: unknown, other: unknown): boolean => canonicalJson(one) === canonicalJson(other);
