import type { Page } from 'playwright-core';
import { uuid7 } from '../../../lambdas/platform/uuid';
import { aRace } from '../../races/a-race';
import { looksSound } from '../support/looks-sound';
import { openConsoleTest } from '../support/open-console-test';
import { heading } from '../walk';

const site = openConsoleTest();
const race = aRace().createRace;
/** Where pictures go, when somebody wants to look at them. */
beforeAll(async () => {
  expect(await site.direct({ createRace: race })).toHaveProperty('created');
});

const toFeed = async (page: Page) => {
  await page.goto(`${site.url}/console/races/${race.id}`);
  await page.getByRole('link', { name: 'Live feed' }).press('Enter');
  await heading(page, 'Live feed').waitFor();
};
const told = async () =>
  (
    await site.postgres.query<{
      number: number;
      kind: string;
      body: Record<string, unknown> | null;
      refers_to: number;
    }>('SELECT number, kind, body, refers_to FROM feed_message WHERE race_id = $1 ORDER BY number', [race.id])
  ).map(({ number, kind, body, refers_to }) => [
    Number(number),
    kind,
    body?.text ?? body?.point ?? null,
    refers_to && Number(refers_to),
  ]);

test('an organiser begins the feed; a commentator tells, corrects and takes back by the keyboard; only an organiser takes a text out', async () => {
  const { page } = site;
  await site.enter([{ role: 'director', raceId: race.id }], { level: 'passkey' });
  await toFeed(page);
  await page.getByText('This race is not told live yet').waitFor();
  await looksSound(page, 'feed-none');
  await page.getByLabel('The feed is').selectOption('live');
  await page.getByRole('button', { name: 'See what it does' }).press('Enter');
  await page.getByText('The feed is live from now on.').waitFor();
  await page.getByRole('button', { name: 'Do it' }).press('Enter');
  await page.getByText('The feed is live.', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Go on' }).press('Enter');
  await page.getByText('Live. Everybody who follows sees each message').waitFor();
  // What the crowd may cost can be changed without choosing the state again.
  expect(await page.getByLabel('The feed is').inputValue()).toBe('live');

  await site.context.clearCookies();
  await site.enter([{ role: 'commentator', raceId: race.id }], { level: 'passkey' });
  await toFeed(page);
  const publish = page.getByRole('button', { name: 'Publish', exact: true });
  await page.getByLabel('Text').fill('Bib 12 leads at the bridge.');
  await publish.press('Enter');
  await page.getByText('Published as number 1.').waitFor();
  await page.getByLabel('What it is').selectOption('split');
  await page.getByLabel('Time').fill('3204');
  await publish.press('Enter');
  await page.getByText('Type a bib from 1 to 999999.').waitFor();
  await looksSound(page, 'feed-wrong');
  // The cursor is where the first fault is.
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('feed-bib');
  await page.keyboard.type('7');
  await page.getByLabel('Where').fill('Bridge');
  await page.getByLabel('Time').fill('32:04');
  await page.keyboard.press('Enter');
  await page.getByText('Published as number 2.').waitFor();

  await page.getByRole('button', { name: 'Correct message 1' }).press('Enter');
  await page.getByRole('dialog').getByLabel('Text').fill('Bib 21 leads at the bridge.');
  await looksSound(page, 'feed-correct');
  await page.getByRole('button', { name: 'See what it does' }).press('Enter');
  await page.getByRole('button', { name: 'Publish the correction' }).press('Enter');
  await page.getByText('Done, as number 3.').waitFor();
  await page.getByRole('button', { name: 'Close' }).press('Enter');
  expect(await told()).toEqual([
    [1, 'comment', 'Bib 12 leads at the bridge.', null],
    [2, 'split', 'Bridge', null],
    [3, 'correction', 'Bib 21 leads at the bridge.', 1],
  ]);
  // The same message is corrected once more, and begins as it was corrected.
  await page.getByRole('row', { name: /^3 .*Corrects 1 · Bib 21/ }).waitFor();
  await page.getByRole('button', { name: 'Correct message 1' }).press('Enter');
  const again = page.getByRole('dialog').getByLabel('Text');
  expect(await again.inputValue()).toBe('Bib 21 leads at the bridge.');
  await again.fill('Bib 22 leads at the bridge.');
  await page.getByRole('button', { name: 'See what it does' }).press('Enter');
  await page.getByRole('button', { name: 'Publish the correction' }).press('Enter');
  await page.getByText('Done, as number 4.').waitFor();
  await page.getByRole('button', { name: 'Close' }).press('Enter');

  // What is typed while an answer is on its way is not lost.
  let answer = () => {};
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route('**/commands/publishFeed', async (route) => {
    await answered;
    await route.continue();
  });
  await page.getByLabel('What it is').selectOption('comment');
  await page.getByLabel('Text').fill('They come to the hill.');
  await publish.press('Enter');
  await page.getByRole('button', { name: 'Publishing…' }).waitFor();
  await page.getByLabel('Text').fill('And over it');
  answer();
  await page.getByText('Published as number 5.').waitFor();
  expect(await page.getByLabel('Text').inputValue()).toBe('And over it');
  await page.unroute('**/commands/publishFeed');
  await publish.press('Enter');
  await page.getByText('Published as number 6.').waitFor();
  expect(await page.getByLabel('Text').inputValue()).toBe('');
  expect((await told()).slice(3)).toEqual([
    [4, 'correction', 'Bib 22 leads at the bridge.', 1],
    [5, 'comment', 'They come to the hill.', null],
    [6, 'comment', 'And over it', null],
  ]);
  expect(await page.getByRole('button', { name: 'Take out' }).count()).toBe(0);
  expect(await page.getByText('Begin, end, and what the crowd may cost').count()).toBe(0);
  await looksSound(page, 'feed-live');

  // A timer tells more than ten, and the comment from before is still found.
  await site.direct({
    publishFeed: {
      raceId: race.id,
      messages: Array.from({ length: 22 }, (_, n) => ({
        id: uuid7(),
        kind: 'split',
        bib: n + 1,
        point: '5 km',
        ms: 900_000,
      })),
    },
  });
  await page.reload();
  await page.getByRole('row', { name: /^28 \d\d:\d\d:\d\d Passes · bib 22 · 5 km · 15:00/ }).waitFor();
  await page.getByRole('button', { name: 'Older' }).press('Enter');
  await page.getByRole('row', { name: /^18 .*Passes/ }).waitFor();
  await page
    .getByLabel('Show', { exact: true })
    .selectOption('What people wrote: comments, notices, and what puts them right');
  await page.getByRole('row', { name: /^1 .*Comment · Bib 12/ }).waitFor();
  expect(await page.getByRole('row', { name: /Passes/ }).count()).toBe(0);
  await page.getByRole('button', { name: 'Take back message 5' }).waitFor();
  // Message 1 was corrected, and its corrections are on another page of the list.
  await page.getByRole('button', { name: 'Correct message 1' }).press('Enter');
  expect(await again.inputValue()).toBe('Bib 22 leads at the bridge.');
  await again.fill('Bib 23 leads at the bridge.');
  // Somebody else is at it, too: nobody's words are replaced unseen.
  const elsewhere = (message: object) =>
    site.direct({ publishFeed: { raceId: race.id, messages: [{ id: uuid7(), ...message }] } });
  await elsewhere({ kind: 'correction', of: 1, body: { kind: 'comment', text: 'Bib 24 leads.' } });
  await page.getByRole('button', { name: 'See what it does' }).press('Enter');
  await page.getByText('as number 29: “Bib 24 leads.”').waitFor();
  expect(await again.inputValue()).toBe('Bib 23 leads at the bridge.');
  await looksSound(page, 'feed-corrected-meanwhile');
  await page.getByRole('button', { name: 'See what it does' }).press('Enter');
  await page.getByRole('button', { name: 'Publish the correction' }).press('Enter');
  await page.getByText('Done, as number 30.').waitFor();
  await page.getByRole('button', { name: 'Close' }).press('Enter');

  await page.getByLabel('What it is').selectOption('positions');
  await page.getByLabel('List').fill('Women');
  await page.getByLabel('Where').fill('Bridge');
  await page.getByLabel('The leaders').fill('7 32:04');
  const leaders = [{ bib: 9, ms: 1_900_000 }];
  await elsewhere({ kind: 'positions', list: 'Women', point: 'Hill', leaders });
  await publish.press('Enter');
  await page.getByText('as number 31: “Women · Hill · 9”').waitFor();
  expect(await page.getByLabel('The leaders').inputValue()).toBe('7 32:04');
  await looksSound(page, 'feed-told-meanwhile');
  expect((await told()).at(-1)).toEqual([31, 'positions', 'Hill', null]);
  await page.getByRole('button', { name: 'Publish mine in its place' }).press('Enter');
  await page.getByText('Published as number 32.').waitFor();
  // The next one is about the same list, and nobody was at it meanwhile.
  await page.getByLabel('The leaders').fill('7 33:04');
  await publish.press('Enter');
  await page.getByText('Published as number 33.').waitFor();
  await looksSound(page, 'feed-texts');
});
