import type { Page } from 'playwright-core';
import { faultsOf } from './support/axe';
import { someLine } from './support/fakes/fake-turns';
import { inItsZone, zoneOfRace } from './support/line-screens';
import { harbour, openBrowserTest } from './support/open-browser-test';

const browserTest = openBrowserTest();

const register = (page: Page) => page.getByRole('link', { name: /Register/ });

test('somebody waits in the line, is told how long, and chooses a spot when it is their turn', async () => {
  const { page, api } = browserTest;
  await page.setViewportSize({ width: 320, height: 640 });
  const events = inItsZone(api);
  const line = someLine(harbour.raceId, events, Date.now());
  api.turns.document = { ...line, state: 'lobby' };
  await page.goto(`${api.url}/races/${harbour.raceId}`);
  await page.getByText('You are in the draw').waitFor();
  const seen: Record<string, readonly string[]> = { lobby: await faultsOf(page) };

  api.turns.document = { ...line, state: 'drawing', beacon: { chain: 'c0', round: 7, at: '2027-01-01T00:30:07.000Z' } };
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await page.getByText(/A public number decides the order, at 09:30:07/).waitFor();
  expect(await register(page).count()).toBe(0);

  // What is forecast counts down from the document's instant, and the screens before this one took some time.
  api.turns.document = someLine(harbour.raceId, events, Date.now());
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  // 14,000 of the draw and half of the second after it, without the 7,000 that are called.
  await page.getByText(/Marathon: about 10,000 are before you/).waitFor();
  await page
    .getByText(/Your turn comes in 6 to 11 minutes/)
    .first()
    .waitFor();
  expect(await register(page).count()).toBe(0);
  seen.waiting = await faultsOf(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);

  api.turns.document = { ...line, paused: { reason: 'The payment stands still.' } };
  await page.getByText('The line stands still: The payment stands still. Nobody loses their turn.').waitFor();

  // It began in the middle of the sale, and what is uncertain in each event has its reason once.
  const unsure = line.events.map((event): typeof event => ({ ...event, curve: [[600, 0.9, 1.1, 3]] }));
  api.turns.document = { ...line, kind: 'surge', events: unsure };
  await page.getByText('one after the other, in the order in which they came').waitFor();
  expect(await page.getByText('Whether your turn comes is uncertain.').count()).toBe(events.length);
  expect(await page.getByText('how many of the people before you').count()).toBe(1);
  api.turns.isAway = true;
  await page.getByText('No news just now').waitFor();
  api.turns.isAway = false;

  api.turns.document = {
    ...line,
    events: line.events.map((event, n) => ({ ...event, calledTo: n === 0 ? 2.6 : 0.5 })),
  };
  await page.getByRole('heading', { name: 'It is your turn' }).waitFor();
  // Those who hear the page are where they go on.
  await page.waitForFunction(() => document.activeElement?.id === 'line');
  // Those who are in another tab see it, too.
  expect(await page.title()).toMatch(/^It is your turn · /);
  expect(await register(page).count()).toBe(1);
  seen.called = await faultsOf(page);
  expect(seen).toEqual({ lobby: [], waiting: [], called: [] });

  api.turns.document = { ...line, state: 'open' };
  await page.getByRole('heading', { name: 'It is your turn' }).waitFor({ state: 'detached' });
  // The box of the line goes first. The page hears of it in an effect, a frame later.
  await register(page)
    .nth(events.length - 1)
    .waitFor();
  expect(await register(page).count()).toBe(events.length);
});

test('who stands behind others because many come over one connection is told so, and what helps', async () => {
  const { page, api } = browserTest;
  await page.setViewportSize({ width: 320, height: 640 });
  const line = someLine(harbour.raceId, inItsZone(api), Date.now());
  const minuteBefore = new Date(Date.parse(line.gun) - 60_000).toISOString();
  const comes = async (wave: number, document: Partial<typeof line>, arrivedAt = minuteBefore) => {
    const key = wave > 0 ? { key: 0.5 } : {};
    Object.assign(api.turns, { pass: { passId: 'pass', hash: '6c'.repeat(32), wave, seats: 8, ...key }, arrivedAt });
    api.turns.document = { ...line, ...document };
    await page.goto(`${api.url}/races/${harbour.raceId}`);
  };
  api.turns.isCrowded = true;
  await comes(0, { state: 'lobby' });
  await page.getByText('You have no place yet').waitFor();
  expect(await faultsOf(page)).toEqual([]);
  api.turns.isCrowded = false;
  await page.getByText('You are in the draw').waitFor();
  expect(await page.getByText('no place yet').count()).toBe(0);

  const picture = async (name: string) => {
    if (process.env.PICTURES)
      await page.screenshot({ path: `${process.env.PICTURES}/line-${name}.png`, fullPage: true });
  };
  const overAnother = page.getByText('mobile data');
  await comes(1, { state: 'lobby' });
  await page.getByText('more people came from your connection than one connection may have in it. You keep').waitFor();
  expect(await page.getByText('You are in the draw').count()).toBe(0);
  expect(await overAnother.count()).toBe(1);
  expect(await faultsOf(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
  await picture('not-in-draw');

  await comes(1, {});
  await page.getByText('right behind it: its list was closed, or').waitFor();
  await comes(1, { state: 'drawing' });
  await page.getByText('right behind it').waitFor();
  // Five minutes after the gun, by the clock of the race.
  await comes(302, {});
  const there = new Intl.DateTimeFormat('en-GB', { timeStyle: 'medium', timeZone: zoneOfRace });
  await page.getByText(`you stand with those who come at ${there.format(Date.parse(line.gun) + 300_000)}`).waitFor();
  expect(await overAnother.count()).toBe(1);
  await picture('later');

  // Who stands where they came is told nothing of it.
  await comes(7, {}, new Date(Date.parse(line.gun) + 5_400).toISOString());
  await page
    .getByText(/are before you/)
    .first()
    .waitFor();
  expect(await page.getByText('your connection').count()).toBe(0);
});

test('a race without a line loads nothing of it, and asks nothing', async () => {
  const { page, api } = browserTest;
  const scripts: string[] = [];
  page.on('request', (request) => scripts.push(request.url()));
  await page.goto(`${api.url}/races/${harbour.raceId}`);
  await register(page).first().waitFor();
  expect(scripts.filter((url) => /line/.test(new URL(url).pathname))).toEqual([]);
});
