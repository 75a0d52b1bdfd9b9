import { uuid7 } from '../../../lambdas/platform/uuid';
import { aForm } from '../../forms/a-form';
import { paidGroup } from '../../support/races/paid-group';
import { paidMove } from '../../support/races/paid-move';
import { looksSound } from '../support/looks-sound';
import { openConsoleTest } from '../support/open-console-test';
import { heading } from '../walk';

const site = openConsoleTest();
test('a director finds who waits, writes to a part of the list, and orders a file with the columns they need', async () => {
  const { page, postgres } = site;
  const { race } = await paidGroup(postgres, 2);
  await postgres.query(
    `INSERT INTO form (race_id, revision, definition, entry_schema, hash, published_at) VALUES ($1, 1, $2, '{}', 'h', now())`,
    [race.raceId, aForm],
  );
  await postgres.query('UPDATE race SET form_revision = 1 WHERE id = $1', [race.raceId]);
  for (const [n, [firstName, lastName, isConfirmed]] of [
    ['Grace', 'Hopper', true],
    ['Søren', 'Ångström', false],
  ].entries())
    await postgres.query(
      `INSERT INTO waiting (id, event_id, person, runner, state, rank, size, confirmed_at)
       VALUES ($1::uuid, $2, $1::text, $3, 'waiting', 1, $4, CASE WHEN $5 THEN now() END)`,
      [uuid7(), race.eventId, { firstName, lastName, email: `waiter-${n}@example.com` }, n + 1, isConfirmed],
    );
  await site.enter([{ role: 'owner', raceId: undefined }]);
  await page.goto(`${site.url}/console/races/${race.raceId}/participants`);
  await page.getByText('2 people found.').waitFor();

  await page.getByLabel('Name, e-mail address, number or bib').fill('angstrom');
  await page.getByRole('heading', { name: 'Nobody is found' }).waitFor();
  await page.getByRole('heading', { name: 'On the waiting list' }).waitFor();
  await page.getByText('The address is not confirmed').waitFor();
  await looksSound(page, 'waiting-found');

  await page.getByLabel('Name, e-mail address, number or bib').fill('');
  await page.getByLabel('State', { exact: true }).selectOption('On the waiting list');
  await page.getByRole('rowheader', { name: 'Grace Hopper' }).waitFor();
  expect(await page.getByRole('row').count()).toBe(3);
  expect(await page.getByLabel('Payment', { exact: true }).count()).toBe(0);
  await looksSound(page, 'waiting');

  await page.getByText('Files of the waiting list').click();
  await page.getByRole('button', { name: 'Write a CSV file' }).click();
  await page.getByRole('rowheader', { name: 'CSV file of the waiting list' }).waitFor();
  await looksSound(page, 'waiting-files');
  await page.getByText('Files of the waiting list').click();

  await page.getByRole('button', { name: 'Remove Grace Hopper from the waiting list' }).click();
  await page.getByText('Grace Hopper loses their place on the list. They get a mail that says so.').waitFor();
  await looksSound(page, 'waiting-remove');
  await page.getByRole('button', { name: 'Take them off the list' }).click();
  await page.getByText('Grace Hopper is off the waiting list. A mail tells them.').waitFor();
  await page.getByRole('button', { name: 'Go on' }).click();
  await page.getByRole('rowheader', { name: 'Grace Hopper' }).waitFor({ state: 'detached' });
  await page.getByRole('rowheader', { name: 'Søren Ångström' }).waitFor();

  await page.getByLabel('State', { exact: true }).selectOption('Registered');
  await page.getByLabel('Payment', { exact: true }).selectOption('Paid');
  await page.getByText('Files of any size').click();
  await page.getByText('Choose columns').click();
  await page.getByRole('button', { name: 'No columns' }).click();
  await page.getByText('Choose at least one.').waitFor();
  expect(await page.getByRole('button', { name: 'Write an Excel file' }).isDisabled()).toBe(true);
  await page.getByLabel('last name').check();
  await page.getByLabel('Allergies (confidential)').check();
  await page.getByText('2 columns.').waitFor();
  await looksSound(page, 'columns');
  await page.getByRole('button', { name: 'Write an Excel file' }).click();
  await page.getByText('It is being written.').waitFor();
  await page.getByRole('rowheader', { name: 'Excel file (confidential)' }).waitFor();
  const files = await postgres.query(
    `SELECT columns, is_sensitive FROM export_file WHERE race_id = $1 AND subject = 'participants'`,
    [race.raceId],
  );
  expect(files).toEqual([{ columns: ['lastName', 'answer:private-allergies'], is_sensitive: true }]);

  await page.getByLabel('State', { exact: true }).selectOption('All');
  await page.getByRole('link', { name: 'Write to those of them who are registered' }).waitFor();
  await page.getByLabel('State', { exact: true }).selectOption('Registered');
  await page.getByRole('link', { name: 'Write to these people' }).click();
  await heading(page, 'Announcements').waitFor();
  expect(await page.getByLabel('Payment (optional)').inputValue()).toBe('captured');
  expect(await page.getByLabel('State', { exact: true }).inputValue()).toBe('registered');
  await looksSound(page, 'announcement');
});

