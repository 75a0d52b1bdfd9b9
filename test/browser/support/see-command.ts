import type { Page } from 'playwright-core';

/** Types into a form of a command, and reads what it would do. */
export const see = async (page: Page, title: string, typed: Readonly<Record<string, string>>) => {
  const form = page.locator('section.panel').filter({ has: page.getByRole('heading', { name: title, exact: true }) });
  for (const [label, text] of Object.entries(typed)) {
    const box = form.getByLabel(label);
    if (await box.evaluate((element) => element.tagName === 'SELECT')) await box.selectOption(text);
    else await box.fill(text);
  }
  await form.getByRole('button', { name: 'See what it does' }).click();
  return form;
};
