import { mailMessage } from '../../../lambdas/domain/mail-order';
import { personOf } from '../../../lambdas/domain/person/person';
import type { Join } from '../../../lambdas/domain/waiting';
import { lockEvent } from '../../../lambdas/ledger/event-sql';
import { PostgresWaitingPlaces } from '../../../lambdas/mail/letters/postgres-waiting-places';
import type { Sql } from '../../../lambdas/platform/postgres/postgres';
import { uuid7 } from '../../../lambdas/platform/uuid';
import { PostgresPlaces } from '../../../lambdas/spots/waiting-list/postgres-places';
import { PostgresRemovals } from '../../../lambdas/spots/waiting-list/postgres-removals';
import { PostgresWaitingRecords } from '../../../lambdas/spots/waiting-list/postgres-waiting-records';
import { type FreshDatabase, freshDatabase } from '../../support/postgres/database';
import { untilOneWaits } from '../../support/postgres/lock-waiters';
import { makeFullRace } from '../../support/races/full-race';
import { givingWith, ledgerOn } from '../../support/races/ledger';
import { placeKeyOf } from '../../support/races/place-key';
import { type MadeRace, submissionFor } from '../../support/races/race';
import { registrationsOn } from '../../support/races/registrations';
import { joinConfirmed } from '../../support/races/waiting-list';

let database: FreshDatabase;
let removals: PostgresRemovals;
beforeAll(async () => {
  database = await freshDatabase();
  removals = new PostgresRemovals({
    postgres: database.postgres,
    giveToWaiting: givingWith(),
    newId: uuid7,
    mailMessage: (order) => mailMessage(order, 4),
  });
});
afterAll(() => database.close());

const query: Sql['query'] = (text, values) => database.postgres.query(text, values);

const wish = (name: string, size = 1): Join => {
  const runner = { firstName: name, lastName: 'Test', email: `${name}@example.com`, birthDate: '1990-01-01' };
  return { placeId: uuid7(), person: personOf(runner), runner, size };
};
/** A full race of two spots, and who waits for one. */
const waitedFor = async (...names: readonly string[]) => {
  const { race, submissions } = await makeFullRace(database.postgres, 2);
  const joins = names.map((name) => wish(name));
  await joinConfirmed(database.postgres, race.eventId, joins);
  return { race, submissions, joins: joins as [Join, ...Join[]] };
};
const comesBack = async ({ eventId }: MadeRace, spot: number) => {
  await query(
    `WITH gone AS (UPDATE registration SET live = false, spot = NULL, block = NULL, ended = 'cancelled' WHERE event_id = $1 AND spot = $2)
     UPDATE spot SET block = NULL WHERE event_id = $1 AND number = $2`,
    [eventId, spot],
  );
  await ledgerOn(database.postgres).reclaim(eventId);
};
const list = async ({ eventId }: MadeRace) => {
  const rows = await query<{ line: string }>(
    `SELECT runner ->> 'firstName' || ' ' || state AS line FROM waiting WHERE event_id = $1 ORDER BY rank, position`,
    [eventId],
  );
  return rows.map(({ line }) => line);
};
const mailsTo = async ({ placeId }: Join) => {
  const rows = await query<{ mail: string }>(
    `SELECT (body ->> 'template') || ' ' || (body ->> 'generation') AS mail FROM outbox
     WHERE body ->> 'registrationId' = $1 ORDER BY created_at`,
    [placeId],
  );
  return rows.map(({ mail }) => mail);
};
const auditOf = ({ eventId }: MadeRace) =>
  query(`SELECT detail FROM audit WHERE event_id = $1 AND actor = 'director'`, [eventId]);
const mailed = ({ placeId }: Join) => new PostgresWaitingPlaces(database.postgres).findAny(placeId);

test('a director takes somebody off the list: the others move up, and the person is told once', async () => {
  const { race, joins } = await waitedFor('ada', 'bob');
  const [ada] = joins;
  const answer = { kind: 'removed', eventId: race.eventId, size: 1, wasOffered: false, offers: 0 };
  expect(await removals.remove(race.raceId, ada.placeId)).toEqual({ ...answer, isChanged: true });
  expect(await removals.remove(race.raceId, ada.placeId)).toEqual({ ...answer, isChanged: false });
  expect(await list(race)).toEqual(['ada left', 'bob waiting']);
  expect(await mailsTo(ada)).toEqual(['place-removed 1']);
  expect(await auditOf(race)).toEqual([{ detail: { placeId: ada.placeId } }]);
  await comesBack(race, 1);
  expect(await list(race)).toEqual(['ada left', 'bob offered']);
});

