import type { Route } from 'playwright-core';
import { limitedForm } from './support/fakes/fake-form';
import { answerRequired } from './support/form-screens';
import { harbour, openBrowserTest } from './support/open-browser-test';
import { heading, holdSpot } from './walk';

const browserTest = openBrowserTest();

/** Goes to the extras of a race in which little is left, on a narrow screen. Resolves when the page asks what is left. */
const toExtras = async (): Promise<Route> => {
  const { page, api } = browserTest;
  await page.setViewportSize({ width: 320, height: 640 });
  api.forms.push(limitedForm);
  api.stock.set('shirt-m', { state: 'few', left: 3 });
  const asked = new Promise<Route>((resolve) => void page.route(/\/stock$/, resolve));
  await holdSpot(page, api.url, harbour);
  await answerRequired(page);
  await page.getByRole('button', { name: 'Continue to extras' }).press('Enter');
  return asked;
};
const next = () => browserTest.page.getByRole('button', { name: /^Continue to/ });

describe('what can be bought', () => {
  test('is shown once it is known what is left, so that no button moves while somebody presses it', async () => {
    const asked = await toExtras();
    expect(await next().count()).toBe(0);
    await asked.continue();
    await browserTest.page.getByRole('radio', { name: 'M – only 3 left' }).waitFor();
    await heading(browserTest.page, 'Extras').waitFor();
  });

  test('is shown after two seconds without it, and what comes later changes nothing', async () => {
    const { page } = browserTest;
    const asked = await toExtras();
    await page.getByText('What is left is not known right now.').waitFor();
    const before = await next().boundingBox();
    const answer = page.waitForResponse(/\/stock$/);
    await asked.continue();
    await (await answer).finished();
    await page.getByRole('radio', { name: 'M', exact: true }).check();
    expect(await next().boundingBox()).toEqual(before);
  });
});