test('a director offers a dearer event and takes the offer back, and moves the runner to a cheaper one', async () => {
  const { page, postgres } = site;
  const { race, lead } = await paidGroup(postgres, 1);
  const eventId = uuid7();
  await postgres.query(
    `INSERT INTO event (id, race_id, position, name, distance, capacity, next_number) VALUES ($1, $2, 2, 'Five', 5000, 2, 9)`,
    [eventId, race.raceId],
  );
  await postgres.query('INSERT INTO spot (event_id, number) VALUES ($1, 7), ($1, 8)', [eventId]);
  await postgres.query(
    `INSERT INTO price (event_id, starts_at, label, amount) VALUES ($1, '2020-01-01', 'Regular', 6000)`,
    [eventId],
  );
  await site.enter([{ role: 'director', raceId: race.raceId }]);
  await page.goto(`${site.url}/console/races/${race.raceId}/participants/${lead}`);
  const form = page.locator('section', { has: page.getByRole('heading', { name: 'Move to another event' }) });
  await form.getByLabel('Event', { exact: true }).waitFor();
  const difference = form.getByLabel('If the events do not cost the same');
  await difference.selectOption('The runner gets or pays the difference');
  await form.getByRole('button', { name: 'See what it does' }).click();
  await form.getByText('Five costs €15.00 more than their entry did.').waitFor();
  await looksSound(page, 'move-offer-would');
  await form.getByRole('button', { name: 'Move them' }).click();
  await form.getByText('A spot in Five is kept for them until').waitFor();
  await form.getByRole('button', { name: 'Go on' }).click();
  await page.getByText('Five, for €15.00 more: a spot is kept until').waitFor();
  await page.getByText('A spot in a dearer event was offered').waitFor();
  await looksSound(page, 'move-offered');
  await page.getByRole('button', { name: 'Take the offer back' }).click();
  await page.getByText('The spot in Five goes to others').waitFor();
  await looksSound(page, 'move-withdraw');
  await page.getByRole('button', { name: 'Take it back' }).click();
  await page.getByText('The offer is taken back.').waitFor();
  await page.getByRole('button', { name: 'Go on' }).click();
  await page.getByText('Five, for €15.00 more: ended before they paid').waitFor();
  await postgres.query('UPDATE price SET amount = 3000 WHERE event_id = $1', [eventId]);
  await difference.selectOption('Give back what they paid above its price');
  await form.getByRole('button', { name: 'See what it does' }).click();
  await form.getByText('€15.00 goes back to the card that paid.').waitFor();
  await looksSound(page, 'move-would');
  await form.getByRole('button', { name: 'Move them' }).click();
  await form.getByText('They run in Five now, as number 8.').waitFor();
  await looksSound(page, 'move-did');
  await form.getByRole('button', { name: 'Go on' }).click();
  await page.getByText('Registered with number 1', { exact: true }).waitFor();
  expect(await page.getByText('From Ten to Five').count()).toBe(2);
});

