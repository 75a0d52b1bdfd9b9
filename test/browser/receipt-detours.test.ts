import { until } from '../support/until';
import { problemAnswer } from './support/fakes/fake-answer';
import { issuedDocuments } from './support/fakes/fake-changes';
import { confirmation, openBrowserTest } from './support/open-browser-test';
import { receiptScreens } from './support/registration-screens';
import { heading } from './walk';

const browserTest = openBrowserTest();
const { id, open, receipts } = receiptScreens(browserTest);

test('what somebody typed from right to left turns nothing around it', async () => {
  const { page, api } = browserTest;
  api.line.documents = issuedDocuments;
  await open();
  for (const [place, text] of [
    ['th bdi', 'نصف'],
    ['dd bdi', 'حواسيب'],
  ] as const) {
    const isolated = page.locator(place, { hasText: text });
    await isolated.waitFor();
    expect(await isolated.evaluate((one) => getComputedStyle(one).unicodeBidi)).toBe('isolate');
  }
});

test('before it is issued, the runner reads that it comes within a day, asks for it now, and looks again', async () => {
  const { page, api } = browserTest;
  await open();
  await page.getByText('comes within a day').waitFor();
  await page.getByText('It is here from').waitFor();
  await page.getByText('Paid with Visa •••• 4242').waitFor();
  await page.getByRole('button', { name: 'I need it now' }).evaluate((button: HTMLButtonElement) => {
    for (let click = 0; click < 5; click++) button.click();
  });
  await page.getByText('is being made').waitFor();
  expect(receipts().map(({ method, authorization }) => [method, authorization])).toEqual([
    ['GET', 'Bearer link.token'],
    ['POST', 'Bearer link.token'],
  ]);
  api.line.documents = issuedDocuments;
  await page.getByRole('button', { name: 'Look again' }).click();
  await page.getByRole('article').first().waitFor();
  await page.getByRole('link', { name: 'Back to my registration' }).click();
  await confirmation(page);
});

test('while the invoice of a move is to come, the runner reads when below the others, says who the buyer is, and has it made now', async () => {
  const { page, api } = browserTest;
  const [first, ...others] = issuedDocuments;
  api.line.documents = first ? [{ ...first, card: 'Mastercard •••• 4444' }, ...others] : [];
  api.line.isNextDue = true;
  await open();
  await page.getByRole('article').getByText('Paid with Mastercard •••• 4444.', { exact: true }).waitFor();
  await page.getByText('Another invoice comes within a day').waitFor();
  await page.getByRole('button', { name: 'Add a billing address' }).waitFor();
  await page.emulateMedia({ media: 'print' });
  await page.getByText('Another invoice comes').waitFor({ state: 'hidden' });
  await page.emulateMedia({ media: 'screen' });
  await page.getByRole('button', { name: 'I need it now' }).click();
  await page.getByText('Another document is being made').waitFor();
  api.line.isNextDue = false;
  await page.getByRole('button', { name: 'Look again' }).click();
  await until(
    () => page.getByText('Another document is being made').isHidden(),
    20,
    () => 'the other document is there',
  );
  // While the page looks, it shows none.
  await page.getByRole('article').first().waitFor();
  expect(await page.getByRole('article').count()).toBe(2);
});

test('who passed their spot on still finds the receipt of what they paid', async () => {
  const { page, api } = browserTest;
  api.line.documents = issuedDocuments;
  api.line.ended.set(id, 'transferred');
  await page.goto(`${api.url}/registrations/${id}#link.token`);
  await page.getByRole('link', { name: 'Receipt', exact: true }).click();
  await page.getByRole('article').first().waitFor();
});

test('who need not wait for one reads why', async () => {
  const { page, api } = browserTest;
  api.line.documentsIn = undefined;
  await open();
  await page.getByText('does not send receipts from here').waitFor();
  api.next.receipt.push(problemAnswer('not-found', { reason: 'nothing-paid' }));
  await page.reload();
  await heading(page, 'There is no receipt').waitFor();
  api.next.receipt.push(problemAnswer('still-settling', { retryAfter: 30 }));
  await page.reload();
  await page.getByText('being charged at this moment').waitFor();
  await page.getByRole('button', { name: 'Look again' }).click();
  await page.getByText('does not send receipts from here').waitFor();
  api.next.receipt.push(problemAnswer('not-yours', { reason: 'registration' }));
  await page.reload();
  await heading(page, 'This link no longer works').waitFor();
});
