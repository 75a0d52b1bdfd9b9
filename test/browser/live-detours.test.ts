import { chat, redact, tell } from './support/fakes/fake-feed';
import { lines, liveUrl, newest } from './support/feed-screens';
import { openBrowserTest } from './support/open-browser-test';

const browserTest = openBrowserTest();

test('a text that is taken out leaves the page, and what was read before a reload is gone on from', async () => {
  const { page, api } = browserTest;
  api.feed.state = 'live';
  chat(api.feed, 12);
  tell(api.feed, 'comment', { text: 'Secret of a runner' });
  chat(api.feed, 12);
  await page.goto(liveUrl(api));
  await newest(page, 'Comment 25');
  await page.getByRole('button', { name: 'Show what was before' }).click();
  await page.getByText('Secret of a runner').waitFor();
  const before = api.requests.length;
  redact(api.feed, 13);
  await page.getByText('This message was taken out.').waitFor();
  expect(await page.getByText('Secret of a runner').count()).toBe(0);
  // A crowd would ask for all that it has read, in the same moment.
  expect(api.requests.slice(before).filter(({ path }) => /\/feed\/\d/.test(path))).toEqual([]);

  await page.goto(`${api.url}/robots.txt`);
  chat(api.feed, 30);
  await page.goto(liveUrl(api));
  await newest(page, 'Comment 55');
  expect(await lines(page)).toEqual(Array.from({ length: 30 }, (_, n) => `Comment ${55 - n}`));
});

test('a pinned notice that is taken out leaves the page of those who came after it', async () => {
  const { page, api } = browserTest;
  api.feed.state = 'live';
  tell(api.feed, 'notice', { text: 'Call the runner at home.', level: 'important' });
  chat(api.feed, 30);
  await page.goto(liveUrl(api));
  await page.getByText('Call the runner at home.').waitFor();
  redact(api.feed, 1);
  delete api.feed.latest.notice;
  await page.getByText('Call the runner at home.').waitFor({ state: 'detached' });
});

test('a feed that begins and ends is shown without a reload', async () => {
  const { page, api } = browserTest;
  api.feed.state = 'planned';
  await page.goto(liveUrl(api));
  await page.getByText('It has not begun yet').waitFor();
  api.feed.state = 'live';
  await page.getByText('Nothing has happened yet').waitFor();
  chat(api.feed, 1);
  await newest(page, 'Comment 1');
  // Who stopped it reads the last words all the same, and stops nothing after them.
  await page.getByRole('button', { name: 'Pause' }).press('Enter');
  chat(api.feed, 1);
  await page.getByRole('button', { name: '1 new message' }).waitFor();
  api.feed.state = 'ended';
  await page.getByText('The race is told to its end').waitFor();
  await newest(page, 'Comment 2');
  expect(await page.getByRole('button', { name: /Pause|Go on/ }).count()).toBe(0);
});
