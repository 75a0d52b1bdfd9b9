import * as v from 'valibot';
import { availability, race, raceList } from '../../lambdas/api/messages/races';
import { ourApi } from '../../lambdas/functions/wiring/selling/site-api';
import { Cache } from '../../lambdas/platform/cache/cache';
import type { Memcached } from '../../lambdas/platform/memcached/memcached';
import { openMemcached } from '../../lambdas/platform/memcached/open-memcached';
import { openPostgres } from '../../lambdas/platform/postgres/open-postgres';
import type { Postgres } from '../../lambdas/platform/postgres/postgres';
import { sha256 } from '../../lambdas/platform/signed-tokens';
import { uuid7 } from '../../lambdas/platform/uuid';
import { browseRaces } from '../../lambdas/races/browse-races';
import { CachedRaces } from '../../lambdas/races/cached-races';
import { createRace } from '../../lambdas/races/create-race';
import { createRaceCommandOf, createRaceMessage } from '../../lambdas/races/messages';
import { PostgresRaceRegister } from '../../lambdas/races/postgres-race-register';
import { PostgresRaces } from '../../lambdas/races/postgres-races';
import { raceRoutes } from '../../lambdas/races/routes';
import { CachedSpotCounts } from '../../lambdas/spots/availability/cached-spot-counts';
import { skip } from '../platform/cache/fleet';
import { requestEvent } from '../platform/http/request-event';
import { freeze } from '../support/freeze';
import { freshMemcached } from '../support/memcached';
import { openStores } from '../support/stores';
import { until } from '../support/until';
import { aRace, marathonId, tenId } from './a-race';
import { CountingSql } from './counting-sql';

const gun = new Date('2027-03-01T10:00:00Z');
const stores = openStores();

beforeAll(async () => {
  const news = new CachedRaces(new Cache(stores.memcached), new PostgresRaces(stores.database.postgres));
  const register = new PostgresRaceRegister(stores.database.postgres);
  await createRace({ register, news, newId: uuid7, hash: sha256 })(
    createRaceCommandOf(v.parse(createRaceMessage, aRace())),
  );
});

/** One function's environment: a process cache of its own, and the shared memcached. */
const setUp = ({
  now = gun,
  postgres = stores.database.postgres,
  cacheOf = stores.memcached,
}: {
  now?: Date;
  postgres?: Postgres;
  cacheOf?: Memcached;
} = {}) => {
  const sql = new CountingSql(postgres);
  // Callers do not give up waiting for another's load because the machine is busy.
  const cache = new Cache(cacheOf, { waitMs: 10_000 });
  const browse = browseRaces({
    races: new CachedRaces(cache, new PostgresRaces(sql)),
    spotCounts: new CachedSpotCounts(cache, sql, cacheOf),
    now: () => now,
  });
  const handler = ourApi(raceRoutes(browse, { openapi: '3.1.0' }));
  const get = async (route: string, raceId?: string, headers?: Record<string, string>) => {
    const result = await handler(
      requestEvent({ routeKey: `GET ${route}`, ...(raceId && { path: { raceId } }), ...(headers && { headers }) }),
    );
    return { ...result, json: result.body ? JSON.parse(result.body) : undefined };
  };
  const spots = async () => (await get('/api/races/{raceId}/availability', 'harbour-2027')).json.events;
  return { get, spots, sql };
};

const recount = async () => {
  await stores.memcached.delete('spots:harbour-2027');
};

/** As the ledger cuts it: a block gets `size` spots of the marathon, of which `dealt` are dealt. */
const cutBlock = async (size: number, dealt: number | undefined, dealUntil = "now() + interval '1 minute'") => {
  const id = uuid7();
  const [block] = await stores.database.postgres.query(
    `WITH up AS (UPDATE spot SET block = $1 WHERE event_id = $2 AND number IN
       (SELECT number FROM spot WHERE event_id = $2 AND block IS NULL ORDER BY number LIMIT $3) RETURNING number)
     INSERT INTO block (id, event_id, numbers, deal_until, closes_at)
     SELECT $1, $2, array_agg(number), ${dealUntil}, now() + interval '1 hour' FROM up RETURNING numbers`,
    [id, marathonId, size],
  );
  await stores.database.postgres.query('UPDATE event SET current_block = $1 WHERE id = $2', [id, marathonId]);
  if (dealt !== undefined) await stores.memcached.set(`dealt:${id}`, String(dealt), 60);
  await recount();
  return { id, numbers: block?.numbers };
};

