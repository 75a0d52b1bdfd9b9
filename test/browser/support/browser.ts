import { type Browser, chromium } from 'playwright-core';

/** The chromium that `npm test` found, or Debian's for a jest started by hand. CHROME names another. */
export const openBrowser = (): Promise<Browser> =>
  chromium.launch({
    executablePath: process.env.CHROME ?? '/usr/bin/chromium',
    args: [
      '--no-sandbox',
      '--headless',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-gpu',
    ],
  });
