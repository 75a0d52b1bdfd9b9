import { aRace } from '../../races/a-race';
import { paidGroup } from '../../support/races/paid-group';
import { looksSound } from '../support/looks-sound';
import { openConsoleTest } from '../support/open-console-test';
import { see } from '../support/see-command';
import { arriveAt, heading } from '../walk';

const site = openConsoleTest();
const race = aRace().createRace;
beforeAll(async () => {
  expect(await site.direct({ createRace: race })).toHaveProperty('created');
});

test('an owner who was invited makes a passkey, sees their races, and signs in by it the next time', async () => {
  const { page } = site;
  await page.goto(await site.invite({ email: 'ada@example.com', name: 'Ada', role: 'owner' }));
  await heading(page, 'Sign in').waitFor();
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

const owner = [{ role: 'owner', raceId: undefined }] as const;
const raceHref = (end: string) => `${site.url}/console/races/${race.id}${end}`;

test('a director sees in words what more spots do, and then has them', async () => {
  const { page } = site;
  await site.enter(owner);
  await page.goto(raceHref('/spots'));
  await heading(page, 'Spots').waitFor();
  const form = await see(page, 'Change the number of spots', { Event: '10 km', Spots: 'ten' });
  await form.getByText('Type a whole number').waitFor();
  expect(await form.getByLabel('Spots').evaluate((box) => box === document.activeElement)).toBe(true);
  await see(page, 'Change the number of spots', { Spots: '12' });
  await form
    .getByText('10 km has 12 spots instead of 8; 0 people are registered. 4 spots more go on sale with the others.')
    .waitFor();
  await looksSound(page);
  await page.getByText('0 of 8 sold').waitFor();
  await form.getByRole('button', { name: 'Change it' }).click();
  await form.getByText('10 km has 12 spots now.').waitFor();
  await page.getByText('0 of 12 sold').waitFor();

  const expecting = await see(page, 'Expect more people', { 'People at the opening': '0' });
  await expecting.locator('.field-error').waitFor();
  await looksSound(page);
});

test('an owner types the name of a race to cancel it, sees what it does, and stops and resumes the job', async () => {
  const { page } = site;
  const events = race.events.map(({ id: _, ...event }) => event);
  const storm = aRace({ id: 'storm-2027', name: 'Storm Run', events }).createRace;
  expect(await site.direct({ createRace: storm })).toHaveProperty('created');
  await site.enter(owner);
  await page.goto(`${site.url}/console/races/${storm.id}/cancel`);
  await heading(page, 'Cancel the race').waitFor();
  const typed = { 'What runners are told': 'A storm is coming.', 'Name of the race': 'Harbour Run' };
  const form = await see(page, 'Cancel the race for good', typed);
  await form.getByText('the race is called "Storm Run"').waitFor();
  await looksSound(page);
  await see(page, 'Cancel the race for good', { 'Name of the race': 'Storm Run' });
  await form.getByText('Nobody is registered, so no money goes back').waitFor();
  await looksSound(page);
  await form.getByRole('button', { name: 'Cancel the race' }).click();
  await form.getByText('The race is cancelled.').waitFor();
  await page.getByText('0 of 0 registrations are cancelled.').waitFor();
  for (const [what, does, says, then] of [
    ['Stop cancelling registrations', 'Stop', 'It stops within seconds.', 'Stopped.'],
    ['Resume cancelling registrations', 'Resume', 'It goes on within a minute.', 'Going on within a minute.'],
  ] as const) {
    await page.getByRole('button', { name: what }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: does, exact: true }).click();
    await dialog.getByText(says).waitFor();
    await looksSound(page);
    await dialog.getByRole('button', { name: 'Go on' }).click();
    await page.getByText(then).waitFor();
  }
});

test('a director writes to runners: sees whom it reaches and the mail, tests it, sends it, and stops it', async () => {
  const { page, postgres } = site;
  const { race: paid } = await paidGroup(postgres, 3);
  await postgres.query(`UPDATE race SET opens_at = now() - interval '2 days' WHERE id = $1`, [paid.raceId]);
  await site.enter(owner);
  await page.goto(`${site.url}/console/races/${paid.raceId}/announcements`);
  const form = await see(page, 'Write to runners', { Subject: 'Start at 9', Text: 'Hello {surname}' });
  await form.getByText('no other words in braces').waitFor();
  await see(page, 'Write to runners', { Text: 'Your number is {number}.' });
  await form.getByText(/^3 mails to 3 people\. 0 opted out of news, and 0 cannot be reached\./).waitFor();
  await form.getByText('Your number is 1.').waitFor();
  await looksSound(page);
  await form.getByRole('button', { name: 'Send me a test of this mail' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Send me a test', exact: true }).click();
  await dialog.getByRole('button', { name: 'Go on' }).click();
  await form.getByRole('button', { name: 'Send it' }).click();
  await form.getByText('3 mails leave from now on.').waitFor();
  await page.getByRole('button', { name: 'Stop Start at 9' }).click();
  await dialog.getByRole('button', { name: 'Stop', exact: true }).click();
  await dialog.getByText('It is stopped.').waitFor();
  await dialog.getByRole('button', { name: 'Go on' }).click();
  await page.getByText('Stopped', { exact: true }).waitFor();
});

test('codes are made, told once, and withdrawn; stock and the form are set', async () => {
  const { page } = site;
  await site.enter(owner);
  await page.goto(raceHref('/codes'));
  await page.getByText('There are no codes yet').waitFor();
  const form = await see(page, 'Make codes', {
    'Name of the batch': 'friends',
    'How many to invent': '2',
    'Percent (': '15',
  });
  await form.getByText('2 codes are made in the batch friends.').waitFor();
  await form.getByRole('button', { name: 'Make them' }).click();
  const told = await form.getByLabel('They are shown only here. Copy them now.').inputValue();
  expect(told.split('\n')).toHaveLength(2);
  await page.getByText('15 % off').first().waitFor();
  await looksSound(page);
  await page
    .getByRole('button', { name: /^Withdraw the batch friends/ })
    .first()
    .click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('Nobody can use these 2 codes any more.').waitFor();
  await looksSound(page);
  await dialog.getByRole('button', { name: 'Withdraw the batch' }).click();
  await dialog.getByText('2 codes are withdrawn.').waitFor();
  await dialog.getByRole('button', { name: 'Go on' }).click();
  await page.getByText('Withdrawn').first().waitFor();

  await page.goto(raceHref('/stock'));
  await page.getByText('Nothing is limited').waitFor();
  expect(await page.getByLabel('How many there are').isVisible()).toBe(false);
  await page.getByText('For a form that is not published yet').click();
  await looksSound(page, 'stock-of-next-form');
  const stock = await see(page, 'Change how many there are', { What: 'shirt-m', 'How many there are': '20' });
  await stock.getByText('There are 20 of shirt-m instead of 0.').waitFor();
  await stock.getByRole('button', { name: 'Change it' }).click();
  await stock.getByText('There are 20 of shirt-m now.').waitFor();
  await page.goto(raceHref('/form'));
  const item = {
    id: 'shirt',
    label: { en: 'Shirt' },
    variants: [{ id: 'shirt-m', label: { en: 'M' }, price: 500, limited: true }],
  };
  const kept = await see(page, 'Keep a form', {
    Definition: JSON.stringify({ language: 'en', questions: [], items: [item] }),
  });
  await kept.getByText('The form would be revision 1.').waitFor();
  await looksSound(page);
  await kept.getByRole('button', { name: 'Keep it as a revision' }).click();
  await kept.getByText('The form is revision 1.').waitFor();
  const published = await see(page, 'Publish a form', { Revision: '1' });
  await published.getByRole('button', { name: 'Publish it' }).click();
  await published.getByText('Runners see revision 1.').waitFor();
  await page.goto(raceHref('/history'));
  await page.getByText('Shirt M: 0 → 20').waitFor();
  await looksSound(page, 'stock-in-history');
  await page.getByRole('link', { name: 'Stock' }).click();
  await page.getByText('Shirt M').first().waitFor();
  await looksSound(page);
});

test('the desk finds a runner as it types, sees what happened to them, and hands out what they have', async () => {
  const { page, postgres } = site;
  const { race: sold, ids, lead } = await paidGroup(postgres, 3);
  await postgres.query(
    `UPDATE registration SET runner = runner || '{"firstName": "Zoë", "lastName": "Müller"}' WHERE id = $1`,
    [lead],
  );
  await postgres.query(
    `INSERT INTO registration_line (registration_id, position, kind, ref, label, list, amount, state) VALUES
       ($1, 0, 'entry', '', 'Early bird', 4000, 4000, 'given'), ($1, 1, 'item', 'shirt-m', NULL, 500, 500, 'given')`,
    [lead],
  );
  await postgres.query(
    `INSERT INTO mail (registration_id, template, recipient, state, event) VALUES ($1, 'confirmation', 'zoe@example.com', 'accepted', 'delivery')`,
    [lead],
  );
  await site.enter([{ role: 'director', raceId: sold.raceId }]);
  await page.goto(`${site.url}/console/races/${sold.raceId}/participants`);
  await heading(page, 'Participants').waitFor();
  await page.getByText(`${ids.length} people found.`).waitFor();
  await looksSound(page);
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download as CSV' }).click(),
  ]);
  expect(file.suggestedFilename()).toBe(`${sold.raceId}.csv`);
  await page.getByText(`The file has ${ids.length} people.`).waitFor();
  const box = page.getByLabel('Name, e-mail address, number or bib');
  await box.fill('mu');
  await page.getByText('Type at least three letters').waitFor();
  await box.fill('muell');
  await page.getByText('1 person found.').waitFor();
  expect(page.url()).not.toContain('muell');
  await page.getByLabel('State').selectOption('cancelled');
  await page.getByRole('heading', { name: 'Nobody is found' }).waitFor();
  await looksSound(page);
  await page.getByLabel('State').selectOption('registered');
  await page.getByRole('link', { name: 'Zoë Müller' }).click();

  await arriveAt(page, 'Zoë Müller');
  await page.getByText('Mail: Confirmation').waitFor();
  await page.getByText('€135.00 was taken').waitFor();
  await looksSound(page);
  await page.getByRole('button', { name: 'Hand out Item: shirt-m' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('1 item is noted as handed out.').waitFor();
  await dialog.getByRole('button', { name: 'Note it' }).click();
  await dialog.getByRole('button', { name: 'Go on' }).click();
  await page.getByText('Items were handed out').waitFor();
  const correcting = await see(page, 'Correct the name or birth date', { 'Last name': 'Miller', Why: 'mistyped' });
  await correcting.getByText('This changes: Last name. A mail tells the runner.').waitFor();
  await correcting.getByRole('button', { name: 'Correct it' }).click();
  await heading(page, 'Zoë Miller').waitFor();
  await page.getByText('Last name: Müller → Miller').waitFor();
  await page.getByRole('button', { name: 'Mail the link once more' }).click();
  await dialog.getByText('goes to runner').waitFor();
  await looksSound(page);
  await dialog.getByRole('button', { name: 'Mail it' }).click();
  await dialog.getByRole('button', { name: 'Go on' }).click();
  const cancelling = await see(page, 'Cancel the registration', { 'Percent to refund': '100' });
  await cancelling.getByText('The runner loses the spot, €45.00 goes back').waitFor();
  await cancelling.getByRole('button', { name: 'Cancel the registration' }).click();
  await page.getByText('The registration was cancelled').waitFor();
  await looksSound(page);
  await page.goBack();
  // As it was left.
  await page.getByRole('heading', { name: 'Nobody is found' }).waitFor();
  expect(await box.inputValue()).toBe('muell');
});