test('what is offered to somebody who is taken off goes to the next one at once', async () => {
  const { race, joins } = await waitedFor('ada', 'bob');
  const [ada] = joins;
  await comesBack(race, 2);
  expect(await removals.remove(race.raceId, ada.placeId)).toMatchObject({ wasOffered: true, offers: 1 });
  expect(await list(race)).toEqual(['ada left', 'bob offered']);
  expect(
    await query('SELECT owner, closed FROM block WHERE event_id = $1 AND owner IS NOT NULL ORDER BY id', [
      race.eventId,
    ]),
  ).toMatchObject([{ closed: true }, { closed: false, owner: 'bob|test|bob@example.com|1990-01-01' }]);
});

/** What Ada submits for the spot that they are offered. */
const paidOnOffer = async (race: MadeRace) => {
  const [offer] = await query<{ id: string }>(
    'SELECT id FROM block WHERE event_id = $1 AND owner IS NOT NULL AND NOT closed',
    [race.eventId],
  );
  return submissionFor(race, { id: offer?.id ?? '', numbers: [2] }, 0, { person: 'ada' });
};

test('a spot that somebody is being registered on while they are taken off stays theirs', async () => {
  const { race, joins } = await waitedFor('ada', 'bob');
  const [ada] = joins;
  await comesBack(race, 2);
  const paid = await paidOnOffer(race);
  const { removing } = await database.postgres.transaction(async (sql) => {
    await sql.query(lockEvent, [race.eventId]);
    const removing = removals.remove(race.raceId, ada.placeId);
    await untilOneWaits(database.postgres);
    const { decisions } = await registrationsOn(database.postgres).record(race.eventId, [paid]);
    expect(decisions).toMatchObject([{ outcome: 'confirmed' }]);
    return { removing };
  });
  expect(await removing).toEqual({ kind: 'registered' });
  expect(await list(race)).toEqual(['ada registered', 'bob waiting']);
  expect(await mailsTo(ada)).toEqual(['offer 1']);
});

test('somebody who was taken off and pays for the spot that was theirs is not put at the front of the list', async () => {
  const { race, joins } = await waitedFor('ada', 'bob');
  const [ada] = joins;
  await comesBack(race, 2);
  const paid = await paidOnOffer(race);
  await removals.remove(race.raceId, ada.placeId);
  const { decisions } = await registrationsOn(database.postgres).record(race.eventId, [paid]);
  expect(decisions).toMatchObject([{ outcome: 'refused' }]);
  expect(await list(race)).toEqual(['ada left', 'bob offered']);
  await joinConfirmed(database.postgres, race.eventId, [wish('cyd'), ada]);
  expect(await list(race)).toEqual(['bob offered', 'cyd waiting', 'ada waiting']);
});

test('a request for a place that is delivered again puts nobody back who was taken off or left meanwhile', async () => {
  const { race, joins } = await waitedFor('ada', 'bob');
  const [ada, bob] = joins as [Join, Join];
  const sentAt = Date.now() - 60_000;
  const [first, second] = [wish('cyd'), wish('cyd')].map((join, n) => ({ ...join, askedAt: sentAt + n })) as [
    Join,
    Join,
  ];
  await joinConfirmed(database.postgres, race.eventId, [first]);
  await removals.remove(race.raceId, ada.placeId);
  await new PostgresPlaces(database.postgres, givingWith()).leave(placeKeyOf(race.eventId, bob));
  await removals.remove(race.raceId, first.placeId);
  const again = [ada, bob].map((join) => ({ ...join, askedAt: sentAt }));
  await joinConfirmed(database.postgres, race.eventId, [...again, first, second]);
  expect(await list(race)).toEqual(['ada left', 'bob left', 'cyd left']);
  // Whoever asks anew gets a place at the end.
  await joinConfirmed(database.postgres, race.eventId, [{ ...second, askedAt: Date.now() + 1 }]);
  expect(await list(race)).toEqual(['ada left', 'bob left', 'cyd waiting']);
});

