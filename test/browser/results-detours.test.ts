import { join } from 'node:path';
import { pointerPath } from '../../lambdas/results/files';
import { pastRace, publishResults, runners, tenId } from './support/fakes/fake-results';
import { looksSound } from './support/looks-sound';
import { openBrowserTest } from './support/open-browser-test';
import { bibsOf, resultScreens, resultsUrl } from './support/result-screens';
import { heading } from './walk';

const browserTest = openBrowserTest();

test('who is not found by how a name begins is looked for inside of names', async () => {
  const { page, api } = browserTest;
  publishResults(api, { kind: 'official' });
  const asked: (string | null)[] = [];
  const within: (string | null)[] = [];
  let status = 200;
  await page.route('**/api/races/*/results/search*', (route) => {
    const { searchParams } = new URL(route.request().url());
    asked.push(searchParams.get('q'));
    within.push(searchParams.get('group'));
    const rows =
      searchParams.get('q') === 'stonehaugh' ? [{ bib: 405, name: 'Maximiliana Theodora', club: 'نادي' }] : [];
    const problem = { type: 'https://startline.example/problems/too-fast', title: 'Too many', status, retryAfter: 60 };
    const from = { raceId: 'spring', setId: tenId, version: 1, kind: 'official' };
    return route.fulfill({
      status,
      contentType: status === 200 ? 'application/json' : 'application/problem+json',
      body: JSON.stringify(status === 200 ? { ...from, rows } : problem),
    });
  });
  await page.goto(resultsUrl(api));
  await page.getByRole('combobox').fill('stonehaugh');
  await page.getByRole('link', { name: 'Look inside of names, and for clubs' }).press('Enter');
  await heading(page, 'Find a runner').waitFor();
  const box = page.getByLabel('Any part of a name or of a club');
  expect(await box.inputValue()).toBe('stonehaugh');
  await page.getByText('One runner is found.').waitFor();
  await looksSound(page, 'results-inside');
  await page.getByLabel('In', { exact: true }).selectOption('Women');
  await box.fill('  no&body ');
  await box.press('Enter');
  await page.getByText('Nobody is found.', { exact: true }).waitFor();
  status = 429;
  await box.fill('stonehaugh');
  await box.press('Enter');
  await page.getByRole('alert').waitFor();
  status = 200;
  await page.getByRole('button', { name: 'Try again' }).press('Enter');
  await page.getByRole('link', { name: 'Maximiliana Theodora' }).press('Enter');
  await heading(page, /^Wolfeschlegel/).waitFor();
  expect(asked.filter((q) => q !== 'stonehaugh')).toEqual(['no&body']);
  expect(new Set(within)).toEqual(new Set(['', 'gender:f']));
  await page.unroute('**/api/races/*/results/search*');
});

test('a certificate of a race that is run says that it may change, and the longest names stay inside of its border', async () => {
  const { page, api } = browserTest;
  // The width of A4 without its margins.
  await page.setViewportSize({ width: 718, height: 1050 });
  await page.emulateMedia({ media: 'print' });
  for (const name of ['W'.repeat(200), '龍'.repeat(200), 'عبدالرحمن '.repeat(20).trim()]) {
    const entries = runners.map((entry) => (entry.bib === 405 ? { ...entry, name } : entry));
    publishResults(api, { kind: 'live', entries });
    await page.goto(resultsUrl(api, `/${tenId}/405`));
    await page.locator('.certificate bdi').getByText(name).waitFor();
    expect(await page.locator('.certificate-foot').innerText()).toContain('may still change');
    const sizes = await page
      .locator('.certificate')
      .evaluate((one) => [one.scrollHeight - one.clientHeight, one.scrollWidth - one.clientWidth]);
    expect([name.slice(0, 3), ...sizes.map((more) => more > 0)]).toEqual([name.slice(0, 3), false, false]);
  }
});

test('a certificate bears the logo of the race, which nobody loads who does not print', async () => {
  const { page, api } = browserTest;
  publishResults(api, { kind: 'official' });
  const logo = { file: 'logo.svg', width: 60, height: 20, alt: 'Harbour Runners' };
  await page.route(`**/api/races/${pastRace}`, async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, json: { ...(await answer.json()), media: { logo } } });
  });
  let loaded = 0;
  await page.route('**/media/logo.svg', (route) => {
    loaded++;
    return route.fulfill({
      contentType: 'image/svg+xml',
      body: '<svg xmlns="http://www.w3.org/2000/svg" width="60" height="20"><rect width="60" height="20" fill="#0a7"/></svg>',
    });
  });
  await page.goto(resultsUrl(api, `/${tenId}/405`));
  await heading(page, /^Wolfeschlegel/).waitFor();
  expect(loaded).toBe(0);
  await page.pdf({ format: 'A4' });
  expect(loaded).toBe(1);
  await page.emulateMedia({ media: 'print' });
  await page.waitForFunction(() => (document.querySelector<HTMLImageElement>('.certificate img')?.height ?? 0) > 0);
  if (process.env.PICTURES) {
    // The size of A4 at 96 dots an inch.
    await page.setViewportSize({ width: 794, height: 1123 });
    await page.screenshot({ path: join(process.env.PICTURES, 'certificate.png') });
  }
  await page.unroute('**/media/logo.svg');
  await page.unroute(`**/api/races/${pastRace}`);
});

