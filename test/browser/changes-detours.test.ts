import { until } from '../support/until';
import { faultsOf } from './support/axe';
import { problemAnswer } from './support/fakes/fake-answer';
import { fullForm } from './support/fakes/fake-form';
import { focusOnId, focusOnText } from './support/focus';
import { linesToGiveBack } from './support/lazy-screens';
import { confirmation, forever, harbour, openBrowserTest } from './support/open-browser-test';
import { givingBackScreens, passingOnScreens, registrationScreens } from './support/registration-screens';
import { ada, goodCard, heading, registerInBrowser } from './walk';

const browserTest = openBrowserTest();
const { id, address, open, sent } = registrationScreens(browserTest);

describe('giving the spot back', () => {
  const { cancellations, confirm, givenBack } = givingBackScreens(browserTest);
  const ask = async () => {
    await open();
    await browserTest.page.getByRole('link', { name: 'Give the spot back' }).click();
    await heading(browserTest.page, 'Give the spot back?').waitFor();
  };

  test('can be thought better of, with the back button, too', async () => {
    const { page } = browserTest;
    await ask();
    await page.getByRole('link', { name: 'Keep my spot' }).click();
    await confirmation(page);
    await page.goBack();
    await heading(page, 'Give the spot back?').waitFor();
    await page.goBack();
    await confirmation(page);
    await page.goForward();
    await page.reload();
    await heading(page, 'Give the spot back?').waitFor();
    expect(cancellations()).toHaveLength(0);
  });

  test('asks again when the amount has changed', async () => {
    const { page, api } = browserTest;
    api.next.cancel.push(problemAnswer('refund-changed', { refund: 4525 }));
    await ask();
    await confirm().click();
    await heading(page, 'The amount has changed').waitFor();
    await focusOnText(page, 'The amount has changed');
    await confirm('€45.25').click();
    await givenBack();
    expect(cancellations().map(({ body }) => body)).toEqual([{ refund: 7240 }, { refund: 4525 }]);
  });

  test('in a race with a form says what comes back of each thing, and again when that has changed', async () => {
    const { page, api } = browserTest;
    api.forms.push(fullForm);
    api.line.lines = [...linesToGiveBack];
    await open();
    await page.getByText('You get back €83.20 of €171.48').waitFor();
    await page.getByRole('link', { name: 'Give the spot back' }).click();
    const row = (name: string) => page.getByRole('row', { name });
    await row('Early entry €89.00 €71.20').waitFor();
    await row('2 × Pasta party, Ticket for a child €12.00 €12.00').waitFor();
    await row('Donation: Trees for the mill €20.00 €0.00').waitFor();
    await row('Fee €5.48 €0.00').waitFor();
    expect(await page.getByText('Shirt').count()).toBe(0);
    // Meanwhile the time to count the pasta off has passed.
    api.line.lines = linesToGiveBack.map((line) => (line.kind === 'item' ? { ...line, refundable: 0 } : line));
    api.next.cancel.push(problemAnswer('refund-changed', { refund: 7120 }));
    await confirm('€83.20').click();
    await heading(page, 'The amount has changed').waitFor();
    await row('2 × Pasta party, Ticket for a child €12.00 €0.00').waitFor();
    await confirm('€71.20').click();
    await givenBack();
    expect(cancellations().map(({ body }) => body)).toEqual([{ refund: 8320 }, { refund: 7120 }]);
  });

  test('waits while the card is being charged, and goes on by itself', async () => {
    const { page, api } = browserTest;
    // The failures stay until the screen was seen. Otherwise the next try may succeed before that.
    api.next.cancel.push(...Array.from({ length: 100 }, () => problemAnswer('still-settling', { retryAfter: 1 })));
    await ask();
    await confirm().click();
    await page.getByText('Next try in').waitFor();
    api.next.cancel.splice(0);
    await givenBack();
    expect(cancellations().length).toBeGreaterThan(1);
  });

  test('gets over an office that is busy once, and says when it stays so', async () => {
    const { page, api } = browserTest;
    api.next.cancel.push(problemAnswer('busy', { retryAfter: 0.1 }), problemAnswer('internal-error'));
    await ask();
    await confirm().click();
    await page.getByText('Please try again in a moment').waitFor();
    await confirm().click();
    await givenBack();
    expect(new Set(cancellations().map(({ body }) => JSON.stringify(body))).size).toBe(1);
  });

  test.each(['change-too-late', 'no-spot'] as const)(
    '%s is said, and the registration is loaded again',
    async (name) => {
      const { page, api } = browserTest;
      api.next.cancel.push(problemAnswer(name));
      await ask();
      await confirm().click();
      await heading(page, 'Your spot was not given back').waitFor();
      api.line.ended.set(id, 'transferred');
      await page.getByRole('link', { name: 'See your registration' }).click();
      await heading(page, 'Your spot was passed on').waitFor();
    },
  );

  test('is for the organiser to decide where the race says nothing, and when its time is over', async () => {
    const { page, api } = browserTest;
    for (const race of api.races) race.changes = { refundPercent: 80 };
    await open();
    await page.getByText('the organiser of this race decides').waitFor();
    await page.goto(`${address()}?step=give-back`);
    await confirmation(page);
    for (const race of api.races) race.changes = { refundPercent: 80, cancelUntil: '2020-01-01T00:00:00.000Z' };
    await page.reload();
    await page.getByText('is over').waitFor();
    expect(await page.getByRole('link', { name: 'Give the spot back' }).count()).toBe(0);
  });

  test('is not offered before the card is charged', async () => {
    const { page, api } = browserTest;
    api.payment = 'authorised';
    await open();
    await page.getByText('Once your card has been charged').waitFor();
    expect(await page.getByRole('link', { name: 'Give the spot back' }).count()).toBe(0);
  });

  test('can be looked up again when what the race allows could not be read', async () => {
    const { page, api } = browserTest;
    api.next.races.push(problemAnswer('internal-error'));
    await open();
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('link', { name: 'Give the spot back' }).waitFor();
  });
});

