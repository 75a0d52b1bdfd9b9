import { mailMessage, type Template } from '../../lambdas/domain/mail-order';
import { personOf } from '../../lambdas/domain/person/person';
import type { Submission } from '../../lambdas/domain/registration';
import { PostgresMailRecords, PostgresTransferOffers } from '../../lambdas/mail/letters/postgres-mail-records';
import { PostgresStaffLetters } from '../../lambdas/mail/letters/postgres-staff-letters';
import { PostgresWaitingPlaces } from '../../lambdas/mail/letters/postgres-waiting-places';
import { writeLetters } from '../../lambdas/mail/letters/write-letter';
import type { Sql } from '../../lambdas/platform/postgres/postgres';
import { uuid7 } from '../../lambdas/platform/uuid';
import { PostgresChanges } from '../../lambdas/registration/change/postgres-changes';
import { noAnnouncements, toOptOut } from '../support/announcements';
import { type FreshDatabase, freshDatabase } from '../support/postgres/database';
import { makeFullRace } from '../support/races/full-race';
import { givingWith } from '../support/races/ledger';
import { paidGroup } from '../support/races/paid-group';
import { leavePlace } from '../support/races/place-key';
import { type MadeRace, submissionFor } from '../support/races/race';
import { registrationsOn } from '../support/races/registrations';
import { joinConfirmed } from '../support/races/waiting-list';

let database: FreshDatabase;
let changes: PostgresChanges;
beforeAll(async () => {
  database = await freshDatabase();
  changes = new PostgresChanges({
    postgres: database.postgres,
    newId: uuid7,
    mailMessage: (order) => mailMessage(order, 4),
    giveToWaiting: givingWith(),
  });
});
afterAll(() => database.close());

const query: Sql['query'] = (text, values) => database.postgres.query(text, values);
const idOf = ({ hold }: Submission) => hold.registrationId;

/** As the function writes it, from the rows at this moment. */
const written = async (registrationId: string, template: Template, generation = 1) => {
  const order = { registrationId, template, generation };
  const write = await writeLetters({
    records: new PostgresMailRecords(database.postgres),
    places: new PostgresWaitingPlaces(database.postgres),
    transfers: new PostgresTransferOffers(database.postgres),
    staff: new PostgresStaffLetters(database.postgres),
    announcements: noAnnouncements,
    links: {
      to: async (id) => `https://startline.example/registrations/${id}#token`,
      toPlace: async ({ placeId, raceId, eventId }) =>
        `https://startline.example/waiting-list/${placeId}#${raceId}.${eventId}`,
      toTransfer: async (id) => `https://startline.example/transfers/${id}#token`,
      toConsole: async (id) => `https://startline.example/console/link#${id}`,
      toOptOut,
      console: 'https://startline.example/console',
    },
  })([order]);
  return write(order);
};
const letter = async (registrationId: string, template: Template, generation = 1) => {
  const answer = await written(registrationId, template, generation);
  if (answer.kind !== 'letter') throw new Error(JSON.stringify(answer));
  return answer.letter;
};
const expectNothing = async (registrationId: string, template: Template, generation = 1) =>
  expect(await written(registrationId, template, generation)).toMatchObject({ kind: 'nothing' });

