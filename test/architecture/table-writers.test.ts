import { join } from 'node:path';
import { sourcesBelow } from './read-source';
import { findStrayWrites, mayWrite, tablesWrittenIn } from './table-writers';

const sources = sourcesBelow(join(__dirname, '..', '..')).filter(([file]) => file.startsWith('lambdas/'));

test('every capability writes only the tables it may write', () => {
  expect(findStrayWrites(sources)).toEqual([]);
});

test('every line of the table of writers is used', () => {
  const used = new Set(
    sources.flatMap(([file, text]) => tablesWrittenIn(text).map((table) => `${table} ${file.split('/')[1]}`)),
  );
  const unused = Object.entries(mayWrite).flatMap(([table, capabilities]) =>
    capabilities.map((capability) => `${table} ${capability}`).filter((line) => !used.has(line)),
  );
  expect(unused).toEqual([]);
});

const capabilities = [...new Set(Object.values(mayWrite).flat()), 'watch', 'directing'];
const trespasses = Object.entries(mayWrite).flatMap(([table, writers]) =>
  capabilities.filter((capability) => !writers.includes(capability)).map((capability) => [capability, table] as const),
);

test.each(trespasses)('%s that writes %s is found', (capability, table) => {
  for (const statement of [
    `INSERT INTO ${table} (id) VALUES ($1)`,
    `UPDATE ${table} SET id = $1`,
    `DELETE FROM ${table}`,
    `WITH x AS (SELECT 1) INSERT INTO ONLY "${table}" SELECT 1`,
  ]) {
    const file = `lambdas/${capability}/planted-sql.ts`;
    expect(findStrayWrites([[file, `export const planted = \`${statement}\`;`]])).toEqual([`${file} writes ${table}`]);
  }
});

test.each([
  ['a row lock', 'SELECT 1 FROM spot FOR UPDATE OF spot'],
  [
    'an upsert of a table that may be written',
    'INSERT INTO mail (id) VALUES ($1) ON CONFLICT (id) DO UPDATE SET id = $1',
  ],
  ['a statement in a comment', '` + /* UPDATE spot SET block = null */ `'],
  ['a table that is only read', 'SELECT number FROM spot'],
])('%s is no write', (_, statement) =>
  expect(findStrayWrites([['lambdas/mail/planted-sql.ts', `const planted = \`${statement}\`;`]])).toEqual([]),
);
