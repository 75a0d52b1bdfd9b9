import * as v from 'valibot';
import { CachedForms } from '../../lambdas/forms/cached-forms';
import { formRoutes } from '../../lambdas/forms/routes';
import { ourApi } from '../../lambdas/functions/wiring/selling/site-api';
import { Cache } from '../../lambdas/platform/cache/cache';
import { sha256 } from '../../lambdas/platform/signed-tokens';
import { uuid7 } from '../../lambdas/platform/uuid';
import { browseRaces } from '../../lambdas/races/browse-races';
import { CachedRaces } from '../../lambdas/races/cached-races';
import { canaryRaceId } from '../../lambdas/races/canary-race';
import { createRace } from '../../lambdas/races/create-race';
import { createRaceCommandOf, createRaceMessage } from '../../lambdas/races/messages';
import { makeCanaryRace, PostgresRaceRegister, removeRace } from '../../lambdas/races/postgres-race-register';
import { PostgresRaces } from '../../lambdas/races/postgres-races';
import type { Races } from '../../lambdas/races/race';
import { raceRoutes } from '../../lambdas/races/routes';
import { skip } from '../platform/cache/fleet';
import { requestEvent } from '../platform/http/request-event';
import { openStores } from '../support/stores';
import { until } from '../support/until';
import { aRace } from './a-race';

const stores = openStores();
beforeEach(() => {
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
});
afterEach(() => jest.restoreAllMocks());

/** A standby that goes on saying what it knew when it began to lag. */
const standby = () => {
  const primary = new PostgresRaces(stores.database.postgres);
  let known: Awaited<ReturnType<Races['list']>> | undefined;
  const isKnown = (raceId: string) => known === undefined || known.some(({ id }) => id === raceId);
  const races: Races = {
    list: async () => known ?? primary.list(),
    find: async (raceId) => (isKnown(raceId) ? primary.find(raceId) : undefined),
  };
  return {
    races,
    async lag() {
      known = await primary.list();
    },
    catchUp() {
      known = undefined;
    },
  };
};

/** A function's environment that reads from this database. */
const environment = (races: Races = new PostgresRaces(stores.database.postgres)) => {
  const cached = new CachedRaces(new Cache(stores.memcached, { waitMs: 10_000 }), races);
  const browse = browseRaces({ races: cached, spotCounts: { of: async () => [] }, now: () => new Date() });
  const handler = ourApi(raceRoutes(browse, {}));
  const open = async (raceId: string, route = 'GET /api/races/{raceId}') => {
    const { statusCode, headers } = await handler(requestEvent({ routeKey: route, path: { raceId } }));
    return headers?.['retry-after'] === undefined ? statusCode : `${statusCode}, come back`;
  };
  return { cached, open };
};

let made = 0;
/** A director makes and announces a race. */
const publish = async (): Promise<string> => {
  const { createRace: wish } = aRace({ id: `race-${++made}` });
  const message = { createRace: { ...wish, events: wish.events.map(({ id: _, ...event }) => event) } };
  const make = createRace({
    register: new PostgresRaceRegister(stores.database.postgres),
    news: environment().cached,
    newId: uuid7,
    hash: sha256,
  });
  await make(createRaceCommandOf(v.parse(createRaceMessage, message)));
  return message.createRace.id;
};

test('a race is found as soon as it is published, also where its list is a second older', async () => {
  const { cached, open } = environment();
  // Often enough for the process to keep the list.
  for (let time = 0; time < 4; time++) await cached.list();
  expect(await open(await publish())).toBe(200);
});

test.each(['GET /api/races/{raceId}', 'GET /api/races/{raceId}/availability'])(
  '%s: while the standby has not got a race, visitors are told to come back, and not that it does not exist',
  async (route) => {
    const { races, lag, catchUp } = standby();
    const { open } = environment(races);
    await lag();
    const raceId = await publish();
    expect(await open(raceId, route)).toBe('503, come back');
    expect(await open('invented', route)).toBe(404);
    catchUp();
    // That it is not there yet is cached for a second.
    await until(async () => (await open(raceId, route)) === 200);
  },
);

test('a list from a lagging standby, which is believed for a minute, does not hide a race that was published', async () => {
  const { races, lag, catchUp } = standby();
  const { open, cached } = environment(races);
  await lag();
  const raceId = await publish();
  skip(11_000);
  expect((await cached.list()).map(({ id }) => id)).not.toContain(raceId);
  catchUp();
  skip(20_000);
  expect(await open(raceId)).toBe(200);
});

test('a stale list that is served while the standby does not answer says of no race that it does not exist', async () => {
  const { races } = standby();
  let isAway = false;
  const away: Races = {
    list: () => (isAway ? Promise.reject(Object.assign(new Error('away'), { code: 'ECONNREFUSED' })) : races.list()),
    find: (raceId) => races.find(raceId),
  };
  const { open, cached } = environment(away);
  await cached.list();
  isAway = true;
  const raceId = await publish();
  // The news of it is old as well.
  skip(200_000);
  expect((await cached.list()).map(({ id }) => id)).not.toContain(raceId);
  expect(await open(raceId)).toBe('503, come back');
});

test('while memcached is away, races of the database are found, and no race is said not to exist', async () => {
  const raceId = await publish();
  const cache = new Cache(stores.memcached, { waitMs: 10_000 });
  const cached = new CachedRaces(cache, new PostgresRaces(stores.database.postgres));
  jest.spyOn(stores.memcached, 'get').mockRejectedValue(Object.assign(new Error('away'), { transient: true }));
  expect(await cached.find(raceId)).toMatchObject({ id: raceId });
  await expect(cached.find('invented')).rejects.toThrow('away');
});

test('a race that is a draft again is not found, and nobody is told to come back', async () => {
  const raceId = await publish();
  const { open, cached } = environment();
  const race = await cached.find(raceId);
  if (!race) throw new Error('it was published');
  await stores.database.postgres.transaction((sql) => removeRace(sql, race));
  await cached.changed(raceId, true);
  expect(await open(raceId)).toBe(404);
});

test('the race of the canary is not found, however lately something of it was announced', async () => {
  await makeCanaryRace(stores.database.postgres);
  const { open, cached } = environment();
  await cached.changed(canaryRaceId);
  expect(await open(canaryRaceId)).toBe(404);
});

test('the form that a race names exists: where it cannot be read yet, visitors are told to come back', async () => {
  const raceId = await publish();
  const { cached } = environment();
  const race = await cached.find(raceId);
  const cache = new Cache(stores.memcached, { waitMs: 10_000 });
  let present = 1;
  const forms = new CachedForms(
    cache,
    { find: async () => race && { ...race, form: present } },
    { find: async () => undefined },
  );
  const handler = ourApi(formRoutes(forms, { find: async () => undefined }));
  const open = async (revision: string) => {
    const path = { raceId, revision };
    return (await handler(requestEvent({ routeKey: 'GET /api/races/{raceId}/forms/{revision}', path }))).statusCode;
  };
  expect(await open('1')).toBe(503);
  // This process has the race of a second ago.
  expect(await open('2')).toBe(503);
  skip(15_000);
  expect(await open('2')).toBe(404);
  present = 2;
  expect(await open('1')).toBe(404);
});