const fullRace = async (spots = 1) => {
  const { race, submissions } = await makeFullRace(database.postgres, spots);
  await query(
    `UPDATE race SET cancel_until = now() + interval '1 hour', transfer_until = now() + interval '1 hour', refund_percent = 80 WHERE id = $1`,
    [race.raceId],
  );
  await query(`UPDATE payment SET state = 'captured' WHERE registration_id = ANY ($1)`, [submissions.map(idOf)]);
  const [first] = submissions;
  if (!first) throw new Error('a race has a spot');
  return { race, first: idOf(first) };
};
const join = async ({ eventId }: MadeRace, firstName: string, email = `${firstName}@example.com`) => {
  const runner = { firstName, lastName: 'Test', email, birthDate: '1990-01-01' };
  const placeId = uuid7();
  await joinConfirmed(database.postgres, eventId, [{ placeId, person: personOf(runner), runner, size: 1 }]);
  return placeId;
};
/** One runner waits for a full race, and the only spot comes back. */
const offered = async (name: string) => {
  const { race, first } = await fullRace();
  const placeId = await join(race, name);
  await changes.cancel(first, 'runner');
  return { race, placeId };
};
const byron = { firstName: 'Byron', email: 'Byron@Example.com' };
const byronHimself = {
  ...byron,
  lastName: 'Gordon',
  birthDate: '1988-01-22',
  gender: 'male',
  emergencyContact: 'x',
} as const;
const passOn = async (registrationId: string) => {
  const transferId = uuid7();
  const answer = await changes.offerTransfer(registrationId, { transferId, recipient: byron });
  expect(answer.kind).toBe('offered');
  return transferId;
};
const accept = async (transferId: string) =>
  expect((await changes.acceptTransfer(transferId, byronHimself, 'w1')).kind).toBe('accepted');

describe('the offer', () => {
  test('goes to the waiter with the link to their place, and the end of the offer from the database', async () => {
    const { race, placeId } = await offered('Grace');
    await query(`UPDATE block SET deal_until = '2037-01-02T12:00:00Z' WHERE owner LIKE 'grace|%'`);
    const { recipient, senderName, text } = await letter(placeId, 'offer');
    expect([recipient, senderName]).toEqual(['Grace@example.com', 'Harbour Run']);
    expect(text).toContain('Ten at Harbour Run on Sunday, 2 May 2027');
    expect(text).toMatch(/before 2 January 2037 at 13:00 (CET|GMT\+1)/);
    expect(text).toContain(`/waiting-list/${placeId}#${race.raceId}.${race.eventId}\n`);
  });

  test('is not written to who still waits, declined it, or let its time go by', async () => {
    const { race, placeId } = await offered('Dorothy');
    const next = await join(race, 'Edith');
    await expectNothing(next, 'offer');
    await query(`UPDATE block SET deal_until = clock_timestamp() - interval '1 ms' WHERE owner LIKE 'dorothy|%'`);
    await expectNothing(placeId, 'offer');
    await query(
      `UPDATE block SET deal_until = clock_timestamp() + interval '1 hour', closed = true WHERE owner LIKE 'dorothy|%'`,
    );
    await expectNothing(placeId, 'offer');
    await query(`UPDATE block SET closed = false WHERE owner LIKE 'dorothy|%'`);
    expect((await letter(placeId, 'offer')).recipient).toBe('Dorothy@example.com');

    expect(await leavePlace(database.postgres, placeId)).toBe(true);
    await expectNothing(placeId, 'offer');
    expect((await letter(next, 'offer')).recipient).toBe('Edith@example.com');
  });

  test('that came late does not speak of a newer one, which has its own mail', async () => {
    const { placeId } = await offered('Hedy');
    await query('UPDATE waiting SET offers = 2 WHERE id = $1', [placeId]);
    await expectNothing(placeId, 'offer', 1);
    expect((await letter(placeId, 'offer', 2)).subject).toBe('A spot for you: Ten, Harbour Run');
  });

  test('of a place nobody has is not written, nor anything else of it', async () => {
    for (const template of [
      'offer',
      'transfer-offer',
      'cancellation',
      'transferred',
      'registration-link',
      'place-link',
    ] as const)
      await expectNothing(uuid7(), template);
  });
});

