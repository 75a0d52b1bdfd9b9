import type { Page } from 'playwright-core';
import { aRace } from '../races/a-race';
import { faultsOf } from './support/axe';
import { openConsoleTest } from './support/open-console-test';
import { heading } from './walk';

const site = openConsoleTest();
const race = aRace().createRace;
beforeAll(async () => {
  expect(await site.direct({ createRace: race })).toHaveProperty('created');
});

/** A screen by axe, in light and dark, on a small phone and at a desk. */
const looksSound = async (page: Page) => {
  const before = page.viewportSize() ?? { width: 390, height: 800 };
  for (const width of [320, 1280]) {
    await page.setViewportSize({ width, height: before.height });
    expect([page.url(), width, await faultsOf(page)]).toEqual([page.url(), width, []]);
  }
  await page.setViewportSize(before);
};

/** The one `h1`, and that it has the focus. */
const arriveAt = async (page: Page, name: string | RegExp) => {
  await heading(page, name).and(page.locator(':focus')).waitFor();
};

test('an owner who was invited makes a passkey, sees their races, and signs in by it the next time', async () => {
  const { page } = site;
  await page.goto(await site.invite({ email: 'ada@example.com', name: 'Ada', role: 'owner' }));
  await heading(page, 'Welcome back').waitFor();
  // The token stays neither in the address bar nor in the history.
  expect(page.url()).toBe(`${site.url}/console/link`);
  await looksSound(page);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await arriveAt(page, 'Make your passkey');
  await looksSound(page);
  await page.getByRole('button', { name: 'Make the passkey' }).click();
  await arriveAt(page, 'Races');
  await looksSound(page);
  await page.getByRole('link', { name: race.name }).click();
  await arriveAt(page, 'Overview');
  await page.getByText('0 of 40 sold').waitFor();
  await looksSound(page);
  for (const [place, words] of [
    ['Your account', 'This device'],
    ['Staff', 'Owner of all races'],
    ['Log', 'Made a passkey'],
  ] as const) {
    await page.getByRole('navigation', { name: 'Console' }).getByRole('link', { name: place, exact: true }).click();
    await page.getByText(words).first().waitFor();
    await looksSound(page);
  }
  await page.getByRole('button', { name: 'Sign out' }).click();
  await arriveAt(page, 'Sign in');
  await looksSound(page);
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  // Where they were before.
  await arriveAt(page, 'Sign-ins and changes');
});

test('a session that ends in the middle, and a passkey that is asked for again, lose nothing that was typed', async () => {
  const { page, postgres } = site;
  await page.goto(await site.invite({ email: 'grace@example.com', name: 'Grace', role: 'owner' }));
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('button', { name: 'Make the passkey' }).click();
  await arriveAt(page, 'Races');
  await page.goto(`${site.url}/console/races/${race.id}/staff`);
  await page.getByLabel('Name').fill('Linus');
  await page.getByLabel('E-mail address').fill('linus@example.com');
  await page.getByLabel('Role', { exact: true }).selectOption('desk');

  await postgres.query('UPDATE staff_session SET ended_at = now() WHERE ended_at IS NULL');
  await page.getByRole('button', { name: 'Invite' }).click();
  const again = page.getByRole('dialog', { name: 'You were signed out' });
  await again.waitFor();
  await looksSound(page);
  await again.getByRole('button', { name: 'Leave it' }).click();
  await page.getByText('Sign in, and try again.').waitFor();
  expect(await page.getByLabel('E-mail address').inputValue()).toBe('linus@example.com');
  await page.getByRole('button', { name: 'Invite' }).click();
  await again.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await page.getByText('Linus has the role.').waitFor();

  await postgres.query(`UPDATE staff_session SET confirmed_at = now() - interval '6 minutes'`);
  await page.getByRole('button', { name: 'Change the role of Linus' }).click();
  await page.getByRole('dialog').getByLabel('Role').selectOption('viewer');
  await page.getByRole('button', { name: 'Do it' }).click();
  const confirm = page.getByRole('dialog', { name: 'Use your passkey again' });
  await looksSound(page);
  await confirm.getByRole('button', { name: 'Use my passkey' }).click();
  await page.getByText(`Viewer of ${race.id}`).waitFor();
});

test('a link that was used says so, and asks for an address; nobody is told whether it is known', async () => {
  const { page } = site;
  const link = await site.invite({ email: 'desk@example.com', name: 'Dee', role: 'desk', raceId: race.id });
  await page.goto(link);
  await page.getByRole('button', { name: 'Sign in' }).click();
  // A desk may sign in by link alone.
  await arriveAt(page, 'Races');
  await page.getByRole('button', { name: 'Sign out' }).click();
  await arriveAt(page, 'Sign in');
  await page.goto(link);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await arriveAt(page, 'This link works no more');
  await looksSound(page);
  await page.getByRole('link', { name: 'Ask for another link' }).click();
  await arriveAt(page, 'Sign in');
  await page.getByLabel('E-mail address').fill('nobody');
  await page.keyboard.press('Enter');
  await page.getByText('Type an e-mail address').waitFor();
  await page.getByLabel('E-mail address').fill('nobody@example.com');
  await page.keyboard.press('Enter');
  await arriveAt(page, 'Look into your mail');
  await looksSound(page);
});

test('who has lost their passkey is told what to do, and a new one waits for an owner', async () => {
  const { page, postgres } = site;
  const email = 'mary@example.com';
  const link = await site.invite({ email, name: 'Mary', role: 'director', raceId: race.id });
  await postgres.query(
    `INSERT INTO staff_passkey (credential_id, staff_id, public_key, counter, transports, backed_up, name)
     SELECT 'lost', id, '', 0, '{}', false, 'Phone' FROM staff WHERE email = $1`,
    [email],
  );
  await page.goto(link);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await arriveAt(page, 'Use your passkey');
  await page.getByText('I have lost my passkey').click();
  await page.getByText('Ask an owner of all races').waitFor();
  await looksSound(page);
  await page.getByRole('button', { name: 'Use my passkey' }).click();
  await page.getByText(/The passkey was not used|was not accepted|not known here/).waitFor();
  await site.direct({ resetPasskeys: { email } });
  await page.goto(await site.linkFor(email));
  await page.getByRole('button', { name: 'Sign in' }).click();
  await arriveAt(page, 'Make your passkey');
});
