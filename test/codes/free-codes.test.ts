import { openCodeCommands } from '../../lambdas/functions/wiring/selling/codes';
import { uuid7 } from '../../lambdas/platform/uuid';
import { limitsOf } from '../../lambdas/spots/limits/limits';
import { MemcachedTally } from '../../lambdas/spots/limits/memcached-tally';
import { takeForNothing } from '../../lambdas/spots/limits/take-for-nothing';
import { aStore } from '../forms/a-store';
import { openPlainWorld } from '../golden/plain-world';
import { holdSpots, settle, type World } from '../quote/support/registering';
import { publish } from '../quote/support/runner';
import { directing } from '../support/directing';
import { type MadeRace, makeRace, submissionFor } from '../support/races/race';
import { openStores } from '../support/stores';

const form = {
  language: 'en',
  questions: [],
  causes: aStore.causes.slice(0, 1),
};

const stores = openStores();
const free = { off: { kind: 'percent', value: 100 } };

let world: World;
let [raceForAll, raceForClub, raceForTwoCodes]: (MadeRace | undefined)[] = [];
beforeAll(async () => {
  world = await openPlainWorld();
  raceForAll = await raceWith({
    'all-free': free,
    'all-off': { off: { kind: 'amount', value: 9000 } },
    'opens-only': {},
  });
  raceForClub = await raceWith({ 'for-club': { ...free, uses: 12 } });
  raceForTwoCodes = await raceWith({ 'one-use': { ...free, uses: 2 }, 'all-free': free });
});
afterAll(() => world?.close());

/** A race of sixteen spots, of which one address has eight for nothing in a day. `codes`: what each takes off, and its uses. One that takes nothing off opens the event. */
const raceWith = async (codes: Readonly<Record<string, object>>) => {
  const { postgres } = world.database;
  const race = await makeRace(postgres, { spots: 16 });
  await publish(postgres, race.raceId, 1, form);
  const direct = directing(openCodeCommands(postgres, { changed: async () => {} }));
  for (const [word, code] of Object.entries(codes)) {
    const does = 'off' in code ? code : { opensEvents: [race.eventId] };
    const made = await direct({ makeCodes: { raceId: race.raceId, batch: word, words: [word], ...does } });
    expect(made).toHaveProperty('madeCodes');
  }
  return race;
};

const freeToday = { status: 429, body: { type: '/problems/code-free-today', code: 0, retryAfter: 43_200 } };

test('with a code that makes spots free, one address has half of an event in a day, and pays for more', async () => {
  const race = raceForAll as MadeRace;
  const [five, two] = [await holdSpots(world, race, 5), await holdSpots(world, race, 2)];
  const first = await five.quote({ codes: ['all-free'] });
  expect([first.status, first.body.total]).toEqual([200, 0]);
  // Who thinks again has one share of the day.
  const again = await five.quote({ codes: ['all-off'], previous: first.body.quote });
  expect([again.status, again.body.total]).toEqual([200, 0]);
  expect((await two.quote({ codes: ['all-off'] })).body.total).toBe(0);
  expect((await five.pay(again)).status).toBe(202);
  await settle(world);
  expect(await five.show()).toMatchObject({ status: 'confirmed', amount: 0 });

  // Two more are one too many. They pay, or come with a donation, or over another connection, or tomorrow.
  expect(await two.quote({ codes: ['all-free'] })).toMatchObject(freeToday);
  expect((await two.quote({ codes: ['opens-only', 'all-free'] })).body).toMatchObject({ code: 1 });
  expect((await two.quote()).body.total).toBe(9000);
  const order = { donation: { cause: 'trees', amount: 500 } };
  expect((await two.quote({ codes: ['all-free'], order })).body.total).toBe(500);
});

test('a club with as many uses as it has runners registers them all over one connection', async () => {
  const race = raceForClub as MadeRace;
  for (let n = 0; n < 3; n++) {
    const some = await holdSpots(world, race, 2);
    for (let again = 0; again < 2; again++)
      expect((await some.quote({ codes: ['for-club'] })).body).toMatchObject({ total: 0 });
  }
});

test('a free quote of another code, with a limit of uses, is no way around it', async () => {
  const race = raceForTwoCodes as MadeRace;
  const two = await holdSpots(world, race, 2);
  const limited = await two.quote({ codes: ['one-use'] });
  expect(limited.body).toMatchObject({ total: 0 });
  const answers = [];
  for (let n = 0; n < 5; n++)
    answers.push((await two.quote({ codes: ['all-free'], previous: limited.body.quote })).status);
  expect(answers).toEqual([200, 200, 200, 200, 429]);
});

test('what was free today counts until a day is over, and what was offered to a place on the list counts never', async () => {
  let now = Date.parse('2027-03-01T10:00:00Z');
  const take = takeForNothing({
    tally: new MemcachedTally(stores.memcached, (error) => {
      throw error;
    }),
    limitsFor: async () => limitsOf(16),
    now: () => new Date(now),
  });
  const { hold } = submissionFor({ raceId: 'harbour', eventId: uuid7() }, { id: 'b', numbers: [1] }, 0);
  const takes = async (times: number) => {
    const answers = [];
    for (let n = 0; n < times; n++) answers.push(await take(hold, '203.0.113.9'));
    return answers.filter((is) => is).length;
  };
  expect(await takes(10)).toBe(8);
  now += 11 * 3_600_000;
  expect(await takes(3)).toBe(0);
  expect(await take({ ...hold, owner: 'hash' }, '203.0.113.9')).toBe(true);
  expect(await take(hold, '198.51.100.9')).toBe(true);
  now += 24 * 3_600_000;
  expect(await takes(10)).toBe(8);
});
