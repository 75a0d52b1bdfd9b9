import { problemAnswer } from './support/fakes/fake-answer';
import { marathonId } from './support/fakes/fake-races';
import { movingScreens } from './support/moving-screens';
import { openBrowserTest, registrationIds, submissions } from './support/open-browser-test';
import { refusePayments } from './support/refuse-payments';
import { goodCard, heading, payWith } from './walk';

const browserTest = openBrowserTest();
const { id, toPay, moved, payments } = movingScreens(browserTest);

test('who pays for an offer that was taken back is told so, and that the card is let go', async () => {
  const { page, api } = browserTest;
  await toPay();
  await refusePayments(page, () => {
    api.line.transfer = 'gone';
  });
  await payWith(page, goodCard);
  await heading(page, 'This spot is no longer kept for you').waitFor();
  await page.getByText('the reservation ends within a few days').waitFor();
});

test('who pays in the last seconds and loads the page again sees that it is being decided, until it is', async () => {
  const { page, api } = browserTest;
  await toPay();
  api.next.status.push(...Array.from({ length: 500 }, () => problemAnswer('not-found')));
  await payWith(page, goodCard);
  await page.getByText('you are being moved to the other event').waitFor();
  api.line.transfer = 'gone';
  await page.goto(`${api.url}/transfers/${id}`);
  await page.getByText('you are being moved to the other event').waitFor();
  api.line.transfer = 'moved';
  api.next.status.length = 0;
  await moved();
  expect([await payments(), registrationIds(browserTest).size]).toEqual([['requires_capture'], 1]);
});

test('who was moved, and whose difference could not be charged after all, is told what is true now', async () => {
  const { page, api } = browserTest;
  api.line.isMoveUnpaid = true;
  await toPay();
  await payWith(page, goodCard);
  await moved();
  await page.getByText('nothing was charged. You keep this spot.').waitFor();
  await page.goto(`${api.url}/transfers/${id}`);
  await moved();
  await page.getByText('the number of your spot is 1207. But the bank refused the difference').waitFor();
});

test('a runner who waits long is told to look at the link: no mail says that nothing was moved', async () => {
  const { page, api } = browserTest;
  await toPay();
  api.next.status.push(...Array.from({ length: 500 }, () => problemAnswer('not-found')));
  await payWith(page, goodCard);
  await heading(page, 'Finishing your change of event').waitFor();
  await page.getByText('you are being moved to the other event').waitFor();
  await page.clock.install();
  await page.clock.fastForward(40_000);
  await page.getByText('the link in the mail says what became of it').waitFor();
});

test('who loses the network while they pay goes on as soon as it is back', async () => {
  const { page } = browserTest;
  await toPay();
  // Until then, no pause ends by itself.
  await page.evaluate(() => {
    const wait = setTimeout;
    Object.assign(window, { setTimeout: (work: () => void, ms: number) => (ms < 50 ? wait(work, ms) : 0) });
    addEventListener('online', () => Object.assign(window, { setTimeout: wait }), true);
  });
  const url = '**/api/registrations/*';
  await page.route(url, (route) => (route.request().method() === 'PUT' ? route.abort() : route.fallback()));
  await payWith(page, goodCard);
  await page.getByText('The connection broke before an answer came.').waitFor();
  await page.getByText('you are moved once and charged once').waitFor();
  await page.unroute(url);
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await moved();
  expect(await payments()).toEqual(['requires_capture']);
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

describe.each([
  ['difference', 'moved', moved],
  ['fee', 'accepted', () => heading(browserTest.page, 'This spot was taken over').waitFor()],
] as const)('a %s that could not be charged', (what, transfer, afterwards) => {
  const ownId = '01890000-0000-7000-8000-000000000003';
  const toDue = async () => {
    const { page, api } = browserTest;
    Object.assign(api.line, { transfer, isMoveUnpaid: true, isMoveDue: true });
    const runner = { firstName: 'Ada', lastName: 'Lovelace', email: 'ada@example.com' };
    api.next.status.push({
      body: {
        ...{ registrationId: ownId, raceId: 'harbour', raceName: 'Harbour Marathon', eventId: marathonId },
        ...{ eventName: 'Marathon', status: 'confirmed', number: 1207, payment: 'captured', amount: 7550 },
        ...{ currency: 'EUR', unpaid: 1500, due: { offerId: id, token: 'transfer.token', amount: 1500 }, runner },
        registeredAt: '2027-03-01T10:00:00.000Z',
      },
    });
    await page.goto(`${api.url}/registrations/${ownId}#link`);
    await page.getByText('You can pay with the same card or with another one.').waitFor();
    await page.getByRole('link', { name: 'Pay €15.00' }).click();
    await heading(page, `The ${what} is not paid yet`).waitFor();
    await page.getByRole('button', { name: 'Pay €15.00' }).click();
    await heading(page, 'Check and pay').waitFor();
  };

  test('is paid from the page of the registration, once', async () => {
    const { page, api } = browserTest;
    await toDue();
    api.next.status.push(problemAnswer('not-found'));
    await payWith(page, goodCard);
    await heading(page, `The ${what} is paid`).waitFor();
    const paid = submissions(browserTest).at(-1);
    expect(paid).toMatchObject({ authorization: 'Bearer transfer.token', body: { move: 'move.0' } });
    expect(await payments()).toEqual(['requires_capture']);
    await page.goto(`${api.url}/transfers/${id}`);
    await afterwards();
  });

  test('is not paid where a director has decided meanwhile, and the page says so', async () => {
    const { page, api } = browserTest;
    await toDue();
    api.line.isMoveDue = false;
    await payWith(page, goodCard);
    await heading(page, `The ${what} is not paid`).waitFor();
    await page.getByRole('button', { name: 'Try again' }).click();
    await afterwards();
  });
});
