/** `field`: the name of the field; empty for the whole message. */
export interface JsonFault {
  readonly field: string;
  readonly code: 'too-deep' | 'broken-characters' | 'unknown-field' | 'twice';
  readonly limit?: number;
}

const maxJsonDepth = 8;
const tokens = /"(?:[^"\\]|\\.)*"|[{}[\],:]/g;

/**
 * The first fault that JSON.parse accepts and we do not: nesting deeper than 8, a field that appears twice (two readers
 * would use different ones), `__proto__`, and text that PostgreSQL cannot store (NUL, half of a surrogate pair). `text`
 * must be valid JSON.
 */
export const jsonFault = (text: string): JsonFault | undefined => {
  /** For each open object the fields seen so far; `undefined` for each open list. */
  const open: (Set<string> | undefined)[] = [];
  let expectsKey = false;
  // Most texts have no escapes. Then a string is what stands there, and one look at the text is enough.
  const isLiteral = !text.includes('\\');
  if (isLiteral && broken.test(text)) return brokenCharacters;

  for (const [token] of text.matchAll(tokens)) {
    if (token === '{' || token === '[') {
      if (open.length === maxJsonDepth) return { field: '', code: 'too-deep', limit: maxJsonDepth };
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
      if (isLiteral && !expectsKey) continue;
      const fault = stringFault(token, isLiteral, expectsKey ? open.at(-1) : undefined);
      if (fault) return fault;
    }
  }
  return undefined;
};

/** A decoder writes U+FFFD where bytes were not UTF-8: such a name is damaged. */
const broken = /[\0\ufffd\p{Surrogate}]/u;
const brokenCharacters: JsonFault = { field: '', code: 'broken-characters' };

const stringFault = (token: string, isLiteral: boolean, seen: Set<string> | undefined): JsonFault | undefined => {
  const text: unknown = isLiteral ? token.slice(1, -1) : JSON.parse(token);
  if (typeof text !== 'string') return undefined;
  if (broken.test(text)) return brokenCharacters;
  if (!seen) return undefined;
  if (text === '__proto__') return { field: text, code: 'unknown-field' };
  if (seen.has(text)) return { field: text, code: 'twice' };
  seen.add(text);
  return undefined;
};
