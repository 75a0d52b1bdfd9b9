import { personOf } from '../../../lambdas/domain/person/person';
import type { Join } from '../../../lambdas/domain/waiting';
import { lockEvent } from '../../../lambdas/ledger/event-sql';
import type { Sql } from '../../../lambdas/platform/postgres/postgres';
import { uuid7 } from '../../../lambdas/platform/uuid';
import type { Block } from '../../../lambdas/spots/blocks/block';
import type { Cut } from '../../../lambdas/spots/blocks/ports';
import { PostgresPlaces } from '../../../lambdas/spots/waiting-list/postgres-places';
import { type FreshDatabase, freshDatabase } from '../../support/postgres/database';
import { untilOneWaits } from '../../support/postgres/lock-waiters';
import { makeFullRace } from '../../support/races/full-race';
import { givingWith, ledgerOn } from '../../support/races/ledger';
import { placeKeyOf } from '../../support/races/place-key';
import { type MadeRace, makeRace, submissionFor } from '../../support/races/race';
import { registrationsOn } from '../../support/races/registrations';
import { joinConfirmed } from '../../support/races/waiting-list';

let database: FreshDatabase;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.close());

const query: Sql['query'] = (text, values) => database.postgres.query(text, values);
const ledger = () => ledgerOn(database.postgres);
const registrations = () => registrationsOn(database.postgres);
const blockOf = (cut: Cut): Block => {
  if (cut.kind !== 'block') throw new Error(`expected a block, got ${cut.kind}`);
  return cut.block;
};

const wish = (name: string, placeId = uuid7()): Join => {
  const runner = { firstName: name, lastName: 'Test', email: `${name}@example.com`, birthDate: '1990-01-01' };
  return { placeId, person: personOf(runner), runner, size: 1 };
};
const join = (race: MadeRace, ...joins: readonly Join[]) => joinConfirmed(database.postgres, race.eventId, joins);

interface Row {
  readonly name: string;
  readonly state: string;
  readonly rank: number;
  readonly block: string | null;
  readonly id: string;
}
const list = (race: MadeRace) =>
  query<Row>(
    `SELECT runner ->> 'firstName' AS name, state, rank, block, id FROM waiting WHERE event_id = $1 ORDER BY rank, position`,
    [race.eventId],
  );
const states = async (race: MadeRace) => (await list(race)).map(({ name, state }) => `${name} ${state}`);

const fullRace = (spots: number) => makeFullRace(database.postgres, spots);
const cancel = (race: MadeRace, spot: number) =>
  query(
    `WITH gone AS (UPDATE registration SET live = false, spot = NULL, block = NULL, ended = 'cancelled' WHERE event_id = $1 AND spot = $2)
     UPDATE spot SET block = NULL WHERE event_id = $1 AND number = $2`,
    [race.eventId, spot],
  );
const offersOf = (race: MadeRace) =>
  query<{ owner: string; numbers: number[]; id: string }>(
    'SELECT owner, numbers, id FROM block WHERE event_id = $1 AND owner IS NOT NULL ORDER BY id',
    [race.eventId],
  );
const deedsOn = async (race: MadeRace) => {
  const rows = await query<{ entry: string }>(
    `SELECT actor || ' ' || action AS entry FROM audit WHERE event_id = $1 ORDER BY id`,
    [race.eventId],
  );
  return rows.map(({ entry }) => entry);
};
const offerTo = async (race: MadeRace, joined: Join): Promise<Block> => {
  const [offer] = (await offersOf(race)).filter(({ owner }) => owner === joined.person);
  if (!offer) throw new Error('nothing was offered');
  return { id: offer.id, eventId: race.eventId, numbers: offer.numbers, dealUntil: 0, holdSeconds: 600 };
};

test('somebody who asks first is offered first what comes back, and their mail is ordered', async () => {
  const { race } = await fullRace(3);
  const [ada, bob] = [wish('ada'), wish('bob')];
  await join(race, ada);
  await join(race, bob);
  await cancel(race, 2);
  expect(await ledger().due()).toContain(race.eventId);
  await ledger().reclaim(race.eventId);
  expect(await states(race)).toEqual(['ada offered', 'bob waiting']);
  expect(await offersOf(race)).toMatchObject([{ owner: ada.person, numbers: [2] }]);
  const mails = await query<{ body: unknown }>(`SELECT body FROM outbox WHERE body ->> 'registrationId' = $1`, [
    ada.placeId,
  ]);
  expect(mails.map(({ body }) => body)).toEqual([{ registrationId: ada.placeId, template: 'offer', generation: 1 }]);
  const audit = await query<{ action: string }>(`SELECT action FROM audit WHERE detail ->> 'place' = $1`, [
    ada.placeId,
  ]);
  expect(audit).toEqual([{ action: 'offered' }]);
});

