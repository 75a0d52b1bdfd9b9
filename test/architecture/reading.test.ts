import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path/posix';
import { importsOf } from './read-source';

const root = join(__dirname, '../../lambdas');
const page = readFileSync(join(__dirname, '../../docs/reading.md'), 'utf8');
const [way = '', besides = ''] = page.split('\n## Passed by\n');
const pathsIn = (text: string) => [...text.matchAll(/^\| `([^`]+)`/gm)].map(([, path = '']) => path);
const [listed, passedBy] = [pathsIn(way), pathsIn(besides)];

/** A reader of this many files still knows at the last one what the first one said. */
const mostFiles = 70;

/** They serve any business, name what travels, put parts together, or say it in a language. */
const uncounted = /^(platform|contract|api|functions\/wiring)\/|\/texts\//;

/** Files in `lambdas` that a file there imports, types too. */
const importedBy = (file: string): string[] =>
  importsOf(readFileSync(join(root, file), 'utf8'))
    .filter((specifier) => specifier.startsWith('.'))
    .map((specifier) => `${join(dirname(file), specifier)}.ts`);

/** The parts that functions are put together of: what their wiring imports, and its wiring. */
const throughWiring = (file: string): string[] =>
  importedBy(file).flatMap((one) => (one.startsWith('functions/wiring/') ? throughWiring(one) : [one]));

const isListed = new Set(listed);
const isPassedBy = (file: string) =>
  passedBy.some((path) => file === path || (path.endsWith('/') && file.startsWith(path)));

test('the page lists every file on the way, and what is passed by', () => {
  const unlisted = listed.flatMap((file) =>
    throughWiring(file)
      .filter((one) => !uncounted.test(one) && !isListed.has(one) && !isPassedBy(one))
      .map((one) => `${file} names ${one}: list it in docs/reading.md, or under "Passed by"`),
  );
  expect(unlisted).toEqual([]);
});

test('every file of the page is there, once, and named by another file on the way', () => {
  const named = new Set(listed.flatMap(throughWiring));
  expect(listed.filter((file) => !existsSync(join(root, file)))).toEqual([]);
  expect(passedBy.filter((path) => !existsSync(join(root, path)))).toEqual([]);
  expect(listed).toHaveLength(isListed.size);
  expect(listed.filter((file) => !file.startsWith('functions/') && !named.has(file))).toEqual([]);
  expect(passedBy.filter((path) => isListed.has(path) || ![...named].some((file) => file.startsWith(path)))).toEqual(
    [],
  );
});

test('the way is short enough to follow, and the page says how long it is', () => {
  expect(page).toContain(`**${listed.length} files**`);
  expect(listed.length).toBeLessThanOrEqual(mostFiles);
});
