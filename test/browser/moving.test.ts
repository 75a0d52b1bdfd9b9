import { problemAnswer } from './support/fakes/fake-answer';
import { marathonId } from './support/fakes/fake-races';
import { openBrowserTest, registrationIds, submissions } from './support/open-browser-test';
import { askedCard, bankWindow, declinedCard, goodCard, heading, payWith } from './walk';

const browserTest = openBrowserTest();
const id = '01890000-0000-7000-8000-000000000002';

const toOffer = async () => {
  const { page, api } = browserTest;
  api.line.transfer = 'move-offered';
  await page.goto(`${api.url}/transfers/${id}#transfer.token`);
  await heading(page, 'A spot in Marathon is kept for you').waitFor();
};
/** By the keyboard alone. */
const toPay = async () => {
  const { page } = browserTest;
  await toOffer();
  await page.getByRole('button', { name: 'Pay €15.00 and change' }).focus();
  await page.keyboard.press('Enter');
  await heading(page, 'Check and pay').waitFor();
};
const moved = () => heading(browserTest.page, 'You run Marathon now').waitFor();
const payments = () => browserTest.processor.payments();

test('a runner reads what a dearer event costs more, pays it, and runs there', async () => {
  const { page, api } = browserTest;
  await toPay();
  // It is decided a moment after it was paid.
  api.next.status.push(problemAnswer('not-found'));
  await payWith(page, declinedCard);
  await heading(page, 'Your card was declined').waitFor();
  await payWith(page, askedCard);
  await bankWindow(page).getByRole('button', { name: 'Yes, it is me' }).waitFor();
  await page.reload();
  await bankWindow(page).getByRole('button', { name: 'Yes, it is me' }).click();
  await moved();
  await page.getByText('the number of your spot is 1207').waitFor();
  const paid = submissions(browserTest).at(-1);
  expect(paid).toMatchObject({ authorization: 'Bearer transfer.token', body: { move: 'move.0' } });
  expect([await payments(), registrationIds(browserTest).size]).toEqual([['requires_capture'], 1]);
  await page.goto(`${api.url}/transfers/${id}`);
  await moved();
});

test('who pays for an offer that was taken back is told so, and that the card is let go', async () => {
  const { page, api } = browserTest;
  await toPay();
  const about = { raceId: 'harbour', raceName: 'Harbour Marathon', eventId: marathonId, eventName: 'Marathon' };
  await page.route('**/api/registrations/*', async (route) => {
    if (route.request().method() !== 'GET') return route.fallback();
    api.line.transfer = 'gone';
    const registrationId = new URL(route.request().url()).pathname.split('/').at(-1);
    return route.fulfill({ json: { registrationId, ...about, status: 'refused' } });
  });
  await payWith(page, goodCard);
  await heading(page, 'This spot is no longer kept for you').waitFor();
  await page.getByText('the reservation ends within a few days').waitFor();
});

test('what is over is said before, and a quote that ran out is asked for again', async () => {
  const { page, api } = browserTest;
  api.line.feeSeconds = 1;
  await toPay();
  await heading(page, 'The time to pay is over').waitFor();
  api.line.feeSeconds = 600;
  await page.getByRole('button', { name: 'Go on with the payment' }).click();
  await heading(page, 'Check and pay').waitFor();
  await page.getByRole('button', { name: 'Back' }).click();
  api.next.fee.push(problemAnswer('transfer-gone'));
  await page.getByRole('button', { name: 'Pay €15.00 and change' }).click();
  await heading(page, 'This spot is no longer kept for you').waitFor();
  expect(await payments()).toEqual([]);
});
