import { type Browser, chromium } from 'playwright-core';

/**
 * The address bar's drop-down is a page of its own with 400 scripts, loaded anew with each window: twice the work of a test.
 */
const addressBar = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup'];

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
      `--disable-features=${addressBar.join()}`,
    ],
  });
