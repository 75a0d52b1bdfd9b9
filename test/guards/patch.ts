import type { Guard } from './guard';

/** A half-open range of a text, in UTF-16 code units. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

const word = /[\w$]/;
/** A comment begins a line or follows a blank, so that no `https://` is one. */
const comment = /(?<!\S)(\/\/[^\n]*|\/\*.*?\*\/)/gs;
const trailingComma = /,(?=\s*[)\]}])/g;

const blank = (part: string) => ' '.repeat(part.length);

interface Squeezed {
  readonly text: string;
  /** For each character of `text`: its index in the original. */
  readonly at: readonly number[];
}

/**
 * A text without what a formatter or an editor of comments may change: comments are gone, and so are commas before a
 * closing bracket. White space is one blank between two words, and nothing elsewhere.
 */
const squeeze = (original: string): Squeezed => {
  const code = original.replace(comment, blank).replace(trailingComma, blank);
  let text = '';
  const at: number[] = [];
  for (const { 0: part, index } of code.matchAll(/\S+/g)) {
    if (word.test(part[0] ?? '') && word.test(text.at(-1) ?? '')) {
      text += ' ';
      at.push(index - 1);
    }
    for (let n = 0; n < part.length; n++) at.push(index + n);
    text += part;
  }
  return { text, at };
};

/** Where a piece of code stands in a text, however both are formatted. */
export const spansOf = (text: string, piece: string): readonly Span[] => {
  const inside = squeeze(text);
  // The last comma of a piece may stand before a closing bracket, where it is none.
  const squeezed = squeeze(piece).text;
  const wanted = squeezed.replace(/,$/, '');
  const spans: Span[] = [];
  if (wanted === '') return spans;
  for (let n = inside.text.indexOf(wanted); n >= 0; n = inside.text.indexOf(wanted, n + 1)) {
    const after = n + wanted.length;
    // A piece that begins or ends with a blank begins or ends with a whole word.
    if (/^\s/.test(piece) && word.test(wanted[0] ?? '') && word.test(inside.text[n - 1] ?? '')) continue;
    if (/\s$/.test(piece) && word.test(wanted.at(-1) ?? '') && word.test(inside.text[after] ?? '')) continue;
    const end = (inside.at[after - 1] ?? 0) + 1;
    const comma = wanted === squeezed ? '' : text.slice(end).match(/^\s*(,|(?=[)\]}]))/)?.[0];
    if (comma !== undefined) spans.push({ start: inside.at[n] ?? 0, end: end + comma.length });
  }
  return spans;
};

/** The text of a guard's file without the guard. Throws unless the guard's piece is in it exactly once. */
export const without = (text: string, { file, from, to }: Pick<Guard, 'file' | 'from' | 'to'>): string => {
  const spans = spansOf(text, from);
  const [span] = spans;
  if (!span || spans.length > 1) throw new Error(`Found ${spans.length} times in ${file}, not once: ${from}`);
  // The white space around the piece stays in the text.
  const begun = /^\s/.test(from) ? to.trimStart() : to;
  return text.slice(0, span.start) + (/\s$/.test(from) ? begun.trimEnd() : begun) + text.slice(span.end);
};
