import type { Page } from 'playwright-core';
import { until } from '../support/until';
import { problemAnswer } from './support/fakes/fake-answer';
import { focusOnText } from './support/focus';
import { confirmation, openBrowserTest, pass, registrationIds, submissions, toPay } from './support/open-browser-test';
import { askedCard, bankWindow, goodCard, heading, payWith } from './walk';

const browserTest = openBrowserTest();

const asks = 'Your bank wants to know that it is you';
const elsewhere = 'Answer your bank in the other tab';
const yes = 'Yes, it is me';
const no = 'No, refuse it';

const answer = (page: Page, words: string) => bankWindow(page).getByRole('button', { name: words }).click();

/** Pays with a card whose bank asks, up to its question. */
const toBank = async (page = browserTest.page) => {
  await toPay(browserTest);
  await payWith(page, askedCard);
  await heading(page, asks).waitFor();
  await bankWindow(page).getByRole('button', { name: yes }).waitFor();
};

const payWithOther = async (page = browserTest.page) => {
  await payWith(page, goodCard);
  await confirmation(page);
};

/** Closes the window as if it had never been shown: nobody learns of it. */
const loseWindow = (page: Page) => page.evaluate(() => document.querySelector('dialog')?.remove());

const payments = () => browserTest.processor.payments();
const charged = ['requires_capture'];

describe('a bank that asks', () => {
  test('is answered in its window, and the same request goes on', async () => {
    const { page } = browserTest;
    await toBank();
    await page.getByText(/Time for your answer: 1[01]:\d\d/).waitFor();
    await answer(page, yes);
    await confirmation(page);
    await focusOnText(page, 'You are on the start line');
    const [first, second] = submissions(browserTest).map(({ body }) => body as Record<string, string>);
    expect(second).toEqual({ ...first, resume: expect.stringMatching(/^pi_/) });
    expect([await payments(), browserTest.processor.forms.length]).toEqual([charged, 1]);
  });

  test('is told no: nothing is charged, and another card pays', async () => {
    const { page } = browserTest;
    await toBank();
    await answer(page, no);
    await heading(page, 'Your card was declined').waitFor();
    await focusOnText(page, 'Your card was declined');
    await page.getByText('Your bank did not confirm that it is you.').waitFor();
    await page.getByText('Nothing was charged').waitFor();
    expect(await payments()).toEqual(['requires_payment_method']);
    await payWithOther();
    expect([await payments(), registrationIds(browserTest).size]).toEqual([charged, 1]);
  });

  test('is closed with the Escape key: nothing is charged, and another card pays', async () => {
    const { page } = browserTest;
    await toBank();
    await page.keyboard.press('Escape');
    await heading(page, 'Your card was declined').waitFor();
    expect(await payments()).toEqual(['requires_payment_method']);
    await payWithOther();
    expect(await payments()).toEqual(charged);
  });

  test('asks again after a reload, and is answered once', async () => {
    const { page } = browserTest;
    await toBank();
    await page.reload();
    await heading(page, asks).waitFor();
    await answer(page, yes);
    await confirmation(page);
    expect([await payments(), browserTest.processor.forms.length]).toEqual([charged, 1]);
  });

  test('is shown again to a runner who sees no window', async () => {
    const { page } = browserTest;
    await toBank();
    await loseWindow(page);
    await page.getByRole('button', { name: 'I see no window' }).click();
    await answer(page, yes);
    await confirmation(page);
    expect(await payments()).toEqual(charged);
  });

  test('comes first, when another card is tried before it is answered', async () => {
    const { page } = browserTest;
    await toBank();
    await loseWindow(page);
    await page.getByRole('button', { name: 'Use another card' }).click();
    await heading(page, 'Check and pay').waitFor();
    await payWith(page, goodCard);
    await page.getByText('It still asks about the card before.').waitFor();
    expect(await payments()).toEqual(['requires_action']);
    await answer(page, no);
    await heading(page, 'Your card was declined').waitFor();
    await payWithOther();
    expect(await payments()).toEqual(charged);
  });

  test('leaves its secret in the memory of the page alone', async () => {
    const { page, api } = browserTest;
    await toBank();
    const stored = await page.evaluate(() =>
      JSON.stringify([{ ...localStorage }, { ...sessionStorage }, location.href]),
    );
    expect(stored).toMatch(/resume\W+pi_/);
    expect(stored).not.toContain('_secret_');
    expect(JSON.stringify(api.requests)).not.toContain('_secret_');
  });
});

