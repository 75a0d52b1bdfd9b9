import type { Page } from 'playwright-core';
import { uuid7 } from '../../../lambdas/platform/uuid';
import { PostgresResultVersions } from '../../../lambdas/results/publish/postgres-result-versions';
import { publishSet } from '../../../lambdas/results/publish/publish-set';
import { aRace } from '../../races/a-race';
import { fewRead, hash, nobodyIsTold } from '../../results/support/version';
import { book } from '../../support/workbook';
import { chooseAgain, holdNextFile } from '../support/chosen-files';
import { looksSound } from '../support/looks-sound';
import { openConsoleTest } from '../support/open-console-test';
import { heading } from '../walk';

const site = openConsoleTest();
const race = aRace().createRace;
const [marathon] = race.events;
beforeAll(async () => {
  expect(await site.direct({ createRace: race })).toHaveProperty('created');
});

const href = (end: string) => `${site.url}/console/races/${race.id}${end}`;

/** The panel with this heading. */
const panel = (page: Page, title: string) =>
  page.locator('section.panel').filter({ has: page.getByRole('heading', { name: title, exact: true }) });
const look = (page: Page, title: string) =>
  panel(page, title).getByRole('button', { name: 'See what it does' }).click();
const choose = (page: Page, name: string, content: string | Buffer) =>
  page.getByLabel('File', { exact: true }).setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(content) });

/** What the function does when the order comes out of the queue. The files are in memory. */
const publish = async (setId: string) => {
  const files = new Map<string, string>();
  const publishing = publishSet({
    versions: new PostgresResultVersions(site.postgres, nobodyIsTold),
    files: {
      read: async (path) => {
        const content = files.get(path);
        return content === undefined ? undefined : { content: JSON.parse(content), etag: hash(content) };
      },
      write: async (path, content) => void files.set(path, content),
      replace: async (path, content) => Boolean(files.set(path, content)),
    },
    hash,
    newId: uuid7,
    orderTick: nobodyIsTold,
    paceOf: fewRead,
    clock: () => 0,
  });
  expect(await publishing(setId)).toMatchObject({ kind: 'published' });
};

