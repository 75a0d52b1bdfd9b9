/**
 * Within the brackets of a pattern with the flag `u`: control and bidirectional override characters, annotations between
 * lines, and tags. Nobody sees them, and they change how the text around them is read.
 */
export const unseen = '\\p{Cc}\\u061c\\u200e\\u200f\\u202a-\\u202e\\u2066-\\u2069\\ufff9-\\ufffb\\u{e0000}-\\u{e007f}';

/** A character that can be seen, as a pattern with the flag `u`. Fillers and joiners cannot. */
export const visible = '[^\\p{Default_Ignorable_Code_Point}\\s]';

const oneVisible = new RegExp(visible, 'u');

/** A text of nothing but spaces, fillers and joiners would be empty to readers. */
export const isVisible = (text: string): boolean => oneVisible.test(text);

/** For comparing: without case, without invisible characters, and with one space between words. */
export const foldText = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .replace(/\s+/g, ' ')
    .trim();
