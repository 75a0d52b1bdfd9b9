import type { FieldError } from '../../api/read';

const maxJsonDepth = 8;
const tokens = /"(?:[^"\\]|\\.)*"|[{}[\],:]/g;

/**
 * What JSON.parse lets through and a reader should not: nesting deeper than 8, a field twice (two readers would take
 * different ones), `__proto__`, and text PostgreSQL cannot keep (NUL, half a surrogate pair). `text` must be valid JSON.
 */
export const jsonFault = (text: string): FieldError | undefined => {
  /** For each open object the fields seen, for each open list nothing. */
  const open: (Set<string> | undefined)[] = [];
  let expectsKey = false;

  for (const [token] of text.matchAll(tokens)) {
    if (token === '{' || token === '[') {
      if (open.length === maxJsonDepth)
        return { field: '', message: `must not be nested deeper than ${maxJsonDepth} levels` };
      open.push(token === '{' ? new Set() : undefined);
      expectsKey = token === '{';
    } else if (token === '}' || token === ']') {
      open.pop();
      expectsKey = false;
    } else if (token === ',') {
      expectsKey = open.at(-1) !== undefined;
    } else if (token === ':') {
      expectsKey = false;
    } else {
      const fault = stringFault(token, expectsKey ? open.at(-1) : undefined);
      if (fault) return fault;
    }
  }
  return undefined;
};

const stringFault = (token: string, seen: Set<string> | undefined): FieldError | undefined => {
  const text: unknown = JSON.parse(token);
  if (typeof text !== 'string') return undefined;
  // U+FFFD is what a decoder puts where bytes were not UTF-8: a name with it is nobody's name.
  if (/[\0\ufffd\p{Surrogate}]/u.test(text)) {
    return { field: '', message: 'must not contain NUL or broken Unicode characters' };
  }
  if (!seen) return undefined;
  if (text === '__proto__') return { field: text, message: 'is not a field of this message' };
  if (seen.has(text)) return { field: text, message: 'is there twice' };
  seen.add(text);
  return undefined;
};
