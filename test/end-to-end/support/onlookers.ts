import type { Browser, Page } from 'playwright-core';
import { openBrowser } from '../../browser/support/browser';

/** A browser for one file of tests; every page is watched. */
export interface Onlookers {
  /** A new browser window without cookies or storage. `width` is in CSS pixels. */
  open(width?: number): Promise<Page>;
  /** Another tab of the same window. */
  openTab(beside: Page): Promise<Page>;
  /** What went wrong in any page of this test: console errors, policy violations, script errors. */
  readonly faults: string[];
  /** Every unsuccessful answer, as `402 PUT /api/registrations/…`, except those that tell the client to come back. */
  readonly refusals: string[];
}

export const watchBrowsers = (): Onlookers => {
  let browser: Browser | undefined;
  const faults: string[] = [];
  const refusals: string[] = [];

  beforeAll(async () => {
    browser = await openBrowser();
  }, 60_000);
  afterAll(() => browser?.close());
  beforeEach(() => {
    faults.length = 0;
    refusals.length = 0;
  });
  afterEach(async () => {
    for (const context of browser?.contexts() ?? []) await context.close();
    expect(faults).toEqual([]);
  });

  const open = async (width = 390) => {
    if (!browser) throw new Error('The browser runs only while tests do.');
    const context = await browser.newContext({ viewport: { width, height: 800 }, timezoneId: 'Europe/Berlin' });
    return watch(await context.newPage());
  };
  const openTab = async (beside: Page) => watch(await beside.context().newPage());
  const watch = (page: Page): Page => {
    page.setDefaultTimeout(30_000);
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
  return { open, openTab, faults, refusals };
};
