import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path/posix';

/** A file of the house: its path from the root, and what is in it. */
export type Source = readonly [file: string, text: string];

const house = ['bin', 'lib', 'lambdas', 'static', 'local', 'loadtest', 'bench', 'operations', 'test'];

/** Every source file below the root of the repository. */
export const sourcesBelow = (root: string): Source[] =>
  house
    .filter((top) => existsSync(join(root, top)))
    .flatMap((top) =>
      readdirSync(join(root, top), { recursive: true, encoding: 'utf8' }).map((name) => join(top, name)),
    )
    .filter((file) => /\.(tsx?|mjs|cjs)$/.test(file) && !/node_modules|\/dist\//.test(file))
    .map((file) => [file, readFileSync(join(root, file), 'utf8')]);

const stringOrComment = /'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`|\/\/[^\n]*|\/\*[\s\S]*?\*\//g;

const isComment = (found: string) => /^\/[/*]/.test(found);

export const commentsIn = (text: string): string[] => (text.match(stringOrComment) ?? []).filter(isComment);

export const withoutComments = (text: string): string =>
  text.replace(stringOrComment, (found) => (isComment(found) ? ' ' : found));

const literalImport = /\b(?:from|import|require)\s*\(?\s*(['"`])([^'"`\s]+)\1/g;

/** What a file imports, types too: `from '…'`, `import '…'`, `import('…')`, `require('…')`. */
export const importsOf = (text: string): string[] =>
  [...withoutComments(text).matchAll(literalImport)].map(([, , specifier = '']) => specifier);

/** An import whose target is computed can go anywhere. */
export const hasComputedImport = (text: string): boolean =>
  /(?<![.\w])(?:import|require)\s*\(\s*(?!['"`\s)])|\bimport\s*\(\s*`[^`]*\$\{/.test(withoutComments(text));
