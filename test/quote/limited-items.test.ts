import { PostgresMailRecords } from '../../lambdas/mail/letters/postgres-mail-records';
import { giveUpSpots } from '../../lambdas/payment/settle/postgres-failed-payments';
import { uuid7 } from '../../lambdas/platform/uuid';
import { postgresExchanges } from '../../lambdas/registration/change/postgres-exchanges';
import { PostgresStocks } from '../../lambdas/units/stock/postgres-stocks';
import { openPlainWorld } from '../golden/plain-world';
import { writeOne } from '../mail/write-one';
import { givingWith } from '../support/races/ledger';
import { type MadeRace, makeRace } from '../support/races/race';
import { raceForEachTest } from '../support/races/race-for-each-test';
import { changesOf, holdSpots, settle, type World } from './support/registering';
import { askUntil, publish } from './support/runner';

const en = (text: string) => ({ en: text });
const store = {
  language: 'en',
  questions: [],
  items: [
    {
      id: 'hoodie',
      label: en('Hoodie'),
      maxPerPerson: 2,
      exchangeUntil: '2097-01-01T00:00:00Z',
      variants: [
        { id: 'hoodie-m', label: en('M'), price: 2000, limited: true },
        { id: 'hoodie-l', label: en('L'), price: 2000, limited: true },
      ],
    },
  ],
  fee: { basisPoints: 300, fixed: 50 },
};

let world: World;
let aRace: () => MadeRace;
let largeRace: MadeRace;
let raceOfFifty: MadeRace;
beforeAll(async () => {
  world = await openPlainWorld();
  aRace = await raceForEachTest(8, () => aRaceWith({ 'hoodie-m': 1, 'hoodie-l': 5 }));
  largeRace = await aLargeRace();
  raceOfFifty = await aRaceOfFifty();
});
afterAll(() => world?.close());

const aRaceWith = async (stock: Readonly<Record<string, number>>, form: object = store, spots = 24) => {
  const { postgres } = world.database;
  const race = await makeRace(postgres, { spots });
  await publish(postgres, race.raceId, 1, form);
  for (const [variant, units] of Object.entries(stock))
    await new PostgresStocks(postgres, uuid7).set({ raceId: race.raceId, variant, stock: units, isDryRun: false });
  return race;
};

/** Ten hoodies for each person, and fifty in all. */
const aRaceOfFifty = () =>
  aRaceWith({ 'hoodie-m': 50 }, { ...store, items: store.items.map((item) => ({ ...item, maxPerPerson: 10 })) });

/** Ten hoodies and ten caps for each person. A browser may hold many spots. */
const aLargeRace = async () => {
  const [hoodie] = store.items;
  const cap = { id: 'cap', label: en('Cap'), variants: [{ id: 'cap', label: en('Cap'), price: 900, limited: true }] };
  const items = [hoodie, cap].map((item) => ({ ...item, maxPerPerson: 10 }));
  const race = await aRaceWith({ 'hoodie-m': 100, cap: 500 }, { ...store, items }, 60);
  await world.database.postgres.query(
    `UPDATE race SET hold_limits = '{"perSession": 60, "freePerAddress": 60}' WHERE id = $1`,
    [race.raceId],
  );
  return race;
};

/** A runner with a spot, or a group. */
const holding = async (race: MadeRace, size = 1) => {
  const held = await holdSpots(world, race, size);
  const tryQuote = (quantities: Readonly<Record<string, number>>, previous?: string) => {
    const items = Object.entries(quantities).map(([variant, quantity]) => ({ variant, quantity }));
    return held.quote({ says: () => ({ items }), previous });
  };
  /** On a slow machine a quote may be busy. It is asked for again, as the page does. */
  const quote = async (...wanted: Parameters<typeof tryQuote>) => {
    let answer = await tryQuote(...wanted);
    while (answer.status === 503) answer = await tryQuote(...wanted);
    return answer;
  };
  return { ...held, quote };
};

