import { until } from '../support/until';
import { problemAnswer } from './support/fakes/fake-answer';
import { linkFor } from './support/fakes/fake-changes';
import { otherWaiver } from './support/fakes/fake-races';
import { focusOnClass, focusOnId } from './support/focus';
import { confirmation, forever, openBrowserTest } from './support/open-browser-test';
import { ada, fillIdentity, heading } from './walk';

const browserTest = openBrowserTest();
const id = '01890000-0000-7000-8000-000000000002';
const bea = { ...ada, firstName: 'Bea', email: 'bea@example.com' };

const open = async () => {
  const { page, api } = browserTest;
  await page.goto(`${api.url}/transfers/${id}#transfer.token`);
  await heading(page, 'A spot is offered to you').waitFor();
};
const fill = async () => {
  const { page } = browserTest;
  await fillIdentity(page, bea);
  await page.getByRole('radio', { name: 'Women', exact: true }).check();
  await page.getByLabel('Emergency contact').fill('Grace, 040 1234567');
  await page.getByRole('button', { name: 'Continue to the waiver' }).click();
  await heading(page, 'The waiver').waitFor();
};
const toTheEnd = async () => {
  await open();
  await fill();
  await browserTest.page.getByRole('checkbox', { name: /accept/ }).check();
};
const take = () => browserTest.page.getByRole('button', { name: 'Take over the spot' });
const taken = () => heading(browserTest.page, 'The spot is yours').waitFor();
const acceptances = () =>
  browserTest.api.requests.filter(({ method, path }) => method === 'PUT' && path.includes('/transfers/'));

test('leads from the mail to the number and on to the registration', async () => {
  const { page, api } = browserTest;
  await open();
  expect(page.url()).not.toContain('token');
  expect(await page.getByLabel('First name').inputValue()).toBe('Bea');
  expect(await page.getByLabel('E-mail address').inputValue()).toBe('bea@example.com');
  await page.getByText('Berlin time').waitFor();
  await fill();
  await page.getByRole('checkbox', { name: /accept/ }).check();
  await take().evaluate((button: HTMLButtonElement) => {
    for (let click = 0; click < 5; click++) button.click();
  });
  await taken();
  expect((await page.locator('.bib-number').textContent())?.replace(/\D/g, '')).toBe('1207');
  expect(acceptances()).toHaveLength(1);
  expect(acceptances()[0]).toMatchObject({
    authorization: 'Bearer transfer.token',
    body: {
      runner: { ...bea, emergencyContact: 'Grace, 040 1234567' },
      waiver: { hash: 'waiver-hash-1', accepted: true },
    },
  });
  await page.getByRole('link', { name: 'Open your registration' }).click();
  await confirmation(page);
  const status = api.requests.find(({ path }) => path === `/api/registrations/${id}`);
  expect(status?.authorization).toBe(`Bearer ${linkFor(id)}`);
  await page.goBack();
  await heading(page, 'This spot was taken over').waitFor();
});

test('goes on after a reload at every step, and back keeps what was typed; the bib comes with the spot', async () => {
  const { page, api } = browserTest;
  api.line.bib = { ...api.line.bib, givesBibs: true, bib: 77 };
  await open();
  await page.getByLabel('Last name').fill('Byron');
  await page.reload();
  await heading(page, 'A spot is offered to you').waitFor();
  expect(await page.getByLabel('Last name').inputValue()).toBe('Byron');
  await fill();
  await page.reload();
  await heading(page, 'The waiver').waitFor();
  await page.goBack();
  await heading(page, 'A spot is offered to you').waitFor();
  await page.goForward();
  await page.getByRole('checkbox', { name: /accept/ }).check();
  api.next.accept.push({ later: forever });
  await take().click();
  await until(() => acceptances().length === 1);
  await page.reload();
  await heading(page, 'The waiver').waitFor();
  await take().click();
  await taken();
  await page.locator('.bib-number', { hasText: '77' }).waitFor();
  expect(new Set(acceptances().map(({ body }) => JSON.stringify(body))).size).toBe(1);
  await page.reload();
  await heading(page, 'This spot was taken over').waitFor();
  await page.getByRole('link', { name: 'Open the registration' }).click();
  await confirmation(page);
});

