import type { Locator, Page } from 'playwright-core';

/** Somebody has mended a file, and chooses it again: a browser says nothing of the same name unless none is chosen any more. */
export const chooseAgain = async (page: Page, field: Locator): Promise<void> => {
  await Promise.all([page.waitForEvent('filechooser'), field.click()]);
  expect(await field.inputValue()).toBe('');
};

/** Another program holds the next file that this page reads. */
export const holdNextFile = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const read = Blob.prototype.arrayBuffer;
    Blob.prototype.arrayBuffer = async () => {
      Blob.prototype.arrayBuffer = read;
      throw new DOMException('It is held by another program.', 'NotReadableError');
    };
  });
