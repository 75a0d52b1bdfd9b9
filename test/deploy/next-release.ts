import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** What a deployment is built from. */
const parts = ['bin', 'lib', 'lambdas', 'static', 'cdk.json', 'package.json', 'package-lock.json', 'tsconfig.json'];

/** The next version of the app, in a folder of its own. */
export interface NextRelease {
  readonly source: string;
  readonly migration: string;
}

/** Replaces text in a file. Throws when nothing changes. */
const change = (file: string, from: string | RegExp, to: string): void => {
  const before = readFileSync(file, 'utf8');
  const after = before.replace(from, to);
  if (after === before)
    throw new Error(`${file} has nothing like ${from} any more: the next release cannot be made of it.`);
  writeFileSync(file, after);
};

/** Copies the app into a new folder, and returns the folder. */
const copyOf = (repository: string, source: string): string => {
  mkdirSync(source);
  for (const part of parts) cpSync(join(repository, part), join(source, part), { recursive: true });
  symlinkSync(join(repository, 'node_modules'), join(source, 'node_modules'));
  return source;
};

/**
 * The app as the next change may make it, numbered `n`: other assets, other code in every function, and one migration
 * more than release `n` - 1, which adds a column.
 */
export const makeNextRelease = (repository: string, directory: string, n: number): NextRelease => {
  const source = copyOf(repository, join(directory, `release-${n}`));
  const names = Array.from({ length: n }, (_, at) => `900${at + 1}-release-${at + 1}`);
  const entries = names.map(
    (name, at) => `  { name: '${name}', sql: 'ALTER TABLE race ADD COLUMN release_${at + 1} text' },\n`,
  );
  change(join(source, 'lambdas/migrations/all.ts'), /\n\];\s*$/, `\n${entries.join('')}];\n`);
  const mark = `\nReflect.set(globalThis, 'startlineRelease', ${n});\n`;
  change(join(source, 'lambdas/platform/observability.ts'), /$/, mark);
  change(join(source, 'static/src/main.tsx'), /$/, mark);
  const migration = names.at(-1);
  if (!migration) throw new Error(`Release ${n} has no migration: they are numbered from 1.`);
  return { source, migration };
};

/** The function that moves: it reads a queue, uses the database, and alarms of the other stack watch it. */
export const moved = 'record-settlements';

/** The app with this function in the stack of the registration, in a folder of its own. */
export const makeMoved = (repository: string, directory: string): string => {
  const source = copyOf(repository, join(directory, 'moved'));
  change(
    join(source, 'lib/functions.ts'),
    "  'receive-webhook',\n  'migrate-database',\n",
    `  'receive-webhook',\n  '${moved}',\n  'migrate-database',\n`,
  );
  return source;
};
