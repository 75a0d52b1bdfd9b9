import { problemAnswer } from './support/fakes/fake-answer';
import { linkFor } from './support/fakes/fake-changes';
import { confirmation, openBrowserTest, registrationIds, submissions } from './support/open-browser-test';
import { refusePayments } from './support/refuse-payments';
import { ada, askedCard, bankWindow, declinedCard, fillIdentity, goodCard, heading, payWith } from './walk';

const browserTest = openBrowserTest();
const id = '01890000-0000-7000-8000-000000000002';
const bea = { ...ada, firstName: 'Bea', email: 'bea@example.com' };
const asks = 'Your bank wants to know that it is you';

/** From the mail to the end of the form. */
const toWaiver = async () => {
  const { page, api } = browserTest;
  api.line.transferFee = 1500;
  await page.goto(`${api.url}/transfers/${id}#transfer.token`);
  await heading(page, 'A spot is offered to you').waitFor();
  await page.getByText('The organiser takes a fee of €15.00').waitFor();
  await fillIdentity(page, bea);
  await page.getByRole('radio', { name: 'Women', exact: true }).check();
  await page.getByLabel('Emergency contact').fill(bea.emergencyContact);
  await page.getByRole('button', { name: 'Continue to the waiver' }).click();
  await heading(page, 'The waiver').waitFor();
  await page.getByRole('checkbox', { name: /accept/ }).check();
};
const goOn = async () => {
  const { page } = browserTest;
  await page.getByRole('button', { name: 'Continue to payment' }).click();
  await heading(page, 'Check and pay').waitFor();
};
const toPay = async () => {
  await toWaiver();
  await goOn();
};
const taken = () => heading(browserTest.page, 'The spot is yours').waitFor();
const payments = () => browserTest.processor.payments();
const quotes = () => browserTest.api.count('POST', /\/quote$/);

test('who takes a spot over reads the fee, pays it, and has the spot', async () => {
  const { page, api } = browserTest;
  await toPay();
  await page.getByRole('row', { name: 'Fee for the change of runner €15.00' }).waitFor();
  // It is decided a moment after it was paid.
  api.next.status.push(problemAnswer('not-found'), problemAnswer('not-found'));
  await payWith(page, goodCard);
  await taken();
  expect((await page.locator('.bib-number').textContent())?.replace(/\D/g, '')).toBe('1207');
  const [paid] = submissions(browserTest);
  expect(paid).toMatchObject({
    authorization: 'Bearer transfer.token',
    body: { transfer: 'fee.0', runner: { ...bea }, waiver: { hash: 'waiver-hash-1', accepted: true } },
  });
  expect([await payments(), registrationIds(browserTest).size, quotes()]).toEqual([['requires_capture'], 1, 1]);
  await page.getByRole('link', { name: 'Open your registration' }).click();
  await confirmation(page);
  const [became = ''] = registrationIds(browserTest);
  const status = api.requests.findLast(({ path }) => path === `/api/registrations/${became}`);
  expect(status?.authorization).toBe(`Bearer ${linkFor(String(became))}`);
  await page.goto(`${api.url}/transfers/${id}`);
  await heading(page, 'This spot was taken over').waitFor();
});

test('a card that is declined costs nothing and ends nothing: another one pays', async () => {
  const { page } = browserTest;
  await toPay();
  await payWith(page, declinedCard);
  await heading(page, 'Your card was declined').waitFor();
  await page.getByText('Nothing was charged').waitFor();
  expect(await payments()).toEqual(['requires_payment_method']);
  await payWith(page, goodCard);
  await taken();
  expect([await payments(), registrationIds(browserTest).size, quotes()]).toEqual([['requires_capture'], 1, 1]);
});

test('a bank that asks is answered, also after a reload', async () => {
  const { page } = browserTest;
  await toPay();
  await payWith(page, askedCard);
  await heading(page, asks).waitFor();
  await bankWindow(page).getByRole('button', { name: 'Yes, it is me' }).waitFor();
  await page.reload();
  await heading(page, asks).waitFor();
  await bankWindow(page).getByRole('button', { name: 'Yes, it is me' }).click();
  await taken();
  expect([await payments(), registrationIds(browserTest).size, quotes()]).toEqual([['requires_capture'], 1, 1]);
});

test('who pays for what was taken back meanwhile is told so, and that the card is let go', async () => {
  const { page } = browserTest;
  await toPay();
  await refusePayments(page);
  await payWith(page, goodCard);
  await heading(page, 'This spot is no longer offered').waitFor();
  await page.getByText('Your card was not charged').waitFor();
});

test('who pays in the last seconds is told what is decided, also when the page is loaded again', async () => {
  const { page, api } = browserTest;
  const decided = 'Your card is authorised and your registration is on its way';
  await toPay();
  api.next.status.push(...Array.from({ length: 500 }, () => problemAnswer('not-found')));
  await payWith(page, goodCard);
  await page.getByText(decided).waitFor();
  await page.clock.install();
  await page.clock.fastForward(api.line.transferSeconds * 1000);
  await page.getByText('This takes longer than usual').waitFor();
  api.line.transfer = 'gone';
  await page.goto(`${api.url}/transfers/${id}`);
  await page.getByText(decided).waitFor();
  api.line.transfer = 'accepted';
  api.next.status.length = 0;
  await taken();
  expect([await payments(), registrationIds(browserTest).size, quotes()]).toEqual([['requires_capture'], 1, 1]);
});

test('a quote that ran out is asked for again; back, somebody else has one of their own', async () => {
  const { page, api } = browserTest;
  api.line.feeSeconds = 2;
  await toPay();
  await heading(page, 'The time to pay is over').waitFor();
  api.line.feeSeconds = 600;
  await page.getByRole('button', { name: 'Go on with the payment' }).click();
  await heading(page, 'Check and pay').waitFor();
  await page.getByRole('button', { name: 'Back' }).click();
  await heading(page, 'The waiver').waitFor();
  await page.goBack();
  await page.goto(`${api.url}/transfers/${id}`);
  await heading(page, 'A spot is offered to you').waitFor();
  await page.getByLabel('Last name').fill('Byron');
  await page.getByRole('button', { name: 'Continue to the waiver' }).click();
  await goOn();
  await payWith(page, goodCard);
  await taken();
  expect(submissions(browserTest).at(-1)?.body).toMatchObject({ runner: { lastName: 'Byron' } });
  expect(await payments()).toEqual(['requires_capture']);
});

test.each([
  ['transfer-gone', 'This spot is no longer offered'],
  ['already-registered', 'This runner is registered already'],
] as const)('where nothing is to be paid, %s is said before', async (name, title) => {
  const { page, api } = browserTest;
  api.next.fee.push(problemAnswer(name));
  await toWaiver();
  await page.getByRole('button', { name: 'Continue to payment' }).click();
  await heading(page, title).waitFor();
  expect(await payments()).toEqual([]);
});

test('who passes a spot on reads who pays what', async () => {
  const { page, api } = browserTest;
  for (const race of api.races) race.changes = { ...race.changes, transferFee: 1500 };
  await page.goto(`${api.url}/registrations/${id}#link`);
  await page.getByText('they pay the organiser’s fee of €15.00, and you pay nothing').waitFor();
  await page.getByRole('link', { name: 'Pass it on' }).click();
  await page.getByText('They pay the organiser’s fee of €15.00').waitFor();
});
