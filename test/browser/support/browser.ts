import { type Browser, chromium } from 'playwright-core';

/**
 * Switched off: the drop-down of the address bar is a page with 400 scripts that each new window loads, twice the work of a
 * test.
 */
const addressBar = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup'];

/** Starts the Chromium in `CHROME`, which `npm test` sets, or Debian's if jest was started by hand. */
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
