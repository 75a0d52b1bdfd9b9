import type { Page } from 'playwright-core';
import { until } from '../../support/until';

const focusIs = async (page: Page, what: 'id' | 'className' | 'textContent', wanted: string): Promise<void> => {
  let at: string | null | undefined;
  await until(
    async () => {
      at = await page.evaluate((key) => {
        const { activeElement, body } = document;
        return activeElement === body ? undefined : activeElement?.[key];
      }, what);
      return what === 'textContent' ? at?.startsWith(wanted) === true : at === wanted;
    },
    20,
    () => `the focus is on "${wanted}"; it is on "${at}"`,
  );
};

/** Waits until the focus is on an element that begins with this text: the page moves it shortly after a press. */
export const focusOnText = (page: Page, words: string) => focusIs(page, 'textContent', words);
/** Waits until the focus is on the element with this id. */
export const focusOnId = (page: Page, id: string) => focusIs(page, 'id', id);
/** Waits until the focus is on the element of exactly this class. */
export const focusOnClass = (page: Page, name: string) => focusIs(page, 'className', name);