afterEach(async () => {
  await stores.database.postgres.query('UPDATE event SET current_block = NULL');
  await stores.database.postgres.query('DELETE FROM registration');
  await stores.database.postgres.query('UPDATE spot SET block = NULL WHERE block IS NOT NULL');
  await stores.database.postgres.query('DELETE FROM block');
  await recount();
});

test('the list, the race and what is left are as the API promises', async () => {
  const { get } = setUp();
  const list = await get('/api/races');
  expect(v.parse(raceList, list.json).races).toHaveLength(1);
  const shown = v.parse(race, (await get('/api/races/{raceId}', 'harbour-2027')).json);
  expect(shown.events.map(({ name }) => name)).toEqual(['Marathon', '10 km']);
  expect(shown.events[0]?.prices[0]).toEqual({ label: 'Early', from: '2027-03-01T10:00:00.000Z', amount: 7000 });
  const left = await get('/api/races/{raceId}/availability', 'harbour-2027');
  expect(v.parse(availability, left.json)).toEqual({
    raceId: 'harbour-2027',
    now: gun.toISOString(),
    revision: 1,
    events: [
      { eventId: marathonId, spotsLeft: 40, state: 'open' },
      { eventId: tenId, spotsLeft: 8, state: 'open' },
    ],
  });
  expect(list.headers?.['cache-control']).toBe('public, max-age=0, s-maxage=2, stale-while-revalidate=5');
  expect(left.headers?.['cache-control']).toBe('public, max-age=0, s-maxage=1');
});

test('a client that has the race already gets 304', async () => {
  const { get } = setUp();
  const { headers } = await get('/api/races/{raceId}', 'harbour-2027');
  const again = await get('/api/races/{raceId}', 'harbour-2027', { 'if-none-match': String(headers?.etag) });
  expect([again.statusCode, again.body]).toEqual([304, '']);
});

test.each(['/api/races/{raceId}', '/api/races/{raceId}/availability'])('%s of no race is 404', async (route) => {
  const { statusCode, json } = await setUp().get(route, 'no-such');
  expect([statusCode, json.detail]).toEqual([404, 'There is no race "no-such". The list of races is at /api/races.']);
});

test('when warm, a thousand visitors ask the database nothing, and need no connection', async () => {
  const nowhere = openPostgres('postgres://nobody:x@127.0.0.1:1/none');
  // Late enough after the race was made for its page to be cached.
  skip(11_000);
  const visitAll = async () => {
    await setUp().spots();
    const { get, sql } = setUp({ postgres: nowhere });
    const statuses = await Promise.all(
      Array.from({ length: 1000 }, async (_, index) => {
        const [route, raceId] =
          [
            ['/api/races'],
            ['/api/races/{raceId}', 'harbour-2027'],
            ['/api/races/{raceId}/availability', 'harbour-2027'],
            ['/api/races/{raceId}', `invented-${index}`],
          ][index % 4] ?? [];
        return (await get(route ?? '', raceId)).statusCode;
      }),
    );
    return { queries: sql.queries, statuses: new Set(statuses) };
  };
  // The number of remaining spots is cached for a second: a slow machine may need a second count.
  const visits = await until(async () => {
    const seen = await visitAll();
    return seen.queries === 0 && seen;
  });
  expect(visits.statuses).toEqual(new Set([200, 404]));
  await nowhere.close();
  jest.restoreAllMocks();
});

