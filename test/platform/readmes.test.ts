import { existsSync, readFileSync } from 'node:fs';
import { Cache } from '../../lambdas/platform/cache/cache';
import { OverloadError } from '../../lambdas/platform/cache/limit';
import { MemcachedError } from '../../lambdas/platform/memcached/memcached';
import { openMemcached } from '../../lambdas/platform/memcached/open-memcached';
import { freshMemcached, patientMemcached } from '../support/memcached';

const readmeOf = (folder: string) => readFileSync(`lambdas/platform/${folder}/README.md`, 'utf8');

/** The examples of a page as one program: the first opens, each later one has names of its own, and an arrow is an expectation. */
const programOf = (page: string): string => {
  const examples = [...page.matchAll(/^```ts\n(.*?)^```$/gms)].map(([, example = '']) =>
    example
      .replace(/^import .*$/gm, '')
      .replace(/^const (\w+) = (.+); \/\/ → (.+)$/gm, 'const $1 = $2; expect($1).toEqual($3);')
      .replace(/^(.+); \/\/ → (.+)$/gm, 'expect($1).toEqual($2);'),
  );
  const [opening = '', ...others] = examples;
  return [opening, ...others.map((example) => `{\n${example}\n}`)].join('\n');
};

const run = async (folder: string) => {
  const server = await freshMemcached();
  const given = {
    expect,
    Cache,
    OverloadError,
    MemcachedError,
    openMemcached: () => patientMemcached(server.url),
  };
  const AsyncFunction = Object.getPrototypeOf(async () => undefined).constructor;
  try {
    await new AsyncFunction(...Object.keys(given), programOf(readmeOf(folder)))(...Object.values(given));
  } finally {
    await server.stop();
  }
};

test.each(['memcached', 'cache'])('the examples of platform/%s give what they say', async (folder) => {
  expect(programOf(readmeOf(folder)).split('expect(').length).toBeGreaterThan(10);
  await run(folder);
});

test.each(['memcached', 'cache'])('what the examples of platform/%s import is there', (folder) => {
  const imported = [...readmeOf(folder).matchAll(/^import .* from '(.+)';$/gm)].map(([, path = '']) => path);
  expect(imported.length).toBeGreaterThan(0);
  for (const path of imported)
    expect([path, existsSync(`lambdas/platform/${folder}/${path}.ts`)]).toEqual([path, true]);
});

test('every method that somebody may call has an example', () => {
  const methodsOf = (prototype: object) =>
    Object.getOwnPropertyNames(prototype).filter((name) => name !== 'constructor');
  const client = openMemcached('memcached://127.0.0.1:1');
  for (const method of methodsOf(Object.getPrototypeOf(client)))
    expect(programOf(readmeOf('memcached'))).toContain(`memcached.${method}(`);
  client.close();
  for (const method of methodsOf(Cache.prototype)) expect(programOf(readmeOf('cache'))).toContain(`cache.${method}(`);
});
