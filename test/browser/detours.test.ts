import { problemAnswer } from './support/fakes/fake-answer';
import { marathonId, otherWaiver } from './support/fakes/fake-races';
import { focusOnId, focusOnText } from './support/focus';
import {
  askForSpot,
  confirmation,
  harbour,
  holds,
  openBrowserTest,
  pass,
  registrationIds,
  submissions,
  toPay,
} from './support/open-browser-test';
import { acceptWaiver, ada, cardFields, declinedCard, fillRunner, goodCard, heading, holdSpot, payWith } from './walk';

const browserTest = openBrowserTest();
const anyId = '01890000-0000-7000-8000-000000000001';

describe('when it does not go straight', () => {
  test('a declined card is followed by another, on the same hold', async () => {
    const { page } = browserTest;
    await toPay(browserTest);
    await payWith(page, declinedCard);
    await heading(page, 'Your card was declined').waitFor();
    await page
      .getByText('Your bank declined the card. Try another one, or ask your bank. Nothing was charged.')
      .waitFor();
    await page.getByRole('timer', { name: 'Held for' }).waitFor();
    await payWith(page, goodCard);
    await confirmation(browserTest.page);
    expect([holds(browserTest), registrationIds(browserTest).size, submissions(browserTest).length]).toEqual([1, 1, 2]);
  });

  test('a runner who is registered already is told before the card, and can get their link again', async () => {
    const { page, api } = browserTest;
    const yes = { body: { registrationId: anyId, registered: 'yes' } };
    api.next.check.push(yes);
    await askForSpot(browserTest);
    await fillRunner(page, ada);
    await page.getByRole('checkbox', { name: /accept/ }).check();
    await page.getByRole('button', { name: 'Continue to payment' }).click();
    await heading(page, 'You are registered already').waitFor();
    const [asked] = api.requests.filter(({ path }) => path.endsWith('/checks'));
    const { firstName, lastName, email, birthDate } = ada;
    expect(asked?.body).toEqual({ runner: { firstName, lastName, email, birthDate } });
    expect(asked?.authorization).toBe(`Bearer hold.${String([...registrationIds(browserTest)][0])}`);
    await page.getByRole('button', { name: 'Send me its link' }).click();
    await page.getByText('a mail with the link is on its way').waitFor();
    expect(api.requests.find(({ path }) => path.endsWith('/registration-links'))?.body).toEqual({ email });
    expect(submissions(browserTest)).toHaveLength(0);

    await page.getByRole('button', { name: 'Go on to payment all the same' }).click();
    await payWith(page, goodCard);
    await confirmation(page);
  });

  test('news of a race are ended by a button and not by opening the page, and come again on request', async () => {
    const { page, api } = browserTest;
    await page.goto(`${api.url}/news/harbour#k1.a.b`);
    await heading(page, 'News by mail').waitFor();
    expect(page.url()).toBe(`${api.url}/news/harbour`);
    const posted = () => api.requests.filter(({ path }) => path === '/api/opt-outs/k1.a.b').map(({ body }) => body);
    expect(posted()).toEqual([]);
    await page.getByRole('button', { name: 'No more news of this race' }).click();
    await page.getByText('You get no more news of Harbour Run by mail.').waitFor();
    await page.getByRole('button', { name: 'I want the news again' }).click();
    await page.getByRole('button', { name: 'No more news of any race here' }).click();
    await page.getByText('You get no more news of any race here by mail.').waitFor();
    expect(posted()).toEqual([{ from: 'race' }, { from: 'nothing' }, { from: 'organiser' }]);
  });

  test.each([
    { body: { registrationId: anyId, registered: 'unknown' } },
    problemAnswer('internal-error'),
    { cut: true },
  ])('when the check for a registration fails (%j), the runner pays as usual', async (answer) => {
    const { page, api } = browserTest;
    api.next.check.push(answer);
    await toPay(browserTest);
    await payWith(page, goodCard);
    await confirmation(page);
  });

  test('a registration with a payment of another amount starts over, with everything that was typed', async () => {
    const { page, api } = browserTest;
    api.next.submit.push(problemAnswer('payment-differs'));
    await toPay(browserTest);
    await payWith(page, goodCard);
    await heading(page, 'Please start again').waitFor();
    await page.getByText('You have not been charged').waitFor();
    await page.getByRole('button', { name: 'Hold another spot' }).click();
    // Only the card is left to type.
    await acceptWaiver(page);
    await payWith(page, goodCard);
    await confirmation(page);
    expect([holds(browserTest), registrationIds(browserTest).size]).toEqual([2, 2]);
  });

  test('an unknown payment is repeated by itself, word for word', async () => {
    const { page, api, processor } = browserTest;
    // The failures stay until the screen was seen. Otherwise the next try may succeed before that.
    api.next.submit.push(...Array.from({ length: 100 }, () => problemAnswer('payment-unknown', { retryAfter: 0.1 })));
    await toPay(browserTest);
    await payWith(page, goodCard);
    await page.getByText('charged once').waitFor();
    api.next.submit.splice(0, Number.POSITIVE_INFINITY, { cut: true });
    await confirmation(browserTest.page);
    expect(new Set(submissions(browserTest).map(({ path, body }) => JSON.stringify([path, body]))).size).toBe(1);
    expect(processor.forms).toHaveLength(1);
  });

  test('a card the processor cannot read is said where the runner is taken to, and stays in the form', async () => {
    const { page } = browserTest;
    await toPay(browserTest);
    await page.route('**/v1/confirmation_tokens', (route) =>
      route.fulfill({
        status: 402,
        headers: { 'access-control-allow-origin': '*' },
        json: { error: { type: 'card_error', message: 'Your card number is incorrect.' } },
      }),
    );
    await payWith(page, goodCard);
    await page.getByText('Your card number is incorrect.').waitFor();
    await focusOnText(page, 'Your card number is incorrect.');
    expect(await cardFields(page).getByLabel('Security code').inputValue()).toBe(goodCard.cvc);
    expect(submissions(browserTest)).toHaveLength(0);
  });

  test('a hold that ran out costs one click and nothing typed', async () => {
    const { page, api } = browserTest;
    await page.clock.install();
    await holdSpot(page, api.url, harbour);
    await page.getByLabel('First name').fill('Ada');
    await pass(browserTest, api.holdSeconds);
    await heading(page, 'Your hold has ended').waitFor();
    await page.getByRole('button', { name: 'Hold another spot' }).click();
    await heading(page, 'Who will run?').waitFor();
    expect(await page.getByLabel('First name').inputValue()).toBe('Ada');
    expect([holds(browserTest), registrationIds(browserTest).size]).toEqual([2, 2]);
  });

  test.each([
    ['sold-out', {}, 'Sold out'],
    ['closed', {}, 'Registration is closed'],
    ['too-many-holds', { retryAfter: 60 }, 'No more spots for now'],
    ['all-held', { retryAfter: 60 }, 'All spots are held right now'],
    ['busy', { retryAfter: 60 }, 'Many people are asking at once'],
    ['internal-error', {}, 'Something broke on our side'],
  ] as const)('%s is said as it is', async (name, more, title) => {
    const { page, api } = browserTest;
    api.next.hold.push(...[1, 2, 3, 4, 5].map(() => problemAnswer(name, more)));
    await askForSpot(browserTest);
    await heading(page, title).waitFor();
    expect(holds(browserTest)).toBeLessThanOrEqual(2);
  });

  test('all held: asks again by itself, and stops when told to', async () => {
    const { page, api } = browserTest;
    api.next.hold.push(problemAnswer('all-held', { retryAfter: 0.2 }), problemAnswer('all-held', { retryAfter: 60 }));
    await askForSpot(browserTest);
    await page.getByText(/Next try in (1|0:5|0:6)/).waitFor();
    await page.getByRole('button', { name: 'Stop asking' }).click();
    await page.getByText('Stopped').waitFor();
    await page.getByRole('button', { name: 'Ask again' }).click();
    await heading(page, 'Who will run?').waitFor();
    expect(registrationIds(browserTest).size).toBe(1);
  });

  test('a paused sale: a runner who asks keeps what they typed, and the page goes on by itself when the sale goes on', async () => {
    const { page, api } = browserTest;
    api.sale = 'paused';
    await page.goto(`${api.url}/races/harbour`);
    await page.locator('.hero').getByText('Registration is paused').waitFor();
    await page.locator('.events').getByText('Registration is paused').first().waitFor();
    expect(await page.getByRole('link', { name: /^Register/ }).count()).toBe(0);
    await page.goto(api.url);
    await page.getByText('Registration is paused').first().waitFor();
    expect(await page.getByText('Registration open').count()).toBe(0);
    await page.goto(`${api.url}/races/harbour/register?event=${marathonId}`);
    api.next.hold.push(problemAnswer('sale-paused', { retryAfter: 0.2 }));
    await page.getByRole('button', { name: 'Hold a spot for me' }).click();
    await heading(page, 'Registration is paused').waitFor();
    await page.getByText('We look again by ourselves').waitFor();
    await heading(page, 'Who will run?').waitFor();
    expect(registrationIds(browserTest).size).toBe(1);
  });

  test('a race is past when its day is over where it is run', async () => {
    const { page, api } = browserTest;
    const [race] = api.races;
    const zones = ['America/St_Johns', 'Pacific/Kiritimati'];
    const listed = zones.flatMap((timeZone, n) =>
      race ? [{ ...race, id: `day-${n}`, name: timeZone, date: '2027-03-14', timeZone }] : [],
    );
    api.races.splice(0, api.races.length, ...listed);
    // In the evening of that day, and in the afternoon of the next.
    await page.clock.setFixedTime('2027-03-15T00:30:00Z');
    await page.goto(api.url);
    await page.getByRole('region', { name: 'Upcoming' }).getByText('America/St_Johns').waitFor();
    await page.getByRole('region', { name: 'Past' }).getByText('Pacific/Kiritimati').waitFor();
  });

  test('a broken connection keeps everything and goes on by itself', async () => {
    const { page, api } = browserTest;
    api.next.hold.push({ cut: true });
    await holdSpot(page, api.url, harbour);
    expect([holds(browserTest), registrationIds(browserTest).size]).toEqual([2, 1]);
  });

  test.each([
    ['duplicate', 'You are already registered'],
    ['refused', 'No spot was left'],
    ['payment-failed', 'The payment failed'],
  ])('a registration that ended as %s says so', async (status, title) => {
    const { page, api } = browserTest;
    await toPay(browserTest);
    const { registrationId } = await page.evaluate(() =>
      JSON.parse(localStorage.getItem('startline:draft:harbour') ?? 'null'),
    );
    api.next.status.push({
      body: {
        registrationId,
        raceId: 'harbour',
        raceName: 'Harbour Marathon',
        eventId: marathonId,
        eventName: 'Marathon',
        status,
      },
    });
    await payWith(page, goodCard);
    await heading(page, title).waitFor();
  });

  test('a changed waiver is read and accepted again, and only then paid', async () => {
    const { page, api } = browserTest;
    await toPay(browserTest);
    api.next.submit.push(problemAnswer('waiver-changed'));
    for (const race of api.races) race.waiver = otherWaiver;
    await payWith(page, goodCard);
    await heading(page, 'The waiver has changed').waitFor();
    await acceptWaiver(page);
    await payWith(page, goodCard);
    await confirmation(browserTest.page);
    expect(submissions(browserTest).at(-1)?.body).toMatchObject({ waiver: { hash: 'waiver-hash-2', accepted: true } });
    expect(registrationIds(browserTest).size).toBe(1);
  });

  test('what the office finds wrong with an answer leads back to its box', async () => {
    const { page, api } = browserTest;
    await toPay(browserTest);
    api.next.submit.push(
      problemAnswer('invalid-request', {
        faults: [{ field: 'runner.lastName', code: 'control-characters' }],
      }),
    );
    await payWith(page, goodCard);
    await heading(page, 'Who will run?').waitFor();
    await page.getByRole('link', { name: 'Last name must not contain control characters' }).click();
    await focusOnId(page, 'lastName');
  });
});

