import type { Page } from 'playwright-core';
import { SignedCodes } from '../../../lambdas/bibs/desk/signed-codes';
import { uuid7 } from '../../../lambdas/platform/uuid';
import { aRace } from '../../races/a-race';
import { until } from '../../support/until';
import { chooseAgain, holdNextFile } from '../support/chosen-files';
import { looksSound } from '../support/looks-sound';
import { openConsoleTest } from '../support/open-console-test';
import { heading } from '../walk';

const site = openConsoleTest();
const race = aRace().createRace;
/** As the console of the tests signs. */
const codes = new SignedCodes(async () => ({ kid: 'k1', k1: 'a key of the tests, which is long enough for us' }));
const names = ['Ada Adler', 'Bo Berg', 'Cy Óla', 'Di Dahl'];
let ids: readonly string[] = [];
let [eventId, eventName] = ['', ''];

beforeAll(async () => {
  expect(await site.direct({ createRace: race })).toHaveProperty('created');
  const [event] = await site.postgres.query<{ id: string; name: string }>(
    'SELECT id, name FROM event WHERE race_id = $1 ORDER BY position LIMIT 1',
    [race.id],
  );
  eventId = event?.id ?? '';
  eventName = event?.name ?? '';
  ids = await register(names, 1);
});

/** They get the numbers from `first` on. */
const register = async (people: readonly string[], first: number) => {
  const [block, made] = [uuid7(), people.map(() => uuid7())];
  await site.postgres.query('UPDATE spot SET block = $2 WHERE event_id = $1 AND number BETWEEN $3 AND $4', [
    eventId,
    block,
    first,
    first + people.length - 1,
  ]);
  await site.postgres.query(
    `INSERT INTO registration (id, event_id, person, outcome, live, spot, block, number, via, runner)
     SELECT id, $2, id::text, 'confirmed', true, n, $3, n, 'block', json_build_object('firstName', split_part(name, ' ', 1),
       'lastName', split_part(name, ' ', 2), 'email', n || '@example.com', 'gender', 'female', 'birthDate', '1990-05-02')
     FROM unnest($1::uuid[], $4::text[]) WITH ORDINALITY AS p (id, name, nth), LATERAL (SELECT nth + $5 - 1 AS n) AS s`,
    [made, eventId, block, people, first],
  );
  return made;
};

const href = (end: string) => `${site.url}/console/races/${race.id}${end}`;
const panel = (page: Page, title: string) =>
  page.locator('section.panel').filter({ has: page.getByRole('heading', { name: title, exact: true }) });
const order = async (page: Page, title: string, act: string) => {
  await panel(page, title).getByRole('button', { name: 'See what it does' }).click();
  await panel(page, title).getByRole('button', { name: act }).press('Enter');
};
const find = async (page: Page, text: string) => {
  await page.getByLabel('Name, bib or code').fill(text);
};

/** The race is so many days from today. */
const isIn = (days: number) =>
  site.postgres.query('UPDATE race SET date = current_date + $2::int WHERE id = $1', [race.id, days]);

