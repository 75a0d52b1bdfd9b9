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