test('the public cannot jump the queue: nothing is cut while somebody waits', async () => {
  const { race, last } = await fullRace(3);
  await join(race, wish('ada'));
  await cancel(race, 1);
  await cancel(race, 3);
  expect(await ledger().cut(race.eventId, last, 'spent')).toEqual({ kind: 'waiting' });
  await ledger().reclaim(race.eventId);
  // The second spot is free: the list has been served.
  expect(blockOf(await ledger().cut(race.eventId, last, 'spent')).numbers).toEqual([3]);
});

test('an offer is registered by its owner only', async () => {
  const { race } = await fullRace(2);
  const ada = wish('ada');
  await join(race, ada);
  await cancel(race, 2);
  await ledger().reclaim(race.eventId);
  const offer = await offerTo(race, ada);
  const [thief, owner] = [
    submissionFor(race, offer, 0),
    submissionFor(race, offer, 0, { id: ada.placeId, person: 'ada' }),
  ];
  const stolen = await registrations().record(race.eventId, [thief]);
  expect(stolen.decisions).toMatchObject([{ outcome: 'refused' }]);
  const taken = await registrations().record(race.eventId, [owner]);
  expect(taken.decisions).toMatchObject([{ outcome: 'confirmed', number: 2 }]);
  expect((await states(race)).at(-1)).toBe('ada registered');
});

test('an offer nobody takes goes to the next one', async () => {
  const { race } = await fullRace(2);
  const [ada, bob] = [wish('ada'), wish('bob')];
  await join(race, ada, bob);
  await cancel(race, 1);
  await ledger().reclaim(race.eventId);
  const offer = await offerTo(race, ada);
  await query('UPDATE block SET closes_at = clock_timestamp() WHERE id = $1', [offer.id]);
  expect(await ledger().due()).toContain(race.eventId);
  await ledger().reclaim(race.eventId);
  expect(await states(race)).toEqual(['ada expired', 'bob offered']);
  expect((await offerTo(race, bob)).numbers).toEqual([1]);
  expect(await deedsOn(race)).toEqual(['system offered', 'system offer-expired', 'system offered']);
});

test('somebody who gets in elsewhere leaves their offer to the next one, and does not wait until it ends', async () => {
  const { race } = await fullRace(2);
  const [ada, bob] = [wish('ada'), wish('bob')];
  await join(race, ada, bob);
  await cancel(race, 1);
  await ledger().reclaim(race.eventId);
  await cancel(race, 2);
  await registrations().record(race.eventId, [
    submissionFor(race, { id: uuid7(), numbers: [2] }, 0, { person: 'ada' }),
  ]);
  expect(await ledger().due()).toContain(race.eventId);
  await ledger().reclaim(race.eventId);
  expect(await states(race)).toEqual(['ada registered', 'bob offered']);
  expect((await offerTo(race, bob)).numbers).toEqual([1]);
});

test('somebody who declines their offer leaves it to the next one at once', async () => {
  const { race } = await fullRace(2);
  const [ada, bob] = [wish('ada'), wish('bob')];
  await join(race, ada, bob);
  await cancel(race, 1);
  await ledger().reclaim(race.eventId);
  const places = new PostgresPlaces(database.postgres, givingWith());
  const key = placeKeyOf(race.eventId, ada);
  expect([await places.leave(key), await places.leave(key)]).toEqual(['left', 'left']);
  expect(await states(race)).toEqual(['ada left', 'bob offered']);
  expect((await offerTo(race, bob)).numbers).toEqual([1]);
  expect(await deedsOn(race)).toEqual(['system offered', 'runner left-waiting-list', 'system offered']);
});

test('somebody who comes back after their offer ran out joins at the end', async () => {
  const { race } = await fullRace(1);
  const [ada, bob] = [wish('ada'), wish('bob')];
  await join(race, ada, bob);
  await cancel(race, 1);
  await ledger().reclaim(race.eventId);
  await query('UPDATE block SET closes_at = clock_timestamp() WHERE id = $1', [(await offerTo(race, ada)).id]);
  await ledger().reclaim(race.eventId);
  const again = wish('ada');
  await join(race, wish('cyd'));
  await join(race, again);
  expect(await states(race)).toEqual(['bob offered', 'cyd waiting', 'ada waiting']);
  expect((await list(race)).at(-1)?.id).toBe(again.placeId);
});

