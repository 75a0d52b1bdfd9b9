import type { Page } from 'playwright-core';
import { uuid7 } from '../../../lambdas/platform/uuid';
import { graceAfter } from '../../../lambdas/spots/blocks/block';
import { aRace, marathonId } from '../../races/a-race';
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

test('two directors change a published race: both changes stay, and the plan says what publishing does', async () => {
  const { page } = site;
  expect(await site.direct(aRace())).toHaveProperty('created');
  await site.enter([{ role: 'director', raceId: undefined }]);
  const settings = `${site.url}/console/races/harbour-2027/settings`;
  await page.goto(settings);
  await heading(page, 'Basics').waitFor();
  const colleague = await site.openTab();
  await colleague.goto(`${settings}?step=2`);
  await colleague.getByLabel('Spots').first().fill('45');
  await colleague.getByLabel('Spots').first().blur();
  await colleague.getByText('1 change is not published.').waitFor();

  await page.getByLabel('Place').fill('Oslo');
  await page.getByLabel('Place').blur();
  await page.getByText(/changed this race while you were typing/).waitFor();
  await saved(page);
  await looksSound(page, 'merged');
  await page.getByRole('button', { name: 'See what they do' }).click();
  await page.getByText('Marathon gets 5 spots more.').waitFor();
  await page.getByText('2 changes', { exact: true }).waitFor();
  for (const words of ['Place: Bergen → Oslo', 'Marathon, spots: 40 → 45']) await page.getByText(words).waitFor();
  await looksSound(page, 'plan');

  // A block that was cut for a group: all of it is held.
  await site.postgres.query(
    `INSERT INTO block (id, event_id, numbers, hold_seconds, deal_until, closes_at)
     VALUES (gen_random_uuid(), $1, $2, 600, now(), now() + make_interval(secs => 600 + $3))`,
    [marathonId, [1, 2], graceAfter.spent],
  );
  await site.postgres.query(
    'UPDATE spot SET block = (SELECT id FROM block LIMIT 1) WHERE event_id = $1 AND number < 3',
    [marathonId],
  );
  await page.getByRole('link', { name: /Prices and form/ }).click();
  await page.getByLabel('Price in EUR').first().fill('75');
  await page.getByLabel('Price in EUR').first().blur();
  await saved(page);
  await page.getByRole('link', { name: /Rules and review/ }).click();
  await page.getByText(/Up to 2 spots of Marathon that are held keep their price/).waitFor();
  await page.getByRole('button', { name: 'Publish the changes' }).click();
  await page.getByText('Everybody sees it within 10 seconds.').waitFor();
  const [race] = await site.postgres.query(
    `SELECT r.place, r.revision, e.capacity FROM race r JOIN event e ON e.race_id = r.id WHERE e.id = $1`,
    [marathonId],
  );
  expect(race).toEqual({ place: 'Oslo', revision: 2, capacity: 45 });

  await page.getByRole('link', { name: /Basics/ }).click();
  await page.getByLabel('Place').fill('Nowhere');
  await page.getByLabel('Place').blur();
  await page.getByRole('button', { name: 'Discard what is not published?' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Do it' }).click();
  await page.locator('.unpublished').waitFor({ state: 'detached' });
  expect(await page.getByLabel('Place').inputValue()).toBe('Oslo');
  await colleague.close();
});

test('a director is told who is at it, publishes from where they are, compares two states and restores one', async () => {
  const { page } = site;
  const raceId = 'harbour-2028';
  const events = aRace().createRace.events.map(({ id: _, ...event }) => event);
  expect(await site.direct(aRace({ id: raceId, events }))).toHaveProperty('created');
  await site.enter([{ role: 'director', raceId: undefined }]);
  const settings = `${site.url}/console/races/${raceId}/settings`;
  await page.goto(settings);
  await heading(page, 'Basics').waitFor();

  const bea = await site.signedIn([{ role: 'director', raceId }]);
  await site.postgres.query(`UPDATE staff SET name = 'Bea' WHERE id = $1`, [bea.staffId]);
  const { body } = await site.call('GET', `/races/${raceId}/document`, { secret: bea.secret });
  await site.call('PUT', `/races/${raceId}/draft`, {
    secret: bea.secret,
    json: { draft: { ...body.document, notice: 'Bring a lamp.' } },
    headers: { 'idempotency-key': uuid7(), 'if-match': `"${body.seen}"` },
  });
  await page.reload();
  await page.getByText(/^Saved · Bea is editing since \d\d:\d\d$/).waitFor();
  await page.getByText('1 change is not published.').waitFor();
  await looksSound(page, 'bar');
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Publish the changes' });
  await dialog.getByText('Runners read the notice above everything else.').waitFor();
  await looksSound(page, 'bar-publish');
  await dialog.getByRole('button', { name: 'Publish the changes' }).click();
  await dialog.getByText('Everybody sees it within 10 seconds.').waitFor();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await page.locator('.unpublished').waitFor({ state: 'detached' });

  await page.getByRole('link', { name: 'History' }).click();
  await heading(page, 'History').and(page.locator(':focus')).waitFor();
  await page.getByText('Notice: Bring a lamp.').waitFor();
  // The order and what came of it are one act.
  await page.getByText('Revision 2: notice').waitFor();
  expect(await page.getByRole('cell', { name: 'Ordered', exact: true }).count()).toBe(0);
  await looksSound(page, 'history');
  await page.getByLabel('From').selectOption('Revision 2');
  await page.getByText('They say the same.').waitFor();
  await page.getByRole('button', { name: 'Restore revision 1' }).click();
  await page.getByRole('dialog').getByText('Nobody sees it before you publish it').waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Do it' }).click();
  await heading(page, 'Rules and review').waitFor();
  await page.getByText('The notice is gone.').waitFor();
  await page.getByRole('button', { name: 'Publish the changes' }).click();
  await page.getByText('Everybody sees it within 10 seconds.').waitFor();
  const [race] = await site.postgres.query('SELECT notice, revision FROM race WHERE id = $1', [raceId]);
  expect(race).toEqual({ notice: null, revision: 3 });
});
