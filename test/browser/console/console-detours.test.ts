import { uuid7 } from '../../../lambdas/platform/uuid';
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
  // The race is read again every ten seconds while the page is visible, and would be refused before the form is.
  await page.evaluate(() => Object.defineProperty(document, 'hidden', { value: true }));
  await page.waitForLoadState('networkidle');

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

test('a person who lost their passkey is told what to do, and a new one waits for an owner', async () => {
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

const owner = [{ role: 'owner', raceId: undefined }] as const;
const raceHref = (end: string) => `${site.url}/console/races/${race.id}${end}`;

test('a director sees in words what a pause does, pauses one event, and reopens all of them', async () => {
  const { page } = site;
  await site.enter(owner);
  await page.goto(raceHref('/spots'));
  const form = await see(page, 'Pause, close or reopen the sale', { Event: '10 km' });
  await form.getByText('10 km is paused. Nobody new gets a spot. Nobody holds a spot, and none is offered.').waitFor();
  await looksSound(page);
  await form.getByRole('button', { name: 'Do it' }).click();
  await form.getByText('10 km is paused now.').waitFor();
  await page.locator('.pill-paused').waitFor();
  await looksSound(page);
  await form.getByRole('button', { name: 'Go on' }).click();
  await see(page, 'Pause, close or reopen the sale', { 'What happens': 'on' });
  await form.getByText('Marathon is on sale already. Nothing changes.').waitFor();
  await form.getByText('10 km is on sale. Runners who stayed on its page see it within seconds.').waitFor();
  await form.getByRole('button', { name: 'Do it' }).click();
  await form.getByText('10 km is on sale now.').waitFor();
});

test('a director looks who is in a relay, changes who runs which leg, and removes somebody', async () => {
  const { page, postgres } = site;
  const [, ten] = race.events;
  const [team, pool] = [uuid7(), uuid7()];
  await postgres.query(
    `INSERT INTO pool (id, race_id, kind, ref, stock, next_number) VALUES ($1::uuid, $2, 'team', $3::text, 3, 4)`,
    [pool, race.id, team],
  );
  await postgres.query(
    `INSERT INTO team (id, race_id, event_id, kind, name, name_folded, pool_id, legs)
     VALUES ($1, $2, $3, 'relay', 'Mill Owls', 'mill owls', $4, 3)`,
    [team, race.id, ten?.id, pool],
  );
  for (const [n, firstName] of ['Bea', 'Cid'].entries()) {
    const [id, block] = [uuid7(), uuid7()];
    await postgres.query('UPDATE spot SET block = $3 WHERE event_id = $1 AND number = $2', [ten?.id, n + 1, block]);
    await postgres.query(
      `INSERT INTO registration (id, event_id, person, outcome, live, spot, block, number, via, runner, team_id, leg, submitted_at)
       VALUES ($1::uuid, $2, $1::text, 'confirmed', true, $3::int, $4, $3::int, 'block', $5, $6, $3::int, clock_timestamp())`,
      [id, ten?.id, n + 1, block, { firstName, lastName: 'Byron', email: 'bea@example.com' }, team],
    );
    if (n === 0) await postgres.query('UPDATE team SET captain = $2 WHERE id = $1', [team, id]);
  }
  await site.enter(owner);
  await page.goto(raceHref('/teams'));
  await page.getByLabel('Event').selectOption('10 km');
  await page.getByRole('button', { name: 'People in Mill Owls' }).click();
  await page.getByRole('heading', { name: 'People in Mill Owls' }).and(page.locator(':focus')).waitFor();
  const row = (name: string) => page.getByRole('row', { name: new RegExp(`^${name}`) });
  await row('Bea B.').getByText('Captain, Leg 1').waitFor();
  await looksSound(page);
  const leg = await see(page, 'Change who runs which leg', { Leg: '2' });
  await leg.getByText('Bea B. runs leg 2 instead of leg 1. The runner who had it takes theirs.').waitFor();
  await leg.getByRole('button', { name: 'Change it' }).click();
  await leg.getByText('Bea B. runs leg 2 now.').waitFor();
  await row('Cid B.').getByText('Leg 1').waitFor();
  await page.getByRole('button', { name: 'Remove Bea B. from Mill Owls' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('becomes the captain').waitFor();
  await looksSound(page);
  await dialog.getByRole('button', { name: 'Remove them' }).click();
  await dialog.getByText('They keep their spot.').waitFor();
  await dialog.getByRole('button', { name: 'Go on' }).click();
  await row('Cid B.').getByText('Captain, Leg 1').waitFor();
  expect(await row('Bea B.').count()).toBe(0);
});

test('every other screen of a race is sound, and a registration that is not of the race is not there', async () => {
  const { page } = site;
  await site.enter(owner);
  for (const [end, words] of [
    ['/teams', 'There is no team yet'],
    ['/short', 'Nothing is short'],
    ['/disputes', 'There are no disputes'],
    ['/receipts', 'No invoice was issued yet'],
    ['/tax', 'Who sells this race'],
    ['/participants?state=refused', 'Nobody is found'],
  ] as const) {
    await page.goto(raceHref(end));
    await page.getByText(words).first().waitFor();
    await looksSound(page);
  }
  await page.goto(raceHref('/participants/0199a000-0000-7000-8000-00000000dead'));
  await heading(page, 'There is nothing here').waitFor();
});

test('a director reads the invoices of a race, and goes on to who paid', async () => {
  const { page, postgres } = site;
  const { race: sold, ids, lead } = await paidGroup(postgres, 3);
  const seller = {
    id: 'harbour',
    name: 'Harbour Runners',
    address: 'Quay 1',
    country: 'DE',
    tax_id: null,
    prefix: 'HR-',
  };
  await postgres.query(`INSERT INTO seller (id, name, address, country, prefix) VALUES ($1, $2, $3, $4, $5)`, [
    seller.id,
    seller.name,
    seller.address,
    seller.country,
    seller.prefix,
  ]);
  await postgres.query(`UPDATE race SET seller_id = $2, tax_rate = 1900, tax_label = 'VAT' WHERE id = $1`, [
    sold.raceId,
    seller.id,
  ]);
  await postgres.query(
    `INSERT INTO document (id, seller_id, number, kind, registration_id, up_to, issuer, lines, taxes, gross, currency)
     VALUES ($1, $2, 1, 'invoice', $3, 0, $4, '[{"label": "10 km", "gross": 11900}]',
       '[{"label": "VAT", "rate": 1900, "net": 10000, "tax": 1900}]', 11900, 'EUR')`,
    [uuid7(), seller.id, lead, seller],
  );
  expect(ids).toHaveLength(3);
  await site.enter(owner);
  await page.goto(`${site.url}/console/races/${sold.raceId}/receipts`);
  const row = page.getByRole('row', { name: /^HR-1/ });
  await row.getByText('€119.00').waitFor();
  await row.getByText('€19.00').waitFor();
  await looksSound(page);
  await row.getByRole('link').click();
  await page.waitForURL(`**/console/races/${sold.raceId}/participants/${lead}`);
});

test('what somebody may not do is not shown to them', async () => {
  const { page } = site;
  await site.enter([{ role: 'desk', raceId: race.id }]);
  await page.goto(raceHref(''));
  await heading(page, 'Overview').waitFor();
  const tabs = page.getByRole('navigation', { name: 'This race' }).getByRole('link');
  expect(await tabs.allTextContents()).toEqual(['Overview', 'Sales', 'Opening day', 'Participants', 'Check-in']);
  expect(await page.getByRole('navigation', { name: 'Console' }).getByRole('link').allTextContents()).toEqual([
    'Races',
    'Your account',
  ]);
  await page.goto(`${site.url}/console/races/another-race`);
  await heading(page, 'There is nothing here').waitFor();
});
