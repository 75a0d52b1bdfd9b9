import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { buildSite } from '../../../static/build';
import { addConsole } from '../../../static/build-console';
import { openShop } from '../../payment/support/shop';
import { oncePerRunAsync } from '../../support/once-per-run';
import { acceptWaiver, ada, fillRunner, heading, holdSpot } from '../walk';
import { openBrowser } from './browser';
import { type FakeApi, startFakeApi } from './fakes/fake-api';

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

/**
 * Sets jest up for a file of browser tests. An error in the console of the page fails the test, also one about the content
 * policy.
 */
export const openBrowserTest = (): BrowserTest => {
  let siteDir = '';
  let browser: Browser | undefined;
  let shop: Awaited<ReturnType<typeof openShop>> | undefined;
  let faults: string[] = [];
  const now: Partial<{ -readonly [Key in keyof BrowserTest]: BrowserTest[Key] }> = {};
  const must = <T>(value: T | undefined): T => {
    if (value === undefined) throw new Error('The page is open only while a test runs');
    return value;
  };

  const openTab = async () => {
    const page = await must(now.context).newPage();
    page.setDefaultTimeout(20_000);
    page.on('pageerror', (error) => faults.push(String(error)));
    page.on('console', (message) => {
      if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
        faults.push(message.text());
    });
    return page;
  };

  jest.setTimeout(90_000);
  beforeAll(async () => {
    siteDir = await builtSite();
    [browser, shop] = await Promise.all([openBrowser(), openShop({}, 5_000)]);
  });
  afterAll(async () => {
    await Promise.all([browser?.close(), shop?.close()]);
  });
  beforeEach(async () => {
    faults = [];
    const { url, all } = must(shop);
    const forms: string[] = [];
    now.processor = {
      url,
      forms,
      payments: async () => {
        const ids = registrationIds({ api: must(now.api) });
        return (await all()).filter(({ metadata }) => ids.has(metadata.registration_id)).map(({ status }) => status);
      },
    };
    now.api = await startFakeApi(siteDir, must(shop));
    now.context = await must(browser).newContext({
      viewport: { width: 390, height: 800 },
      reducedMotion: 'reduce',
      timezoneId: 'Europe/Berlin',
    });
    now.context.on('request', (request) => {
      if (request.method() === 'POST' && request.url() === `${url}/v1/confirmation_tokens`)
        forms.push(request.postData() ?? '');
    });
    now.page = await openTab();
  });
  afterEach(async () => {
    await now.context?.close();
    await now.api?.close();
    expect(faults).toEqual([]);
  });

  return {
    get page() {
      return must(now.page);
    },
    get context() {
      return must(now.context);
    },
    get api() {
      return must(now.api);
    },
    get processor() {
      return must(now.processor);
    },
    openTab,
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
