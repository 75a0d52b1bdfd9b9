import { transformSync } from 'esbuild';

const literal = /"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`/g;

/** Properties whose values nobody reads. */
const forMachines =
  /^(?:class|className|id|for|key|href|src|rel|type|name|role|to|d|viewBox|preserveAspectRatio|autoComplete|inputMode|aria-labelledby|aria-describedby|aria-hidden|aria-live|aria-current|authorization|data-.*)$/;

/** A capital word, or two words in a row. The name of the site is the same in every language. */
const isWords = (text: string) => /(?<![\w/.:-])\p{Lu}\p{Ll}+(?![\w]*[-/])|\p{L}{2,}[.,:;?!…]? \p{L}+/u.test(text);

/** What a browser or an engineer reads. */
const call = /\b(?:new \w*Error|new \w*Exception|RegExp|import|test)\($/;

/**
 * The string literals of a module of the page that people would read, other than texts: JSX text, and values of props and
 * constants that look like words.
 */
export const wordsIn = (file: string, source: string): string[] => {
  const loader = file.endsWith('.tsx') ? 'tsx' : 'ts';
  const { code } = transformSync(source, { loader, jsx: 'automatic', jsxImportSource: 'preact', charset: 'utf8' });
  return [...code.matchAll(literal)]
    .filter(({ index }) => !/[!=]==\s*$/.test(code.slice(Math.max(0, index - 5), index)))
    .filter(({ 0: found, index }) => {
      const text = found
        .slice(1, -1)
        .replace(/\$\{[^}]*\}/g, ' 0 ')
        .replaceAll('Startline', '');
      const { property, isChild, opening } = placeOf(code, index);
      if (isChild) return /\p{L}/u.test(text);
      return !forMachines.test(property) && !call.test(opening) && isWords(text);
    })
    .map(([found]) => found);
};

/** The property, list of children or call that the literal at `index` belongs to. */
const placeOf = (code: string, index: number) => {
  let depth = 0;
  let at = index - 1;
  for (; at >= 0; at--) {
    const character = code[at] ?? '';
    if (')]}'.includes(character)) depth++;
    if ('([{'.includes(character) && depth-- === 0) break;
    if (character === ',' && depth === 0 && /^\s*(?:"[\w-]+"|[\w$]+): /.test(code.slice(at + 1))) break;
  }
  const before = code.slice(Math.max(0, at - 60), at + 1);
  const property = /^[,{(\s]*"?([\w-]+)"?: /.exec(code.slice(at, index))?.[1] ?? '';
  return { property, isChild: property === 'children' || /children: \[$/.test(before), opening: before };
};