test.each([
  ['given back', 'cancelled', 'You gave your spot back'],
  ['passed on', 'transferred', 'Your spot was passed on'],
] as const)('where it was bought, a spot that was %s elsewhere is not shown as one', async (_, ended, title) => {
  const { page, api } = browserTest;
  await registerInBrowser(page, api.url, { ...harbour, runner: ada, card: goodCard });
  const [, bought = ''] =
    /registrations\/([^/]+)$/.exec(api.requests.find(({ method }) => method === 'PUT')?.path ?? '') ?? [];
  api.line.ended.set(bought, ended);
  await page.reload();
  await heading(page, title).waitFor();
  await page.getByRole('button', { name: 'Try for another spot' }).click();
  await heading(page, 'Who will run?').waitFor();
});

describe('passing the spot on', () => {
  const { offers, fill, send, offered } = passingOnScreens(browserTest);

  test('repeats the same offer after a reload and when the office is busy', async () => {
    const { page, api } = browserTest;
    api.next.offer.push(problemAnswer('busy', { retryAfter: 0.1 }), { later: forever });
    await fill();
    await send().click();
    await until(() => offers().length === 2);
    await page.reload();
    await offered();
    expect(new Set(offers().map(({ body }) => JSON.stringify(body))).size).toBe(1);
  });

  test('says what did not work, and the same press repeats the same offer', async () => {
    const { page, api } = browserTest;
    api.next.offer.push(problemAnswer('internal-error'));
    await fill();
    await send().click();
    await page.getByText('Please try again in a moment').waitFor();
    await send().click();
    await offered();
    expect(new Set(offers().map(({ body }) => JSON.stringify(body))).size).toBe(1);
  });

  test('asks for what is missing', async () => {
    const { page } = browserTest;
    await fill();
    await page.getByLabel('Their e-mail address').fill('bea');
    await send().click();
    await page.getByRole('link', { name: /Enter their e-mail address/ }).click();
    await focusOnId(page, 'recipient-email');
    expect(offers()).toHaveLength(0);
  });

  test('an offer made elsewhere is taken back before another one', async () => {
    const { page, api } = browserTest;
    api.next.offer.push(problemAnswer('no-spot'));
    await fill();
    await send().click();
    await heading(page, 'Your spot is offered to somebody already').waitFor();
    api.next.withdraw.push(problemAnswer('internal-error'));
    await page.getByRole('button', { name: 'Take it back' }).click();
    await page.getByText('Please try again in a moment').waitFor();
    await page.getByRole('button', { name: 'Take it back' }).click();
    await heading(page, 'Pass your spot on').waitFor();
    expect(await page.getByLabel('Their first name').inputValue()).toBe('Bea');
    await send().click();
    await offered();
    expect(new Set(offers().map(({ body }) => JSON.stringify(body))).size).toBe(2);
  });

  test('nobody is told that it was taken back when somebody was faster', async () => {
    const { page, api } = browserTest;
    await fill();
    await send().click();
    await offered();
    api.line.ended.set(id, 'transferred');
    await page.getByRole('button', { name: 'Take it back' }).click();
    await heading(page, 'Your spot was passed on').waitFor();
    await page.reload();
    await heading(page, 'Your spot was passed on').waitFor();
  });

  test('an offer made on another device is shown, to whom and until when, and can be taken back', async () => {
    const { page, api } = browserTest;
    const endsAt = new Date(Date.now() + 3_600_000).toISOString();
    api.line.offered.set(id, { transferId: id, recipient: { firstName: 'Cleo', email: 'c…@example.com' }, endsAt });
    await open();
    await page.getByText('You offered it to Cleo').waitFor();
    await page.getByRole('link', { name: 'See the offer' }).click();
    await heading(page, 'Your spot is offered to Cleo already').waitFor();
    await page.getByText('c…@example.com').waitFor();
    await page.getByText('The offer lasts until').waitFor();
    await page.getByRole('button', { name: 'Take it back' }).click();
    await heading(page, 'Pass your spot on').waitFor();
    await page.getByRole('link', { name: 'Keep my spot' }).click();
    await page.getByRole('link', { name: 'Pass it on' }).waitFor();
    expect(api.count('DELETE', /transfer$/)).toBe(1);
  });

  test('too late is said as it is', async () => {
    const { page, api } = browserTest;
    api.next.offer.push(problemAnswer('change-too-late'));
    await fill();
    await send().click();
    await heading(page, 'Your spot was not offered').waitFor();
  });

  test('a runner who gives the spot back is told that this ends the offer', async () => {
    const { page } = browserTest;
    await fill();
    await send().click();
    await offered();
    await page.getByRole('link', { name: 'Back to my registration' }).click();
    await page.getByRole('link', { name: 'Give the spot back' }).click();
    await page.getByText('Your offer to Bea ends with it').waitFor();
  });
});