const unitsOf = (raceId: string, variant: string) =>
  world.database.postgres.query<{ number: number; isFree: boolean; owner: string | null }>(
    `SELECT u.number, u.block IS NULL AS "isFree", l.registration_id AS owner
     FROM pool p JOIN unit u ON u.pool_id = p.id
     LEFT JOIN registration_line l ON l.pool_id = u.pool_id AND l.unit = u.number
     WHERE p.race_id = $1 AND p.ref = $2 ORDER BY 1`,
    [raceId, variant],
  );

test('of two who want the last hoodie one has it, and the other is told before they pay', async () => {
  const race = aRace();
  const [ann, ben] = [await holding(race), await holding(race)];
  const first = await ann.quote({ 'hoodie-m': 1 });
  expect([first.status, first.body.total]).toEqual([200, 6745]);
  expect(await ben.quote({ 'hoodie-m': 1, 'hoodie-l': 1 })).toMatchObject({
    status: 409,
    body: { type: '/problems/item-held', items: [{ variant: 'hoodie-m', state: 'held', left: 0 }] },
  });
  // What there was of the other one is Ben's all the same, and Ann gives back what was Ann's.
  expect((await ben.quote({ 'hoodie-l': 1 })).status).toBe(200);
  expect((await ann.quote({}, first.body.quote)).body.total).toBe(4685);
  const theirs = await askUntil(
    () => ben.quote({ 'hoodie-m': 1 }),
    ({ status }) => status === 200,
  );
  expect(await ben.pay(theirs)).toMatchObject({ status: 202 });
  await settle(world);
  expect(await ben.show()).toMatchObject({
    status: 'confirmed',
    amount: 6745,
    lines: [{ kind: 'entry' }, { kind: 'item', ref: 'hoodie-m', state: 'given' }, { kind: 'fee' }],
  });
  expect(await unitsOf(race.raceId, 'hoodie-m')).toEqual([{ number: 1, isFree: false, owner: ben.registrationId }]);
  expect((await unitsOf(race.raceId, 'hoodie-l')).every(({ isFree }) => isFree)).toBe(true);

  const gone = { variant: 'hoodie-m', state: 'gone', left: 0 };
  const told = await askUntil(
    () => ann.quote({ 'hoodie-m': 1 }),
    ({ body }) => body.type === '/problems/item-gone',
  );
  expect(told.body.items).toEqual([gone]);

  // Ben gives the spot back, and the hoodie with it.
  expect((await changesOf(world).cancel(ben.registrationId, 'director', { percent: 100 })).kind).toBe('cancelled');
  expect(await unitsOf(race.raceId, 'hoodie-m')).toEqual([{ number: 1, isFree: true, owner: null }]);
});

test('who paid in time for what somebody else has by then is registered, and not charged for it', async () => {
  const race = aRace();
  const [ann, ben] = [await holding(race), await holding(race)];
  const first = await ann.quote({ 'hoodie-m': 1 });
  expect((await ann.pay(first)).status).toBe(202);
  // Ann's message comes so late that its block has ended, and the hoodie is sold.
  await world.database.postgres.query(
    `UPDATE unit u SET block = NULL FROM pool p WHERE p.id = u.pool_id AND p.race_id = $1`,
    [race.raceId],
  );
  expect((await ben.pay(await ben.quote({ 'hoodie-m': 1 }))).status).toBe(202);
  await world.deliver('registrations');
  expect(await unitsOf(race.raceId, 'hoodie-m')).toMatchObject([{ owner: ben.registrationId }]);
  const short = {
    status: 'confirmed',
    amount: 4685,
    lines: [
      { kind: 'entry', amount: 4500, state: 'given' },
      { kind: 'item', list: 2000, amount: 0, state: 'short' },
      { kind: 'fee', list: 245, amount: 185, state: 'given' },
    ],
  };
  // From the cache first, and later from the database.
  expect(await ann.show()).toMatchObject(short);
  await settle(world);
  expect(await ann.show()).toMatchObject(short);
  const [paid] = await world.database.postgres.query(
    'SELECT amount, capture_amount, captured, state FROM payment WHERE registration_id = $1',
    [ann.registrationId],
  );
  expect(paid).toEqual({ amount: 6745, capture_amount: 4685, captured: 4685, state: 'captured' });
  const records = await new PostgresMailRecords(world.database.postgres).findAll([ann.registrationId]);
  const told = records.get(ann.registrationId);
  expect(told).toMatchObject({ short: 1, payment: { amount: 4685 } });
  if (!told) throw new Error('the mail finds nobody');
  const order = { registrationId: ann.registrationId, template: 'confirmation', generation: 1 } as const;
  const { text } = await writeOne(order, { registered: [told] });
  for (const part of ['One thing that you chose had gone to somebody else', '€46.85']) expect(text).toContain(part);
});