test('a director is told of a dearer spot whose difference could not be charged, and decides what becomes of it', async () => {
  const { page, postgres } = site;
  const { race, lead } = await paidGroup(postgres, 1);
  const payment = await paidMove(postgres, lead, 'failed');
  await postgres.query(`UPDATE payment SET unpaid = 'due' WHERE registration_id = $1`, [payment]);
  await site.enter([{ role: 'director', raceId: race.raceId }]);
  await page.goto(`${site.url}/console/races/${race.raceId}`);
  await page.getByRole('heading', { name: 'What could not be charged' }).waitFor();
  await looksSound(page, 'unpaid-overview');
  await page.getByRole('link', { name: 'the difference of €15.00 is not paid' }).click();
  await page
    .getByText(
      'Ten, for €15.00 more: they were moved. It could not be charged, and they keep the spot. It is due until they pay, or until you decide what becomes of it.',
    )
    .waitFor();
  await looksSound(page, 'unpaid-person');
  await page.getByRole('button', { name: 'Mail them the link to pay' }).click();
  await page.getByText('It says what is due, and the page takes their card.').waitFor();
  await page.getByRole('button', { name: 'Send the mail' }).click();
  await page.getByText('is on its way.').waitFor();
  await page.getByRole('button', { name: 'Go on' }).click();
  await page.getByRole('button', { name: 'They paid in another way' }).click();
  await page.getByText('You write down that you have the €15.00.').waitFor();
  await looksSound(page, 'unpaid-settle');
  await page.getByRole('button', { name: 'Write it down' }).click();
  await page.getByRole('button', { name: 'Go on' }).click();
  await page.getByText('It could not be charged. They paid it in another way.').waitFor();
  await page.getByText('What could not be charged was paid in another way').waitFor();
  expect(await page.getByRole('button', { name: 'They need not pay' }).count()).toBe(0);
});

test('finance is told of a spot whose whole payment was given back at the processor, and decides what becomes of it', async () => {
  const { page, postgres } = site;
  const { race, lead } = await paidGroup(postgres, 1);
  await postgres.query(
    `INSERT INTO dispute (id, registration_id, amount, currency, reason, status, refundable, fetched_at)
     VALUES ('pi_given_back', $1, 4500, 'EUR', 'given back at the processor', 'refunded', false, now())`,
    [lead],
  );
  await site.enter([{ role: 'finance', raceId: race.raceId }]);
  await page.goto(`${site.url}/console/races/${race.raceId}`);
  await page.getByRole('heading', { name: 'What was given back at the processor' }).waitFor();
  await page.getByRole('link', { name: 'Number 1 in Ten: €45.00 were given back' }).waitFor();
  await looksSound(page, 'given-back-overview');
  await page.getByRole('link', { name: 'Decide under “Disputes”' }).click();
  await page.getByText('given back at the processor').waitFor();
  await looksSound(page, 'given-back-list');
  await page.getByRole('button', { name: 'Take the spot back: €45.00' }).click();
  await page.getByText('1 person loses their spot, and nothing is refunded: they have the money already.').waitFor();
  await looksSound(page, 'given-back-take');
  await page.getByRole('button', { name: 'Take the spot back', exact: true }).last().click();
  await page.getByText('It is decided.').waitFor();
  expect(await postgres.query('SELECT live FROM registration WHERE id = $1', [lead])).toEqual([{ live: false }]);
  // The bank sends it back: then the runner has neither spot nor money.
  await postgres.query(`UPDATE dispute SET status = 'returned', refundable = true WHERE registration_id = $1`, [lead]);
  await page.reload();
  await page.getByText('Taken back. The money is yours again').waitFor();
  await page.getByRole('button', { name: /Keep the spot/ }).waitFor({ state: 'hidden' });
});