test('gets over an office that is busy once, and says when it stays so', async () => {
  const { page, api } = browserTest;
  api.next.transfer.push(problemAnswer('busy', { retryAfter: 0.1 }));
  api.next.accept.push(problemAnswer('busy', { retryAfter: 0.1 }), problemAnswer('internal-error'));
  api.line.bib = { ...api.line.bib, givesBibs: true };
  await toTheEnd();
  await take().click();
  await page.getByText('Please try again in a moment').waitFor();
  await take().click();
  await taken();
  await page.getByText('Bibs are given later').waitFor();
  expect(await page.locator('.bib-number').textContent()).toContain('–');
  expect(new Set(acceptances().map(({ body }) => JSON.stringify(body))).size).toBe(1);
});

test.each([
  ['transfer-gone', 'This spot is no longer offered'],
  ['change-too-late', 'It is too late to take over this spot'],
  ['already-registered', 'This runner is registered already'],
] as const)('%s is said as it is', async (name, title) => {
  const { page, api } = browserTest;
  api.next.accept.push(problemAnswer(name));
  await toTheEnd();
  await take().click();
  await heading(page, title).waitFor();
});

test('a runner who is registered already may look at the answers again', async () => {
  const { page, api } = browserTest;
  api.next.accept.push(problemAnswer('already-registered'));
  await toTheEnd();
  await take().click();
  await page.getByRole('button', { name: 'Look at the answers again' }).click();
  await heading(page, 'A spot is offered to you').waitFor();
  expect(await page.getByLabel('Last name').inputValue()).toBe('Runner');
});

test('a changed waiver is read and accepted again', async () => {
  const { page, api } = browserTest;
  await toTheEnd();
  api.next.accept.push(problemAnswer('waiver-changed'));
  for (const race of api.races) race.waiver = otherWaiver;
  await take().click();
  await heading(page, 'The waiver has changed').waitFor();
  await page.getByText('still offered to you').waitFor();
  await page.getByRole('checkbox', { name: /accept/ }).check();
  await take().click();
  await taken();
  expect(acceptances().at(-1)?.body).toMatchObject({ waiver: { hash: 'waiver-hash-2' } });
});

test('what the office finds wrong with an answer leads back to its box', async () => {
  const { page, api } = browserTest;
  const faults = [{ field: 'runner.lastName', code: 'control-characters' }];
  api.next.accept.push(problemAnswer('invalid-request', { faults }));
  await toTheEnd();
  await take().click();
  await heading(page, 'A spot is offered to you').waitFor();
  await focusOnClass(page, 'summary');
  await page.getByRole('link', { name: 'Last name must not contain control characters' }).click();
  await focusOnId(page, 'lastName');
});

test('an offer that runs out while it is read ends by the server’s clock', async () => {
  const { page, api } = browserTest;
  api.ahead = 3_600_000;
  api.line.transferSeconds = 2;
  await page.goto(`${api.url}/transfers/${id}#transfer.token`);
  await heading(page, 'It is too late to take over this spot').waitFor();
});

test.each([
  ['gone', 'This spot is no longer offered'],
  ['accepted', 'This spot was taken over'],
] as const)('an offer that is %s says so', async (status, title) => {
  const { page, api } = browserTest;
  api.line.transfer = status;
  await page.goto(`${api.url}/transfers/${id}#transfer.token`);
  await heading(page, title).waitFor();
});

test('whoever opens the offer elsewhere after it was taken over gets no link to the registration, but a mail with it', async () => {
  const { page, api } = browserTest;
  api.line.transfer = 'accepted';
  await page.goto(`${api.url}/transfers/${id}#transfer.token`);
  await heading(page, 'This spot was taken over').waitFor();
  expect(await page.getByRole('link', { name: 'Open the registration' }).count()).toBe(0);
  await page.getByLabel('E-mail address').fill('bea@example.com');
  await page.getByRole('button', { name: 'Send me the link' }).click();
  await until(() => api.requests.some(({ path }) => path === '/api/registration-links'));
  expect(api.requests.find(({ path }) => path === '/api/registration-links')?.body).toEqual({
    email: 'bea@example.com',
  });
});

test('a link that opens nothing says so', async () => {
  const { page, api } = browserTest;
  api.next.transfer.push(problemAnswer('not-yours'));
  await page.goto(`${api.url}/transfers/${id}#old`);
  await heading(page, 'This link does not open an offer').waitFor();
});
