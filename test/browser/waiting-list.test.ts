import { marathonId } from './support/fakes/fake-races';
import { focusOnText } from './support/focus';
import { looksSound } from './support/looks-sound';
import { openBrowserTest } from './support/open-browser-test';
import { waitingListScreens } from './support/waiting-list-screens';
import { heading } from './walk';

const browserTest = openBrowserTest();
const { id, identity, joins, joinButton, join, inLine, openPlace } = waitingListScreens(browserTest);

describe('the way to the waiting list', () => {
  test('leads from a sold out race to the place on the list', async () => {
    const { page, api } = browserTest;
    await join();
    await inLine();
    await page.getByText('ada@example.com').waitFor();
    const [sent] = joins();
    expect(sent?.body).toEqual({
      placeId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      eventId: marathonId,
      runner: identity,
      permit: expect.stringMatching(/^permit\./),
    });
    const asked = api.requests.find(({ path }) => path.startsWith('/api/waiting-list/'));
    expect(asked?.authorization).toMatch(/^Bearer ticket\./);
    expect(page.url()).not.toContain('ticket');
    await focusOnText(page, 'You are number 42 on the list');
    expect(await page.title()).toBe('You are number 42 on the list · Startline');
  });
});

describe('the place on the list', () => {
  test('moves on by itself, and is read aloud', async () => {
    const { page, api } = browserTest;
    await openPlace('waiting', 'You are number 42 on the list');
    api.line.first = 0;
    await heading(page, 'You are next on the list').waitFor();
    await page.getByRole('status').filter({ hasText: 'You are next on the list' }).waitFor({ state: 'attached' });
  });

  test('is confirmed by opening the link of the mail, and this browser keeps that link', async () => {
    const { page, api } = browserTest;
    await join();
    await inLine();
    const { pathname } = new URL(page.url());
    await page.goto('about:blank');
    api.line.confirmation = 'here';
    const mailed = await browserTest.openTab();
    await mailed.goto(`${api.url}${pathname}#mailed`);
    await mailed.getByText('Thank you! Your place is confirmed.').waitFor();
    const [sent] = api.requests.filter(({ path }) => path.endsWith('/confirmation'));
    expect(sent).toMatchObject({
      method: 'POST',
      path: `/api${pathname}/confirmation`,
      authorization: 'Bearer mailed',
    });
    expect(api.count('POST', /confirmation$/)).toBe(1);
    const kept = await mailed.evaluate(
      (place) => localStorage.getItem(`startline:waiting-list:${place}`),
      pathname.slice(14),
    );
    expect(kept).toBe('mailed');
  });

  test('waits for fewer spots when the group has become smaller, and keeps its number', async () => {
    const { page, api } = browserTest;
    api.line.status = 'waiting';
    api.line.runners.set(id, { ...identity, eventId: marathonId, size: 4 });
    await page.goto(`${api.url}/waiting-list/${id}#ticket.${id}`);
    await heading(page, 'You are number 42 on the list, for 4 of you').waitFor();
    await page.getByText('Fewer of you?').press('Enter');
    await page.getByLabel('How many of you').selectOption('2');
    await looksSound(page, 'place-fewer');
    await page.getByRole('button', { name: 'Wait for 2 spots' }).press('Enter');
    await heading(page, 'You are number 42 on the list, for 2 of you').waitFor();
    const sent = api.requests.filter(({ path }) => path.endsWith('/confirmation'));
    expect(sent.map(({ query }) => query?.get('size'))).toEqual(['2']);
    // One alone has nothing to make smaller.
    await page.getByText('Fewer of you?').press('Enter');
    await page.getByRole('button', { name: 'Wait for 1 spot' }).press('Enter');
    await page.getByRole('heading', { name: 'You are number 42 on the list', exact: true }).waitFor();
    expect(await page.getByText('Fewer of you?').count()).toBe(0);
    // Who has only the ticket of joining says so by the link in the mail.
    api.line.runners.set(id, { ...identity, eventId: marathonId, size: 4 });
    api.line.confirmation = 'by-mail';
    await page.reload();
    await heading(page, 'You are number 42 on the list, for 4 of you').waitFor();
    expect(await page.getByText('Fewer of you?').count()).toBe(0);
  });

  test('is left only after a confirmation, and can be joined again under a new id', async () => {
    const { page, api } = browserTest;
    await join();
    await inLine();
    await page.getByRole('link', { name: 'Leave the list' }).click();
    await heading(page, 'Leave the waiting list?').waitFor();
    await page.goBack();
    await inLine();
    await page.goForward();
    await page.getByRole('button', { name: 'Yes, leave the list' }).evaluate((button: HTMLButtonElement) => {
      for (let click = 0; click < 5; click++) button.click();
    });
    await heading(page, 'You have left the list').waitFor();
    expect(api.count('DELETE', /waiting-list/)).toBe(1);
    await page.getByRole('link', { name: 'Join again' }).click();
    await heading(page, 'Join the waiting list').waitFor();
    expect(await page.getByLabel('Last name').inputValue()).toBe('Runner');
    api.line.status = 'waiting';
    await joinButton().click();
    await inLine();
    expect(new Set(joins().map(({ body }) => JSON.stringify(body))).size).toBe(2);
  });
});
