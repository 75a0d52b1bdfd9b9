import { join } from 'node:path';
import type { BrowserContext, Page } from 'playwright-core';
import { buildSite } from '../../../static/build';
import { addConsole } from '../../../static/build-console';
import { openShop } from '../../payment/support/shop';
import { oncePerRunAsync } from '../../support/once-per-run';
import { acceptWaiver, ada, fillRunner, heading, holdSpot } from '../walk';
import { type FakeApi, startFakeApi } from './fakes/fake-api';
import { mustBeOpen, openWatchedTabs } from './watched-tabs';

export const harbour = { raceId: 'harbour', eventName: 'Marathon' };
export const forever = new Promise<void>(() => {});

interface Sandbox {
  readonly url: string;
  /** The cards that were sent to it in this test, as forms. */
  readonly forms: string[];
  /** What became of each payment: its status. */
  payments(): Promise<readonly string[]>;
}

/** What a browser test uses. Everything is new for each test; the browser is new for each file. */
export interface BrowserTest {
  readonly page: Page;
  readonly context: BrowserContext;
  readonly api: FakeApi;
  readonly processor: Sandbox;
  /** Another tab of the same browser. */
  openTab(): Promise<Page>;
}

const siteIn = (folder: string) => join(folder, 'site');

/** The folder of the page and the console as they are deployed. All files of browser tests share it. */
export const builtSite = async (): Promise<string> =>
  siteIn(
    await oncePerRunAsync('page', async (folder) => {
      await buildSite({ outDir: siteIn(folder), minify: true });
      await addConsole({ outDir: siteIn(folder), minify: true });
    }),
  );

/** Sets jest up for a file of browser tests. */
export const openBrowserTest = (): BrowserTest => {
  let siteDir = '';
  let shop: Awaited<ReturnType<typeof openShop>> | undefined;
  const now: { processor?: Sandbox; api?: FakeApi } = {};
  const tabs = openWatchedTabs({
    viewport: { width: 390, height: 800 },
    reducedMotion: 'reduce',
    timezoneId: 'Europe/Berlin',
  });

  jest.setTimeout(90_000);
  beforeAll(async () => {
    siteDir = await builtSite();
    shop = await openShop({}, 5_000);
  });
  afterAll(() => shop?.close());
  beforeEach(async () => {
    const { url, all } = mustBeOpen(shop);
    const forms: string[] = [];
    now.processor = {
      url,
      forms,
      payments: async () => {
        const ids = registrationIds({ api: mustBeOpen(now.api) });
        return (await all()).filter(({ metadata }) => ids.has(metadata.registration_id)).map(({ status }) => status);
      },
    };
    now.api = await startFakeApi(siteDir, mustBeOpen(shop));
    await tabs.begin((context) => {
      context.on('request', (request) => {
        if (request.method() === 'POST' && request.url() === `${url}/v1/confirmation_tokens`)
          forms.push(request.postData() ?? '');
      });
    });
  });
  afterEach(() => now.api?.close());

  return {
    get page() {
      return tabs.page;
    },
    get context() {
      return tabs.context;
    },
    get api() {
      return mustBeOpen(now.api);
    },
    get processor() {
      return mustBeOpen(now.processor);
    },
    openTab: tabs.openTab,
  };
};

export const toPay = async ({ page, api }: Pick<BrowserTest, 'page' | 'api'>) => {
  await holdSpot(page, api.url, harbour);
  await fillRunner(page, ada);
  await acceptWaiver(page);
};

export const confirmation = (page: Page) => heading(page, /start line/).waitFor();

export const askForSpot = async ({ page, api }: Pick<BrowserTest, 'page' | 'api'>) => {
  await page.goto(`${api.url}/races/harbour`);
  await page.getByRole('link', { name: 'Register for Marathon', exact: true }).click();
};

/** The calls that the fake API got. */
export const holds = ({ api }: Pick<BrowserTest, 'api'>) => api.count('POST', /holds$/);
export const submissions = ({ api }: Pick<BrowserTest, 'api'>) =>
  api.requests.filter(({ method, path }) => method === 'PUT' && path.startsWith('/api/registrations/'));
export const registrationIds = ({ api }: Pick<BrowserTest, 'api'>) =>
  new Set(
    api.requests.flatMap(({ path, body }) => {
      if (path.startsWith('/api/registrations/')) return [path.split('/')[3]];
      return path.endsWith('/holds') && body && typeof body === 'object' && 'registrationId' in body
        ? [body.registrationId]
        : [];
    }),
  );

/** Moves the clocks of the server and of the page. The page must have an installed clock. */
export const pass = async ({ page, api }: Pick<BrowserTest, 'page' | 'api'>, seconds: number) => {
  api.ahead += seconds * 1000;
  await page.clock.fastForward(seconds * 1000);
};