describe('the opening', () => {
  test('comes by the server’s clock, without a reload', async () => {
    const { page, api } = browserTest;
    api.ahead = 3_600_000;
    const [race] = api.races;
    // In real time. If the clock is moved while an answer is on its way, the countdown passes its announcements twice.
    if (race) race.opensAt = new Date(Date.now() + 3_600_000 + 6_000).toISOString();
    await page.goto(`${api.url}/races/harbour`);
    await page.getByText('Register at the opening').first().waitFor();
    await page.getByRole('status').filter({ hasText: 'Registration is open' }).waitFor({ state: 'attached' });
    await page.getByRole('link', { name: 'Register for Marathon', exact: true }).click();
    await heading(page, 'Who will run?').waitFor();
  });

  test('somebody too early waits at the right place', async () => {
    const { page, api } = browserTest;
    api.next.hold.push(problemAnswer('not-open-yet', { opensAt: new Date(Date.now() + 60_000).toISOString() }));
    await page.clock.install();
    await page.goto(`${api.url}/races/harbour/register?event=${marathonId}`);
    await page.getByRole('button', { name: 'Hold a spot for me' }).click();
    await heading(page, 'Registration has not opened yet').waitFor();
    await pass(browserTest, 60);
    await page.getByRole('button', { name: 'Ask for a spot' }).click();
    await heading(page, 'Who will run?').waitFor();
    expect(registrationIds(browserTest).size).toBe(1);
  });
});

