/** A file of the house: its path from the root, and what is in it. */
export type Source = readonly [file: string, text: string];

const stringOrComment = /'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`|\/\/[^\n]*|\/\*[\s\S]*?\*\//g;

export const withoutComments = (text: string): string =>
  text.replace(stringOrComment, (found) => (/^\/[/*]/.test(found) ? ' ' : found));

const literalImport = /\b(?:from|import|require)\s*\(?\s*(['"`])([^'"`\s]+)\1/g;

/** What a file imports, types too: `from '…'`, `import '…'`, `import('…')`, `require('…')`. */
export const importsOf = (text: string): string[] =>
  [...withoutComments(text).matchAll(literalImport)].map(([, , specifier = '']) => specifier);

/** An import whose target is computed can go anywhere. */
export const hasComputedImport = (text: string): boolean =>
  /(?<![.\w])(?:import|require)\s*\(\s*(?!['"`\s)])|\bimport\s*\(\s*`[^`]*\$\{/.test(withoutComments(text));
