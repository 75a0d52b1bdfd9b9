import type { Page } from 'playwright-core';
import { publishResults, runners, tenId } from './support/fakes/fake-results';
import { focusOnId, focusOnText } from './support/focus';
import { openBrowserTest } from './support/open-browser-test';
import { bibsOf, resultsUrl, said } from './support/result-screens';
import { heading } from './walk';

const browserTest = openBrowserTest();

const finishers = runners.filter(({ status }) => status === 'finished').length;
const heard = (page: Page, words: string | RegExp) => said(page).filter({ hasText: words }).waitFor();

test('somebody goes from the race to its results, leafs through a list and opens a runner, by keyboard alone', async () => {
  const { page, api } = browserTest;
  await page.setViewportSize({ width: 320, height: 640 });
  publishResults(api);
  await page.goto(`${api.url}/races/spring`);
  await page.getByRole('link', { name: 'Results' }).press('Enter');
  await page.getByRole('table', { name: `10 km, All: 1 to 10 of ${finishers}` }).waitFor();
  await page.getByText('Preliminary', { exact: true }).waitFor();
  expect(await page.locator('.result-place').allInnerTexts()).toEqual(
    ['Place', 1, 2, 3, 4, 5, 6, 7, 8, 9, 10].map(String),
  );
  const first = await bibsOf(page);
  await page.getByRole('link', { name: 'Next' }).press('Enter');
  await focusOnText(page, '10 km, All: 11 to 20 of');
  const second = await bibsOf(page);
  expect([...first, ...second].filter((bib, n, all) => all.indexOf(bib) === n)).toHaveLength(20);
  await page.goBack();
  await page.getByRole('table', { name: `10 km, All: 1 to 10 of ${finishers}` }).waitFor();
  expect(await bibsOf(page)).toEqual(first);
  await page.getByText('Age groups').press('Enter');
  await page.getByRole('link', { name: 'F30', exact: true }).press('Enter');
  await heard(page, /^10 km, F30: 1 to 10 of/);
  expect(new URL(page.url()).search).toBe(`?set=${tenId}&list=age%3AF30`);
  // The third in the group is the third in the list that their page leads to.
  await page.locator('.result-table tbody a').nth(2).press('Enter');
  await page.locator('.result-places dd').last().getByText(/^3 of/).waitFor();
  await page.getByRole('link', { name: 'F30', exact: true }).press('Enter');
  await page.getByRole('table', { name: /^10 km, F30: 1 to 10/ }).waitFor();
});

test('what is read stays as it is until somebody takes the newer version, and then all of it is new', async () => {
  const { page, api } = browserTest;
  publishResults(api);
  await page.goto(resultsUrl(api));
  await page.getByRole('table').waitFor();
  const before = await bibsOf(page);
  const leader = {
    ...runners.find(({ bib }) => bib === 300),
    bib: 300,
    status: 'finished' as const,
    chipMs: 1_700_000,
  };
  const entries = runners.map((entry) => (entry.bib === 300 ? leader : entry));
  publishResults(api, { kind: 'corrected', note: 'Bib 300 had another chip.', entries });
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await page.getByText('There are newer results').waitFor();
  const table = await page.getByRole('table').boundingBox();
  expect(await bibsOf(page)).toEqual(before);
  // Another page is still of the version that is read.
  await page.getByRole('link', { name: 'Next' }).click();
  await page.getByRole('table', { name: /11 to 20/ }).waitFor();
  expect(await bibsOf(page)).not.toContain(before.at(-1));
  await page.getByRole('link', { name: 'First' }).click();
  await page.getByRole('table', { name: / 1 to 10/ }).waitFor();
  await page.evaluate(() => scrollTo(0, 0));
  expect(await page.getByRole('table').boundingBox()).toEqual(table);
  await page.getByRole('button', { name: 'Show them' }).press('Enter');
  await page.getByText('What changed: Bib 300 had another chip.').waitFor();
  await heard(page, 'The newest results are shown.');
  expect(await bibsOf(page)).toEqual([300, ...before.slice(0, 9)]);
  expect(await page.getByText('There are newer results').count()).toBe(0);
});

test('a runner is found by the beginning of any name, or by the exact bib', async () => {
  const { page, api } = browserTest;
  publishResults(api);
  await page.goto(resultsUrl(api));
  const box = page.getByRole('combobox', { name: 'Find a runner' });
  await box.focus();
  await page.keyboard.type('m');
  await page.getByText(/^About \d+ names begin with “m”/).waitFor();
  await heard(page, /^8 runners found. About \d+ names begin with “m”/);
  await page.keyboard.press('Escape');
  expect(await box.getAttribute('aria-expanded')).toBe('false');
  await page.keyboard.press('Escape');
  expect(await box.inputValue()).toBe('');
  await page.keyboard.type('theo');
  await heard(page, 'One runner found');
  await page.keyboard.press('ArrowDown');
  expect(await box.getAttribute('aria-activedescendant')).toBe('result-found-0');
  await focusOnId(page, 'result-search');
  await page.keyboard.press('Enter');
  await heading(page, /^Wolfeschlegel/).waitFor();
  await page.goBack();
  for (const [typed, option] of [
    ['القحطاني', 'محمد القحطاني'],
    ['小明', '王小明'],
    ['32', 'Bib 32'],
    ['zoe', 'Zoë Late'],
  ] as const) {
    await box.fill(typed);
    await page.getByRole('option').filter({ hasText: option }).waitFor();
    expect(await page.getByRole('option').count()).toBe(1);
  }
  expect(await page.getByRole('option').locator('bdi').first().innerText()).toBe('Zoë Late');
  await box.fill('777');
  await page.getByText('Nobody has bib 777 here.').waitFor();
  // Whose name is withheld is found by their bib alone.
  await box.fill('403');
  await page.getByRole('option', { name: 'Name withheld' }).click();
  await heading(page, 'Name withheld').waitFor();
  expect(await page.getByRole('button', { name: 'Print the certificate' }).count()).toBe(0);
});

