import type { Browser, Page } from 'playwright-core';
import { openBrowser } from '../../browser/support/browser';

/** A browser for a file of tests, whose every page is watched. */
export interface Onlookers {
  /** A new browser window with nothing in it: no cookie, no storage. */
  open(): Promise<Page>;
  /** What went wrong in any page of this test: in its console, against its policy, in its scripts. */
  readonly faults: string[];
  /** Every answer that was not a success, as `402 PUT /api/registrations/…`; but who is told to come back comes back. */
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

  const open = async () => {
    if (!browser) throw new Error('The browser runs only while tests do.');
    const context = await browser.newContext({ viewport: { width: 390, height: 800 }, timezoneId: 'Europe/Berlin' });
    const page = await context.newPage();
    page.setDefaultTimeout(30_000);
    page.on('pageerror', (error) => faults.push(String(error)));
    // A refused policy is an error in the console. Answers that are no success are told of apart.
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
  return { open, faults, refusals };
};