test('without a connection the last results stay, and say when they are from', async () => {
  const { page, context, api } = browserTest;
  publishResults(api);
  await page.goto(resultsUrl(api));
  await page.getByRole('table').waitFor();
  await context.setOffline(true);
  await page.getByText('No connection. This is how it stood on 1 June').waitFor();
  // The second page comes from what was read already; the last one does not.
  await page.getByRole('link', { name: 'Last' }).click();
  await page.getByRole('button', { name: 'Try again' }).waitFor();
  expect(await page.getByRole('table').count()).toBe(1);
  await context.setOffline(false);
  await page.getByRole('table', { name: /, All: 311 to/ }).waitFor();
  await page.getByText('No connection').waitFor({ state: 'detached' });
});

test('what was published is listed with why and when, and whoever wants to knows what a correction changed', async () => {
  const { page, api } = browserTest;
  await resultScreens['results-versions']?.(page, api);
  const items = page.locator('.result-versions > li');
  expect(await items.locator('.result-badge').allInnerTexts()).toEqual(['Corrected', 'Official', 'Preliminary']);
  await items.first().getByText('2 Jun, 11:00').or(items.first().locator('time')).first().waitFor();
  await items.first().getByText('The finish of bib 17 was taken twice.').waitFor();
  expect(await items.first().getByRole('listitem').allInnerTexts()).toEqual([
    expect.stringMatching(/^Bib 17 .+: [\d:]+ → 30:00$/),
    expect.stringMatching(/^Bib 18 .+: [\d:]+ → Disqualified$/),
    expect.stringMatching(/^Bib 19 .+: [\d:]+ as before, and other details changed$/),
  ]);
  await page.getByText('While the race was run, 1 more').waitFor();
  await items.nth(1).getByText('See what changed').press('Enter');
  await items.nth(1).getByText('No runner changed.').waitFor();

  // The version before the correction is there as it was, list by list and page by page.
  await items.nth(1).getByRole('link', { name: 'Read version 3' }).press('Enter');
  await heading(page, 'Version 3').waitFor();
  await page.getByText('A newer version has replaced it.').waitFor();
  const row = page.getByRole('table').getByRole('row');
  expect(await bibsOf(page)).not.toContain(17);
  await page.getByRole('link', { name: 'Next' }).press('Enter');
  await page.getByRole('table', { name: /, All: 11 to 20/ }).waitFor();
  await page.getByRole('link', { name: 'Men', exact: true }).press('Enter');
  await page.getByRole('table', { name: /, Men: 1 to 10/ }).waitFor();
  expect(new URL(page.url()).search).toBe('?version=3&list=gender%3Am');
  expect(await row.getByRole('link').count()).toBe(0);
  await looksSound(page, 'results-old-version');
  await page.reload();
  await page.getByRole('table', { name: /, Men: 1 to 10/ }).waitFor();
  expect(await bibsOf(page)).not.toContain(17);
  await page.getByRole('link', { name: 'See what counts now' }).press('Enter');
  await page.getByRole('table', { name: /, All: 1 to 10/ }).waitFor();
  expect(await bibsOf(page)).toContain(17);
  await page.goto(resultsUrl(api, `/${tenId}/versions?version=99`));
  await page.getByText('There is no version 99 to read.').waitFor();
});

test('a link that was cut off in the middle of a letter leads to a page that says there is nothing', async () => {
  const { page, api } = browserTest;
  for (const path of ['/races/caf%C3', `/races/${pastRace}/results/%E0%A4%A/1`]) {
    await page.goto(api.url + path);
    await page.getByRole('heading', { level: 1 }).waitFor();
  }
});

test('a screen on a wall says that its ranking was withdrawn, until it is published again, and when there is no such ranking', async () => {
  const { page, api } = browserTest;
  await page.setViewportSize({ width: 1920, height: 1080 });
  publishResults(api, { kind: 'live' });
  await page.goto(resultsUrl(api, `?show=board&set=${tenId}`));
  const rows = page.locator('.result-board tbody tr');
  await rows.nth(9).waitFor();
  publishResults(api, { kind: 'withdrawn' });
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await page.getByText('The organiser has taken the results of 10 km back').waitFor();
  expect(await page.getByText('No results yet').count()).toBe(0);
  if (process.env.PICTURES) await page.screenshot({ path: `${process.env.PICTURES}/board-withdrawn.png` });
  publishResults(api, { kind: 'official' });
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await rows.nth(9).waitFor();
  await page.goto(resultsUrl(api, `?show=board&set=none`));
  await page.getByText('This race has no such ranking.').waitFor();
});

test('a screen on a wall whose newer results could not be read says so, and reads them again by itself', async () => {
  const { page, api } = browserTest;
  await page.clock.install();
  publishResults(api, { kind: 'official' });
  await page.goto(resultsUrl(api, `?show=board&set=${tenId}&list=gender:f`));
  const rows = page.locator('.result-board tbody tr');
  await rows.nth(9).waitFor();
  const files = (url: URL) => /^\/results\/./.test(url.pathname) && !url.pathname.endsWith(`/${pointerPath}`);
  await page.route(files, (route) => route.fulfill({ status: 404 }));
  const entries = runners.map((one) => (one.bib === 18 ? { ...one, chipMs: 1_700_000, gunMs: 1_700_000 } : one));
  publishResults(api, { kind: 'corrected', entries });
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await page.getByText('No connection. This is how it stood on').waitFor();
  await page.unroute(files);
  await page.clock.runFor(20_000);
  await rows.first().filter({ hasText: '28:20' }).waitFor();
  await page.getByText('No connection').waitFor({ state: 'detached' });
});
