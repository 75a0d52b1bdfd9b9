import type { Page } from 'playwright-core';
import { looksSound } from '../support/looks-sound';
import { openConsoleTest } from '../support/open-console-test';
import { heading } from '../walk';

const site = openConsoleTest();
jest.setTimeout(180_000);
const saved = (page: Page) => page.locator('[data-saving="saved"]').waitFor();
const next = (page: Page) => page.getByRole('button', { name: 'Next' }).click();
const soon = new Date(Date.now() + 40 * 86_400_000).toISOString().slice(0, 10);
const later = new Date(Date.now() + 80 * 86_400_000).toISOString().slice(0, 10);
const raceDay = new Date(Date.now() + 90 * 86_400_000).toISOString().slice(0, 10);

test('a director makes a race from nothing, is told what is missing, and publishes it', async () => {
  const { page } = site;
  await site.enter([{ role: 'director', raceId: undefined }]);
  await page.goto(`${site.url}/console`);
  await page.getByRole('link', { name: 'Make a race' }).click();
  await heading(page, 'Make a race').and(page.locator(':focus')).waitFor();
  await page.getByRole('button', { name: 'Begin' }).click();
  await page.locator('.field-error').getByText('Type the name of the race.').waitFor();
  await looksSound(page, 'new');
  await page.getByLabel('Name of the race').fill('Old Town Run');
  await page.keyboard.press('Enter');

  await heading(page, 'Basics').and(page.locator(':focus')).waitFor();
  await page.getByLabel('Place').fill('Bergen');
  await page.getByLabel('Day of the race').fill(raceDay);
  await page.getByLabel('Time zone').selectOption('Europe/Oslo');
  await next(page);

  await heading(page, 'Events').and(page.locator(':focus')).waitFor();
  await page.getByRole('button', { name: 'Add the first event' }).click();
  await page.getByLabel('Name').and(page.locator(':focus')).fill('Ten');
  await page.getByLabel('Distance in kilometres').fill('10');
  await page.getByLabel('Spots').fill('many');
  await page.getByLabel('Spots').blur();
  await page.getByText('This is not a number.').waitFor();
  await page.getByLabel('Spots').fill('100');
  await page.getByLabel('Spots').blur();
  await saved(page);
  await looksSound(page, 'events');
  await next(page);

  await heading(page, 'Prices and form').waitFor();
  await page.getByText('can be made once the race is published').waitFor();
  await page.getByLabel('Registration opens').fill('2027-03-28T02:30');
  await page.getByText('This time does not exist').waitFor();
  await page.getByLabel('Registration opens').fill('2027-10-31T02:30');
  await page.getByLabel(/^The second one/).check();
  await page.getByLabel('Registration opens').fill(`${soon}T10:00`);
  await page.getByLabel('Registration closes').fill(`${later}T10:00`);
  await page.getByLabel('Price in EUR').fill('45.50');
  await page.getByRole('button', { name: 'Add a later price' }).click();
  await page.getByLabel('Called').nth(1).fill('Late');
  await page.getByLabel('Price in EUR').nth(1).fill('60');
  await page.getByLabel('From', { exact: true }).fill(`${later}T00:00`);
  await page.getByLabel('From', { exact: true }).blur();
  await page.getByText('€45.50').waitFor();
  await saved(page);
  // Who closes the window while they type is asked first, and what they typed is saved.
  await page.getByLabel('Called').nth(1).press('End');
  await page.keyboard.type('r');
  const asked = page.waitForEvent('dialog');
  void page.close({ runBeforeUnload: true });
  await (await asked).dismiss();
  await saved(page);
  await page.keyboard.press('Backspace');
  await page.getByLabel('Called').nth(1).blur();
  await saved(page);
  // What stands below the opening does not move the end down.
  const topOf = async (label: string) => (await page.getByLabel(label).boundingBox())?.y;
  await page.setViewportSize({ width: 1280, height: 800 });
  expect(await topOf('Registration opens')).toBe(await topOf('Registration closes'));
  await looksSound(page, 'prices');
  // They leave, and come back another day.
  await page.goto(`${site.url}/console`);
  await page.getByRole('link', { name: 'Old Town Run' }).waitFor();
  await page.getByRole('link', { name: 'Old Town Run' }).click();
  await heading(page, 'Prices and form').waitFor();
  await next(page);
  await heading(page, 'Texts and files').waitFor();
  await next(page);

  await page.getByText('This is missing').waitFor();
  await looksSound(page, 'missing');
  await page.getByRole('link', { name: /About the race/ }).click();
  await page
    .getByLabel('About the race')
    .and(page.locator(':focus'))
    .fill('Through the old town.\n\nThen along the water.');
  await next(page);
  await page.getByText('The race appears, with 100 spots in all.').waitFor();
  // Who wants it open at once says so where the opening is, and reads on the button that it will be.
  const reviewed = page.url();
  await page.getByRole('link', { name: /Prices and form/ }).click();
  await page.getByRole('button', { name: 'Open when it is published' }).click();
  await saved(page);
  await page.goto(reviewed);
  await page.getByText('Registration opens at once.').waitFor();
  expect(await page.getByRole('button', { name: 'Publish, and open registration at once' }).isEnabled()).toBe(true);
  expect(await page.getByText('It cannot be published yet').count()).toBe(0);
  await page.getByRole('link', { name: /Prices and form/ }).click();
  await page.getByLabel('Registration opens').fill(`${soon}T10:00`);
  await page.getByLabel('Registration opens').blur();
  await saved(page);
  await page.goto(reviewed);
  await page.getByText('The race appears, with 100 spots in all.').waitFor();
  const refused: string[] = [];
  page.on('response', (answer) => answer.status() >= 400 && refused.push(answer.url()));
  await looksSound(page, 'review');
  await page.getByRole('button', { name: 'Publish' }).click();
  await page.getByText('Everybody sees it within 10 seconds.').waitFor();
  await page.locator('.race-head').getByText('Old Town Run').waitFor();
  // Nothing is planned after it, which would be refused.
  await page.waitForLoadState('networkidle');
  expect(refused).toEqual([]);
  await looksSound(page, 'published');
  await page.getByRole('link', { name: 'See how it stands' }).click();
  await heading(page, 'Overview').waitFor();
  // Codes are among the prices, and are made on a screen of their own.
  await page.goto(`${site.url}/console/races/old-town-run/settings?step=3`);
  await page.getByText('It waits for no publication.').waitFor();
  await looksSound(page, 'codes-at-step-3');
  await page.getByRole('link', { name: 'Make codes' }).click();
  await heading(page, 'Codes').waitFor();
  const prices = await site.postgres.query(
    `SELECT p.label, p.amount, p.starts_at = r.opens_at AS "atOpening" FROM price p JOIN event e ON e.id = p.event_id
     JOIN race r ON r.id = e.race_id WHERE r.id = 'old-town-run' ORDER BY p.starts_at`,
  );
  expect(prices).toEqual([
    { label: 'Regular', amount: 4550, atOpening: true },
    { label: 'Late', amount: 6000, atOpening: false },
  ]);
});