test('a page that is open takes in what a director publishes', async () => {
  const { page, api } = browserTest;
  const [race] = api.races;
  if (race) race.revision = 1;
  await page.goto(`${api.url}/races/harbour`);
  await page.getByRole('link', { name: 'Register for Marathon', exact: true }).waitFor();
  const reads = () => api.requests.filter(({ path }) => path === '/api/races/harbour').length;
  expect(reads()).toBe(1);
  if (race) Object.assign(race, { revision: 2, notice: 'The finish is at the harbour.' });
  // It looks when somebody comes back to it.
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await page.getByText('The finish is at the harbour.').waitFor();
  expect(reads()).toBe(2);
});

describe('by the race’s own times', () => {
  const register = (raceId: string) => `/races/${raceId}/register?event=${marathonId}`;

  test('nobody is offered a spot of a race that has closed', async () => {
    const { page, api } = browserTest;
    await page.goto(`${api.url}${register('spring')}`);
    await heading(page, 'Registration is closed').waitFor();
    expect(await page.getByRole('button').count()).toBe(0);
    expect(holds(browserTest)).toBe(0);
  });

  test('somebody who opens the form early sees the countdown, then the button', async () => {
    const { page, api } = browserTest;
    const [race] = api.races;
    if (race) race.opensAt = new Date(Date.now() + 60_000).toISOString();
    await page.clock.install();
    await page.goto(`${api.url}${register('harbour')}`);
    await heading(page, 'Registration has not opened yet').waitFor();
    await pass(browserTest, 60);
    await heading(page, 'Registration is open').waitFor();
    await page.getByRole('button', { name: 'Ask for a spot' }).click();
    await heading(page, 'Who will run?').waitFor();
  });
});