test('a director makes a key, which is shown once, and withdraws it', async () => {
  const { page } = site;
  await site.enter([{ role: 'director', raceId: race.id }]);
  await page.goto(href('/keys'));
  await heading(page, 'Keys').waitFor();
  await page.getByText('There are no keys yet').waitFor();
  const form = panel(page, 'Make a key');
  await form.getByLabel('Who or what has it').fill('Timer at the finish');
  await look(page, 'Make a key');
  await form.getByText('A key for “Timer at the finish” is made, and shown once.').waitFor();
  await form.getByRole('button', { name: 'Make it' }).press('Enter');
  expect(await form.getByLabel('The key').inputValue()).toMatch(/^slk_[0-9a-f]{32}_[\w-]{43}$/);
  await page.getByRole('rowheader', { name: 'Timer at the finish' }).waitFor();
  await looksSound(page, 'keys');
  await form.getByRole('button', { name: 'Go on' }).click();
  await page.locator('#new-key').waitFor({ state: 'detached' });

  await page.getByRole('button', { name: 'Withdraw the key for Timer at the finish…' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('does nothing any more, for good.').waitFor();
  await looksSound(page, 'keys-withdraw');
  await dialog.getByRole('button', { name: 'Withdraw' }).click();
  await dialog.getByText('is withdrawn.').waitFor();
  await page.keyboard.press('Escape');
  await page.getByText(/^Withdrawn \d/).waitFor();
});

test('a director makes a ranking, imports a file, corrects a bib, publishes, and sees what readers see', async () => {
  const { page } = site;
  // An order cannot leave for its queue, which is away, and says so.
  const said = jest.spyOn(console, 'error').mockImplementation(() => undefined);
  await site.enter([{ role: 'director', raceId: race.id }]);
  await page.goto(href('/results'));
  await heading(page, 'Results').waitFor();
  await page.getByText('There is no ranking yet').waitFor();
  await panel(page, 'Make a ranking').getByLabel('Name').fill('Marathon, all');
  await page.getByLabel('Age groups').fill('F40: f 40-49\nforty');
  await look(page, 'Make a ranking');
  await page.locator('.field-error').getByText('This line cannot be read: forty. Write it like F40: f 40-49').waitFor();
  await looksSound(page, 'results-new');
  await page.getByLabel('Age groups').fill('F40: f 40-49');
  await page.getByLabel('Points of the course').fill('half: Half way, 21100');
  await look(page, 'Make a ranking');
  await page.getByText('“Marathon, all” becomes a ranking of this race.').waitFor();
  await page.getByRole('button', { name: 'Save it' }).press('Enter');
  await page.getByText('“Marathon, all” is saved.').waitFor();
  await page.getByRole('link', { name: 'Marathon, all' }).press('Enter');
  await heading(page, 'Marathon, all').and(page.locator(':focus')).waitFor();
  await page.getByText('Nothing was published yet').waitFor();

  await page.getByRole('button', { name: 'Take the start list from registrations' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('0 entries would be new or changed').waitFor();
  await dialog.getByRole('button', { name: 'Leave it' }).click();

  await choose(page, 'empty.csv', '');
  await page.getByText('This file is empty.').waitFor();
  await choose(page, 'half.xlsx', 'PK');
  await page.getByText('This is no whole workbook.').waitFor();
  await choose(page, 'photo.csv', Buffer.from('ffd8ffe000104a46494600', 'hex'));
  await page.getByText('This is no list: it has bytes that no text has.').waitFor();
  // A file that takes long to be read is none any more once another one is chosen.
  const sent: string[] = [];
  page.on('request', (request) => void sent.push(request.postData() ?? ''));
  await page.evaluate(() => {
    const read = Blob.prototype.arrayBuffer;
    Blob.prototype.arrayBuffer = async function slowly() {
      Blob.prototype.arrayBuffer = read;
      await new Promise((resolve) => document.addEventListener('read-on', resolve, { once: true }));
      return read.call(this);
    };
  });
  await choose(page, 'slow.csv', 'bib,name\n1,Slow');
  await choose(page, 'quick.csv', 'bib,name\n1,Quick\n2,Quicker');
  await page.getByText('2 rows would change entries').waitFor();
  await page.getByText('No column of this file is a time or a status, so nobody finishes by it.').waitFor();
  await page.evaluate(() => document.dispatchEvent(new Event('read-on')));
  await chooseAgain(page, page.getByLabel('File', { exact: true }));
  await holdNextFile(page);
  await choose(page, 'held.csv', 'bib,name\n1,Held');
  await page.getByText('The browser could not read this file.').waitFor();
  const several = `bib,name,Event,chip\n1,Ada,${marathon?.name},3:00:00\n2,Bo,10K,40:00\n3,Cy,Walking,1:00:00\n`;
  await choose(page, 'several.csv', several);
  await page.getByText('1 row would change entries, 0 say what is known already, 1 cannot be taken.').waitFor();
  await page.getByText('The file has other events, too: “10 km” 1.').waitFor();
  await page.getByText('Column “Event”: The row says no event of this race. Line 4.').waitFor();
  await page.getByText(`An event may be called “${marathon?.name}”`).waitFor();
  const cells = (row: number, ...of: readonly string[]) =>
    `<row r="${row}">${of.map((cell) => `<c t="str"><v>${cell}</v></c>`).join('')}</row>`;
  await choose(page, 'times.xlsx', book(cells(1, 'bib', 'name', 'chip') + cells(2, '3', 'Çelik', '2:55:00')));
  await page.getByText('1 row would change entries, 0 say what is known already, 0 cannot be taken.').waitFor();
  await page.getByRole('table', { name: 'The first rows' }).getByText('Çelik').waitFor();
  expect(await page.getByText('No column of this file is a time').count()).toBe(0);
  const looksAt = (text: string) => sent.filter((body) => body.includes(text)).length;
  expect([looksAt('1,Slow'), looksAt('2,Quicker')]).toEqual([0, 1]);
  // Western European letters, and columns whose names say nothing.
  const rows = Array.from({ length: 25 }, (_, n) => `${n + 10},,m,,${n === 24 ? '2:51:00' : '0:00'},`);
  // Longer than any other command may be.
  const padding = 'x'.repeat(300_000);
  const file = [
    'start,who,sex,half,official,device',
    '1,Zoë Müller,f,1:20:00,2:50:00,',
    `2,Bo Li,m,,2:49:30,${padding}`,
    ...rows,
  ];
  await choose(page, 'times.csv', Buffer.from(file.join('\r\n'), 'latin1'));
  await page.getByText('None of its columns is known as the bib.').waitFor();
  const letters = page.getByLabel('Which letters the file was saved with');
  await letters.getByText('Western European (Windows-1252)').waitFor({ state: 'attached' });
  await looksSound(page, 'results-no-bib');
  await page.getByLabel('Column “start” is').selectOption('Bib');
  await page.getByText('2 rows would change entries').or(page.getByText('0 rows would change entries')).waitFor();
  await page.getByLabel('Column “who” is').selectOption('Full name');
  await page.getByLabel('Column “official” is').selectOption('Chip time');
  await page.getByText('2 rows would change entries, 0 say what is known already, 25 cannot be taken.').waitFor();
  await page
    .getByText(
      'Nobody has this bib, and the row has no name. Its times are kept. Lines 4, 5, 6, 7, 8, 9, 10, 11 and 17 more.',
    )
    .waitFor();
  await page.getByRole('table', { name: 'The first rows' }).getByText('Zoë Müller').waitFor();
  await looksSound(page, 'results-import');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save all of them as a file' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('refused.csv');
  await page.getByRole('button', { name: 'Import it' }).press('Enter');
  await page.getByText('2 rows changed entries').waitFor();
  await page.getByText('Readers see it with the version that you publish below.').waitFor();
  await page.getByText('2 finished').first().waitFor();
  await panel(page, 'Import a file').getByRole('button', { name: 'Go on' }).click();
  const unmatched = page.getByRole('table', { name: 'Times of bibs that nobody has' });
  expect(await unmatched.getByRole('rowheader').allInnerTexts()).toEqual(['34']);

  // The file of another ranking, which has the same bibs.
  await choose(
    page,
    'others.csv',
    'Autumn Run 2027\n\nBib,Name,Time\n1,Another Runner,2:50:00\n2,LI BO,2:49:31\n9,New,3:00:00\n',
  );
  await page.getByText('3 rows would change entries').waitFor();
  await page.getByText('One of them is of a bib that this ranking does not have yet, and makes an entry.').waitFor();
  await page.getByText('The file gives one bib to somebody of another name. Is it the file of this ranking?').waitFor();
  await page.getByText('Bib 1: Zoë Müller → Another Runner').waitFor();
  const replaced = page.getByRole('table', { name: '3 values differ in the file' });
  expect(await replaced.getByRole('row').allInnerTexts()).toEqual([
    expect.stringMatching(/Bib.*What.*Until now.*In the file/s),
    expect.stringMatching(/1.*Full name.*Zoë Müller.*Another Runner/s),
    expect.stringMatching(/2.*Chip time.*2:49:30\.0.*2:49:31\.0/s),
    expect.stringMatching(/2.*Full name.*Bo Li.*LI BO/s),
  ]);
  await looksSound(page, 'results-import-others');
  await panel(page, 'Import a file').getByRole('button', { name: 'Leave it' }).click();

  await page.getByLabel('As', { exact: true }).selectOption('Official results');
  await look(page, 'Publish');
  await page.getByText('2 entries differ from what readers see. 2 finished, instead of 0.').waitFor();
  await page.getByText('First is bib 2.').waitFor();
  await page.getByRole('button', { name: 'Publish it' }).press('Enter');
  await page.getByText('“Official” is ordered.').waitFor();
  await page.getByText('Official is being published.').waitFor();
  await panel(page, 'Publish').getByRole('button', { name: 'Go on' }).click();
  await publish(page.url().split('/').at(-1) ?? '');

  const correct = panel(page, 'Correct a bib');
  await correct.getByLabel('Bib').fill('1');
  await correct.getByLabel('Chip time').fill('soon');
  await look(page, 'Correct a bib');
  await correct.locator('.field-error').getByText('Fill this in.').waitFor();
  await correct.getByLabel('Reason').fill('Ran with the chip of another.');
  await look(page, 'Correct a bib');
  await correct.locator('#correctResult-chip-error').getByText('a time such as 1:23:45').waitFor();
  await correct.getByLabel('Chip time').fill('2:49:00');
  await look(page, 'Correct a bib');
  await correct.getByText('Bib 1 is changed.').waitFor();
  await correct.getByText('2:49:00').waitFor();
  await looksSound(page, 'results-set');
  await correct.getByRole('button', { name: 'Correct it' }).press('Enter');
  await correct.getByText('Bib 1 is corrected.').waitFor();
  await page.getByText('What came in since is not published.').waitFor();
  await page.getByText(/^Official, version 1 of/).waitFor();
  // What readers see decides what is likely next, also for a form that was there before.
  expect(await page.getByLabel('As', { exact: true }).inputValue()).toBe('corrected');
  await page.getByLabel('As', { exact: true }).selectOption('Official results');
  await look(page, 'Publish');
  await panel(page, 'Publish')
    .getByText('1 entry differs from what readers see. 2 finished, as before. 2 of them get another place.')
    .waitFor();
  await page.getByText('First is bib 1 instead of bib 2.').waitFor();
  await panel(page, 'Publish').getByRole('button', { name: 'Leave it' }).click();
  await page.getByLabel('As', { exact: true }).selectOption('Corrected results');
  await look(page, 'Publish');
  // Readers must be told what changed.
  await page.locator('#publishResults-note-error').waitFor();
  await panel(page, 'Publish').getByLabel('Note for readers').fill('Bib 1 ran with the chip of another.');
  await look(page, 'Publish');
  await page.getByRole('button', { name: 'Publish it' }).press('Enter');
  await page.getByText('“Corrected” is ordered.').waitFor();
  await panel(page, 'Publish').getByRole('button', { name: 'Go on' }).click();
  await publish(page.url().split('/').at(-1) ?? '');
  await page.getByText(/^Corrected, version 2 of/).waitFor();
  expect(await page.getByLabel('As', { exact: true }).inputValue()).toBe('corrected');
  await page.getByRole('row', { name: /Version 1 Official/ }).waitFor();
  await page.getByText('Change its rules').first().click();
  expect(await page.getByLabel('Points of the course').inputValue()).toBe('half: Half way, 21100');
  await looksSound(page, 'results-rules');

  // Somebody does not want their name in it.
  const erase = panel(page, 'Take a name out');
  await look(page, 'Take a name out');
  expect(await erase.locator('.field-error').allInnerTexts()).toHaveLength(2);
  await looksSound(page, 'results-erase-empty');
  await erase.getByLabel('Bib').fill('99');
  await erase.getByLabel('Reason').fill('They wrote to us.');
  await look(page, 'Take a name out');
  await erase.locator('.field-error, .note-bad').first().waitFor();
  await looksSound(page, 'results-erase-unknown');
  await erase.getByLabel('Bib').fill('2');
  await look(page, 'Take a name out');
  await erase.getByText('The name of bib 2 leaves every version, the search and what is kept here.').waitFor();
  await looksSound(page, 'results-erase');
  await erase.getByRole('button', { name: 'Take it out' }).press('Enter');
  await erase.getByText('The name of bib 2 is taken out.').waitFor();
  const named = 'SELECT bib FROM result WHERE name IS NOT NULL';
  expect(await site.postgres.query(named)).toEqual([{ bib: 1 }]);
  expect(marathon?.name).toBe('Marathon');
  said.mockRestore();
});