describe('the cancellation', () => {
  test('says what the payment row says goes back', async () => {
    const { first } = await fullRace();
    await expectNothing(first, 'cancellation');
    await changes.cancel(first, 'runner');
    expect((await letter(first, 'cancellation')).text).toContain('€36.00 of the €45.00 that was paid goes back');
    await query(`UPDATE payment SET state = 'refunded', refunded = refund WHERE registration_id = $1`, [first]);
    expect((await letter(first, 'cancellation')).text).toContain('€36.00 of the €45.00 that was paid goes back');
    await expectNothing(first, 'confirmation');
  });

  test('by the director says so, and promises nothing when nothing goes back', async () => {
    const { first } = await fullRace();
    await changes.cancel(first, 'director', { percent: 0 });
    const { text } = await letter(first, 'cancellation');
    expect(text).toContain('The organiser has cancelled');
    expect(text).toContain('No money is paid back.');
  });

  test('of a passed-on spot names the card of the first runner, whose payment it was', async () => {
    const { first } = await fullRace();
    const transferId = await passOn(first);
    await accept(transferId);
    await changes.cancel(transferId, 'runner');
    const { recipient, text } = await letter(transferId, 'cancellation');
    expect(recipient).toBe(byron.email);
    expect(text).toContain('€36.00 of the €45.00 that was paid goes back to the card that paid for this spot at first');
    await expectNothing(first, 'cancellation');
  });
});

describe('the transfer', () => {
  test('is offered by mail to whom the runner named, until the race closes it', async () => {
    const { race, first } = await fullRace();
    await query(`UPDATE race SET transfer_until = '2037-01-02T12:00:00Z' WHERE id = $1`, [race.raceId]);
    const transferId = await passOn(first);
    const { recipient, text } = await letter(transferId, 'transfer-offer');
    expect(recipient).toBe(byron.email);
    expect(text).toContain('Hello Byron,');
    expect(text).toMatch(/runner-\d+ Test has a spot|A runner has a spot/);
    expect(text).toMatch(/before 2 January 2037 at 13:00 (CET|GMT\+1)/);
    expect(text).toContain(`/transfers/${transferId}#token`);
  });

  test('is not offered any more when it was taken back, cancelled, taken, or the race closed it', async () => {
    const [a, b, c, d] = [await fullRace(), await fullRace(), await fullRace(), await fullRace()];
    const [takenBack, lost, taken, late] = [
      await passOn(a.first),
      await passOn(b.first),
      await passOn(c.first),
      await passOn(d.first),
    ];
    await changes.withdrawTransfer(a.first);
    await query(`UPDATE registration SET live = false, spot = NULL, block = NULL, ended = 'cancelled' WHERE id = $1`, [
      b.first,
    ]);
    await accept(taken);
    await query(`UPDATE race SET transfer_until = clock_timestamp() WHERE id = $1`, [d.race.raceId]);
    for (const transferId of [takenBack, lost, taken, late]) await expectNothing(transferId, 'transfer-offer');
    await query('UPDATE race SET transfer_until = NULL WHERE id = $1', [d.race.raceId]);
    await expectNothing(late, 'transfer-offer');
  });

  test('once accepted is confirmed to the new runner, who did not pay, and told to the former', async () => {
    const { first } = await fullRace();
    const transferId = await passOn(first);
    await expectNothing(first, 'transferred');
    await expectNothing(transferId, 'confirmation');
    await accept(transferId);
    const confirmation = await letter(transferId, 'confirmation');
    expect(confirmation.recipient).toBe(byron.email);
    expect(confirmation.text).toContain('Your number is 1.');
    expect(confirmation.text).not.toMatch(/Paid|€/);

    const { recipient, text } = await letter(first, 'transferred');
    expect(recipient).toMatch(/^runner-\d+@example.com$/);
    expect(text).toContain('that you offered to Byron was taken');
    await expectNothing(first, 'confirmation');
    await expectNothing(first, 'cancellation');
  });
});