test('a request of another device, from before somebody left or let an offer go by, puts them back no more', async () => {
  const { race, joins } = await waitedFor('ada', 'bob');
  const [ada, bob] = joins as [Join, Join];
  await query(`UPDATE waiting SET asked_at = asked_at - interval '1 hour' WHERE event_id = $1`, [race.eventId]);
  const late = [ada, bob].map((join) => ({ ...join, placeId: uuid7(), askedAt: Date.now() - 60_000 }));
  await comesBack(race, 2);
  await query(
    `UPDATE block SET deal_until = clock_timestamp(), closes_at = clock_timestamp()
    FROM waiting w WHERE w.block = block.id AND w.event_id = $1`,
    [race.eventId],
  );
  await ledgerOn(database.postgres).reclaim(race.eventId);
  await new PostgresPlaces(database.postgres, givingWith()).leave(placeKeyOf(race.eventId, bob));
  expect(await list(race)).toEqual(['ada expired', 'bob left']);
  await joinConfirmed(database.postgres, race.eventId, late);
  expect(await list(race)).toEqual(['ada expired', 'bob left']);
});

test('who was told that they need not wait, and asked again meanwhile, gets a place', async () => {
  const { race } = await waitedFor('ada');
  const cyd = wish('cyd');
  await joinConfirmed(database.postgres, race.eventId, [{ ...cyd, askedAt: Date.now() - 2_000 }]);
  await query(`UPDATE waiting SET state = 'not-needed' WHERE event_id = $1 AND id = $2`, [race.eventId, cyd.placeId]);
  await joinConfirmed(database.postgres, race.eventId, [{ ...cyd, placeId: uuid7(), askedAt: Date.now() - 1_000 }]);
  expect(await list(race)).toEqual(['ada waiting', 'cyd waiting']);
});

test('only a place of this race that is on the list is taken off it, and nothing else makes cuts wait', async () => {
  const { race, submissions, joins } = await waitedFor('ada', 'bob');
  const [ada, bob] = joins as [Join, Join];
  const other = await waitedFor('cyd');
  const dan = { ...wish('dan'), person: personOf(submissions[0]?.runner ?? wish('nobody').runner) };
  await joinConfirmed(database.postgres, race.eventId, [dan]);
  await new PostgresPlaces(database.postgres, givingWith()).leave(placeKeyOf(race.eventId, bob));
  await removals.remove(race.raceId, ada.placeId);
  const kinds = await database.postgres.transaction(async (sql) => {
    await sql.query(lockEvent, [race.eventId]);
    await sql.query(lockEvent, [other.race.eventId]);
    const asked = [ada, bob, dan, other.joins[0], wish('nobody')];
    const answers = [];
    for (const { placeId } of asked) answers.push((await removals.remove(race.raceId, placeId)).kind);
    return answers;
  });
  expect(kinds).toEqual(['removed', 'over', 'registered', 'not-found', 'not-found']);
  expect(await list(other.race)).toEqual(['cyd waiting']);
});

test('somebody who was taken off sees so, and not that they left; they may join again, at the end', async () => {
  const { race, joins } = await waitedFor('ada', 'bob');
  const [ada, bob] = joins as [Join, Join];
  const seen = (join: Join) => new PostgresWaitingRecords(database.postgres).find(placeKeyOf(race.eventId, join));
  await removals.remove(race.raceId, ada.placeId);
  await new PostgresPlaces(database.postgres, givingWith()).leave(placeKeyOf(race.eventId, bob));
  expect(await seen(ada)).toMatchObject({ state: 'left', isRemoved: true });
  expect('isRemoved' in ((await seen(bob)) ?? {})).toBe(false);
  expect([await mailed(ada), await mailed(bob)]).toMatchObject([{ isRemoved: true }, { isRemoved: false }]);
  await joinConfirmed(database.postgres, race.eventId, [wish('cyd'), ada]);
  expect(await list(race)).toEqual(['bob left', 'cyd waiting', 'ada waiting']);
  expect(await mailed(ada)).toMatchObject({ isRemoved: false, isOnTheList: true });
  await query(
    `INSERT INTO mail (registration_id, template, generation, recipient, state) VALUES ($1, 'place-removed', 1, 'a@example.com', 'accepted')`,
    [ada.placeId],
  );
  await removals.remove(race.raceId, ada.placeId);
  expect((await mailsTo(ada)).at(-1)).toBe('place-removed 2');
});