test.each(['cancelled', 'deferred', 'transferred'] as const)(
  'a runner whose spot is %s takes their name out of what was published before, or learns that it is nowhere',
  async (ended) => {
    const { page, api } = browserTest;
    api.line.ended.set(id, ended);
    await page.setViewportSize({ width: 320, height: 640 });
    await page.goto(`${address()}#link.token`);
    const takeOut = page.getByRole('button', { name: 'Take my name out' });
    const fold = async () => {
      await page.getByText('Your name in results').press('Enter');
      await page.getByText('You have no spot any more.').waitFor();
      await takeOut.press('Enter');
    };
    api.next.name.push(problemAnswer('no-spot'));
    await fold();
    await focusOnText(page, 'No list of starters and no results show your name.');
    expect(await takeOut.count()).toBe(0);
    expect(await faultsOf(page)).toEqual([]);
    await page.reload();
    api.next.name.push(problemAnswer('internal-error'));
    await fold();
    await page.locator('.note-bad').waitFor();
    await takeOut.press('Enter');
    await focusOnText(page, 'Your name is taken out.');
    expect(sent('DELETE', '/result-name')).toHaveLength(3);
    expect(await faultsOf(page)).toEqual([]);
    if (process.env.PICTURES)
      await page.screenshot({ path: `${process.env.PICTURES}/result-name-${ended}.png`, fullPage: true });
  },
);

test('a race that is cancelled says so at each registration, and offers nothing that the server would refuse', async () => {
  const { page, api } = browserTest;
  for (const race of api.races) Object.assign(race, { cancelled: true, changes: { refundPercent: 80 } });
  for (const width of [1280, 320]) {
    await page.setViewportSize({ width, height: 640 });
    await open();
    await page.getByRole('heading', { name: 'The race is cancelled' }).waitFor();
    await page.getByText('You need to do nothing.').waitFor();
    expect(await page.getByText('If you cannot run').count()).toBe(0);
    expect(await page.getByRole('link', { name: 'Give the spot back' }).count()).toBe(0);
    expect(await faultsOf(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
    if (process.env.PICTURES)
      await page.screenshot({ path: `${process.env.PICTURES}/race-cancelled-${width}.png`, fullPage: true });
  }
});