test('when cold, a hundred visitors of ten environments ask each question once', async () => {
  await new CachedRaces(new Cache(stores.memcached), new PostgresRaces(stores.database.postgres)).changed(
    'harbour-2027',
  );
  await recount();
  // Late enough after the change for what is loaded to be cached.
  skip(11_000);
  const environments = Array.from({ length: 10 }, () => setUp());
  await Promise.all(environments.flatMap(({ spots }) => Array.from({ length: 10 }, spots)));
  expect(environments.reduce((sum, { sql }) => sum + sql.queries, 0)).toBe(3);
  jest.restoreAllMocks();
});

test('spots of the open block count until they are dealt', async () => {
  await cutBlock(10, 4);
  expect((await setUp().spots())[0]).toEqual({ eventId: marathonId, spotsLeft: 36, state: 'open' });
});

test('with the count of the block forgotten, or its time over, too few are shown rather than too many', async () => {
  await cutBlock(10, undefined);
  expect((await setUp().spots())[0].spotsLeft).toBe(30);
  await cutBlock(5, 1, 'now()');
  expect((await setUp().spots())[0].spotsLeft).toBe(25);
});

test('a count that went past the end is no count below nothing', async () => {
  await cutBlock(10, 4000);
  expect((await setUp().spots())[0].spotsLeft).toBe(30);
});

test('all held is not sold out; all registered is', async () => {
  const { id } = await cutBlock(40, 40);
  expect((await setUp().spots())[0]).toEqual({ eventId: marathonId, spotsLeft: 0, state: 'held' });
  await stores.database.postgres.query(
    `INSERT INTO registration (id, event_id, person, outcome, live, spot, block, number, via)
     SELECT gen_random_uuid(), event_id, number::text, 'confirmed', true, number, block, number, 'block'
     FROM spot WHERE block = $1`,
    [id],
  );
  await recount();
  expect((await setUp().spots())[0]).toEqual({ eventId: marathonId, spotsLeft: 0, state: 'sold-out' });
});

test('before the gun and after the end the state says so', async () => {
  const state = async (now: Date) => (await setUp({ now }).spots())[0].state;
  expect(await state(new Date(gun.getTime() - 1))).toBe('early');
  expect(await state(new Date('2027-09-01T08:00:00Z'))).toBe('closed');
});

test('with memcached away the database answers, and the open block counts as dealt', async () => {
  await cutBlock(10, 4);
  const away = openMemcached('memcached://127.0.0.1:1');
  const { get, spots } = setUp({ cacheOf: away });
  expect((await get('/api/races')).statusCode).toBe(200);
  expect(await spots()).toEqual([
    { eventId: marathonId, spotsLeft: 30, state: 'open' },
    { eventId: tenId, spotsLeft: 8, state: 'open' },
  ]);
  away.close();
});

test('with memcached frozen nobody waits for it long', async () => {
  const frozen = await freshMemcached();
  const client = openMemcached(frozen.url, { timeoutMs: 500 });
  await client.set('warm', '1', 60);
  await freeze(frozen.pid);
  const { get, spots } = setUp({ cacheOf: client });
  const started = Date.now();
  expect((await get('/api/races')).statusCode).toBe(200);
  expect((await spots())[1].spotsLeft).toBe(8);
  expect(Date.now() - started).toBeLessThan(10_000);
  client.close();
  await frozen.stop();
});

test('with cache and database away, a process that has shown the race goes on showing it', async () => {
  const ends = await freshMemcached();
  const dying = openMemcached(ends.url);
  const postgres = openPostgres(stores.database.url);
  let away = false;
  const inTime: Postgres = {
    ...postgres,
    close: () => postgres.close(),
    transaction: (work) => postgres.transaction(work),
    query: (text, values) =>
      away ? Promise.reject(Object.assign(new Error('away'), { code: 'ECONNREFUSED' })) : postgres.query(text, values),
  };
  const { get } = setUp({ postgres: inTime, cacheOf: dying });
  const before = await get('/api/races/{raceId}', 'harbour-2027');
  expect(before.statusCode).toBe(200);

  away = true;
  await ends.stop();
  // After the second for which the process uses its own cache.
  jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 60_000);
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
  expect((await get('/api/races/{raceId}', 'harbour-2027')).body).toBe(before.body);
  const { statusCode, headers } = await setUp({ postgres: inTime, cacheOf: dying }).get('/api/races');
  expect([statusCode, headers?.['retry-after']]).toEqual([503, '2']);
  jest.restoreAllMocks();
  dying.close();
  await postgres.close();
});

