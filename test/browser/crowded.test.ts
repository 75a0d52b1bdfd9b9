import { createHash } from 'node:crypto';
import { until } from '../support/until';
import { faultsOf } from './support/axe';
import { problemAnswer } from './support/fakes/fake-answer';
import { focusOnText } from './support/focus';
import {
  askForSpot,
  confirmation,
  harbour,
  holds,
  openBrowserTest,
  registrationIds,
  submissions,
  toPay,
} from './support/open-browser-test';
import { declinedCard, goodCard, heading, holdSpot, payWith } from './walk';

const browserTest = openBrowserTest();
const challenge = (work: number) => ({ challenge: { token: `token-of-${work}`, work } });
const crowded = 'One moment: many share your connection';

const isProven = (body: unknown, work: number): boolean => {
  const { proof } = body as { readonly proof?: { readonly challenge: string; readonly nonce: string } };
  if (!proof) return false;
  const hash = createHash('sha256').update(`${proof.challenge}:${proof.nonce}`).digest();
  return proof.challenge === `token-of-${work}` && hash.readUIntBE(0, 6) < 2 ** 48 / work;
};
const wishes = () => browserTest.api.requests.filter(({ path }) => path.endsWith('/holds')).map(({ body }) => body);

describe('where many share a connection', () => {
  test('the page works for the spot in the background, and the runner goes on as if nothing had been', async () => {
    const { page, api } = browserTest;
    const scripts: string[] = [];
    page.on('request', (request) => scripts.push(new URL(request.url()).pathname));
    api.next.hold.push(
      problemAnswer('prove-work', challenge(300_000)),
      problemAnswer('prove-work', challenge(900_000)),
    );
    const worker = page.waitForEvent('worker');
    await page.goto(`${api.url}/races/harbour`);
    expect(scripts.filter((path) => path.includes('prove'))).toEqual([]);
    await holdSpot(page, api.url, harbour);
    await worker;
    expect(scripts.filter((path) => /assets\/prove-\w+\.js$/.test(path)).length).toBeGreaterThan(0);
    expect([holds(browserTest), registrationIds(browserTest).size]).toEqual([3, 1]);
    const [first, second, third] = wishes();
    expect([isProven(first, 300_000), isProven(second, 300_000), isProven(third, 900_000)]).toEqual([
      false,
      true,
      true,
    ]);
    // After the search its workers are gone.
    await until(async () => page.workers().length === 0);
  });

  test('it is said calmly, on the smallest screen as well, and work that takes too long can be stopped', async () => {
    const { page, api } = browserTest;
    await page.setViewportSize({ width: 320, height: 640 });
    api.next.hold.push(problemAnswer('prove-work', challenge(2 ** 44)));
    await askForSpot(browserTest);
    await heading(page, crowded).waitFor();
    await focusOnText(page, crowded);
    await page.getByRole('progressbar', { name: 'Working it out' }).waitFor();
    expect(await faultsOf(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
    await page.getByRole('button', { name: 'Stop asking' }).press('Enter');
    await page.getByText('Stopped').waitFor();
    await until(async () => page.workers().length === 0);
    expect(holds(browserTest)).toBe(1);
    await page.getByRole('button', { name: 'Ask again' }).press('Enter');
    await heading(page, 'Who will run?').waitFor();
    expect([holds(browserTest), registrationIds(browserTest).size]).toEqual([2, 1]);
  });

  test('without workers the page does it itself', async () => {
    const { page, api } = browserTest;
    await page.addInitScript(() => Reflect.deleteProperty(globalThis, 'Worker'));
    api.next.hold.push(problemAnswer('prove-work', challenge(20_000)));
    await holdSpot(page, api.url, harbour);
    expect(isProven(wishes()[1], 20_000)).toBe(true);
  });

  test('as many as may be held: the page says what the server says, and asks again when told to', async () => {
    const { page, api } = browserTest;
    const detail = 'As many spots as one network may hold are held from yours.';
    api.next.hold.push(problemAnswer('too-many-holds', { detail, retryAfter: 60 }));
    await askForSpot(browserTest);
    await heading(page, 'No more spots for now').waitFor();
    await page.getByText(detail).waitFor();
    await page.getByRole('button', { name: 'Ask for a spot' }).click();
    await heading(page, 'Who will run?').waitFor();
  });
});

describe('when the tries of a hold are used up', () => {
  const declined = (triesLeft: number) =>
    problemAnswer('card-declined', { detail: 'The bank declined the card. Your spot is still held.', triesLeft });

  test('the page asks for another by itself, and the next card is tried with it', async () => {
    const { page, api } = browserTest;
    await toPay(browserTest);
    api.next.submit.push(declined(1), declined(0));
    for (let time = 0; time < 2; time++) {
      await payWith(page, declinedCard);
      await page.getByText('The bank declined the card.').waitFor();
      await page.getByRole('timer', { name: 'Held for' }).waitFor();
    }
    expect(api.count('POST', /card-tries$/)).toBe(1);
    await payWith(page, goodCard);
    await confirmation(page);
    const [id = ''] = registrationIds(browserTest);
    expect(submissions(browserTest).map(({ body }) => (body as { hold: string }).hold)).toEqual([
      `hold.${id}`,
      `hold.${id}`,
      `hold.${id}.more`,
    ]);
  });

  test('when there is none, the runner is told so plainly', async () => {
    const { page, api } = browserTest;
    await toPay(browserTest);
    const detail = 'Too many cards were tried from this browser for now. Nothing was charged.';
    api.next.submit.push(declined(0));
    api.next.tries.push(problemAnswer('no-more-tries', { detail }));
    await payWith(page, declinedCard);
    await page.getByText(detail).waitFor();
    await focusOnText(page, 'Your card was declined');
  });
});
