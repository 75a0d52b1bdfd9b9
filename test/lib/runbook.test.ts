import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { differences } from '../../lambdas/watch/differences';
import { runbook } from '../../lib/constructs/alarms';
import { spendingHeading } from '../../lib/constructs/spending';

if (!existsSync('docs/runbook.md')) throw new Error('docs/runbook.md is missing: the alarms send people there.');
const text = readFileSync('docs/runbook.md', 'utf8');
const lines = text.split('\n');
const headings = lines.filter((line) => line.startsWith('## ')).map((line) => line.slice(3));

/** The headings in a list of contents: `**Woken by an alarm:** [One](#one) · [Other](#other)`. */
const listed = (list: string) => {
  const line = lines.find((one) => one.startsWith(`**${list}:**`));
  if (!line) throw new Error(`docs/runbook.md has no list "${list}".`);
  return [...line.matchAll(/\[([^\]]+)\]\(#([^)]+)\)/g)].map(([, heading = '', anchor = '']) => ({ heading, anchor }));
};
const lists = ['Woken by an alarm', 'Found in a log', 'Planned'];

test('every alarm has its heading, and every heading of an alarm its alarm', () =>
  expect(
    listed('Woken by an alarm')
      .map(({ heading }) => heading)
      .sort(),
  ).toEqual([...Object.values(runbook), spendingHeading].sort()));

test('every heading stands in one list of contents, in the order of the page, and can be clicked on', () => {
  const all = lists.flatMap(listed);
  expect(all.map(({ heading }) => heading)).toEqual(headings);
  for (const { heading, anchor } of all)
    expect(anchor).toBe(
      heading
        .toLowerCase()
        .replace(/[^a-z0-9 _-]/g, '')
        .replaceAll(' ', '-'),
    );
});

test('every heading that a line of the log names is there', () => {
  const sources = ['lambdas', 'lib'].flatMap((room) =>
    readdirSync(room, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts'))
      .map((file) => readFileSync(join(room, file), 'utf8')),
  );
  const named = sources.flatMap((source) =>
    [...source.matchAll(/docs\/runbook\.md, "([^"$]+)"/g)].flatMap(([, heading]) => heading ?? []),
  );
  expect(named.length).toBeGreaterThan(2);
  for (const heading of [...named, ...Object.values(differences).map(({ see }) => see)])
    expect(lines.some((line) => line === `## ${heading}` || line === `### ${heading}`)).toBe(true);
});

test('what the page sends people to elsewhere on it is there', () => {
  const sent = [...text.matchAll(/see "([^"]+)"/gi)].flatMap(([, heading]) => heading ?? []);
  expect(sent.length).toBeGreaterThan(1);
  for (const heading of sent)
    expect(lines.some((line) => line === `## ${heading}` || line === `### ${heading}`)).toBe(true);
});

test('every command of npm that the page names exists', () => {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'));
  const pages = [text, readFileSync('docs/operating.md', 'utf8')].join('\n');
  const named = [...pages.matchAll(/npm run ([a-z:]+)/g)].flatMap(([, script]) => script ?? []);
  expect(named.filter((script) => scripts[script] === undefined)).toEqual([]);
});
