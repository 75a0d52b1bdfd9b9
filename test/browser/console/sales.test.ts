import { uuid7 } from '../../../lambdas/platform/uuid';
import { aRace } from '../../races/a-race';
import { looksSound } from '../support/looks-sound';
import { openConsoleTest } from '../support/open-console-test';
import { heading } from '../walk';

const site = openConsoleTest();
const race = aRace().createRace;
const [marathon, ten] = race.events;
/** The same one, a year before. */
const lastYear = {
  ...race,
  id: `${race.id}-last-year`,
  events: race.events.map((event) => ({ ...event, id: uuid7() })),
};

/** Twelve people run the marathon, who registered in the last minutes; four wait together for the ten kilometres. */
beforeAll(async () => {
  expect(await site.direct({ createRace: race })).toHaveProperty('created');
  expect(await site.direct({ createRace: lastYear })).toHaveProperty('created');
  const { postgres } = site;
  await postgres.query(
    `UPDATE race SET opens_at = now() - interval '1 year', closes_at = now() - interval '300 days' WHERE id = $1`,
    [lastYear.id],
  );
  await postgres.query(
    `UPDATE race SET opens_at = now() - interval '20 minutes', closes_at = now() + interval '1 day' WHERE id = $1`,
    [race.id],
  );
  for (let n = 1; n <= 12; n++) {
    const [id, block] = [uuid7(), uuid7()];
    await postgres.query('UPDATE spot SET block = $3 WHERE event_id = $1 AND number = $2', [marathon?.id, n, block]);
    await postgres.query(
      `INSERT INTO registration (id, event_id, person, outcome, live, spot, block, number, via, runner, submitted_at, recorded_at)
       VALUES ($1::uuid, $2, $1::text, 'confirmed', true, $3::int, $4, $3::int, 'block', '{}', now(), now() - make_interval(mins => $3::int))`,
      [id, marathon?.id, n, block],
    );
    await postgres.query(
      `INSERT INTO payment (registration_id, authorisation, amount, currency, wanted, state, settled_at)
       VALUES ($1::uuid, $1::text, 6000, 'EUR', 'capture', 'captured', now())`,
      [id],
    );
  }
  await postgres.query(
    `INSERT INTO waiting (id, event_id, person, runner, rank, size, state, confirmed_at)
     VALUES ($1, $2, 'dan', '{}', 1, 4, 'waiting', now())`,
    [uuid7(), ten?.id],
  );
});

const href = (end: string) => `${site.url}/console/races/${race.id}${end}`;

test('somebody who may only look sees what is sold as pictures, sentences and tables, and reads a line by the keyboard', async () => {
  const { page } = site;
  const both = [race.id, lastYear.id].map((raceId) => ({ role: 'viewer' as const, raceId }));
  await site.enter(both, { level: 'link' });
  await page.goto(href(''));
  await page.getByRole('link', { name: 'Sales' }).click();
  await heading(page, 'Sales').and(page.locator(':focus')).waitFor();
  await page.getByText('12 of 48 sold, 12 in the last hour.').waitFor();
  await page.getByText('Marathon: 12 of 40 sold; 28 spots are free.').waitFor();
  await page.getByText(`${lastYear.name} had sold 0 as long after its opening.`).waitFor();
  await page.getByText('12 people came while spots were on sale.').waitFor();
  await page.getByText('€720.00 was taken and €0.00 given back, so €720.00 is left.').waitFor();
  await page.getByText('4 people wait in 1 place; the largest group has 4.').waitFor();
  const line = page.getByRole('slider', { name: 'Registrations' });
  await line.focus();
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowRight');
  expect(await line.getAttribute('aria-valuetext')).toMatch(/^\d\d:\d\d: 1 in all, 1 came\.$/);
  await page.keyboard.press('End');
  expect(await line.getAttribute('aria-valuetext')).toMatch(/^12 sold by /);
  for (const table of await page.getByText('As a table').all()) await table.click();
  await page.getByRole('row', { name: /^Marathon 12 of 40 sold/ }).waitFor();
  await looksSound(page);
  await page.getByLabel('Compare with').selectOption('Nothing');
  await page.getByText(`${lastYear.name} had sold`).waitFor({ state: 'detached' });
  await page.getByLabel('Event').selectOption('10 km');
  await page.getByText('0 sold by').first().waitFor();
  // Its events are others.
  expect(await page.getByLabel('Compare with').count()).toBe(0);
  // On a phone the screens of a race are one line, and a button shows all of them.
  const all = page.getByRole('button', { name: 'All screens' });
  const screens = page.getByRole('navigation', { name: 'This race' });
  const height = async () => (await screens.boundingBox())?.height ?? 0;
  await page.setViewportSize({ width: 320, height: 640 });
  expect(await height()).toBeLessThan(60);
  await all.press('Enter');
  expect(await all.getAttribute('aria-expanded')).toBe('true');
  for (const link of await screens.getByRole('link').all()) {
    const { x = -1, width = 0 } = (await link.boundingBox()) ?? {};
    expect([await link.innerText(), x >= 0 && x + width <= 320]).toEqual([await link.innerText(), true]);
  }
  await looksSound(page, 'all-screens');
  await screens.getByRole('link', { name: 'Opening day' }).press('Enter');
  await page.getByText('Open for').waitFor();
  expect(await all.getAttribute('aria-expanded')).toBe('false');
  expect(await height()).toBeLessThan(60);
  // They see it, and can do nothing about it.
  expect(await page.getByRole('button', { name: 'Pause the sale' }).count()).toBe(0);
});

