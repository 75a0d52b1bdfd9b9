import { faultsOf } from './support/axe';
import { dinnerId } from './support/fakes/fake-fundraisers';
import { focusOnText } from './support/focus';
import { givingScreens, toCollect, typeShort, withShortEvents } from './support/giving-screens';
import { openBrowserTest } from './support/open-browser-test';
import { bea, goodCard, heading, payWith } from './walk';

const browserTest = openBrowserTest();
const runnersWords = /\b(spots?|runs?|runner|number|waiver|start line)\b/i;
const words = async () => (await browserTest.page.locator('main').innerText()).replaceAll('Runner', '');

test('a donor gives on the page of a fundraiser: name, address and amount, by keyboard alone', async () => {
  const { page, api } = browserTest;
  await page.setViewportSize({ width: 320, height: 640 });
  withShortEvents(api);
  await page.goto(`${api.url}/races/harbour`);
  await page.getByRole('link', { name: 'See who collects' }).press('Enter');
  await page.getByText('25 pages').waitFor();
  await page.getByRole('button', { name: 'Show more' }).press('Enter');
  await page.getByRole('link', { name: 'My kilometres, number 24' }).waitFor();
  await page.getByLabel('Search by title or name').fill('trees');
  await page.getByRole('button', { name: 'Search' }).press('Enter');
  await page.getByText('One page').waitFor();
  await page.getByRole('link', { name: 'For the trees' }).press('Enter');
  await heading(page, 'For the trees').waitFor();
  await page.getByText('€125.00 of €500.00 from 4 gifts').waitFor();
  await page.getByText('Cid C.').waitFor();
  await page.getByRole('link', { name: 'Donate' }).press('Enter');
  await heading(page, 'Who gives?').waitFor();
  expect(await words()).not.toMatch(runnersWords);
  expect(await page.getByText('Date of birth').count()).toBe(0);
  await page.getByRole('button', { name: 'Continue to your gift' }).press('Enter');
  await page.getByRole('link', { name: 'Enter your e-mail address' }).waitFor();
  await typeShort(page);
  await page.getByRole('button', { name: 'Continue to your gift' }).press('Enter');
  await heading(page, 'Your gift').waitFor();
  await focusOnText(page, 'Your gift');
  await page.getByText('Your gift counts on the page “For the trees”.').waitFor();
  await page.getByRole('radio', { name: '€20.00' }).press('Space');
  await page.getByRole('checkbox', { name: 'may be shown' }).press('Space');
  expect(await words()).not.toMatch(runnersWords);
  // What was typed is there after a reload, and so is who collects.
  await page.reload();
  await page.getByText('Your gift counts on the page “For the trees”.').waitFor();
  expect(await page.getByRole('checkbox', { name: 'may be shown' }).isChecked()).toBe(true);
  await page.getByRole('button', { name: 'Check what it costs' }).press('Enter');
  await page.getByRole('link', { name: 'Change your gift' }).waitFor();
  await page.getByRole('button', { name: 'Continue to payment' }).press('Enter');
  await payWith(page, goodCard);
  await heading(page, 'Thank you').waitFor();
  expect(await words()).not.toMatch(runnersWords);
  const paid = api.requests.findLast(
    ({ method, path }) => method === 'PUT' && /^\/api\/registrations\/[^/]+$/.test(path),
  );
  const { entry } = (paid?.body ?? {}) as { entry?: { people: object[]; order: object } };
  expect(entry?.order).toEqual({
    answers: {},
    donation: { cause: 'trees', amount: 2000 },
    collected: { fundraiser: 'for-the-trees', isPublic: true },
  });
  expect(entry?.people).toMatchObject([{ firstName: 'Ada', birthDate: '' }]);
  expect(await faultsOf(page)).toEqual([]);
});

test('two tickets are booked together, with a name for each and no word of running', async () => {
  const { page, api } = browserTest;
  await page.setViewportSize({ width: 320, height: 640 });
  withShortEvents(api);
  await page.goto(`${api.url}/races/harbour`);
  await page.getByLabel('How many tickets? For Pasta evening').selectOption('2');
  await page.getByRole('link', { name: 'Get a ticket for Pasta evening' }).press('Enter');
  await heading(page, 'Ticket 1 of 2').waitFor();
  expect(page.url()).toContain(`event=${dinnerId}&people=2`);
  await typeShort(page);
  await page.getByRole('button', { name: 'Continue to ticket 2' }).press('Enter');
  await heading(page, 'Ticket 2 of 2').waitFor();
  await typeShort(page, bea);
  await page.getByRole('button', { name: 'Continue to extras' }).press('Enter');
  await heading(page, 'Extras').waitFor();
  expect(await words()).not.toMatch(runnersWords);
  await page.getByRole('button', { name: 'Check what it costs' }).press('Enter');
  await page.getByRole('button', { name: 'Continue to payment' }).press('Enter');
  await payWith(page, goodCard);
  await heading(page, 'Your tickets are booked').waitFor();
  await page.getByText('Bea Byron').waitFor();
  expect(await words()).not.toMatch(runnersWords);
});