test('a director gives bibs; two desks hand them out, one without a network, and see each other', async () => {
  const { page } = site;
  await site.enter([{ role: 'director', raceId: race.id }]);
  await page.goto(href('/bibs'));
  await heading(page, 'Bibs').waitFor();
  await page.getByText('There are no ranges yet').waitFor();
  const lines = panel(page, 'Change the ranges').getByRole('textbox');
  await lines.fill(`${eventName}: 0`);
  await panel(page, 'Change the ranges').getByRole('button', { name: 'See what it does' }).click();
  await panel(page, 'Change the ranges').getByText('Write it like').waitFor();
  await lines.fill(`${eventName}: 101-103, female\n${eventName}: 900-950, 60-99`);
  await order(page, 'Change the ranges', 'Save them');
  await page.getByRole('rowheader', { name: `${eventName}: 101-103, female` }).waitFor();
  await panel(page, 'Give bibs').getByLabel('In the order of').selectOption('name');
  await panel(page, 'Give bibs').getByRole('button', { name: 'See what it does' }).click();
  await panel(page, 'Give bibs').getByText('3 runners would get a bib.').waitFor();
  await panel(page, 'Give bibs').getByText('1 runner, because all numbers for them are given').waitFor();
  await looksSound(page, 'bibs');
  await panel(page, 'Give bibs').getByRole('button', { name: 'Give them' }).press('Enter');
  await panel(page, 'Give bibs').getByText('3 runners have a bib now.').waitFor();
  const file = page.getByLabel('File', { exact: true });
  const choose = (text: string) =>
    file.setInputFiles({ name: 'bibs.csv', mimeType: 'text/csv', buffer: Buffer.from(`registration,bib\n${text}`) });
  await holdNextFile(page);
  await choose(`${ids[3]},70\n`);
  await page.getByText('The browser could not read this file.').waitFor();
  await chooseAgain(page, file);
  await choose(`${ids[3]},700\n${uuid7()},5\n`);
  await page.getByText('The race has no such registration that runs.').waitFor();
  await page.getByRole('button', { name: 'Import it' }).press('Enter');
  await page.getByText('1 runner has the number of the file now.').waitFor();
  await page.getByRole('heading', { name: 'Numbers that are nobody’s' }).waitFor();

  // Nobody is told before the director has seen the mail, and how many get it.
  await page.getByText('3 runners have a bib that no mail has named.').waitFor();
  await page.getByRole('link', { name: 'Write to them' }).press('Enter');
  await heading(page, 'Announcements').waitFor();
  await panel(page, 'Write to runners').getByRole('button', { name: 'See what it does' }).click();
  await panel(page, 'Write to runners').getByText('3 mails to 3 people.').waitFor();
  await page.getByText('Your bib for Marathon has the number').first().waitFor();

  // A desk signs in by its link alone.
  await isIn(30);
  await site.enter([{ role: 'desk', raceId: race.id }], { level: 'link' });
  await page.goto(href('/check-in'));
  await page.getByLabel('This table').fill('Table 1');
  await page.keyboard.press('Enter');
  await page.getByText('0 of 4 checked in').waitFor();
  // Weeks before the race it says when it begins, and checks nobody in.
  const tooEarly = page.getByText('Desks check people in from');
  await tooEarly.waitFor();
  await find(page, 'dahl d');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Di Dahl' }).waitFor();
  const handOut = page.getByRole('button', { name: 'Document seen: hand out 700' });
  expect([await tooEarly.count(), await handOut.count()]).toEqual([1, 0]);
  await looksSound(page, 'desk-too-early');
  await isIn(0);
  await handOut.waitFor();
  expect(await tooEarly.count()).toBe(0);
  // Without a network it does not hear that the race is later. What the server refuses then is told until somebody decides.
  await site.cutOff();
  await handOut.press('Enter');
  await page.getByText('Checked in. Hand out bib 700.').waitFor();
  await isIn(30);
  await site.reconnect();
  await page.getByRole('heading', { name: '1 scan of this device does not count' }).waitFor();
  await page.getByText('Di Dahl, bib 700').waitFor();
  await page.getByText('Desks do not check people in yet.').waitFor();
  await page.getByText('0 of 4 checked in').waitFor();
  await looksSound(page, 'desk-refused-scan');
  await isIn(0);
  await page.getByRole('button', { name: 'Send them again' }).press('Enter');
  await page.getByText('Di Dahl, bib 700').waitFor({ state: 'hidden' });
  await page.getByText('Checked in. Hand out bib 700.').waitFor();
  await page.getByText('1 of 4 checked in').waitFor();
  // The button that was pressed is gone, and who works by the keyboard goes on with the next.
  await page.getByRole('button', { name: 'Next runner' }).and(page.locator(':focus')).waitFor();
  await page.getByText('not sent yet').waitFor({ state: 'hidden' });
  expect(await page.getByText('does not count').count()).toBe(0);
  await looksSound(page, 'desk-handed-out');
  await page.getByRole('button', { name: 'Next runner' }).press('Enter');

  // A code checks its runner in at once, and one that somebody made does not.
  const code = await codes.make(race.id, ids[0] ?? '');
  await find(page, code);
  await page.keyboard.press('Enter');
  await page.getByText('Checked in. Hand out bib 101.').waitFor();
  await find(page, `${code.slice(0, -2)}xx`);
  await page.keyboard.press('Enter');
  await page.getByText('This code is not ours').waitFor();
  await page.getByText('2 of 4 checked in').waitFor();

  // Without a network the desk goes on, also when its page is closed and comes back.
  await page.getByText('not sent yet').waitFor({ state: 'hidden' });
  await site.cutOff();
  await find(page, '102');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Bo Berg' }).waitFor();
  await page.getByRole('button', { name: 'Document seen: hand out 102' }).press('Enter');
  await page.getByText('Checked in. Hand out bib 102.').waitFor();
  await page.getByText('1 scan is not sent yet.').waitFor();
  await looksSound(page, 'desk-offline');
  await page.close();
  const second = await site.openTab();
  const there = async () =>
    (await site.postgres.query('SELECT FROM check_in WHERE registration_id = $1', [ids[1]])).length;
  expect(await there()).toBe(0);
  // Meanwhile another desk serves the same runner.
  const { secret } = await site.signedIn([{ role: 'desk', raceId: race.id }], { level: 'link' });
  const now = new Date().toISOString();
  const scans = [{ id: uuid7(), kind: 'in', registrationId: ids[1], at: now }];
  const sent = await site.call('POST', `/races/${race.id}/commands/checkIn`, {
    secret,
    json: { station: 'Table 2', sentAt: now, scans },
    headers: { 'idempotency-key': uuid7() },
  });
  expect(sent.body.checkedIn.scans).toMatchObject([{ verdict: 'in' }]);
  await site.reconnect();
  await second.goto(href('/check-in'));
  await second.getByRole('heading', { name: 'To look at' }).waitFor();
  // The screen shows it before it is sent.
  await until(async () => (await there()) === 2);
  await second.getByRole('button', { name: 'Berg, Bo' }).first().press('Enter');
  await second.getByText('They were checked in before').waitFor();
  await looksSound(second, 'desk-twice');
  await second.getByRole('button', { name: 'Take back the check-in of Bo Berg' }).press('Enter');
  await second.getByLabel('Why').fill('both wrong');
  await second.keyboard.press('Enter');
  await second.getByText('2 of 4 checked in').waitFor();
  await second.getByRole('button', { name: 'Document seen: hand out 102' }).waitFor();
  await second.getByRole('heading', { name: 'Bo Berg' }).and(second.locator(':focus')).waitFor();

  // Who came late gets a number here.
  await find(second, 'ola');
  await second.getByRole('button', { name: 'Óla, Cy' }).press('Enter');
  await second.getByText('none yet').waitFor();
  await second.getByRole('button', { name: 'Give the next bib to Cy Óla' }).press('Enter');
  await second.getByText('all numbers of the ranges for this runner are given').waitFor();
  await second.getByRole('button', { name: 'Close' }).press('Enter');
  // Somebody registers at the desk, on their own phone.
  await second.getByText('Somebody is not registered').press('Enter');
  await second.getByText('The race is not open for registration now').waitFor();
  await site.postgres.query(`UPDATE race SET opens_at = now() - interval '1 hour' WHERE id = $1`, [race.id]);
  const registration = second.getByRole('img', { name: 'The address of the registration' });
  await registration.waitFor();
  await looksSound(second, 'desk-walk-in');
  await find(second, '');
  const [walkIn] = await register(['Em Ek'], 5);
  await find(second, 'ek em');
  await second.getByText('Nobody is found').waitFor();
  await second.getByRole('button', { name: 'Read the list again' }).press('Enter');
  await second.getByRole('button', { name: 'Ek, Em' }).press('Enter');
  await second.getByText('none yet').waitFor();
  expect(walkIn).toBeDefined();
  // Who has just registered and shows their code is read alone.
  const [shows = ''] = await register(['Fi Fox'], 6);
  await find(second, await codes.make(race.id, shows));
  await second.keyboard.press('Enter');
  await second.getByText('the list does not have its runner yet').waitFor();
  await find(second, 'fox fi');
  await second.getByRole('button', { name: 'Fox, Fi' }).waitFor();
  await second.goto(href(`/participants/${ids[0]}`));
  await second.getByText('at Table 1').first().waitFor();
  await second.goto(href('/participants'));
  await second.getByLabel('Name, e-mail address, number or bib').fill('700');
  await second.getByRole('link', { name: 'Di Dahl' }).waitFor();
});

