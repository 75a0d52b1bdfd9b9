import type { Page } from 'playwright-core';
import type { FakeApi } from './fakes/fake-api';
import { chat, tellAll } from './fakes/fake-feed';
import { pastRace, publishResults } from './fakes/fake-results';

type Screen = (page: Page, api: FakeApi) => Promise<unknown>;

export const liveUrl = (api: FakeApi, more = '') => `${api.url}/races/${pastRace}/live${more}`;

const toLive: Screen = async (page, api) => {
  publishResults(api);
  tellAll(api.feed);
  await page.goto(liveUrl(api));
  await page.getByRole('table', { name: /Leaders: Women/ }).waitFor();
  // Their names come with the script of results.
  await page.getByRole('link', { name: 'محمد القحطاني' }).first().waitFor();
};
const inState =
  (state: FakeApi['feed']['state'], words: string | RegExp, messages = 0): Screen =>
  async (page, api) => {
    api.feed.state = state;
    chat(api.feed, messages);
    await page.goto(liveUrl(api));
    await page.getByText(words).first().waitFor();
  };

/** Every screen of the live page. */
export const feedScreens: Record<string, Screen> = {
  'race-with-feed': async (page, api) => {
    api.feed.state = 'live';
    await page.goto(`${api.url}/races/${pastRace}`);
    await page.getByRole('link', { name: 'Follow it live' }).waitFor();
  },
  live: toLive,
  'live-none': inState('none', 'Nobody tells this race live'),
  'live-planned': inState('planned', 'It has not begun yet'),
  'live-nothing-yet': inState('live', 'Nothing has happened yet'),
  'live-ended': inState('ended', 'The race is told to its end', 3),
  'live-paused': async (page, api) => {
    await toLive(page, api);
    await page.getByRole('button', { name: 'Pause' }).click();
    chat(api.feed, 3);
    await page.getByRole('button', { name: '3 new messages' }).waitFor();
  },
  'live-offline': async (page, api) => {
    await toLive(page, api);
    await page.context().setOffline(true);
    await page.getByText('No connection just now').waitFor();
    await page.context().setOffline(false);
  },
  'live-behind': async (page, api) => {
    await inState('live', 'Comment 3', 3)(page, api);
    chat(api.feed, 1_240);
    await page.getByText('1,240 messages have come').waitFor();
  },
  'live-board': async (page, api) => {
    publishResults(api);
    tellAll(api.feed);
    await page.goto(liveUrl(api, '?show=board'));
    await page.getByRole('table', { name: /Leaders: Men/ }).waitFor();
  },
};

/** What the messages of the page say, the newest first. */
export const lines = (page: Page) => page.locator('.feed-lines li > div').allInnerTexts();
/** Waits until the newest message says it. */
export const newest = async (page: Page, words: string | RegExp) =>
  page.locator('.feed-lines li').first().filter({ hasText: words }).waitFor();
