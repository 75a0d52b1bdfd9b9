import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { faultsOf } from './axe';

/** A folder for pictures of the screens, to be looked at. */
const pictures = process.env.PICTURES;

/** A screen of the console by axe, on a small phone and at a desk, where nothing scrolls sideways. The window is as before afterwards. */
export const looksSound = async (page: Page, name = page.url()): Promise<void> => {
  const before = page.viewportSize() ?? { width: 390, height: 800 };
  for (const width of [320, 1280]) {
    await page.setViewportSize({ width, height: before.height });
    // Colours are the same at every width, and take axe longest.
    expect([name, width, await faultsOf(page, { hasColours: width === 320 })]).toEqual([name, width, []]);
    if (!pictures) continue;
    mkdirSync(pictures, { recursive: true });
    await page.emulateMedia({ colorScheme: 'light' });
    await page.screenshot({ path: join(pictures, `${name.replace(/\W+/g, '-')}-${width}.png`), fullPage: true });
  }
  await page.setViewportSize(before);
};
