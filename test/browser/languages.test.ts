import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Browser } from 'playwright-core';
import { buildSite } from '../../static/build';
import { openShop } from '../payment/support/shop';
import { openBrowser } from './support/browser';
import { problemAnswer } from './support/fakes/fake-answer';
import { type FakeApi, startFakeApi } from './support/fakes/fake-api';
import { marathonId } from './support/fakes/fake-races';

const folder = mkdtempSync(join(tmpdir(), 'startline-languages-'));
const quoted = (path: string) => JSON.stringify(resolve(__dirname, '../..', path));

/** The one file that a language is. */
const pseudo = `
  import * as page from ${quoted('static/src/texts/en/page')};
  import * as first from ${quoted('static/src/texts/en/first')};
  import * as later from ${quoted('static/src/texts/en/later')};
  import * as changes from ${quoted('static/src/texts/en/changes')};
  import * as waitingList from ${quoted('static/src/texts/en/waiting-list')};
  import * as payment from ${quoted('static/src/texts/en/payment')};
  import * as receipt from ${quoted('static/src/texts/en/receipt')};
  import * as form from ${quoted('static/src/texts/en/form')};
  import * as check from ${quoted('static/src/texts/en/check')};
  import * as code from ${quoted('static/src/texts/en/code')};
  import * as sign from ${quoted('static/src/texts/en/sign')};
  import * as document from ${quoted('static/src/texts/en/document')};
  import { inPseudo } from ${quoted('test/support/pseudo-language')};
  import { problemIn } from ${quoted('static/src/texts/texts')};
  import { details } from ${quoted('lambdas/api/texts/en/problems')};
  export const texts = {
    ...inPseudo({ ...page, ...first, ...later, ...changes, ...waitingList, ...payment, ...receipt, ...form, ...check, ...code, ...sign, ...document }),
    locale: 'de',
    problem: problemIn(inPseudo(details)),
  };
`;

let browser: Browser;
let shop: Awaited<ReturnType<typeof openShop>>;
let api: FakeApi;
beforeAll(async () => {
  const language = join(folder, 'de.ts');
  writeFileSync(language, pseudo);
  await buildSite({ outDir: join(folder, 'site'), minify: true, languages: { de: language } });
  [browser, shop] = await Promise.all([openBrowser(), openShop()]);
  api = await startFakeApi(join(folder, 'site'), shop);
}, 60_000);
afterAll(async () => {
  await Promise.all([browser.close(), api.close(), shop.close()]);
  rmSync(folder, { recursive: true, force: true });
});

/** What people read on the page, without the names that a race brings. */
const textsIn = async (path: string, locale: string) => {
  const context = await browser.newContext({ locale });
  const page = await context.newPage();
  const scripts: string[] = [];
  page.on('response', (answer) => {
    if (answer.url().endsWith('.js')) scripts.push(answer.url());
  });
  await page.goto(`${api.url}${path}`);
  await page.locator('h1').waitFor();
  const [words = '', lang] = [await page.locator('body').innerText(), await page.locator('html').getAttribute('lang')];
  await context.close();
  return { words, lang, scripts };
};

test('a language is one file: its readers get the page in it, the first screens and the later ones', async () => {
  const race = await textsIn(`/races/harbour/register?event=${marathonId}`, 'de-DE');
  expect(race).toMatchObject({ lang: 'de', words: expect.stringContaining('⟦Höld á spöt för mê⟧') });
  for (const english of ['Back to the race', 'How many of you', 'Skip to the content', 'Lost your confirmation'])
    expect(race.words).not.toContain(english);
  expect((await textsIn('/registrations', 'de-DE')).words).toContain('⟦Gêt yöür lïnk ágáïn⟧');
  expect((await textsIn('/races/nowhere', 'de-DE')).words).toContain('⟦Thêrê ïs nöthïng hêrê⟧');
});

test('a browser without JavaScript is told so in every language of the page', async () => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(`${api.url}/`);
  const told = await page
    .locator('.no-script')
    .evaluateAll((all) => all.map((one) => [one.getAttribute('lang'), one.textContent]));
  await context.close();
  expect(told).toEqual([
    ['en', expect.stringMatching(/^Registering needs JavaScript/)],
    ['de', expect.stringMatching(/^⟦Rêgïstêrïng nêêds JáváScrïpt/)],
  ]);
});

test('a problem is told in the language of the page, made from its type and not from the server’s sentence', async () => {
  api.next.hold.push(problemAnswer('too-many-holds', { reason: 'session', retryAfter: 60 }));
  const context = await browser.newContext({ locale: 'de-DE' });
  const page = await context.newPage();
  await page.goto(`${api.url}/races/harbour/register?event=${marathonId}`);
  await page.getByRole('button', { name: '⟦Höld á spöt för mê⟧' }).click();
  await page.getByText(/^⟦Yöü höld ás mány spöts ás önê pêrsön máy/).waitFor();
  await context.close();
});

test('dates and amounts are written as the language writes them', async () => {
  const { words } = await textsIn('/races/harbour', 'de-DE');
  expect(words).toMatch(/\d+,00\s€/);
});

test('who reads English gets no script more, and English words', async () => {
  const english = await textsIn(`/races/harbour/register?event=${marathonId}`, 'en-US');
  expect(english).toMatchObject({ lang: 'en', words: expect.stringContaining('Hold a spot for me') });
  const other = await textsIn(`/races/harbour/register?event=${marathonId}`, 'de-DE');
  const languages = ({ scripts }: { scripts: readonly string[] }) => scripts.filter((url) => /\/de-\w+\.js$/.test(url));
  expect([languages(english).length, languages(other).length]).toEqual([0, 1]);
});
