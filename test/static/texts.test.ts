import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { localeFor } from '../../static/src/texts/speak';
import type { Texts } from '../../static/src/texts/texts';
import { wordsIn } from './words-in-sources';

const root = join(__dirname, '../../static/src');
const sourcesIn = (root: string) =>
  readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
    (file) => /\.tsx?$/.test(file) && !file.startsWith('texts/'),
  );

test.each([
  ['page', root],
  ['console', join(__dirname, '../../static/console')],
])('no module of the %s has words of its own: all that people read is in the texts', (_, root) => {
  const sources = sourcesIn(root);
  const found = sources.flatMap((file) =>
    wordsIn(file, readFileSync(join(root, file), 'utf8')).map((words) => `${file} says ${words}`),
  );
  expect(sources.length).toBeGreaterThan(20);
  expect(found).toEqual([]);
});

test('the document has no words of its own either', () => {
  const document = readFileSync(join(root, '../index.html'), 'utf8').replaceAll(/Startline|\{\{\w+\}\}/g, '');
  const read = [...document.matchAll(/>([^<]+)<|(?:content|title|alt|aria-label)="([^"]*)"/g)];
  expect(read.map(([, text = '', value = '']) => text + value).filter((said) => /\p{Lu}\p{Ll}/u.test(said))).toEqual(
    [],
  );
});

test.each([
  ['the text of an element', '<p>Sold out</p>'],
  ['one small word between others', '<p>{name} of {total}</p>'],
  ['the text beside an element', '<p>Look into <b>{mail}</b></p>'],
  ['a choice of two words', "<button>{isBusy ? 'Sending…' : label}</button>"],
  ['what a screen reader says', '<progress aria-label="Waiting for the outcome" />'],
  ['a placeholder', '<input placeholder="Your name" />'],
  ['a title', '<ProblemScreen title="No connection" />'],
  ['a sentence of parts', 'const words = <Note words={`We write to $' + '{email}`} />;'],
  ['a table of words', "const titles = { closed: 'Registration is closed' };"],
  ['a word of a table', "const labels = ['Day', 'Month'];"],
])('%s is found', (_, source) => expect(wordsIn('page.tsx', source)).not.toEqual([]));

test('names for machines are not words', () => {
  const source = `import { x } from './Page';
    const link = <a class={isOpen ? 'button button-quiet' : 'plain'} href={\`/races/$\{id}\`} aria-labelledby="past">{words}</a>;
    if (kind === 'sold-out') throw new Error('Nobody reads this here');`;
  expect(wordsIn('page.tsx', source)).toEqual([]);
});

test.each([
  [['de-AT', 'en'], 'de'],
  [['en-GB', 'de'], 'en'],
  [['fr', 'PT-br'], 'pt-br'],
  [['pt'], 'en'],
  [[], 'en'],
])('who reads %j gets the page in %s', (wished, locale) => expect(localeFor(wished, ['de', 'pt-br'])).toBe(locale));

test('no text of the line or of a draw has the name of another one: a language has them all in one file', () => {
  const folder = join(root, 'texts/en');
  const names = readdirSync(folder).flatMap((file) =>
    [...readFileSync(join(folder, file), 'utf8').matchAll(/^export const (\w+)/gm)].map(([, name = '']) => ({
      file,
      name,
    })),
  );
  const own = names.filter(({ file }) => file === 'line.ts' || file === 'draw.ts');
  expect(own.length).toBeGreaterThan(40);
  expect(own.filter(({ name }) => names.filter((other) => other.name === name).length > 1)).toEqual([]);
});

test('a language without one of the texts does not compile', () => {
  // @ts-expect-error All other texts are missing.
  const texts: Texts = { skip: 'Zum Inhalt' };
  expect(texts.skip).toBe('Zum Inhalt');
});