describe('the time of a bank that asks', () => {
  test('is two minutes longer than the hold', async () => {
    const { page, api } = browserTest;
    await page.clock.install();
    await toBank();
    await pass(browserTest, api.holdSeconds + 60);
    await page.getByText(/Time for your answer: 0:\d\d/).waitFor();
    await answer(page, yes);
    await confirmation(page);
    expect(await payments()).toEqual(charged);
  });

  test('is told in words while the server checks an answer that came after the hold', async () => {
    const { page, api } = browserTest;
    await page.clock.install();
    await toBank();
    await pass(browserTest, api.holdSeconds + 60);
    api.next.submit.push(problemAnswer('payment-unknown', { retryAfter: 30 }));
    await answer(page, yes);
    await page.getByText('time is up: we are checking').waitFor();
    await page.getByText('Next try').waitFor();
    expect(await page.getByRole('timer', { name: 'Held for' }).count()).toBe(0);
    // The pause is up to a fifth longer than the server says.
    await pass(browserTest, 37);
    await confirmation(page);
    expect(await payments()).toEqual(charged);
  });

  test('ends without an answer: nothing is charged, and the page says so', async () => {
    const { page, api } = browserTest;
    await page.clock.install();
    await toBank();
    await pass(browserTest, api.holdSeconds + 125);
    await heading(page, 'Your hold has ended').waitFor();
    await page.getByText('Your bank had no answer from you in the time for this spot').waitFor();
    expect(await payments()).toEqual(['requires_action']);
  });

  test('is over when the answer comes: nothing is charged, and the page says so', async () => {
    const { page, api } = browserTest;
    await toBank();
    // The page does not know yet. The server decides.
    api.ahead += (api.holdSeconds + 121) * 1000;
    await answer(page, yes);
    await heading(page, 'Your hold has ended').waitFor();
    await page
      .getByText(
        'Your bank said yes, but we heard of it after the time for this spot was over. You have not been charged.',
      )
      .waitFor();
    expect(await payments()).toEqual(['requires_confirmation']);
    await page.getByRole('button', { name: 'Hold another spot' }).click();
    await heading(page, 'The waiver').waitFor();
  });
});

describe('in two tabs', () => {
  const openBoth = async () => {
    await toPay(browserTest);
    const other = await browserTest.openTab();
    await other.goto(browserTest.page.url());
    await heading(other, 'Check and pay').waitFor();
    await payWith(browserTest.page, askedCard);
    const tabs = [browserTest.page, other];
    await Promise.all(tabs.map((tab) => heading(tab, new RegExp(`${asks}|${elsewhere}`)).waitFor()));
    let showing: boolean[] = [];
    await until(async () => {
      showing = await Promise.all(tabs.map((tab) => heading(tab, elsewhere).isVisible()));
      return showing.filter(Boolean).length === 1;
    });
    const [asking, waiting] = showing[0] ? [other, browserTest.page] : [browserTest.page, other];
    return { asking, waiting };
  };

  test('the bank asks in one; the other follows', async () => {
    const { asking, waiting } = await openBoth();
    await asking.bringToFront();
    await answer(asking, yes);
    await confirmation(asking);
    await waiting.bringToFront();
    await confirmation(waiting);
    expect([await payments(), browserTest.processor.forms.length]).toEqual([charged, 1]);
  });

  test('the bank asks in the tab that the runner chooses', async () => {
    const { asking, waiting } = await openBoth();
    await waiting.bringToFront();
    await waiting.getByRole('button', { name: 'Do it here' }).click();
    await bankWindow(waiting).getByRole('button', { name: yes }).waitFor();
    await heading(asking, elsewhere).waitFor();
    expect(await asking.locator('dialog').count()).toBe(0);
    await answer(waiting, yes);
    await confirmation(waiting);
    await asking.bringToFront();
    await confirmation(asking);
    expect(await payments()).toEqual(charged);
  });

  test('the bank asks in the one that is left', async () => {
    const { asking, waiting } = await openBoth();
    await asking.close();
    await waiting.bringToFront();
    await answer(waiting, yes);
    await confirmation(waiting);
    expect(await payments()).toEqual(charged);
  });
});
