import type { AddressInfo } from 'node:net';
import { isDeepStrictEqual } from 'node:util';
import type { Answer } from '../../local/gateway/answer';
import { createGateway } from '../../local/gateway/gateway';
import type { HttpServer } from '../../local/http/serve-http';
import { until } from '../support/until';
import { chat, tellAll } from './support/fakes/fake-feed';
import { pastRace } from './support/fakes/fake-results';
import { lines, liveUrl, newest } from './support/feed-screens';
import { openBrowserTest } from './support/open-browser-test';

const browserTest = openBrowserTest();

test('somebody comes from the race, by keyboard alone, and sees what is told, corrected and taken back', async () => {
  const { page, api } = browserTest;
  await page.setViewportSize({ width: 320, height: 640 });
  tellAll(api.feed);
  await page.goto(`${api.url}/races/${pastRace}`);
  await page.getByRole('link', { name: 'Follow it live' }).press('Enter');
  await newest(page, 'The preliminary results of 10 km are published.');
  // One in one says so, and says nothing of themself.
  const presence = () => api.requests.filter(({ path }) => path.endsWith('/feed/presence'));
  const present = await until(() => presence().length > 0 && presence());
  expect(present.map(({ query, body }) => [query?.toString(), body])).toEqual([['in=1', undefined]]);
  const told = await lines(page);
  expect(told.some((words) => /Bib 2 leads the women.*corrected/.test(words))).toBe(true);
  expect(told.some((words) => /Bib 12 leads/.test(words))).toBe(false);
  expect(told.some((words) => /Bib 44 has given up.*taken back/.test(words))).toBe(true);
  expect(told.some((words) => words.includes('This message was taken out.'))).toBe(true);
  // What this page does not know is counted, and not shown.
  expect(told.join(' ')).not.toMatch(/weather|degrees|undefined|NaN/);
  // Who was where before is known once that is read.
  await page.getByRole('button', { name: 'Show what was before' }).press('Enter');
  await page.getByText('up 2 places').first().waitFor();
  const women = page.getByRole('table', { name: /Leaders: Women/ });
  expect(await women.getByRole('row').nth(1).innerText()).toMatch(/1\s+Bib 2\s+▲ up 2 places\s+17:20\s+leads/);
  expect(await women.getByRole('row').nth(2).innerText()).toMatch(/2\s+Bib 32\s+▼ down one place\s+17:27\s+\+0:07/);
  // Who somebody follows stays on top, in this browser.
  const tab = await page.context().newPage();
  await tab.goto(page.url());
  const inTab = tab.getByLabel('Bib to follow');
  await inTab.waitFor();
  const follow = page.getByLabel('Bib to follow');
  await follow.fill('x');
  await follow.press('Enter');
  await page.getByText('Type a bib from 1 to 999999.').waitFor();
  for (const bib of ['5', '77']) {
    await follow.fill(bib);
    await follow.press('Enter');
  }
  // Another tab, which was opened before, takes nothing of it away.
  await inTab.fill('6');
  await inTab.press('Enter');
  await tab.getByRole('button', { name: 'No longer follow bib 77' }).waitFor();
  await tab.close();
  await page.reload();
  const own = page.getByRole('region', { name: 'Runners you follow' }).getByRole('listitem');
  await own.nth(1).waitFor();
  expect(await own.nth(0).innerText()).toMatch(/Bib 5 2\. of Men at Old bridge after 16:02/);
  expect(await own.nth(1).innerText()).toContain('Nothing was told of them yet.');
  await page.getByRole('button', { name: 'No longer follow bib 77' }).press('Enter');
  expect(await own.count()).toBe(2);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
});

test('what somebody reads does not move: newer messages wait behind a button, also while it is paused', async () => {
  const { page, api } = browserTest;
  api.feed.state = 'live';
  chat(api.feed, 40);
  await page.goto(liveUrl(api));
  await newest(page, 'Comment 40');
  for (let n = 0; n < 3; n++) await page.getByRole('button', { name: 'Show what was before' }).click();
  await page.getByText('Comment 1', { exact: true }).waitFor();
  await page.getByText('Comment 12', { exact: true }).scrollIntoViewIfNeeded();
  const place = async () => (await page.getByText('Comment 12', { exact: true }).boundingBox())?.y ?? 0;
  const before = await place();
  chat(api.feed, 2);
  const button = page.getByRole('button', { name: '2 new messages' });
  await button.waitFor();
  expect(Math.abs((await place()) - before)).toBeLessThan(1);
  await button.press('Enter');
  await newest(page, 'Comment 42');
  await page.getByRole('button', { name: 'Pause' }).press('Enter');
  chat(api.feed, 1);
  await page.getByRole('button', { name: '1 new message' }).waitFor();
  await newest(page, 'Comment 42');
  await page.getByRole('button', { name: 'Go on' }).press('Enter');
  await newest(page, 'Comment 43');
});