test('ranges that somebody else saved since a director began to type are not overwritten', async () => {
  const { page } = site;
  await site.enter([{ role: 'director', raceId: race.id }]);
  const saves = (from: number) =>
    site.direct({ saveBibRanges: { raceId: race.id, ranges: [{ eventId, from, to: from + 49 }] } });
  expect(await saves(2001)).toHaveProperty('savedBibRanges');
  await page.goto(href('/bibs'));
  const lines = panel(page, 'Change the ranges').getByRole('textbox');
  await lines.fill(`${eventName}: 2001-2090`);
  expect(await saves(3001)).toHaveProperty('savedBibRanges');
  // The list on the screen has theirs by now. What is typed began with the ones before.
  await order(page, 'Give bibs', 'Give them');
  await page.getByRole('rowheader', { name: `${eventName}: 3001-3050` }).waitFor();
  await panel(page, 'Change the ranges').getByRole('button', { name: 'See what it does' }).click();
  await panel(page, 'Change the ranges').getByText('somebody saved other ranges').waitFor();
  expect(await lines.inputValue()).toBe(`${eventName}: 2001-2090`);
  await page.reload();
  await lines.fill(`${eventName}: 3001-3090`);
  await order(page, 'Change the ranges', 'Save them');
  await page.getByRole('rowheader', { name: `${eventName}: 3001-3090` }).waitFor();
});