test('the list says what a director has stopped: a race is on sale as long as one of its distances is', async () => {
  const { postgres } = stores.database;
  const stopped = async () => {
    // Without a cache, so that each look is one at the database.
    const { get } = setUp({ cacheOf: openMemcached('memcached://127.0.0.1:1?timeout=50') });
    return v.parse(raceList, (await get('/api/races')).json).races.find(({ id }) => id === 'harbour-2027')?.sale;
  };
  await postgres.query(`UPDATE event SET sale = 'paused' WHERE id = $1`, [marathonId]);
  expect(await stopped()).toBeUndefined();
  await postgres.query(`UPDATE event SET sale = 'closed' WHERE id = $1`, [tenId]);
  expect(await stopped()).toBe('paused');
  await postgres.query(`UPDATE race SET cancelled_at = now() WHERE id = 'harbour-2027'`);
  expect(await stopped()).toBe('cancelled');
  await postgres.query(`UPDATE event SET sale = 'on'`);
  await postgres.query('UPDATE race SET cancelled_at = NULL');
});

test('once a race is cancelled, its message says that runners change nothing by themselves', async () => {
  const { postgres } = stores.database;
  const shown = async () => {
    const { get } = setUp({ cacheOf: openMemcached('memcached://127.0.0.1:1?timeout=50') });
    return v.parse(race, (await get('/api/races/{raceId}', 'harbour-2027')).json);
  };
  const later = '2027-08-01T10:00:00.000Z';
  await postgres.query(
    `UPDATE race SET cancel_until = $1, transfer_until = $1, transfer_fee = 500, series = 'harbour', defer_until = $1,
       defer_worth = 'entry', defer_fee = 0, credit_until = '2028-09-01T10:00:00Z'`,
    [later],
  );
  const before = await shown();
  expect(before.changes).toMatchObject({
    cancelUntil: later,
    transferUntil: later,
    deferUntil: later,
    transferFee: 500,
  });
  expect(before).not.toHaveProperty('cancelled');
  await postgres.query('UPDATE race SET cancelled_at = now()');
  const after = await shown();
  expect(after.cancelled).toBe(true);
  expect(Object.keys(after.changes)).toEqual(['refundPercent']);
  await postgres.query(
    `UPDATE race SET cancelled_at = NULL, cancel_until = NULL, transfer_until = NULL, transfer_fee = NULL, series = NULL,
       defer_until = NULL, defer_worth = NULL, defer_fee = NULL, credit_until = NULL`,
  );
});

test('a race that is in no list is found by its address, with its notice', async () => {
  const news = { changed: async () => {} };
  const register = new PostgresRaceRegister(stores.database.postgres);
  const { events: _, ...more } = aRace({ id: 'for-friends', notice: 'Bring a lamp.', isUnlisted: true }).createRace;
  const events = aRace().createRace.events.map(({ id: _id, ...event }) => event);
  await createRace({ register, news, newId: uuid7, hash: sha256 })(
    createRaceCommandOf(v.parse(createRaceMessage, { createRace: { ...more, events } })),
  );
  const { get } = setUp({ cacheOf: openMemcached('memcached://127.0.0.1:1?timeout=50') });
  const listed = v.parse(raceList, (await get('/api/races')).json).races.map(({ id }) => id);
  expect(listed).toEqual(['harbour-2027']);
  expect((await get('/api/races/{raceId}', 'for-friends')).json).toMatchObject({
    notice: 'Bring a lamp.',
    revision: 1,
  });
});
