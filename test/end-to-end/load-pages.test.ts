import { readdirSync } from 'node:fs';
import { heading } from '../browser/walk';
import { settled } from './support/books';
import { watchBrowsers } from './support/onlookers';
import { raceId } from './support/program';
import { runSystem } from './support/running-system';

/** It starts and stops a system of its own. */
const twinMs = 600_000;

jest.setTimeout(900_000);

/** Load tests as a director sets them up on the status page. */
const system = runSystem();
const onlookers = watchBrowsers();
const { watched } = system;

test(
  'a director rehearses: twenty runners go through a twin of the race, and the race itself knows nothing of it',
  watched(async () => {
    const { races } = await settled(system);
    const page = await onlookers.open();
    page.setDefaultTimeout(60_000);
    await page.goto(system.status);
    await page.getByRole('link', { name: 'Load tests' }).click();
    expect(await page.getByLabel('Where').inputValue()).toBe('twin');
    expect(await page.getByLabel('Address').inputValue()).toBe(system.url);
    await page.getByLabel('Runners').fill('20');
    await page.getByLabel('All set off within').fill('2');
    await page.getByLabel('at least').fill('0');
    await page.getByLabel('at most').fill('0.2');
    await page.getByLabel('Comment').fill('a small one');
    await page.getByRole('button', { name: 'Start the test' }).click();
    await heading(page, 'The test that runs').waitFor();
    await heading(page, /Load test of/).waitFor({ timeout: 480_000 });
    expect(await page.locator('.headline').innerText()).toContain('a small one');
    const told = page.getByRole('region', { name: 'Table: How it ended' });
    expect(await told.getByRole('row', { name: /^confirmed 21/ }).count()).toBe(1);
    const failed = await page.getByRole('region', { name: 'Table: Verdict' }).getByText('✗').count();
    expect(failed).toBe(0);
    expect((await settled(system)).races).toEqual(races);
    expect(readdirSync(`${system.dataDir}/load`)).toEqual([expect.stringMatching(/^[0-9a-f-]{36}\.json$/)]);
  }),
  twinMs,
);

test(
  'a test of a race that is not there is over with its reason, and one that was stopped leaves no report',
  watched(async () => {
    const page = await onlookers.open();
    page.setDefaultTimeout(60_000);
    await page.goto(`${system.status}/load`);
    await page.getByLabel('Race').fill('no-such-race');
    await page.getByRole('button', { name: 'Start the test' }).click();
    await page.getByText(/There is no report: http.*\/api\/races\/no-such-race answered 404/).waitFor();
    await page.getByRole('link', { name: 'Set up another test' }).click();
    expect(await page.getByLabel('Race').inputValue()).toBe(raceId);
    await page.getByLabel('Where').selectOption('there');
    await page.getByLabel('All set off within').fill('600');
    await page.getByRole('button', { name: 'Start the test' }).click();
    await page.getByText('Runners are under way.').waitFor();
    await page.getByRole('button', { name: 'Stop the test' }).click();
    await page.getByText('The test was stopped.').waitFor();
    expect(readdirSync(`${system.dataDir}/load`)).toHaveLength(1);
  }),
);
