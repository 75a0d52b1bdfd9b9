import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Source } from './read-source';
import { findSentences } from './sentences';

const root = join(__dirname, '..', '..');
const sources: Source[] = readdirSync(join(root, 'lambdas'), { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts') && !/(^|\/)texts\//.test(name))
  .map((name) => join('lambdas', name))
  .map((file) => [file, readFileSync(join(root, file), 'utf8')]);

test('no route, schema or store of the server has a sentence that people read: they are in the texts', () => {
  expect(sources.length).toBeGreaterThan(100);
  expect(findSentences(sources)).toEqual([]);
});

test.each([
  ['a problem with a sentence', 'lambdas/races/routes.ts', "new ProblemError('closed', 'The race is over.')"],
  [
    'a sentence of a store',
    'lambdas/races/postgres-races.ts',
    "throw new ProblemError('closed', { said: 'It is over.' })",
  ],
  ['a sentence of parts', 'lambdas/spots/holds/routes.ts', 'const words = `You are $' + '{people}, and late.`;'],
  ['a table of sentences', 'lambdas/spots/holds/routes.ts', "const tooMany = { session: 'You hold too many.' };"],
  ['a sentence of a schema', 'lambdas/api/fields.ts', "v.minLength(1, 'must not be empty')"],
  ['a sentence for a director', 'lambdas/directing/commands.ts', "refused('no-such-race', {}, 'Nothing was changed')"],
])('%s is found', (_, file, text) => expect(findSentences([[file, text]])).toHaveLength(1));

test('the log and errors that nobody is answered with may say what they want', () => {
  const text = `throw new Error(\`no runner \${id} is known\`); log.warn('It was not believed.', { why: 'no such race' });`;
  expect(findSentences([['lambdas/races/routes.ts', text]])).toEqual([]);
});
