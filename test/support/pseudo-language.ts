const accents: Readonly<Record<string, string>> = {
  a: 'á',
  e: 'ê',
  i: 'ï',
  o: 'ö',
  u: 'ü',
  A: 'Á',
  E: 'Ê',
  O: 'Ö',
  U: 'Ü',
};

/** Text of a language that nobody speaks: English with accents, in brackets, so that a text that is left English is seen. */
export const accented = (text: string): string =>
  text === '' ? '' : `⟦${text.replace(/[aeiouAEOU]/g, (letter) => accents[letter] ?? letter)}⟧`;

/** All texts of a module in that language: sentences, tables of them, and functions that make them. */
export const inPseudo = (value: unknown): unknown => {
  if (typeof value === 'string') return accented(value);
  // A sentence marks parts of itself by functions that it is given.
  const marking = (one: unknown) => (typeof one === 'function' ? (words: unknown) => one(inPseudo(words)) : one);
  if (typeof value === 'function') return (...parameters: unknown[]) => inPseudo(value(...parameters.map(marking)));
  if (Array.isArray(value)) return value.map(inPseudo);
  if (typeof value !== 'object' || value === null || 'props' in value) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, inPseudo(one)]));
};
