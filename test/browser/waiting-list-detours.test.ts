import { until } from '../support/until';
import { problemAnswer } from './support/fakes/fake-answer';
import { halfId, marathonId } from './support/fakes/fake-races';
import { focusOnId } from './support/focus';
import { askForSpot, forever, holds, openBrowserTest } from './support/open-browser-test';
import { waitingListScreens } from './support/waiting-list-screens';
import { ada, fillIdentity, heading } from './walk';

const browserTest = openBrowserTest();
const { id, joins, joinButton, openForm, join, inLine, openPlace } = waitingListScreens(browserTest);

describe('the way to the waiting list', () => {
  test.each(['sold-out', 'waiting-list', 'all-held'] as const)('is shown after the refusal %s', async (name) => {
    const { page, api } = browserTest;
    api.next.hold.push(...[1, 2, 3].map(() => problemAnswer(name, { retryAfter: 60 })));
    await askForSpot(browserTest);
    await page.getByRole('link', { name: 'Join the waiting list for Marathon' }).click();
    await heading(page, 'Join the waiting list').waitFor();
  });

  test.each(['waiting-list', 'held'] as const)('is on the page of a race whose spots are %s', async (door) => {
    const { page, api } = browserTest;
    api.sale = door;
    await page.goto(`${api.url}/races/harbour`);
    const name =
      door === 'held' ? 'join the waiting list for Half marathon' : 'Join the waiting list for Half marathon';
    await page.getByRole('link', { name }).click();
    await heading(page, 'Join the waiting list').waitFor();
    expect(page.url()).toContain(halfId);
  });

  test('leads to a spot, when one has come back meanwhile', async () => {
    const { page, api } = browserTest;
    await openForm();
    await fillIdentity(page, ada);
    api.sale = undefined;
    await joinButton().click();
    await heading(page, 'Who will run?').waitFor();
    expect(await page.getByLabel('First name').inputValue()).toBe('Ada');
    expect(joins()).toEqual([]);
    const asked = api.requests.filter(({ path }) => path.endsWith('/holds')).map(({ body }) => JSON.stringify(body));
    expect(new Set(asked).size).toBe(1);
  });

  test('sends one wish however often the button is pressed', async () => {
    await openForm();
    await fillIdentity(browserTest.page, ada);
    await joinButton().evaluate((button: HTMLButtonElement) => {
      for (let click = 0; click < 5; click++) button.click();
    });
    await inLine();
    expect(joins()).toHaveLength(1);
  });

  test('gets over an office that is busy once, with the same wish', async () => {
    browserTest.api.next.join.push(problemAnswer('busy', { retryAfter: 0.1 }));
    await join();
    await inLine();
    expect(new Set(joins().map(({ body }) => JSON.stringify(body))).size).toBe(1);
    expect(joins()).toHaveLength(2);
  });

  test('says what did not work, keeps what was typed, and repeats the same wish', async () => {
    const { page, api } = browserTest;
    api.next.join.push(problemAnswer('internal-error'));
    await join();
    await page.getByText('Please try again in a moment').waitFor();
    expect(await page.getByLabel('First name').inputValue()).toBe('Ada');
    await joinButton().click();
    await inLine();
    expect(new Set(joins().map(({ body }) => JSON.stringify(body))).size).toBe(1);
  });

  test('goes on after a reload, while typing and while the answer is awaited', async () => {
    const { page, api } = browserTest;
    await openForm();
    await page.getByLabel('First name').fill('Ada');
    await page.reload();
    await heading(page, 'Join the waiting list').waitFor();
    expect(await page.getByLabel('First name').inputValue()).toBe('Ada');
    await fillIdentity(page, ada);
    api.next.join.push({ later: forever });
    await joinButton().click();
    await until(() => joins().length === 1);
    await page.reload();
    await inLine();
    const [first, second] = joins();
    expect(second).toEqual(first);
  });

  test('back leads to what was asked for, and somebody else may join', async () => {
    const { page } = browserTest;
    await join();
    await inLine();
    await page.goBack();
    await heading(page, 'You asked for a place already').waitFor();
    await page.getByRole('link', { name: 'See your place' }).click();
    await inLine();
    await page.goBack();
    await page.getByRole('button', { name: 'Put somebody else on the list' }).click();
    await heading(page, 'Join the waiting list').waitFor();
    expect(await page.getByLabel('First name').inputValue()).toBe('');
    await fillIdentity(page, { ...ada, firstName: 'Bea' });
    await joinButton().click();
    await inLine();
    expect(new Set(joins().map(({ path, body }) => JSON.stringify([path, body]))).size).toBe(2);
  });

  test('what the office finds wrong with an answer leads to its box', async () => {
    const { page, api } = browserTest;
    const faults = [{ field: 'runner.lastName', code: 'control-characters' }];
    api.next.join.push(problemAnswer('invalid-request', { faults }));
    await join();
    await page.getByRole('link', { name: 'Last name must not contain control characters' }).click();
    await focusOnId(page, 'lastName');
  });

  test('of a race that has closed leads nowhere', async () => {
    const { page, api } = browserTest;
    await page.goto(`${api.url}/races/spring/waiting-list?event=${marathonId}`);
    await heading(page, 'Registration is closed').waitFor();
    expect(await page.getByRole('textbox').count()).toBe(0);
  });
});

