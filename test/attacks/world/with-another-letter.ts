/**
 * A signed text in which one letter of the signature is another one. Not its last letters: there the new ones may be the old ones,
 * or stand for the same bytes.
 */
export const withAnotherLetter = (text: string): string => {
  const at = Math.max(0, text.length - 10);
  return `${text.slice(0, at)}${text[at] === 'A' ? 'B' : 'A'}${text.slice(at + 1)}`;
};