test('a director watches an opening, pauses it, raises the cap, and is told when nothing new comes', async () => {
  const { page, context } = site;
  await site.enter([{ role: 'director', raceId: race.id }]);
  await page.goto(href('/opening'));
  await heading(page, 'Opening day').waitFor();
  await page.getByText('12 confirmations wait, the oldest for').waitFor();
  await page.getByText('The watch has not run yet.').waitFor();
  await page.getByRole('slider', { name: 'Since somebody first watched' }).waitFor();
  await looksSound(page);

  // Nobody comes, so the screen looks every ten seconds.
  let looks = 0;
  const count = (request: { url(): string }) => {
    if (request.url().endsWith('/live')) looks++;
  };
  page.on('request', count);
  await page.waitForTimeout(7000);
  page.off('request', count);
  expect(looks).toBeLessThan(2);

  await page.getByRole('button', { name: 'Pause the sale' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('Marathon is paused. Nobody new gets a spot.').waitFor();
  await looksSound(page);
  await dialog.getByRole('button', { name: 'Do it' }).click();
  await dialog.getByText('Marathon is paused now.').waitFor();
  await page.waitForRequest('**/live');
  // What was done here is looked at without waiting for the next turn.
  const soon = page.waitForRequest('**/live', { timeout: 5000 });
  await dialog.getByRole('button', { name: 'Go on' }).click();
  await soon;
  await page.getByText('The sale is paused').waitFor();
  await page.getByRole('button', { name: 'Put on sale again' }).waitFor();

  await page.getByRole('button', { name: 'Change the number of spots' }).click();
  await dialog.getByLabel('Event').selectOption('10 km');
  await dialog.getByLabel('Spots').fill('12');
  await dialog.getByRole('button', { name: 'See what it does' }).click();
  await dialog.getByText('10 km has 12 spots instead of 8;').waitFor();
  await dialog.getByRole('button', { name: 'Change it' }).click();
  await dialog.getByText('10 km has 12 spots now.').waitFor();
  await page.keyboard.press('Escape');
  await page.getByText('of 52').waitFor();

  await context.route('**/live', (route) => route.abort());
  const since = page.getByText(/^Nothing new since \d\d:\d\d:\d\d/);
  // In the time zone of the race, as the curve above it.
  const hourAt = (at: number) => new Date(at).toLocaleTimeString('en-GB', { timeZone: 'Europe/Oslo' }).slice(0, 2);
  expect([hourAt(Date.now()), hourAt(Date.now() - 120_000)]).toContain((await since.innerText()).slice(18, 20));
  await page.locator('.stage[data-stale]').waitFor();
  await looksSound(page);
  await context.unroute('**/live');
  await page.locator('.stage:not([data-stale])').waitFor();

  await page.getByRole('button', { name: 'Full screen' }).click();
  await page.getByRole('button', { name: 'Leave full screen' }).waitFor();
  await page.locator('.stage-race', { hasText: race.name }).waitFor();
});

test('a director holds the line, slows it down, and opens it wide, each time told who is let in', async () => {
  const { page, postgres } = site;
  const lineId = uuid7();
  await postgres.query(
    `INSERT INTO line (id, race_id, kind, state, gun, enrol_until, listed, chain, round, round_at, closed_at, root, signature, seed)
     VALUES ($1, $2, 'opening', 'calling', now() - interval '20 minutes', now() - interval '19 minutes', 900, 'c', 37030619,
       now() - interval '18 minutes', now() - interval '19 minutes', $3, $3, $3)`,
    [lineId, race.id, Buffer.alloc(32)],
  );
  for (const event of [marathon, ten])
    await postgres.query(
      `INSERT INTO line_event (line_id, event_id, called, counts, free) VALUES ($1, $2, 400, '{200,50,0,0,0,0,300,4,0}', 20)`,
      [lineId, event?.id],
    );
  await postgres.query('INSERT INTO line_wave (line_id, wave, passes) VALUES ($1, 0, 900), ($1, 2, 100)', [lineId]);
  await postgres.query('UPDATE line_tick SET rate = 2, rate_max = 5, at = clock_timestamp()');
  // The test before this one has paused the sale, and a line begins where a race sells.
  await postgres.query(`UPDATE event SET sale = 'on' WHERE race_id = $1`, [race.id]);
  await site.enter([{ role: 'director', raceId: race.id }]);
  await page.goto(href('/opening'));
  await page.getByRole('heading', { name: 'The line' }).waitFor();
  await page.getByText('Turns are called.').waitFor();
  await page.getByText('Marathon: 600 wait, 400 called, 20 free').waitFor();
  const draw = page.getByRole('link', { name: 'how to check it' });
  expect(await draw.getAttribute('href')).toBe(`/races/${race.id}/draw`);
  await looksSound(page);

  const dialog = page.getByRole('dialog');
  await page.getByRole('button', { name: 'Hold the line' }).click();
  await dialog.getByLabel('Why, as runners read it').fill('The bank is down.');
  await page.keyboard.press('Enter');
  await dialog
    .getByText('The line stands still: nobody else is called until you let it go on. 600 people wait.')
    .waitFor();
  await looksSound(page);
  await dialog.getByRole('button', { name: 'Hold the line' }).click();
  await dialog.getByText('Done', { exact: true }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByText('The line stands still: The bank is down.').waitFor();
  await page.getByRole('button', { name: 'Let the line go on' }).click();
  await dialog.getByRole('button', { name: 'Let the line go on' }).click();
  await dialog.getByRole('button', { name: 'Go on', exact: true }).click();
  await page.getByText('Turns are called.').waitFor();

  await page.getByRole('button', { name: 'Slow the line down' }).click();
  await dialog.getByLabel('Percent of that speed').fill('5');
  await dialog.getByRole('button', { name: 'See what it does' }).click();
  await dialog.getByText('must be at least 0.1').waitFor();
  await dialog.getByLabel('Percent of that speed').fill('50');
  await dialog.getByRole('button', { name: 'See what it does' }).click();
  await dialog.getByText('The line goes at 50 % of what is borne, and not at 100 %.').waitFor();
  await dialog.getByRole('button', { name: 'Set the speed' }).click();
  await dialog.getByText('Done', { exact: true }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByText('Slowed down to 50 % of what is borne.').waitFor();

  await page.getByRole('button', { name: 'Open wide' }).click();
  await dialog.getByText('About 560 people will find nothing').waitFor();
  await dialog.getByRole('button', { name: 'Open for everybody' }).click();
  await dialog.getByRole('button', { name: 'Go on', exact: true }).click();
  await page.getByText('Open for everybody.').waitFor();
  await page.getByRole('button', { name: 'Begin a line' }).waitFor();
  expect(await page.getByRole('button', { name: /line|draw|wide/ }).allTextContents()).toEqual(['Begin a line']);
  await page.getByRole('button', { name: 'Begin a line' }).click();
  await dialog.getByText('Whoever holds a spot, pays, or was offered a spot goes on').waitFor();
  await looksSound(page);
  await dialog.getByRole('button', { name: 'Begin a line' }).click();
  await dialog.getByRole('button', { name: 'Go on', exact: true }).click();
  await page.getByText('Turns are called.').waitFor();
  expect(await page.getByRole('button', { name: 'Begin a line' }).count()).toBe(0);
  await postgres.query(`UPDATE line SET state = 'over', over_at = now() WHERE race_id = $1`, [race.id]);
});

test('an owner makes a webhook, copies its secret, tests it, reads the answers, and deletes it', async () => {
  const { page, postgres } = site;
  await site.enter([{ role: 'owner', raceId: race.id }]);
  await page.goto(href('/webhooks'));
  await page.getByText('There are no webhooks yet').waitFor();
  await page.getByLabel('Address', { exact: true }).fill('https://10.0.0.1/hooks');
  await page.getByRole('button', { name: 'See what it does' }).click();
  await page.getByText('The address is private.').waitFor();
  await looksSound(page);
  await page.getByLabel('Address', { exact: true }).fill('https://club.example/hooks');
  await page.getByRole('button', { name: 'See what it does' }).click();
  await page.getByRole('button', { name: 'Make it' }).click();
  expect(await page.getByLabel('The secret').inputValue()).toMatch(/^whsec_/);
  const dialog = page.getByRole('dialog');
  for (const [button, act] of [
    ['Test https://club.example/hooks', 'Test'],
    ['New secret of https://club.example/hooks', 'New secret'],
  ] as const) {
    await page.getByRole('button', { name: button }).click();
    await dialog.getByRole('button', { name: act, exact: true }).click();
    await dialog.getByRole('button', { name: 'Go on' }).click();
  }
  await postgres.query(
    `INSERT INTO webhook_attempt (message_id, id, at, ms, status, answer) SELECT id, id, now(), 42, 500, 'Oh no' FROM webhook_message`,
  );
  await postgres.query(`UPDATE webhook_message SET state = 'failed'`);
  await page.reload();
  await page.getByText('500 Oh no, 42 ms').waitFor();
  await page.locator('summary', { hasText: 'endpoint.test' }).click();
  await looksSound(page);
  await page.getByRole('button', { name: 'Post failed ones again' }).click();
  await dialog.getByText('1 message is posted again').waitFor();
  await dialog.getByRole('button', { name: 'Post again', exact: true }).click();
  await dialog.getByRole('button', { name: 'Go on' }).click();
  await page.getByRole('button', { name: 'Delete https://club.example/hooks' }).click();
  await dialog.getByRole('button', { name: 'Delete', exact: true }).click();
  await dialog.getByRole('button', { name: 'Go on' }).click();
  await page.getByText('There are no webhooks yet').waitFor();
});