test('somebody who paid and found no spot is told of their place on the waiting list, not of one that they only asked for', async () => {
  const { race } = await fullRace();
  const late = submissionFor(race, { id: uuid7(), numbers: [1] }, 0);
  await registrationsOn(database.postgres).record(race.eventId, [late]);
  const [place] = await query<{ id: string }>('SELECT id FROM waiting WHERE event_id = $1', [race.eventId]);
  const { text } = await letter(idOf(late), 'not-registered');
  expect(text).toContain('You are at the front of the waiting list');
  expect(text).toContain(`/waiting-list/${place?.id}#`);

  for (const not of [`rank = 1`, `rank = 0, state = 'left'`, `state = 'waiting', person = 'somebody else'`]) {
    await query(`UPDATE waiting SET ${not} WHERE event_id = $1`, [race.eventId]);
    expect((await letter(idOf(late), 'not-registered')).text).not.toContain('waiting list');
  }
});

test('a duplicate is not told of the place of the registration that stands', async () => {
  const { race, first } = await fullRace(2);
  const twice = submissionFor(race, { id: uuid7(), numbers: [1] }, 0, { person: 'twice' });
  const again = submissionFor(race, { id: uuid7(), numbers: [1] }, 0, { person: 'twice' });
  await changes.cancel(first, 'director');
  const registrations = registrationsOn(database.postgres);
  await registrations.record(race.eventId, [twice]);
  await registrations.record(race.eventId, [again]);
  await query(`INSERT INTO waiting (id, event_id, person, runner, rank, state) VALUES ($1, $2, $3, $4, 0, 'waiting')`, [
    uuid7(),
    race.eventId,
    personOf(again.runner),
    JSON.stringify(again.runner),
  ]);
  const { text } = await letter(idOf(again), 'not-registered');
  expect(text).toContain('You already have a registration');
  expect(text).not.toContain('waiting list');
});

test('a lost link brings the places of the address, of which at most five, and of nobody else', async () => {
  const { race, first } = await fullRace();
  const email = 'family@example.com';
  const names = ['Ada', 'Bea', 'Cleo', 'Dora', 'Eva', 'Fay'];
  const places: string[] = [];
  for (const name of names) places.push(await join(race, name, name === 'Bea' ? 'Family@Example.com' : email));
  const [oldest = '', bea = '', left = ''] = places;
  const stranger = await join(race, 'Stranger');
  const newest = places.slice(1);
  const { recipient, text } = await letter(oldest, 'place-link');
  expect(recipient).toBe(email);
  for (const id of newest) expect(text).toContain(`/waiting-list/${id}#${race.raceId}.${race.eventId}`);
  for (const id of [oldest, stranger]) expect(text).not.toContain(id);

  // One cancels; the spot goes to the first of the others, who then appears in the mail about it.
  await leavePlace(database.postgres, left);
  await changes.cancel(first, 'runner');
  const later = await letter(bea, 'place-link');
  expect(later.text).toContain(oldest);
  expect(later.text).not.toContain(left);
  expect(later.text.match(/a spot is kept for you/g)).toHaveLength(1);
  await query(`UPDATE block SET deal_until = clock_timestamp() WHERE owner LIKE 'ada|%family%'`);
  expect((await letter(bea, 'place-link')).text).not.toContain(oldest);
});

test('of several who were registered together each has a mail of their own, also when another one paid, and whatever the others do', async () => {
  const { ids, submission } = await paidGroup(database.postgres, 3);
  const [lead = '', second = '', third = ''] = ids;
  expect((await letter(lead, 'confirmation')).text).toContain('€135.00 for 3 people');
  const mail = await letter(second, 'confirmation');
  expect(mail.recipient).toBe(submission.companions?.[0]?.email);
  expect(mail.text).toContain('Your number is 2.');
  expect(mail.text).not.toContain('€');
  await changes.cancel(second, 'runner');
  const { text } = await letter(second, 'cancellation');
  expect(text).toContain('€36.00 of the €45.00 that was paid for you goes back to the card that paid for all of you.');
  await expectNothing(second, 'confirmation');
  // Everything that was wanted back has gone back: who is in stays in.
  await query(`UPDATE payment SET state = 'refunded', refunded = refund WHERE registration_id = $1`, [lead]);
  expect((await letter(third, 'confirmation')).text).toContain('Your number is 3.');
  await expectNothing(third, 'cancellation');
});