test('quoted again, and by a page that remembers nothing, a runner keeps what they claimed', async () => {
  const race = aRace();
  const ann = await holding(race);
  const first = await ann.quote({ 'hoodie-m': 1, 'hoodie-l': 1 });
  const second = await ann.quote({ 'hoodie-m': 1, 'hoodie-l': 1 });
  expect([first.status, second.status]).toEqual([200, 200]);
  expect((await unitsOf(race.raceId, 'hoodie-l')).filter(({ isFree }) => !isFree)).toHaveLength(1);
});

test('who takes another size leaves the first one to others at once, as long as nobody has it in hand', async () => {
  const race = aRace();
  const { postgres } = world.database;
  const exchange = postgresExchanges(postgres, uuid7);
  const [ann, ben] = [await holding(race), await holding(race)];
  for (const runner of [ann, ben]) await runner.pay(await runner.quote({ 'hoodie-l': 1 }));
  await settle(world);
  const to = ({ registrationId }: typeof ann, variant: string) => exchange({ registrationId, position: 1, variant });
  expect(await to(ann, 'hoodie-m')).toEqual({ kind: 'exchanged' });
  expect(await to(ann, 'hoodie-m')).toEqual({ kind: 'exchanged' });
  // A size of a later form: the form of this registration cannot say what it is called, or until when it is refunded.
  const [hoodie] = store.items;
  const larger = { id: 'hoodie-xl', label: en('XL'), price: 2000 };
  await publish(postgres, race.raceId, 2, {
    ...store,
    items: [{ ...hoodie, variants: [...(hoodie?.variants ?? []), larger] }],
  });
  expect(await to(ann, 'hoodie-xl')).toEqual({ kind: 'no-such-variant' });
  expect(await unitsOf(race.raceId, 'hoodie-m')).toMatchObject([{ owner: ann.registrationId }]);
  const large = await unitsOf(race.raceId, 'hoodie-l');
  expect(large.filter(({ isFree }) => !isFree)).toMatchObject([{ owner: ben.registrationId }]);
  expect(await to(ben, 'hoodie-m')).toEqual({ kind: 'gone' });
  expect(await to(ben, 'hoodie-s')).toEqual({ kind: 'no-such-variant' });
  expect(await exchange({ registrationId: ann.registrationId, position: 0, variant: 'hoodie-l' })).toEqual({
    kind: 'no-such-item',
  });
  await postgres.query('UPDATE registration_line SET handed_out_at = now() WHERE registration_id = $1', [
    ann.registrationId,
  ]);
  expect(await to(ann, 'hoodie-l')).toEqual({ kind: 'handed-out' });
});

test('a registration exchanges ten times a day, and tells that it has what it has as often as it is asked', async () => {
  const race = aRace();
  const exchange = postgresExchanges(world.database.postgres, uuid7);
  const ann = await holding(race);
  await ann.pay(await ann.quote({ 'hoodie-l': 1 }));
  await settle(world);
  const to = (variant: string) => exchange({ registrationId: ann.registrationId, position: 1, variant });
  for (let n = 0; n < 10; n++) expect(await to(n % 2 ? 'hoodie-l' : 'hoodie-m')).toEqual({ kind: 'exchanged' });
  const refused = await to('hoodie-m');
  expect(refused.kind).toBe('too-many');
  expect('retryAfter' in refused && Math.abs(refused.retryAfter - 86_400)).toBeLessThan(60);
  expect(await to('hoodie-l')).toEqual({ kind: 'exchanged' });
});

