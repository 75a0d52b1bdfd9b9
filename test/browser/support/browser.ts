import { type Browser, chromium } from 'playwright-core';

/** The machine's own chromium. STARTLINE_CHROMIUM names another. */
export const openBrowser = (): Promise<Browser> =>
  chromium.launch({
    executablePath: process.env.STARTLINE_CHROMIUM ?? '/usr/bin/chromium',
    args: [
      '--no-sandbox',
      '--headless',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-gpu',
    ],
  });
