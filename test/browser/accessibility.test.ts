import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { problemAnswer } from './support/fake-answer';
import { halfId } from './support/fake-races';
import { laterScreens } from './support/later-screens';
import { confirmation, harbour, openTheatre } from './support/theatre';
import { acceptWaiver, ada, declinedCard, fillCard, fillRunner, goodCard, heading, holdSpot, payButton } from './walk';

const theatre = openTheatre();
const axe = readFileSync(createRequire(join(process.cwd(), 'package.json')).resolve('axe-core/axe.min.js'), 'utf8');

describe('accessibility', () => {
  const violations = async () => {
    const { page } = theatre;
    await page.evaluate(axe);
    return page.evaluate(async () => {
      const { violations: found } = await (
        window as unknown as {
          axe: { run: () => Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> };
        }
      ).axe.run();
      return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 120)).join(' | ')}`);
    });
  };
  const scrollsSideways = () => theatre.page.evaluate(() => document.documentElement.scrollWidth > innerWidth);

  test.each(['light', 'dark'] as const)('no screen of the way has a fault (%s)', async (colorScheme) => {
    const { page, api } = theatre;
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.setViewportSize({ width: 320, height: 640 });
    const seen: Record<string, unknown> = {};
    const look = async (name: string) => {
      seen[name] = [await violations(), await scrollsSideways()];
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
    await page.getByText('Test cards').click();
    await look('payment, with errors');
    await fillCard(page, declinedCard);
    await payButton(page).click();
    await heading(page, 'Your card was declined').waitFor();
    await look('declined');
    api.next.submit.push(problemAnswer('payment-unknown', { retryAfter: 1 }));
    await fillCard(page, goodCard);
    await payButton(page).click();
    await page.getByText('Next try').waitFor();
    await look('unknown');
    await confirmation(theatre.page);
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
    expect(seen).toEqual(Object.fromEntries(Object.keys(seen).map((name) => [name, [[], false]])));
  });

  test('no screen of what comes after has a fault, in light or dark', async () => {
    const { page, api } = theatre;
    await page.setViewportSize({ width: 320, height: 640 });
    const seen: Record<string, unknown> = {};
    for (const [name, show] of Object.entries(laterScreens)) {
      api.begin();
      await page.goto(api.url);
      await page.evaluate(() => {
        localStorage.clear();
        sessionStorage.clear();
      });
      await show(page, api);
      const found: unknown[] = [await scrollsSideways()];
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
        found.push(await violations());
      }
      seen[name] = found;
    }
    expect(seen).toEqual(Object.fromEntries(Object.keys(laterScreens).map((name) => [name, [false, [], []]])));
  }, 120_000);

  test('without JavaScript the page says at once what it needs', async () => {
    const context = await theatre.page.context().browser()?.newContext({ javaScriptEnabled: false });
    const page = await context?.newPage();
    await page?.goto(theatre.api.url);
    const words = await page?.locator('.no-script').boundingBox();
    await context?.close();
    expect(words?.y).toBeLessThan(300);
  });

  test('nothing moves on the race page while it is read', async () => {
    const { page, api } = theatre;
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
});
