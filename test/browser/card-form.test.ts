import { focusOnText } from './support/focus';
import { confirmation, harbour, openBrowserTest, submissions, toPay } from './support/open-browser-test';
import {
  acceptWaiver,
  ada,
  cardFields,
  fillCard,
  fillRunner,
  goodCard,
  heading,
  holdSpot,
  payButton,
  payWith,
} from './walk';

const browserTest = openBrowserTest();

const blocked = 'The card form of our payment processor did not load';

describe('the fields of the card', () => {
  test('are the processor’s: no script of the page can read them', async () => {
    const { page, processor } = browserTest;
    await toPay(browserTest);
    await fillCard(page, goodCard);
    expect(await page.locator('input').count()).toBe(0);
    expect(await page.evaluate(() => document.querySelector('iframe')?.contentDocument ?? null)).toBeNull();
    const frame = page.frames().find((one) => one.url() === `${processor.url}/element`);
    expect(frame).toBeDefined();
  });

  test('say what is missing, and nothing is sent', async () => {
    const { page, processor } = browserTest;
    await toPay(browserTest);
    await fillCard(page, { ...goodCard, number: '4242 4242 4242 4241' });
    await payButton(page).click();
    const number = cardFields(page).getByLabel('Card number');
    await cardFields(page).getByText('a digit is missing or mistyped').waitFor();
    await page.getByRole('status').filter({ hasText: 'a digit is missing or mistyped' }).waitFor({ state: 'attached' });
    expect(await number.getAttribute('aria-invalid')).toBe('true');
    expect(await number.evaluate((input) => input === document.activeElement)).toBe(true);
    expect([processor.forms.length, submissions(browserTest).length]).toEqual([0, 0]);
  });

  test('are filled in by one press on a test card, in the sandbox', async () => {
    const { page } = browserTest;
    await toPay(browserTest);
    await cardFields(page).getByText('Test cards').click();
    await cardFields(page).getByRole('button', { name: '4242 4242 4242 4242' }).click();
    await payButton(page).click();
    await confirmation(page);
  });

  test('are not needed with the wallet of the device', async () => {
    const { page, processor } = browserTest;
    await toPay(browserTest);
    await cardFields(page).getByLabel('Sandbox Pay').check();
    await payButton(page).click();
    await confirmation(page);
    expect(await processor.payments()).toEqual(['requires_capture']);
  });

  test('are loaded while the runner fills in the forms before, and not before a spot is held', async () => {
    const { page, api, context } = browserTest;
    const asked: string[] = [];
    context.on('request', (request) => asked.push(request.url()));
    const isAsked = (what: string) => asked.some((url) => url.includes(what));
    await page.goto(`${api.url}/races/harbour`);
    await page.getByRole('link', { name: 'Register for Marathon', exact: true }).waitFor();
    expect([isAsked('/stripe.js'), isAsked('/pay-pages')]).toEqual([false, false]);
    const script = page.waitForResponse('**/stripe.js');
    await page.getByRole('link', { name: 'Register for Marathon', exact: true }).click();
    await heading(page, 'Who will run?').waitFor();
    await script;
    expect(isAsked('/element')).toBe(false);
  });

  test('nothing moves when they come', async () => {
    const { page } = browserTest;
    await page.setViewportSize({ width: 1280, height: 900 });
    let load = () => {};
    await page.route('**/element', async (route) => {
      await new Promise<void>((resolve) => {
        load = resolve;
      });
      await route.continue();
    });
    await toPay(browserTest);
    const button = page.getByRole('button', { name: 'Loading the card form' });
    await button.waitFor();
    expect(await button.getAttribute('aria-disabled')).toBe('true');
    const before = await button.boundingBox();
    load();
    await payButton(page).waitFor();
    await cardFields(page).getByText('Test cards').waitFor();
    const after = await payButton(page).boundingBox();
    expect(Math.abs((after?.y ?? 0) - (before?.y ?? 0))).toBeLessThan(12);
  });
});

describe('when the processor’s script is blocked', () => {
  test('the page names the hosts to allow, keeps everything, and tries again', async () => {
    const { page, context, processor } = browserTest;
    await context.route('**/stripe.js', (route) => route.abort());
    await toPay(browserTest);
    await page.getByText(blocked).waitFor();
    await page.getByText(new URL(processor.url).host).waitFor();
    await page.getByRole('timer', { name: 'Held for' }).waitFor();
    expect(await payButton(page).getAttribute('aria-disabled')).toBe('true');
    await payButton(page).click({ force: true });
    expect(submissions(browserTest)).toHaveLength(0);
    await context.unroute('**/stripe.js');
    await page.getByRole('button', { name: 'Try again' }).click();
    await payWith(page, goodCard);
    await confirmation(page);
    expect(await processor.payments()).toEqual(['requires_capture']);
  });

  test('fields that never come are given up after ten seconds', async () => {
    const { page, context } = browserTest;
    await context.route('**/element', () => {});
    await page.clock.install();
    await toPay(browserTest);
    await page.getByRole('button', { name: 'Loading the card form' }).waitFor();
    await page.locator('iframe').waitFor({ state: 'attached' });
    await page.clock.fastForward(11_000);
    await page.getByText(blocked).waitFor();
  });

  test('a processor that cannot be reached costs nothing, and the card stays in its fields', async () => {
    const { page, context } = browserTest;
    await toPay(browserTest);
    await fillCard(page, goodCard);
    await context.route('**/v1/confirmation_tokens', (route) => route.abort());
    await payButton(page).click();
    await page.getByText('The payment processor cannot be reached. Nothing was charged.').waitFor();
    await focusOnText(page, 'The payment processor cannot be reached.');
    await context.unroute('**/v1/confirmation_tokens');
    await payButton(page).click();
    await confirmation(page);
  });
});

test('where there is nothing to pay, there is no card and no processor', async () => {
  const { page, api, context, processor } = browserTest;
  for (const race of api.races)
    race.events = race.events.map((event) => ({
      ...event,
      prices: event.prices.map((one) => ({ ...one, amount: 0 })),
    }));
  const asked: string[] = [];
  context.on('request', (request) => asked.push(request.url()));
  await holdSpot(page, api.url, harbour);
  await fillRunner(page, ada);
  await page.getByRole('checkbox', { name: /accept/ }).check();
  await page.getByRole('button', { name: 'Continue to payment' }).click();
  await heading(page, 'Check and register').waitFor();
  expect(await page.locator('iframe').count()).toBe(0);
  await page.getByRole('button', { name: 'Register', exact: true }).click();
  await confirmation(page);
  expect(asked.filter((url) => url.startsWith(processor.url))).toEqual([]);
  expect(submissions(browserTest).map(({ body }) => Object.keys(body as object).sort())).toEqual([
    ['hold', 'runner', 'waiver'],
  ]);
});

test('what a bank puts into the address is removed, and believed by nobody', async () => {
  const { page, api } = browserTest;
  await holdSpot(page, api.url, harbour);
  await fillRunner(page, ada);
  await acceptWaiver(page);
  const address = page.url();
  const forged = 'payment_intent=pi_1&payment_intent_client_secret=pi_1_secret_2&redirect_status=succeeded';
  await page.goto(`${address}&${forged}`);
  await heading(page, 'Check and pay').waitFor();
  expect(page.url()).toBe(address);
  expect(submissions(browserTest)).toHaveLength(0);
});
