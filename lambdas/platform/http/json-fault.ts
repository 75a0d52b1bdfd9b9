/** `field`: the name of the field; empty for the whole message. */
export interface JsonFault {
  readonly field: string;
  readonly code: 'too-deep' | 'broken-characters' | 'unknown-field' | 'twice';
  readonly limit?: number;
}

const maxJsonDepth = 8;

/**
 * The first fault that JSON.parse accepts and we do not: nesting deeper than 8, a field that appears twice (two readers
 * would use different ones), `__proto__`, and text that PostgreSQL cannot store (NUL, half of a surrogate pair). `text`
 * must be valid JSON. A loop, because each request with a body pays for it: a regular expression that finds the tokens takes
 * three times as long.
 */
export const jsonFault = (text: string): JsonFault | undefined => {
  /** For each open object the fields seen so far; `undefined` for each open list. */
  const open: (Set<string> | undefined)[] = [];
  let expectsKey = false;
  // Most texts have no escapes. Then a string is what stands there, and one look at the text is enough.
  const isLiteral = !text.includes('\\');
  if (isLiteral && broken.test(text)) return brokenCharacters;

  for (let at = 0; at < text.length; at++) {
    const character = text[at];
    if (character === '"') {
      const end = isLiteral ? text.indexOf('"', at + 1) : endOfString(text, at);
      if (!isLiteral || expectsKey) {
        const fault = stringFault(text.slice(at, end + 1), isLiteral, expectsKey ? open.at(-1) : undefined);
        if (fault) return fault;
      }
      at = end;
    } else if (character === '{' || character === '[') {
      if (open.length === maxJsonDepth) return { field: '', code: 'too-deep', limit: maxJsonDepth };
      open.push(character === '{' ? new Set() : undefined);
      expectsKey = character === '{';
    } else if (character === '}' || character === ']') {
      open.pop();
      expectsKey = false;
    } else if (character === ',') {
      expectsKey = open.at(-1) !== undefined;
    } else if (character === ':') {
      expectsKey = false;
    }
  }
  return undefined;
};

/** The position of the closing quotation mark. */
const endOfString = (text: string, from: number): number => {
  let at = from + 1;
  while (text[at] !== '"') at += text[at] === '\\' ? 2 : 1;
  return at;
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
