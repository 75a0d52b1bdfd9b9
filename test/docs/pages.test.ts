import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const pages = [
  'README.md',
  'CONTRIBUTING.md',
  'CHANGELOG.md',
  ...['docs', 'lambdas/platform'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.md'))
      .map((name) => join(folder, name)),
  ),
].map((page) => ({ page, text: readFileSync(page, 'utf8') }));

const matches = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, found = '']) => found);

const anchorsOf = (text: string) =>
  matches(text, /^#+ (.+)$/gm).map((heading) =>
    heading
      .toLowerCase()
      .replace(/[^a-z0-9 _-]/g, '')
      .replaceAll(' ', '-'),
  );

test('what a page links to is there', () => {
  const broken = pages.flatMap(({ page, text }) =>
    [...matches(text, /\]\(([^)\s]+)\)/g), ...matches(text, /\bsrc="([^"]+)"/g)]
      .filter((link) => !link.startsWith('https://'))
      .filter((link) => {
        const [path = '', anchor] = link.split('#');
        const target = path === '' ? page : join(dirname(page), path);
        if (!existsSync(target)) return true;
        return anchor !== undefined && !anchorsOf(readFileSync(target, 'utf8')).includes(anchor);
      })
      .map((link) => `${page}: ${link}`),
  );
  expect(broken).toEqual([]);
});

test('files and folders of ours that a page names are there', () => {
  const named = /`((?:bench|bin|docs|lambdas|lib|loadtest|local|operations|static|test)\/[\w./-]+)`/g;
  const lost = pages.flatMap(({ page, text }) =>
    matches(text, named)
      .filter((path) => !existsSync(path))
      .map((path) => `${page}: ${path}`),
  );
  expect(lost).toEqual([]);
});

test('every npm command that a page names exists', () => {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'));
  const lost = pages.flatMap(({ page, text }) =>
    matches(text, /npm run ([a-z:]+)/g)
      .filter((script) => !Object.hasOwn(scripts, script))
      .map((script) => `${page}: ${script}`),
  );
  expect(lost).toEqual([]);
});

test('every decision is in the list of decisions, once, in their order and under its own title', () => {
  const list = readFileSync('docs/decisions/README.md', 'utf8');
  const numbers = [...list.matchAll(/^(\d+)\. \[/gm)].map(([, number]) => Number(number));
  expect(numbers).toEqual([...new Set(numbers)].sort((one, other) => one - other));
  for (const name of readdirSync('docs/decisions').filter((name) => /^\d/.test(name))) {
    const [, number, title] = /^# (\d+)\. (.+)$/m.exec(readFileSync(join('docs/decisions', name), 'utf8')) ?? [];
    expect(list).toContain(`${number}. [${title}](${name})`);
  }
});
