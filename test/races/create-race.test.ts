import { Cache } from '../../lambdas/platform/cache/cache';
import { sha256 } from '../../lambdas/platform/signed-tokens';
import { uuid7 } from '../../lambdas/platform/uuid';
import { CachedRaces } from '../../lambdas/races/cached-races';
import { createRace } from '../../lambdas/races/create-race';
import { PostgresRaceRegister } from '../../lambdas/races/postgres-race-register';
import { PostgresRaces } from '../../lambdas/races/postgres-races';
import { administer } from '../../local/services/postgres-server';
import { directing } from '../support/directing';
import { openStores } from '../support/stores';
import { aRace, marathonId, tenId } from './a-race';

const stores = openStores();

beforeEach(() => clear());

const clear = async () => {
  // The functions may not.
  await administer(stores.database.ownerUrl, ['DELETE FROM legal_text']);
  for (const table of ['spot', 'price', 'event', 'race']) await stores.database.postgres.query(`DELETE FROM ${table}`);
};

const setUp = () => {
  const news = new CachedRaces(new Cache(stores.memcached), new PostgresRaces(stores.database.postgres));
  const register = new PostgresRaceRegister(stores.database.postgres);
  const direct = directing({ createRace: createRace({ register, news, newId: uuid7, hash: sha256 }) });
  return { news, direct };
};

const rows = (text: string) => stores.database.postgres.query(text);

test('a director gets the race wished, with every spot there once and sellable', async () => {
  const { direct, news } = setUp();
  expect(await direct(aRace())).toEqual({
    created: {
      raceId: 'harbour-2027',
      events: [
        { id: marathonId, name: 'Marathon', capacity: 40 },
        { id: tenId, name: '10 km', capacity: 8 },
      ],
    },
  });
  expect(
    await rows(
      'SELECT event_id, min(number), max(number), count(*), count(block) AS blocks FROM spot GROUP BY event_id ORDER BY count(*)',
    ),
  ).toEqual([
    { event_id: tenId, min: 1, max: 8, count: 8, blocks: 0 },
    { event_id: marathonId, min: 1, max: 40, count: 40, blocks: 0 },
  ]);
  expect(await rows('SELECT next_number FROM event ORDER BY position')).toEqual([
    { next_number: 41 },
    { next_number: 9 },
  ]);
  const race = await news.find('harbour-2027');
  expect(race).toMatchObject({
    date: '2027-09-12',
    opensAt: new Date('2027-03-01T10:00:00Z'),
    description: 'Twice around the harbour.\n\nThen uphill.',
    waiver: { version: '1', hash: sha256('I run at my own risk.') },
  });
  expect(race?.events[0]?.prices).toEqual([
    { label: 'Early', from: new Date('2027-03-01T10:00:00Z'), amount: 7000 },
    { label: 'Late', from: new Date('2027-06-01T00:00:00Z'), amount: 9000 },
  ]);
});

test('the planner knows of the new spots at once', async () => {
  await setUp().direct(
    aRace({
      events: aRace()
        .createRace.events.slice(0, 1)
        .map((event) => ({ ...event, capacity: 5000 })),
    }),
  );
  expect(await rows("SELECT reltuples::int FROM pg_class WHERE relname = 'spot'")).toEqual([{ reltuples: 5000 }]);
});

test('asked twice, also without event ids and at the same time, there is one race and one answer', async () => {
  const { direct } = setUp();
  const message = aRace({ events: aRace().createRace.events.map((event) => ({ ...event, id: undefined })) });
  const answers = await Promise.all([direct(message), direct(message), direct(message)]);
  answers.push(await direct(message));
  expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
  expect(answers[0]).toHaveProperty('created');
  expect(await rows('SELECT count(*) FROM spot')).toEqual([{ count: 48 }]);
});

test('another race under the same id is refused, saying what differs, and changes nothing', async () => {
  const { direct } = setUp();
  await direct(aRace());
  const events = aRace().createRace.events.map((event) =>
    event.id === marathonId ? { ...event, capacity: 41 } : event,
  );
  const answer = await direct(aRace({ name: 'Other', events }));
  expect(answer).toMatchObject({ refused: { detail: expect.stringContaining('another race "harbour-2027"') } });
  expect('refused' in answer && answer.refused.errors.map(({ field }) => field)).toEqual([
    'createRace.name',
    'createRace.events.0.capacity',
  ]);
  expect(await rows('SELECT count(*) FROM spot')).toEqual([{ count: 48 }]);
});

test('an event id of another race is refused and nothing is left behind', async () => {
  const { direct } = setUp();
  await direct(aRace());
  expect(await direct(aRace({ id: 'other' }))).toHaveProperty('refused');
  expect(await rows('SELECT id FROM race')).toEqual([{ id: 'harbour-2027' }]);
});

test('a message with mistakes makes nothing and names them', async () => {
  expect(await setUp().direct({ createRace: { id: 'X' } })).toMatchObject({
    refused: {
      errors: expect.arrayContaining([
        expect.objectContaining({ field: 'createRace.id' }),
        expect.objectContaining({ field: 'createRace.name' }),
      ]),
    },
  });
  expect(await rows('SELECT id FROM race')).toEqual([]);
});

test('a visitor who looked before it was there sees it at once after', async () => {
  const { direct, news } = setUp();
  await news.changed('harbour-2027', true);
  expect([await news.list(), await news.find('harbour-2027')]).toEqual([[], undefined]);
  await direct(aRace());
  expect((await news.list()).map(({ id }) => id)).toEqual(['harbour-2027']);
  expect(await news.find('harbour-2027')).toBeDefined();
});

test('a race keeps its own limits on unpaid spots, and one that says nothing has none of its own', async () => {
  const { direct, news } = setUp();
  const limits = { freePerAddress: 200, hashes: 1000 };
  await direct(aRace({ sale: { limits } }));
  // The same message again is the same race; with other limits it is another.
  expect(await direct(aRace({ sale: { limits } }))).toMatchObject({ created: { raceId: 'harbour-2027' } });
  expect(await direct(aRace({ sale: { limits: { freePerAddress: 3 } } }))).not.toHaveProperty('created');
  for (let time = 0; time < 2; time++)
    expect((await news.find('harbour-2027'))?.sale).toEqual({ holdSeconds: 600, offerSeconds: 86_400, limits });
  await direct(aRace({ id: 'other', events: aRace().createRace.events.map((event) => ({ ...event, id: undefined })) }));
  expect((await news.find('other'))?.sale).toEqual({ holdSeconds: 600, offerSeconds: 86_400 });
});