describe('the link from the mail', () => {
  const id = '01890000-0000-7000-8000-000000000001';

  test('opens the registration and leaves no token in the address', async () => {
    const { page, api } = browserTest;
    await page.goto(`${api.url}/registrations/${id}#link.token`);
    await confirmation(browserTest.page);
    expect(page.url()).toBe(`${api.url}/registrations/${id}`);
    await page.reload();
    await confirmation(browserTest.page);
    const status = api.requests.findLast(({ path }) => path.startsWith('/api/registrations/'));
    expect(status?.authorization).toBe('Bearer link.token');
  });

  test('that does not work any more can be had again', async () => {
    const { page, api } = browserTest;
    api.next.status.push(problemAnswer('not-yours'));
    await page.goto(`${api.url}/registrations/${id}#old`);
    await heading(page, 'This link no longer works').waitFor();
    await page.getByRole('button', { name: 'Send me the link' }).click();
    await focusOnText(page, 'One answer needs another look');
    await page.getByLabel('E-mail address').fill(' ada@example.com ');
    await page.getByRole('button', { name: 'Send me the link' }).click();
    await heading(page, 'Look into your mail').waitFor();
    expect(api.requests.at(-1)?.body).toEqual({ email: 'ada@example.com' });
  });
});

test('a race whose spots cannot be counted at the moment still lets people try', async () => {
  const { page, api } = browserTest;
  await page.route('**/availability', (route) => route.abort());
  await askForSpot(browserTest);
  await heading(page, 'Who will run?').waitFor();
  expect(holds({ api })).toBe(1);
});
