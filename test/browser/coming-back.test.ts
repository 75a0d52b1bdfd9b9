import { marathonId } from './support/fakes/fake-races';
import { askForSpot, harbour, holds, openBrowserTest, registrationIds } from './support/open-browser-test';
import { acceptWaiver, ada, cardFields, fillRunner, heading, holdSpot } from './walk';

const browserTest = openBrowserTest();

const registrationId = '0199a000-0000-7000-8000-000000000001';
const draft = {
  firstName: 'Ada',
  lastName: 'Lovelace',
  email: 'ada@example.com',
  birthDay: '17',
  birthMonth: '5',
  birthYear: '',
  gender: 'female',
  emergencyContact: '',
};

/** The cookie that the server sets with every hold. */
const hasHeld = () =>
  browserTest.context.addInitScript(() => {
    // biome-ignore lint/suspicious/noDocumentCookie: the script is to find it where the page looks
    document.cookie = '__Host-startline-held=1; Path=/; Secure; SameSite=Lax';
  });

/** A browser with the cookie but with empty storage. The server still has its session. */
const remembered = async ({ raceId = 'harbour' } = {}) => {
  const { page } = browserTest;
  await hasHeld();
  const now = new Date();
  const hold = {
    registrationId,
    raceId,
    eventId: marathonId,
    hold: 'a.hold',
    expiresAt: new Date(now.getTime() + 300_000).toISOString(),
  };
  await page.route('**/api/session', (route) =>
    route.fulfill({ json: { holds: [hold], draft, now: now.toISOString() } }),
  );
};

const asksForSession = () => {
  const asked: string[] = [];
  browserTest.page.on('request', (request) => {
    if (request.url().includes('/api/session')) asked.push(`${request.method()} ${new URL(request.url()).pathname}`);
  });
  return asked;
};

describe('a browser that has forgotten what it holds', () => {
  test('goes on with its spot and with what was typed', async () => {
    const { page, api } = browserTest;
    await remembered();
    await page.goto(`${api.url}/races/harbour/register`);
    await heading(page, 'Who will run?').waitFor();
    await page.getByRole('timer', { name: 'Held for' }).waitFor();
    expect(await page.getByLabel('First name').inputValue()).toBe('Ada');
    expect([holds(browserTest), ...registrationIds(browserTest)]).toEqual([1, registrationId]);
  });

  test('takes no second spot, though its runner presses "Register" again', async () => {
    const { page } = browserTest;
    await remembered();
    await askForSpot(browserTest);
    await heading(page, 'Who will run?').waitFor();
    expect([holds(browserTest), ...registrationIds(browserTest)]).toEqual([1, registrationId]);
  });

  test('holds a spot in this race as usual, when what it holds is in another', async () => {
    const { page, api } = browserTest;
    await remembered({ raceId: 'elsewhere' });
    await holdSpot(page, api.url, harbour);
    expect(registrationIds(browserTest)).not.toContain(registrationId);
  });

  test('holds a spot as usual, when the server cannot say what it remembers', async () => {
    const { page, api } = browserTest;
    await remembered();
    await page.route('**/api/session', (route) => route.fulfill({ status: 503, json: {} }));
    await holdSpot(page, api.url, harbour);
    expect(holds(browserTest)).toBe(1);
  });
});

test('a browser that never held a spot asks for no session, and one that knows what it holds does not either', async () => {
  const { page, api } = browserTest;
  const asked = asksForSession();
  await holdSpot(page, api.url, harbour);
  await hasHeld();
  await page.reload();
  await heading(page, 'Who will run?').waitFor();
  expect(asked.filter((one) => one.startsWith('GET'))).toEqual([]);
});

test('what was typed is left with the server when the page is left, without anything of the card', async () => {
  const { page, api } = browserTest;
  const left: unknown[] = [];
  await page.route('**/api/session/draft', (route) => {
    left.push(route.request().postDataJSON());
    return route.fulfill({ json: { status: 'kept' } });
  });
  await holdSpot(page, api.url, harbour);
  await fillRunner(page, ada);
  await acceptWaiver(page);
  await cardFields(page).getByLabel('Card number').fill('4242 4242 4242 4242');
  const answered = page.waitForResponse('**/api/session/draft');
  await page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { configurable: true, value: 'hidden' });
    document.dispatchEvent(new Event('visibilitychange'));
    document.dispatchEvent(new Event('visibilitychange'));
  });
  await answered;
  expect(left).toHaveLength(1);
  expect(left[0]).toMatchObject({ firstName: ada.firstName });
  expect(JSON.stringify(left)).not.toContain('4242');
});
