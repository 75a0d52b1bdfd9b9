import type { Page } from 'playwright-core';
import { heading } from '../walk';
import type { FakeApi } from './fakes/fake-api';
import { chairId, pastRace, publishResults, runners, tenId } from './fakes/fake-results';

type Screen = (page: Page, api: FakeApi) => Promise<unknown>;

export const resultsUrl = (api: FakeApi, more = '') => `${api.url}/races/${pastRace}/results${more}`;

/** The bibs of a list, from its first row to its last. */
export const bibsOf = (page: Page) =>
  page
    .locator('.result-table tbody tr')
    .evaluateAll((rows) => rows.map((row) => Number(row.querySelector('.result-bib')?.textContent)));
/** What the page says to screen readers only. */
export const said = (page: Page) => page.locator('.aside-for-readers[role=status]').last();

const toList: Screen = async (page, api) => {
  publishResults(api);
  publishResults(api, { id: chairId, name: '10 km wheelchair', entries: [] });
  await page.goto(resultsUrl(api));
  await page.getByRole('table').waitFor();
};
const at =
  (more: string): Screen =>
  async (page, api) => {
    await toList(page, api);
    await page.goto(resultsUrl(api, more));
    await page.getByRole('navigation', { name: 'Rankings of this race' }).waitFor();
    await page.locator('.result-table, main .note').first().waitFor();
  };
const toRunner =
  (bib: number, name: string | RegExp): Screen =>
  async (page, api) => {
    publishResults(api, { kind: 'official' });
    await page.goto(resultsUrl(api, `/${tenId}/${bib}`));
    await heading(page, name).waitFor();
  };

/** Every screen of results. */
export const resultScreens: Record<string, Screen> = {
  'race-with-results': async (page, api) => {
    publishResults(api);
    await page.goto(`${api.url}/races/${pastRace}`);
    await page.getByRole('link', { name: 'Results' }).waitFor();
  },
  results: toList,
  'results-age-group': at(`?set=${tenId}&list=age:F30`),
  'results-dnf': at(`?set=${tenId}&list=dnf`),
  'results-last-page': at(`?set=${tenId}&list=overall&page=32`),
  'results-past-end': at(`?set=${tenId}&list=overall&page=99`),
  'results-unknown-list': at(`?set=${tenId}&list=gender:q`),
  'results-empty': at(`?set=${chairId}`),
  'results-unknown-set': at('?set=nothing'),
  'results-none': async (page, api) => {
    await page.goto(resultsUrl(api));
    await heading(page, 'Results').waitFor();
    await page.getByText('No results yet').waitFor();
  },
  'results-start-list': async (page, api) => {
    publishResults(api, { kind: 'start-list' });
    await page.goto(resultsUrl(api));
    await page.getByText('Nobody has finished yet').waitFor();
  },
  'results-corrected': async (page, api) => {
    publishResults(api, { kind: 'corrected', note: 'The clock of the finish was four seconds slow.' });
    await page.goto(resultsUrl(api));
    await page.getByText('What changed').waitFor();
  },
  'results-withdrawn': async (page, api) => {
    publishResults(api, { kind: 'withdrawn' });
    await page.goto(resultsUrl(api));
    await page.getByText('taken the results').waitFor();
  },
  'results-updated': async (page, api) => {
    await toList(page, api);
    publishResults(api, { kind: 'official' });
    await page.evaluate(() => dispatchEvent(new Event('online')));
    await page.getByText('There are newer results').waitFor();
  },
  'results-offline': async (page, api) => {
    await toList(page, api);
    await page.evaluate(() => dispatchEvent(new Event('offline')));
    await page.getByText('No connection').waitFor();
  },
  'results-versions': async (page, api) => {
    publishResults(api);
    publishResults(api, { kind: 'live' });
    publishResults(api, { kind: 'official' });
    const corrected: Readonly<Record<number, object>> = {
      17: { chipMs: 1_800_000 },
      18: { status: 'dsq' },
      19: { club: 'Millers of the Harbour' },
    };
    const entries = runners.map((one) => ({ ...one, ...corrected[one.bib] }));
    const note = 'The finish of bib 17 was taken twice. Bib 18 left the course.';
    publishResults(api, { kind: 'corrected', note, entries, at: '2026-06-02T09:00:00.000Z' });
    await page.goto(resultsUrl(api));
    await page.getByRole('link', { name: 'All versions' }).press('Enter');
    await heading(page, 'What was published').waitFor();
    await page.getByText('See what changed').first().press('Enter');
    await page.getByText('3 runners changed.').waitFor();
  },
  'results-board': async (page, api) => {
    publishResults(api, { kind: 'live' });
    await page.goto(resultsUrl(api, '?show=board'));
    await page.locator('.result-board tbody tr').nth(9).waitFor();
  },
  'results-search': async (page, api) => {
    await toList(page, api);
    await page.getByLabel('Find a runner').fill('m');
    await page.getByRole('option').first().waitFor();
    await page.keyboard.press('ArrowDown');
  },
  'results-search-nobody': async (page, api) => {
    await toList(page, api);
    await page.getByLabel('Find a runner').fill('xyz');
    await page.getByText('Nobody is found').waitFor();
  },
  runner: toRunner(17, /Fatma/),
  'runner-arabic': toRunner(401, 'محمد القحطاني'),
  'runner-long-name': toRunner(405, /Wolfe/),
  'runner-dnf': toRunner(40, /./),
  'runner-dsq': toRunner(404, /./),
  'runner-dns': toRunner(406, /Late/),
  'runner-withheld': toRunner(403, 'Name withheld'),
  'runner-unknown': toRunner(999, 'Nobody has bib 999'),
  'runner-before': async (page, api) => {
    publishResults(api, { kind: 'start-list', entries: runners });
    await page.goto(resultsUrl(api, `/${tenId}/17`));
    await page.getByText('No time has come in yet').waitFor();
  },
  'runner-withdrawn': async (page, api) => {
    publishResults(api, { kind: 'withdrawn' });
    await page.goto(resultsUrl(api, `/${tenId}/17`));
    await heading(page, 'No result to show').waitFor();
  },
};
