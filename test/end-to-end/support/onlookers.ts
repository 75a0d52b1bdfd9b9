import type { Browser, BrowserContext, Page } from 'playwright-core';
import { openBrowser } from '../../browser/support/browser';

/** Browser windows that are watched. */
export interface Windows {
  /** A new browser window without cookies or storage. `width` is in CSS pixels. */
  open(width?: number): Promise<Page>;
  /** Another tab of the same window. */
  openTab(beside: Page): Promise<Page>;
  /** What went wrong in any of these pages: console errors, policy violations, script errors. */
  readonly faults: string[];
  /** Every unsuccessful answer, as `402 PUT /api/registrations/…`, except those that tell the client to come back. */
  readonly refusals: string[];
}

/** A browser for one file of tests, and the windows of the test that runs. */
export interface Onlookers extends Windows {
  /** Windows of their own for work beside the tests. They close when it ends, and a fault in one of them fails it. */
  beside<T>(work: (windows: Windows) => Promise<T>): Promise<T>;
}

export const watchBrowsers = (): Onlookers => {
  let browser: Browser | undefined;
  let ofTest: Opened | undefined;
  const now = (): Opened => {
    if (!ofTest) throw new Error('The windows are open only while tests run.');
    return ofTest;
  };

  beforeAll(async () => {
    browser = await openBrowser();
  }, 60_000);
  afterAll(() => browser?.close());
  beforeEach(() => {
    ofTest = openWindows(() => browser);
  });
  afterEach(() => ofTest?.close());

  return {
    open: (width) => now().open(width),
    openTab: (beside) => now().openTab(beside),
    get faults() {
      return now().faults;
    },
    get refusals() {
      return now().refusals;
    },
    async beside(work) {
      const windows = openWindows(() => browser);
      try {
        return await work(windows);
      } catch (error) {
        throw new Error(`${await windows.shown()}\n${error instanceof Error ? error.message : error}`, {
          cause: error,
        });
      } finally {
        await windows.close();
      }
    },
  };
};

/** Four windows, the whole system and three other files of tests share two cores. */
const longestWaitMs = 90_000;
/** Of the text of a page, in characters. */
const mostShown = 1_500;

interface Opened extends Windows {
  /** The address and the text of each page, for the error of a test. */
  shown(): Promise<string>;
  /** Throws when anything went wrong in a page. */
  close(): Promise<void>;
}

const openWindows = (browser: () => Browser | undefined): Opened => {
  const faults: string[] = [];
  const refusals: string[] = [];
  const contexts: BrowserContext[] = [];

  const open = async (width = 390) => {
    const context = await browser()?.newContext({ viewport: { width, height: 800 }, timezoneId: 'Europe/Berlin' });
    if (!context) throw new Error('The browser runs only while tests do.');
    contexts.push(context);
    return watch(await context.newPage());
  };
  const openTab = async (beside: Page) => watch(await beside.context().newPage());
  const watch = (page: Page): Page => {
    page.setDefaultTimeout(longestWaitMs);
    page.on('pageerror', (error) => faults.push(String(error)));
    // A policy violation is an error in the console. Unsuccessful answers are reported separately.
    page.on('console', (message) => {
      if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
        faults.push(message.text());
    });
    page.on('response', (response) => {
      const { pathname } = new URL(response.url());
      const [status, isPassing] = [response.status(), response.headers()['retry-after'] !== undefined];
      if (status >= 400 && !(status === 503 && isPassing))
        refusals.push(`${status} ${response.request().method()} ${pathname}`);
    });
    return page;
  };
  const shown = async () => {
    const pages = contexts.flatMap((context) => context.pages());
    const texts = pages.map(async (page) => {
      const text = await page.innerText('body', { timeout: 5_000 }).catch(String);
      return `${page.url()} showed: ${text.replace(/\s+/g, ' ').slice(0, mostShown)}`;
    });
    return [...(await Promise.all(texts)), ...refusals, ...faults].join('\n');
  };
  const close = async () => {
    for (const context of contexts) await context.close();
    expect(faults).toEqual([]);
  };
  return { open, openTab, faults, refusals, shown, close };
};