test('asking again keeps the place; an offer under way is not disturbed', async () => {
  const { race } = await fullRace(1);
  const [ada, bob] = [wish('ada'), wish('bob')];
  await join(race, ada, bob);
  await join(race, wish('ada'), bob);
  expect(await states(race)).toEqual(['ada waiting', 'bob waiting']);
  await cancel(race, 1);
  await ledger().reclaim(race.eventId);
  await join(race, wish('ada'));
  expect((await list(race))[0]).toMatchObject({ state: 'offered', id: ada.placeId });
});

test('nobody waits for what is on sale: they would keep everybody else from buying', async () => {
  const race = await makeRace(database.postgres, { spots: 5 });
  await join(race, wish('mallory'));
  expect(await states(race)).toEqual(['mallory not-needed']);
  expect(blockOf(await ledger().cut(race.eventId, undefined, 'spent')).numbers).toHaveLength(1);
});

test('somebody who is registered need not wait, and before the opening or after the end nobody does', async () => {
  const { race, submissions } = await fullRace(1);
  const [in1] = submissions;
  if (!in1) throw new Error('nobody registered');
  await join(race, { ...wish('x'), person: personOf(in1.runner) });
  expect((await list(race)).map(({ state }) => state)).toEqual(['registered']);
  const early = await makeRace(database.postgres, { spots: 0, opensIn: 60_000 });
  await join(early, wish('eve'));
  expect(await states(early)).toEqual(['eve not-needed']);
});

test('an id that opens somebody else’s door lets nobody onto the list', async () => {
  const { race } = await fullRace(1);
  const ada = wish('ada');
  await join(race, ada);
  await join(race, wish('mallory', ada.placeId));
  const bob = wish('bob');
  await join(race, bob, wish('mallory', bob.placeId));
  expect(await states(race)).toEqual(['ada waiting', 'bob waiting']);
});

test('somebody who comes back with an id that is somebody else’s gets their own place again', async () => {
  const { race } = await fullRace(1);
  const [ada, bob] = [wish('ada'), wish('bob')];
  await join(race, ada, bob);
  await query(`UPDATE waiting SET state = 'left' WHERE id = $1`, [bob.placeId]);
  await join(race, wish('bob', ada.placeId));
  expect((await list(race)).map(({ name, id }) => [name, id])).toEqual([
    ['ada', ada.placeId],
    ['bob', bob.placeId],
  ]);
});

test('somebody who was authorised and found no spot left comes before those who only asked', async () => {
  const { race } = await fullRace(2);
  await join(race, wish('ada'));
  const late = submissionFor(race, { id: uuid7(), numbers: [1] }, 0, { person: 'late' });
  const { decisions } = await registrations().record(race.eventId, [late]);
  expect(decisions).toMatchObject([{ outcome: 'refused' }]);
  expect(await states(race)).toEqual(['late waiting', 'ada waiting']);
  await cancel(race, 1);
  await ledger().reclaim(race.eventId);
  expect(await states(race)).toEqual(['late offered', 'ada waiting']);
});

test('somebody who joins in the middle of a cut waits for its end', async () => {
  const { race } = await fullRace(1);
  const joined = await database.postgres.transaction(async (cut) => {
    await cut.query(lockEvent, [race.eventId]);
    const joining = join(race, wish('ada'));
    await untilOneWaits(database.postgres);
    expect(await states(race)).toEqual([]);
    return { joining };
  });
  await joined.joining;
  expect(await states(race)).toEqual(['ada waiting']);
});

test('a join and a cut at the same moment: either the runner waits and nothing is cut, or it was on sale', async () => {
  for (let round = 0; round < 20; round++) {
    const { race, last } = await fullRace(1);
    const [cut] = await Promise.all([
      cancel(race, 1).then(() => ledger().cut(race.eventId, last, 'spent')),
      join(race, wish('ada')),
    ]);
    const [ada] = await list(race);
    if (cut.kind === 'block') {
      // Cut before Ada joined: so nothing was sellable any more when Ada asked, or the answer was that it is on sale.
      expect(['waiting', 'not-needed']).toContain(ada?.state);
    } else {
      expect([cut.kind, ada?.state]).toEqual(['waiting', 'waiting']);
    }
  }
});

test('forty waiters and ten spots that come back at once: each spot to one, in their order', async () => {
  const { race } = await fullRace(10);
  await join(race, ...Array.from({ length: 40 }, (_, n) => wish(`waiter-${String(n).padStart(2, '0')}`)));
  for (let spot = 1; spot <= 10; spot++) await cancel(race, spot);
  await Promise.all(Array.from({ length: 4 }, () => ledger().reclaim(race.eventId)));
  const offers = await offersOf(race);
  expect(offers.flatMap(({ numbers }) => numbers).sort((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  expect((await list(race)).map(({ state }) => state)).toEqual([
    ...Array(10).fill('offered'),
    ...Array(30).fill('waiting'),
  ]);
});
