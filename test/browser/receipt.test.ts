import { until } from '../support/until';
import { problemAnswer } from './support/fakes/fake-answer';
import { issuedDocuments } from './support/fakes/fake-changes';
import { focusOnText } from './support/focus';
import { confirmation, openBrowserTest } from './support/open-browser-test';
import { receiptScreens } from './support/registration-screens';
import { heading } from './walk';

const browserTest = openBrowserTest();
const { id, open, receipts } = receiptScreens(browserTest);

test('the runner opens the receipt from their registration by keyboard: seller, number, lines, net, tax and total of each document', async () => {
  const { page, api } = browserTest;
  api.line.documents = issuedDocuments;
  await page.goto(`${api.url}/registrations/${id}#link.token`);
  await confirmation(page);
  await page.getByRole('link', { name: 'Receipt', exact: true }).focus();
  await page.keyboard.press('Enter');
  await heading(page, 'Receipt').waitFor();
  await focusOnText(page, 'Receipt');
  await page.getByText('Paid with Visa •••• 4242 (Apple Pay).', { exact: true }).waitFor();
  const documents = await page
    .getByRole('article')
    .evaluateAll((all) => all.map((one) => (one as HTMLElement).innerText));
  const read = documents.map((text) => text.replaceAll(/\s+/g, ' '));
  expect(read[0]).toMatch(
    /^Credit note LN-1208 .*9 March 2027.*Harbour Marathon €72\.40 Net €57\.92 MVA 25% €14\.48 Given back, with tax €72\.40/,
  );
  expect(read[1]).toMatch(
    /^Invoice LN-1207 Sold by Løbeklubben Nord Strandgaten 1, 5013 Bergen Norway Tax number NO 923 456 783 MVA Billed to حواسيب ذ\.م\.م Corniche 7 Beirut Lebanon Date 2 March 2027/,
  );
  expect(read[1]).toContain('Net €72.40 MVA 25% €18.10 Total, with tax €90.50');
  expect(receipts().map(({ authorization }) => authorization)).toEqual(['Bearer link.token']);
});

test('printed, there is the receipt and nothing around it; its style loads with it only', async () => {
  const { page, api } = browserTest;
  const sheets: string[] = [];
  page.on('response', (answer) => void (answer.url().endsWith('.css') && sheets.push(answer.url())));
  api.line.documents = issuedDocuments;
  await page.goto(`${api.url}/registrations/${id}#link.token`);
  await confirmation(page);
  expect(sheets.filter((url) => url.includes('receipt'))).toEqual([]);
  await page.getByRole('link', { name: 'Receipt', exact: true }).click();
  await page.getByRole('button', { name: 'Print' }).waitFor();
  await until(
    () => sheets.some((url) => url.includes('receipt')),
    20,
    () => 'the style of the receipt is loaded',
  );
  await page.emulateMedia({ media: 'print' });
  const isHidden = (name: string) => page.locator(name).first().isHidden();
  await until(
    () => isHidden('.actions'),
    20,
    () => 'the style is applied',
  );
  for (const name of ['.masthead', '.foot', '.farewell']) expect([name, await isHidden(name)]).toEqual([name, true]);
  expect(await page.getByRole('article').count()).toBe(2);
});

test('the script of the receipt loads when a receipt is opened', async () => {
  const { page, api } = browserTest;
  const scripts: string[] = [];
  page.on('response', (answer) => void (answer.url().endsWith('.js') && scripts.push(answer.url())));
  await page.goto(`${api.url}/registrations/${id}#link.token`);
  await confirmation(page);
  expect(scripts.filter((url) => url.includes('receipt'))).toEqual([]);
  await page.getByRole('link', { name: 'Receipt', exact: true }).click();
  await page.getByText('comes within a day').waitFor();
  expect(scripts.filter((url) => url.includes('receipt'))).toHaveLength(1);
});

describe('a billing address', () => {
  const sent = () => browserTest.api.requests.filter(({ path }) => path.endsWith('/billing'));
  const button = (name: string) => browserTest.page.getByRole('button', { name });

  test('is added by keyboard until the invoice is issued, and shown', async () => {
    const { page } = browserTest;
    await open();
    await page.getByText('comes within a day').waitFor();
    await button('Add a billing address').focus();
    await page.keyboard.press('Enter');
    await page.getByLabel('Name or company').fill('  Rechenmaschinen   GmbH');
    await page.keyboard.press('Tab');
    await page.keyboard.type('Hauptstraße 1\n89073 Ulm\n');
    await page.getByLabel('Country').selectOption({ label: 'Germany' });
    await button('Save the address').focus();
    await page.keyboard.press('Enter');
    await page.getByText('Saved: the invoice will say so.').waitFor();
    await focusOnText(page, 'Billing address');
    expect(sent().map(({ method, authorization, body }) => [method, authorization, body])).toEqual([
      [
        'PUT',
        'Bearer link.token',
        { name: 'Rechenmaschinen GmbH', address: 'Hauptstraße 1\n89073 Ulm', country: 'DE' },
      ],
    ]);
    await page.reload();
    await page.getByText('Rechenmaschinen GmbH').waitFor();
    await button('Change the billing address').click();
    expect(await page.getByLabel('Address', { exact: true }).inputValue()).toBe('Hauptstraße 1\n89073 Ulm');
    await button('Leave it as it is').click();
    await button('Change the billing address').waitFor();
  });

  test('is asked for where so much was paid that the invoice should name its buyer', async () => {
    const { page, api } = browserTest;
    api.line.asksForBuyer = true;
    await open();
    await page.getByText('should say who the buyer is').waitFor();
    expect(await button('Add a billing address').getAttribute('class')).toBe('button');
  });

  test('that cannot be is named field by field, and nothing is sent', async () => {
    const { page } = browserTest;
    await open();
    await button('Add a billing address').click();
    await page.getByLabel('Tax number').fill('x'.repeat(51));
    await button('Save the address').click();
    for (const words of ['Enter a name', 'Enter an address', 'Choose a country', 'Enter a tax number'])
      await page.getByRole('link', { name: new RegExp(words) }).waitFor();
    expect(sent()).toEqual([]);
  });

  test('that comes after the invoice is not taken, and the page says so', async () => {
    const { page, api } = browserTest;
    api.next.billing.push(problemAnswer('document-issued'));
    await open();
    await button('Add a billing address').click();
    await page.getByLabel('Name or company').fill('Ada');
    await page.getByLabel('Address', { exact: true }).fill('Hauptstraße 1');
    await page.getByLabel('Country').selectOption('DE');
    await button('Save the address').click();
    await page.getByText('issued in the meantime').waitFor();
  });
});
