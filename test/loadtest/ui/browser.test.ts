import { readFileSync } from 'node:fs';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { faultsOf } from '../../browser/support/axe';
import { openBrowser } from '../../browser/support/browser';
import { focusOnClass, focusOnId } from '../../browser/support/focus';
import { aReport, secondOf } from './a-report';
import { openStage, type Stage } from './stage';

jest.setTimeout(240_000);

const second = aReport({ id: '0199b000-0000-7000-8000-000000000002', startedAt: '2026-11-22T20:15:00.000Z' });

let browser: Browser;
let context: BrowserContext;
let stage: Stage;
let page: Page;
let faults: string[];

beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser?.close());
beforeEach(async () => {
  faults = [];
  stage = await openStage();
  context = await browser.newContext({ viewport: { width: 320, height: 640 } });
  page = await openTab();
});
afterEach(async () => {
  await context.close();
  await stage.close();
  expect(faults).toEqual([]);
});

const openTab = async () => {
  const tab = await context.newPage();
  tab.on('pageerror', (error) => faults.push(String(error)));
  tab.on('console', (message) => {
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
      faults.push(message.text());
  });
  return tab;
};

const heading = (tab: Page, name: string | RegExp) => tab.getByRole('heading', { level: 1, name });
const startTest = async () => {
  await page.goto(`${stage.url}/load`);
  await page.getByRole('button', { name: 'Start the test' }).click();
  await heading(page, 'The test that runs').waitFor();
};
const tell = (n: number) => stage.engine.tell({ state: 'running', done: n * 100, total: 1000, second: secondOf(n) });
const gauge = (tab: Page, name: string) => tab.locator('#gauges div', { hasText: name }).locator('dd');

test('somebody sets a test up, looks on while it runs, reads its report and writes down what it was about', async () => {
  await page.goto(`${stage.url}/load`);
  await page.getByLabel('Runners').fill('1000');
  await page.getByLabel('All set off within').fill('5');
  await page.getByRole('button', { name: 'Start the test' }).click();

  await page.getByText('One registration is tried first').waitFor();
  stage.engine.tell({ state: 'canary', done: 0, total: 0 });
  tell(1);
  tell(2);
  await page.getByText('Runners are under way.').waitFor();
  await gauge(page, 'Set off so far').getByText('200').waitFor();
  expect(await page.getByRole('progressbar').getAttribute('value')).toBe('200');
  await page.getByRole('img', { name: /Runners: .*set off so far at most 200/ }).waitFor();
  stage.engine.tell({ state: 'settling', done: 990, total: 1000 });
  await page.getByText('Queues, cards and mails follow.').waitFor();
  expect(await page.getByRole('listitem').and(page.locator('[aria-current=step]')).textContent()).toBe('Settling');

  stage.engine.finish();
  await heading(page, /Load test of 2026-11-21/).waitFor();
  await page.getByText('npm run load -- --scenario opening --runners 1000 --within 5').waitFor();
  await page.getByLabel('Comment').fill('with the new cache');
  await page.getByRole('button', { name: 'Save the comment' }).click();
  await page.locator('.headline .comment', { hasText: 'with the new cache' }).waitFor();
});

test('a reload and a second tab join the test that runs, and both are led to the report', async () => {
  await startTest();
  tell(1);
  await page.reload();
  const tab = await openTab();
  await tab.goto(`${stage.url}/load`);
  await tab.getByText('A test is running').waitFor();
  await tab.getByRole('link', { name: 'look at it' }).click();
  tell(2);
  tell(3);
  for (const one of [page, tab]) await gauge(one, 'Set off so far').getByText('300').waitFor();
  stage.engine.finish();
  for (const one of [page, tab]) await heading(one, /Load test of/).waitFor();
});

test('a test is stopped by a button, and one without a report says why', async () => {
  await startTest();
  await page.getByRole('button', { name: 'Stop the test' }).click();
  await page.getByText('The test was stopped.').waitFor();
  await page.getByRole('link', { name: 'Set up another test' }).click();
  await page.getByRole('button', { name: 'Start the test' }).click();
  stage.engine.fail('the canary found the race closed');
  await page.getByText('There is no report: the canary found the race closed').waitFor();
});

test('a page whose server is gone says so', async () => {
  await startTest();
  await stage.close();
  await page.getByText('The load test does not answer.').waitFor();
  stage = await openStage();
});

test('a mistake is said at its box, and the summary leads to it by keyboard', async () => {
  await page.goto(`${stage.url}/load`);
  await page.getByLabel('Runners').fill('0');
  await page.getByLabel('Card').fill('1234');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: '2 answers need another look' }).waitFor();
  await focusOnClass(page, 'summary');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await focusOnId(page, 'runners');
  expect(await page.getByLabel('Runners').getAttribute('aria-describedby')).toBe('runners-error');
});

test('two runs are chosen and compared, and one of them is deleted', async () => {
  await stage.history.keep(aReport());
  await stage.history.keep(second);
  await page.goto(`${stage.url}/load/runs`);
  await page.getByRole('button', { name: 'Compare' }).click();
  await page.getByText('Choose exactly two').waitFor();
  for (const box of await page.getByRole('checkbox').all()) await box.check();
  await page.getByRole('button', { name: 'Compare' }).click();
  await heading(page, 'Two load tests compared').waitFor();

  await page.goto(`${stage.url}/load/runs/${second.id}`);
  await page.getByText('Delete this run').click();
  await page.getByRole('button', { name: 'Delete for good' }).click();
  await heading(page, 'All load tests').waitFor();
  expect(await page.getByRole('checkbox').count()).toBe(1);
});

test('the saved file shows the report without a server', async () => {
  await stage.history.keep(aReport());
  await page.goto(`${stage.url}/load/runs/${aReport().id}`);
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Save as one HTML file' }).click(),
  ]);
  const tab = await openTab();
  await tab.setContent(readFileSync(await saved.path(), 'utf8'));
  await heading(tab, /Load test of/).waitFor();
  expect(await tab.evaluate(() => getComputedStyle(document.body).backgroundColor !== '')).toBe(true);
  await tab.getByText('Response time as a table').click();
  await tab
    .getByRole('region', { name: 'Table: Response time', exact: true })
    .getByRole('columnheader', { name: 'p99' })
    .waitFor();
});

test('no page has a fault for those who see, hear or press keys only, in light or dark', async () => {
  const seen: Record<string, readonly string[]> = {};
  const look = async (name: string) => {
    seen[name] = await faultsOf(page);
  };
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto(`${stage.url}/load`);
  await look('form');
  await page.getByLabel('Runners').fill('0');
  await page.getByRole('button', { name: 'Start the test' }).click();
  await look('form, with an error');
  await startTest();
  for (const n of [0, 1, 2]) tell(n);
  await gauge(page, 'Set off so far').getByText('200').waitFor();
  await look('running');
  stage.engine.finish({ checks: [{ name: 'cards charged', expected: '2', actual: '1', holds: false }] });
  await heading(page, /Load test of/).waitFor();
  for (const each of await page.locator('summary').all()) await each.click();
  await look('report');
  await stage.history.keep(second);
  await page.goto(`${stage.url}/load/runs`);
  await look('runs');
  await page.goto(`${stage.url}/load/compare?run=${aReport().id}&run=${second.id}`);
  await look('comparison');
  await page.goto(`${stage.url}/load/nowhere`);
  await look('nothing here');
  expect(seen).toEqual(Object.fromEntries(Object.keys(seen).map((name) => [name, []])));
});
