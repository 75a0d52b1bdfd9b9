import { fullForm } from './support/fake-form';
import { answerRequired } from './support/form-screens';
import { harbour, openBrowserTest } from './support/open-browser-test';
import { heading, holdSpot } from './walk';

const browserTest = openBrowserTest();

const hold = async () => {
  const { page, api } = browserTest;
  api.forms.push(fullForm);
  await holdSpot(page, api.url, harbour);
};

describe('a race with a form', () => {
  test('says politely that an answer brings a question, and keeps its answer though it is hidden', async () => {
    const { page } = browserTest;
    await hold();
    const politely = page.locator('[aria-live="polite"]');
    await page.getByRole('radio', { name: 'Yes', exact: true }).check();
    await politely.getByText('One more question below: Where do you get on?').waitFor({ state: 'attached' });
    await page.getByLabel('Where do you get on?').fill('Old mill');
    await page.getByRole('radio', { name: 'No', exact: true }).last().check();
    await page.getByLabel('Where do you get on?').waitFor({ state: 'detached' });
    await page.reload();
    await page.getByRole('radio', { name: 'Yes', exact: true }).check();
    expect(await page.getByLabel('Where do you get on?').inputValue()).toBe('Old mill');
  });

  test('leads from the summary of errors to the box, also to one of three', async () => {
    const { page } = browserTest;
    await hold();
    const since = page.getByRole('group', { name: 'Member of the club since' });
    await since.getByLabel('Year').fill('1990');
    await page.getByRole('button', { name: 'Continue to extras' }).press('Enter');
    const link = page.getByRole('link', { name: 'Member of the club since: must be a real date, such as 17 5 1990' });
    await link.press('Enter');
    expect(await since.getByLabel('Day').evaluate((box) => box === document.activeElement)).toBe(true);
  });

  test('puts no sensitive answer into storage or into the copy that the server keeps', async () => {
    const { page, api } = browserTest;
    await hold();
    await answerRequired(page);
    await page.getByLabel('What should the doctor know?').fill('allergic to nuts');
    await page.getByRole('button', { name: 'Continue to extras' }).click();
    await heading(page, 'Extras').waitFor();
    const copied = page.waitForResponse(/session\/draft$/);
    await page.evaluate(() => {
      Object.defineProperty(document, 'visibilityState', { value: 'hidden' });
      document.dispatchEvent(new Event('visibilitychange'));
    });
    await copied;
    const stored = await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }));
    const sent = JSON.stringify(api.requests.map(({ body }) => body));
    expect([stored, sent].map((text) => text.includes('Ada'))).toEqual([true, true]);
    expect([stored, sent].map((text) => /private-|allergic/.test(text))).toEqual([false, false]);
    // It is still here while the page is.
    await page.getByRole('button', { name: 'Back' }).click();
    expect(await page.getByLabel('What should the doctor know?').inputValue()).toBe('allergic to nuts');
  });

  test('whose form has questions that this page does not know says so before a card is asked for', async () => {
    const { page, api } = browserTest;
    const [first] = fullForm.questions;
    api.next.form.push({ body: { ...fullForm, questions: [{ ...first, type: 'telepathy' }] } });
    api.forms.push(fullForm);
    await page.goto(`${api.url}/races/harbour`);
    await page.getByRole('link', { name: 'Register for Marathon', exact: true }).click();
    await page.getByText('Loading the page again may bring a newer one.').waitFor();
  });
});
