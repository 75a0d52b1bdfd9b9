import type { Page } from 'playwright-core';
import { faultsOf } from '../support/axe';
import type { FakeApi } from '../support/fakes/fake-api';
import type { BrowserTest } from '../support/open-browser-test';

type Screens = Readonly<Record<string, (page: Page, api: FakeApi) => Promise<unknown>>>;

/** Registers a test for each group of screens: none of them has a fault, in light or dark. */
export const checkScreens = (browserTest: BrowserTest, groups: readonly (readonly [of: string, screens: Screens])[]) =>
  test.each(groups)(
    'no screen %s has a fault, in light or dark',
    async (_of, screens) => {
      const { page, api } = browserTest;
      await page.setViewportSize({ width: 320, height: 640 });
      const seen: Record<string, readonly string[]> = {};
      for (const [name, show] of Object.entries(screens)) {
        api.begin();
        // An empty page of the same origin, without scripts.
        await page.goto(`${api.url}/robots.txt`);
        await page.evaluate(() => {
          localStorage.clear();
          sessionStorage.clear();
        });
        await show(page, api);
        seen[name] = await faultsOf(page);
      }
      expect(seen).toEqual(Object.fromEntries(Object.keys(screens).map((name) => [name, []])));
    },
    300_000,
  );