test('a registered runner makes a page that collects, changes it and closes it', async () => {
  const { page, api } = browserTest;
  await page.setViewportSize({ width: 320, height: 640 });
  await toCollect(page, api);
  await page.getByRole('button', { name: 'Save' }).press('Enter');
  await page.getByRole('link', { name: 'Write a title' }).waitFor();
  await page.getByLabel('Title of your page').fill('My kilometres');
  await page.getByLabel('Your story').fill('I run for the trees.');
  await page.getByLabel('Your target in EUR').fill('500');
  await page.getByRole('button', { name: 'Save' }).press('Enter');
  await page.getByText('Everybody sees it within a minute').waitFor();
  await page.getByRole('checkbox', { name: 'My page collects' }).press('Space');
  await page.getByRole('button', { name: 'Save' }).press('Enter');
  await page.getByText('Everybody sees it within a minute').waitFor();
  const saved = api.requests.filter(({ method, path }) => method === 'PUT' && path.endsWith('/fundraiser'));
  expect(saved.map(({ body }) => body)).toEqual(
    [true, false].map((isOpen) => ({
      cause: 'trees',
      title: 'My kilometres',
      story: 'I run for the trees.',
      target: 50_000,
      isOpen,
    })),
  );
  expect(saved[0]?.authorization).toBe('Bearer link.token');
  // One's own registration names it.
  await page.getByRole('link', { name: 'Back to my registration' }).press('Enter');
  await page.getByText('No gift yet towards €500.00').waitFor();
  await page.getByText('does not collect any more').waitFor();
  expect(await page.getByRole('link', { name: 'My kilometres' }).getAttribute('href')).toBe(
    '/races/harbour/fundraisers/my-page',
  );
  expect(await faultsOf(page)).toEqual([]);
  await page.getByRole('link', { name: 'Change your page' }).press('Enter');
  expect(await page.getByLabel('Title of your page').inputValue()).toBe('My kilometres');
});

test('a runner who gave the spot back still finds their fundraiser and closes it; one who has none is offered none', async () => {
  const { page, api } = browserTest;
  await toCollect(page, api);
  await page.getByLabel('Title of your page').fill('My kilometres');
  await page.getByLabel('Your story').fill('I run for the trees.');
  await page.getByRole('button', { name: 'Save' }).press('Enter');
  await page.getByText('Everybody sees it within a minute').waitFor();
  const [id, other] = ['01890000-0000-7000-8000-000000000001', '01890000-0000-7000-8000-000000000002'];
  for (const one of [id, other]) api.line.ended.set(one, 'cancelled');
  await page.goto(`${api.url}/registrations/${other}#link.token`);
  await page.getByRole('link', { name: 'See the race' }).waitFor();
  await page.waitForLoadState('networkidle');
  expect(await page.getByText('Collect for a cause').count()).toBe(0);
  await page.goto(`${api.url}/registrations/${id}#link.token`);
  await page.getByRole('link', { name: 'Change your page' }).press('Enter');
  await page.getByRole('checkbox', { name: 'My page collects' }).press('Space');
  await page.getByRole('button', { name: 'Save' }).press('Enter');
  await page.getByText('Everybody sees it within a minute').waitFor();
  expect(api.requests.findLast(({ method }) => method === 'PUT')?.body).toMatchObject({ isOpen: false });
  await page.getByRole('link', { name: 'Back to my registration' }).press('Enter');
  await page.getByText('does not collect any more').waitFor();
});

test('a donor takes their name off the page that they gave to, by keyboard alone, and shows it again', async () => {
  const { page, api } = browserTest;
  await page.setViewportSize({ width: 320, height: 640 });
  await givingScreens['gift-named']?.(page, api);
  await page.getByText('shows your first name and the initial').waitFor();
  await page.getByRole('button', { name: 'Do not show my name' }).press('Enter');
  await page.getByText('does not show your name.').waitFor();
  await page.getByRole('button', { name: 'Show my name' }).press('Enter');
  await page.getByRole('button', { name: 'Do not show my name' }).waitFor();
  const saved = api.requests.filter(({ method, path }) => method === 'PUT' && path.endsWith('/donation'));
  expect(saved.map(({ body, authorization }) => [body, authorization])).toEqual([
    [{ isNamed: false }, 'Bearer link'],
    [{ isNamed: true }, 'Bearer link'],
  ]);
  expect(await faultsOf(page)).toEqual([]);
});
