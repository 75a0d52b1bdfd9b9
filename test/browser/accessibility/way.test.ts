import { faultsOf } from '../support/axe';
import { problemAnswer } from '../support/fakes/fake-answer';
import { halfId } from '../support/fakes/fake-races';
import { harbour, openBrowserTest } from '../support/open-browser-test';
import {
  acceptWaiver,
  ada,
  cardFields,
  declinedCard,
  fillRunner,
  goodCard,
  heading,
  holdSpot,
  payButton,
  payWith,
} from '../walk';

const browserTest = openBrowserTest();

test('no screen of the way has a fault, in light or dark', async () => {
  const { page, api } = browserTest;
  await page.setViewportSize({ width: 320, height: 640 });
  const seen: Record<string, readonly string[]> = {};
  const look = async (name: string) => {
    seen[name] = await faultsOf(page);
  };
  await page.goto(api.url);
  await page.getByText('Harbour Marathon').waitFor();
  await look('list');
  await page.goto(`${api.url}/races/ridge`);
  await page.getByText('Register at the opening').first().waitFor();
  await look('early');
  await holdSpot(page, api.url, harbour);
  await page.getByRole('button', { name: 'Continue' }).click();
  await look('runner, with errors');
  await fillRunner(page, ada);
  await page.getByRole('button', { name: 'Continue' }).click();
  await look('waiver, with an error');
  await acceptWaiver(page);
  await payButton(page).click();
  await cardFields(page).getByText('Enter the card number').waitFor();
  await look('payment, with errors');
  await payWith(page, declinedCard);
  await heading(page, 'Your card was declined').waitFor();
  await look('declined');
  // The failures stay until the screen was seen. Otherwise the next try may succeed before that.
  api.next.submit.push(...Array.from({ length: 100 }, () => problemAnswer('payment-unknown', { retryAfter: 1 })));
  await payWith(page, goodCard);
  await page.getByText('Next try').waitFor();
  await look('unknown');
  api.next.submit.splice(0);
  // The pause grows with the number of tries.
  await heading(page, /start line/).waitFor({ timeout: 60_000 });
  await look('confirmed');
  await page.goto(`${api.url}/registrations`);
  await heading(page, /link/).waitFor();
  await look('link');
  await page.goto(`${api.url}/races/nowhere`);
  await heading(page, /nothing/).waitFor();
  await look('not found');
  api.next.hold.push(problemAnswer('all-held', { retryAfter: 60 }));
  await page.goto(`${api.url}/races/harbour/register?event=${halfId}`);
  await page.getByRole('button', { name: 'Register for Half marathon' }).click();
  await heading(page, 'All spots are held right now').waitFor();
  await look('all held');
  expect(seen).toEqual(Object.fromEntries(Object.keys(seen).map((name) => [name, []])));
}, 240_000);

test('without JavaScript the page says at once what it needs', async () => {
  const context = await browserTest.page.context().browser()?.newContext({ javaScriptEnabled: false });
  const page = await context?.newPage();
  await page?.goto(browserTest.api.url);
  const words = await page?.locator('.no-script').boundingBox();
  await context?.close();
  expect(words?.y).toBeLessThan(300);
});

test('nothing moves on the race page while it is read', async () => {
  const { page, api } = browserTest;
  await page.addInitScript(() => {
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const { value } = entry as unknown as { value: number };
        document.documentElement.dataset.shift = String(Number(document.documentElement.dataset.shift ?? 0) + value);
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await page.goto(`${api.url}/races/harbour`);
  await page.getByText('1,432 of').first().waitFor();
  expect(Number(await page.evaluate(() => document.documentElement.dataset.shift ?? '0'))).toBeLessThan(0.02);
});