test('after being away somebody has everything, in order and once; far behind, they choose', async () => {
  const { page, api } = browserTest;
  api.feed.state = 'live';
  chat(api.feed, 7);
  await page.goto(liveUrl(api));
  await newest(page, 'Comment 7');
  api.feed.isAway = true;
  chat(api.feed, 60);
  await page.getByText('No connection just now').waitFor();
  api.feed.isAway = false;
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await newest(page, 'Comment 67');
  for (let n = 0; n < 2; n++) await page.getByRole('button', { name: 'Show what was before' }).click();
  expect(await lines(page)).toEqual(Array.from({ length: 67 }, (_, n) => `Comment ${67 - n}`));

  // The edge is there, and the server behind it is not: it serves its last head, and the page does not call that the present.
  api.feed.keptAt = Date.now() - 45_000;
  await page.getByText(/No news comes from the race just now/).waitFor();
  expect(await page.getByText(/The last news is|All quiet/).count()).toBe(0);
  api.feed.keptAt = undefined;
  await page.getByText('The last news is').waitFor();

  // The phone lies in a pocket: nothing is asked for, and then one head, and what it says is missing.
  const look = (state: 'hidden' | 'visible') =>
    page.evaluate((now) => {
      Object.defineProperty(document, 'visibilityState', { value: now, configurable: true });
      document.dispatchEvent(new Event('visibilitychange'));
    }, state);
  await page.evaluate(() => scrollTo(0, 0));
  await look('hidden');
  const before = api.requests.length;
  chat(api.feed, 33);
  await look('visible');
  await newest(page, 'Comment 100');
  const asked = api.requests.slice(before).map(({ path }) => path.replace(/.*\/feed/, ''));
  // First the head, which may be asked for again meanwhile, and then what is missing, at once: it comes in any order.
  expect(asked[0]).toBe('');
  const missing = asked.filter((path) => path !== '').slice(0, 3);
  expect(missing.sort()).toEqual(['/0/7', '/0/8', '/0/9']);
  expect((await lines(page)).slice(0, 90)).toEqual(Array.from({ length: 90 }, (_, n) => `Comment ${100 - n}`));

  chat(api.feed, 1_207);
  await page.getByText('1,207 messages have come').waitFor();
  await page.getByRole('button', { name: 'Go on from now' }).click();
  await newest(page, 'Comment 1307');
  expect(await page.getByText('Comment 67', { exact: true }).count()).toBe(0);
});

describe('with a distribution for the crowd', () => {
  let crowd: HttpServer;
  const asked: string[] = [];
  const close = () =>
    new Promise<void>((resolve) => {
      crowd.close(() => resolve());
      crowd.closeAllConnections();
    });
  beforeEach(async () => {
    asked.splice(0);
    const { api } = browserTest;
    const read = async (path: string): Promise<Answer> => {
      asked.push(path);
      const answer = await fetch(api.url + path);
      const type = answer.headers.get('content-type') ?? 'application/json';
      return {
        status: answer.status,
        headers: { 'content-type': type },
        body: Buffer.from(await answer.arrayBuffer()),
      };
    };
    crowd = createGateway({
      isCrowd: true,
      api: { answer: ({ path }) => read(path) },
      site: () => read('/'),
      files: read,
      originSecret: 'word',
      processorOrigin: 'http://processor.example',
      log: console.error,
    });
    await new Promise<void>((resolve) => crowd.listen(0, '127.0.0.1', resolve));
    api.crowdUrl = `http://127.0.0.1:${(crowd.address() as AddressInfo).port}`;
  });
  afterEach(() => close());

  test('followers read there, and from the site when their network lets nothing else through', async () => {
    const { page, api } = browserTest;
    api.feed.state = 'live';
    chat(api.feed, 25);
    await page.goto(liveUrl(api));
    await newest(page, 'Comment 25');
    await page.getByRole('button', { name: 'Show what was before' }).click();
    await page.getByText('Comment 12', { exact: true }).waitFor();
    // Each of them came through the crowd's distribution.
    const ofFeed = () => api.requests.flatMap(({ path }) => (/\/feed(\/\d+\/\d+)?$/.test(path) ? [path] : []));
    expect(asked.some((path) => path.endsWith('/feed'))).toBe(true);
    expect(asked.some((path) => /\/feed\/\d+\/\d+$/.test(path))).toBe(true);
    // One may be on its way from the distribution to the site.
    await until(() => isDeepStrictEqual(ofFeed(), asked));
    await close();
    chat(api.feed, 1);
    await page.getByRole('button', { name: '1 new message' }).waitFor();
    expect(ofFeed().length).toBeGreaterThan(asked.length);
  });
});