test('a certificate is one page of A4 or Letter, with nothing else on it', async () => {
  const { page, api } = browserTest;
  publishResults(api, { kind: 'official' });
  await page.goto(resultsUrl(api, `/${tenId}/405`));
  await heading(page, /^Wolfeschlegel/).waitFor();
  await page.locator('.certificate').waitFor({ state: 'hidden' });
  for (const format of ['A4', 'Letter']) {
    const pdf = (await page.pdf({ format })).toString('latin1');
    expect(pdf.match(/\/Type\s*\/Page\b(?!s)/g)).toHaveLength(1);
  }
  await page.emulateMedia({ media: 'print' });
  expect(await page.locator('.certificate').isVisible()).toBe(true);
  await page.locator('h1').waitFor({ state: 'hidden' });
  await page.locator('.masthead').waitFor({ state: 'hidden' });
  expect(await page.getByText('may still change').count()).toBe(0);
});

test('nothing asks for results before the day of a race', async () => {
  const { page, api } = browserTest;
  await page.goto(`${api.url}/races/harbour`);
  await page.getByText('1,432 of').first().waitFor();
  expect(api.count('GET', /^\/results\//)).toBe(0);
});

const noTime = { status: 'started', chipMs: undefined, gunMs: undefined } as const;
const gunMsOf = (bib: number) => runners.find((one) => one.bib === bib)?.gunMs ?? 0;

test('a screen on a wall shows the first ten in letters for a room, and takes newer results by itself', async () => {
  const { page, api } = browserTest;
  await page.setViewportSize({ width: 1920, height: 1080 });
  publishResults(api, { kind: 'live' });
  await page.goto(resultsUrl(api, `?show=board&set=${tenId}&list=gender:f`));
  const rows = page.getByRole('table', { name: '10 km, Women' }).locator('tbody tr');
  await rows.nth(9).waitFor();
  expect(await rows.count()).toBe(10);
  expect(await page.locator('.result-board a, .result-board button').count()).toBe(0);
  expect(await rows.first().evaluate((row) => Number.parseFloat(getComputedStyle(row).fontSize))).toBe(48);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(1920);
  const box = await rows.last().boundingBox();
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(1080);
  const entries = runners.map((one) => (one.bib === 18 ? { ...one, chipMs: 1_700_000, gunMs: 1_700_000 } : one));
  publishResults(api, { kind: 'live', entries });
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await rows.first().filter({ hasText: '28:20' }).waitFor();

  // Two come in: the last of them first, and five lead.
  const outside: Readonly<Record<number, object>> = { 33: noTime, 34: noTime };
  const running = runners.map((one) => ({ ...one, ...outside[one.bib] }));
  publishResults(api, { kind: 'live', entries: running });
  await page.goto(resultsUrl(api, `?show=board&set=${tenId}`));
  await page.getByRole('table', { name: '10 km, All' }).locator('tbody tr').nth(9).waitFor();
  expect(await page.getByRole('table').count()).toBe(1);
  publishResults(api, { kind: 'live', entries: runners });
  await page.evaluate(() => dispatchEvent(new Event('online')));
  const came = page.getByRole('table', { name: 'Just finished' }).locator('tbody tr');
  await came.nth(1).waitFor();
  const inOrder = [33, 34].sort((one, other) => gunMsOf(other) - gunMsOf(one)).map(String);
  expect(await came.locator('td:first-child').allInnerTexts()).toEqual(inOrder);
  expect(await page.getByRole('table', { name: '10 km, All' }).locator('tbody tr').count()).toBe(5);
  const last = await came.last().boundingBox();
  expect((last?.y ?? 0) + (last?.height ?? 0)).toBeLessThanOrEqual(1080);
  if (process.env.PICTURES) await page.screenshot({ path: `${process.env.PICTURES}/board.png` });

  // Who takes their name out, or is disqualified, leaves no name on the wall.
  const changed: Readonly<Record<number, object>> = { 33: { name: undefined }, 34: { status: 'dsq' } };
  publishResults(api, { kind: 'live', entries: runners.map((one) => ({ ...one, ...changed[one.bib] })) });
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await came.filter({ hasText: 'Name withheld' }).waitFor();
  expect(await came.locator('td:first-child').allInnerTexts()).toEqual(['33']);
});
