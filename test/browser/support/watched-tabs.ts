import type { BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { openBrowser } from './browser';

/**
 * A browser for each file, and for each test a context with one tab. An error in the console of a page fails the test, also
 * one about the content policy.
 */
export const openWatchedTabs = (options: BrowserContextOptions) => {
  let browser: Awaited<ReturnType<typeof openBrowser>> | undefined;
  let faults: string[] = [];
  const now: { context?: BrowserContext; page?: Page } = {};

  const openTab = async () => {
    const page = await mustBeOpen(now.context).newPage();
    page.setDefaultTimeout(60_000);
    page.on('pageerror', (error) => faults.push(String(error)));
    page.on('console', (message) => {
      if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
        faults.push(message.text());
    });
    return page;
  };

  beforeAll(async () => {
    browser = await openBrowser();
  });
  afterAll(() => browser?.close());
  afterEach(async () => {
    await now.context?.close();
    expect(faults).toEqual([]);
  });

  return {
    /** Called before each test. */
    async begin(prepare: (context: BrowserContext) => unknown = () => undefined) {
      faults = [];
      now.context = await mustBeOpen(browser).newContext(options);
      await prepare(now.context);
      now.page = await openTab();
    },
    /** Fails the test at its end. */
    fail(fault: string) {
      faults.push(fault);
    },
    get page() {
      return mustBeOpen(now.page);
    },
    get context() {
      return mustBeOpen(now.context);
    },
    /** Another tab of the same browser. */
    openTab,
  };
};

export const mustBeOpen = <T>(value: T | undefined): T => {
  if (value === undefined) throw new Error('The page is open only while a test runs');
  return value;
};