describe('the place on the list', () => {
  test('is found again in the same browser, without a mail', async () => {
    const { page } = browserTest;
    await join();
    await inLine();
    const other = await browserTest.openTab();
    await other.goto(page.url());
    await heading(other, 'You are number 42 on the list').waitFor();
  });

  test('stays in sight when the office cannot be asked', async () => {
    const { page, api } = browserTest;
    await openPlace('waiting', 'You are number 42 on the list');
    // The failures stay until the screen was seen. Otherwise the next request may succeed before that.
    const busy = Array.from({ length: 100 }, () => problemAnswer('busy', { retryAfter: 0.1 }));
    api.next.waiting.push({ cut: true }, ...busy);
    await page.getByText('could not be looked up just now').waitFor();
    api.next.waiting.splice(0);
    api.line.first = 9;
    await inLine(10);
    await page.getByText('could not be looked up just now').waitFor({ state: 'detached' });
  });

  test('that does not come is explained after a minute', async () => {
    const { page } = browserTest;
    await page.clock.install();
    await openPlace('processing', 'You are getting onto the list');
    await page.clock.runFor(50_000);
    expect(await page.getByText('It takes longer than usual').count()).toBe(0);
    await page.clock.runFor(15_000);
    await page.getByText('It takes longer than usual').waitFor();
  });

  test('that somebody has already is opened by the mail, which can be sent again', async () => {
    const { page, api } = browserTest;
    await openPlace('on-the-list', 'You are on the list already');
    await page.getByText('only somebody who reads that mail').waitFor();
    await page.getByLabel('E-mail address').fill('ada@example.com');
    await page.getByRole('button', { name: 'Send me the link' }).click();
    await heading(page, 'Look into your mail').waitFor();
    expect(api.count('POST', /registration-links$/)).toBe(1);
  });

  test('is to be confirmed by the mail, as long as it is not', async () => {
    const { page, api } = browserTest;
    api.line.confirmation = 'by-mail';
    await join();
    await inLine();
    await page.getByText('open the link in our mail to ada@example.com').waitFor();
    expect(api.count('POST', /confirmation$/)).toBe(0);
    api.line.confirmation = 'done';
    await page.getByText('Please confirm your place').waitFor({ state: 'detached' });
  });

  test('whose confirmation does not get through is confirmed at the press of a button', async () => {
    const { page, api } = browserTest;
    api.line.confirmation = 'here';
    api.next.confirm.push(problemAnswer('internal-error'));
    await openPlace('waiting', 'You are number 42 on the list');
    await page.getByRole('button', { name: 'Confirm my place' }).click();
    await page.getByText('Thank you! Your place is confirmed.').waitFor();
    expect(api.count('POST', /confirmation$/)).toBe(2);
  });

  test('of a link that does not work can be had again by mail', async () => {
    const { page, api } = browserTest;
    api.next.waiting.push(problemAnswer('not-yours'));
    await page.goto(`${api.url}/waiting-list/${id}#old`);
    await heading(page, 'This link does not open a place on a waiting list').waitFor();
    await page.getByLabel('E-mail address').waitFor();
  });

  test.each([
    ['registered', 'You are registered', 'Have the link sent again'],
    ['expired', 'The offer has ended', 'Join again'],
    ['left', 'You have left the list', 'Join again'],
    ['removed', 'You are no longer on the list', 'Back to the race'],
    ['not-needed', 'You need not wait', 'Register now'],
  ] as const)('that is %s says so and what can be done', async (status, title, way) => {
    await openPlace(status, title);
    await browserTest.page.getByRole('link', { name: way }).waitFor();
  });

  test('for which spots could be had leads straight to one', async () => {
    const { page } = browserTest;
    await openPlace('not-needed', 'You need not wait');
    await page.getByRole('link', { name: 'Register now' }).click();
    await heading(page, 'Who will run?').waitFor();
    expect(holds(browserTest)).toBe(1);
  });
});