test('what a registration had whose payment failed is sold again', async () => {
  const race = aRace();
  const ann = await holding(race);
  await ann.pay(await ann.quote({ 'hoodie-m': 1 }));
  await world.deliver('registrations');
  expect(await unitsOf(race.raceId, 'hoodie-m')).toMatchObject([{ owner: ann.registrationId }]);
  await world.database.postgres.transaction((sql) =>
    giveUpSpots(sql, [{ registrationId: ann.registrationId, reason: undefined }], givingWith()),
  );
  expect(await unitsOf(race.raceId, 'hoodie-m')).toEqual([{ number: 1, isFree: true, owner: null }]);
});

test('a hoodie goes with the spot to another runner, and comes back with it', async () => {
  const race = aRace();
  const { postgres } = world.database;
  await postgres.query(`UPDATE race SET transfer_until = now() + interval '1 day' WHERE id = $1`, [race.raceId]);
  const ann = await holding(race);
  await ann.pay(await ann.quote({ 'hoodie-m': 1 }));
  await settle(world);
  const transferId = uuid7();
  const bea = { firstName: 'Bea', lastName: 'Byron', email: 'bea@example.com', birthDate: '1990-01-01' };
  const runner = { ...bea, gender: 'female', emergencyContact: 'Cy, 1' } as const;
  await changesOf(world).offerTransfer(ann.registrationId, { transferId, recipient: bea });
  expect((await changesOf(world).acceptTransfer(transferId, runner, 'w1', { form: 1, signatures: [] })).kind).toBe(
    'accepted',
  );
  expect(await unitsOf(race.raceId, 'hoodie-m')).toMatchObject([{ owner: transferId }]);
  expect((await changesOf(world).cancel(transferId, 'director', { percent: 0 })).kind).toBe('cancelled');
  expect(await unitsOf(race.raceId, 'hoodie-m')).toEqual([{ number: 1, isFree: true, owner: null }]);
});

test('who waits for what others hold may ask as often as it takes, and still choose something else', async () => {
  const race = aRace();
  const [ann, ben] = [await holding(race), await holding(race)];
  expect((await ann.quote({ 'hoodie-m': 1 })).status).toBe(200);
  // A hold is good for thirty quotes.
  for (let n = 0; n < 31; n++) expect((await ben.quote({ 'hoodie-m': 1 })).body.type).toBe('/problems/item-held');
  expect((await ben.quote({ 'hoodie-l': 1 })).status).toBe(200);
});

test('nobody puts a whole variant aside with one hold, for nothing', async () => {
  const group = await holding(raceOfFifty, 8);
  const of = (each: number) => group.quote({ 'hoodie-m': each });
  expect(await of(6)).toMatchObject({
    status: 409,
    body: {
      type: '/problems/item-held',
      items: [{ variant: 'hoodie-m', state: 'held', left: 25, ofNetwork: true }],
      // It is not in anybody's basket.
      detail: expect.stringMatching(/^hoodie-m: your connection may put no more of it aside (?!.*baskets)/),
    },
  });
  expect((await of(3)).status).toBe(200);
});

test('a group of eight has ten pieces each, and a browser whose groups do not pay is told the truth', async () => {
  const { send } = await holding(largeRace);
  const ten = async (variant: string, size: number) => {
    const group = await holdSpots(world, largeRace, size, undefined, send);
    return { ...group, quoted: await group.quote({ says: () => ({ items: [{ variant, quantity: 10 }] }) }) };
  };
  // What is paid for does not count.
  const group = await ten('hoodie-m', 8);
  expect(await group.pay(group.quoted)).toMatchObject({ status: 202 });
  await settle(world);
  expect((await unitsOf(largeRace.raceId, 'hoodie-m')).filter(({ owner }) => owner !== null)).toHaveLength(80);
  for (const size of [8, 8, 4]) expect((await ten('cap', size)).quoted.status).toBe(200);
  const { status, body } = (await ten('cap', 1)).quoted;
  expect([status, body.type, body.reason, body.left]).toEqual([429, '/problems/too-many-claims', 'session', 8]);
  // As long as the spots of a hold count at most, and twice as long.
  expect(body.retryAfter).toBeGreaterThan(899);
  expect(body.retryAfter).toBeLessThan(3601);
});
