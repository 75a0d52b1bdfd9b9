import { openCodeCommands } from '../../lambdas/functions/wiring/selling/codes';
import { openPlainWorld } from '../golden/plain-world';
import { changesOf, holdSpots, settle, type World } from '../quote/support/registering';
import { askUntil, makeRaceWithForm } from '../quote/support/runner';
import { directing } from '../support/directing';
import type { MadeRace } from '../support/races/race';
import { raceForEachTest } from '../support/races/race-for-each-test';

const en = (text: string) => ({ en: text });
const form = {
  language: 'en',
  questions: [],
  items: [{ id: 'cap', label: en('Cap'), maxPerPerson: 2, variants: [{ id: 'cap', label: en('Cap'), price: 2000 }] }],
  fee: { basisPoints: 300, fixed: 50 },
};

let world: World;
let aRace: () => MadeRace;
let raceOfRefusals: MadeRace;
beforeAll(async () => {
  world = await openPlainWorld();
  aRace = await raceForEachTest(12, () => makeRaceWithForm(world.database.postgres, form));
  raceOfRefusals = aRace();
});
afterAll(() => world?.close());

const direct = () => directing(openCodeCommands(world.database.postgres, { changed: async () => {} }));
const tenOff = { off: { kind: 'percent', value: 10 } };
const make = async (raceId: string, wish: object, batch = 'batch') => {
  const answer = await direct()({ makeCodes: { raceId, batch, ...wish } });
  expect(answer).toHaveProperty('madeCodes');
};
const listed = async (raceId: string) => {
  const answer = (await direct()({ codes: { raceId } })) as { codes: readonly { used: number; over: number }[] };
  return answer.codes.map(({ used, over }) => ({ used, over }));
};

/** Runners with spots, of whom the first one pays. */
const holding = async (race: MadeRace, { size = 1, name }: { size?: number; name?: string } = {}) => {
  const held = await holdSpots(world, race, size, name);
  return {
    ...held,
    quote: (codes?: readonly string[], previous?: string) => held.quote({ codes, previous }),
  };
};
const typeOf = ({ body }: { body: { type?: string } }) => body.type;

test('a code lowers the price before the fee, however it is typed, and is a line of the registration', async () => {
  const race = aRace();
  await make(race.raceId, { ...tenOff, words: ['Spring-Ten'], uses: 50 });
  const ann = await holding(race);
  expect((await ann.quote()).body.total).toBe(4685);
  const quoted = await ann.quote(['spring ten']);
  expect([quoted.status, quoted.body.total]).toEqual([200, 4050 + 172]);
  expect(quoted.body.lines).toMatchObject([
    { kind: 'entry', list: 4500, amount: 4050 },
    { kind: 'code', list: 0, amount: 0 },
    { kind: 'fee', list: 172, amount: 172 },
  ]);
  expect(JSON.stringify(quoted.body).toLowerCase()).not.toContain('spring');
  expect((await ann.pay(quoted)).status).toBe(202);
  await settle(world);
  expect(await ann.show()).toMatchObject({
    status: 'confirmed',
    amount: 4222,
    lines: [{ kind: 'entry', amount: 4050 }, { kind: 'code', state: 'given' }, { kind: 'fee' }],
  });
  expect(await listed(race.raceId)).toEqual([{ used: 1, over: 0 }]);
  expect((await changesOf(world).cancel(ann.registrationId, 'director', { percent: 100 })).kind).toBe('cancelled');
  expect(await listed(race.raceId)).toEqual([{ used: 0, over: 0 }]);
});

test('the last use is one runner’s: the other is told that it is held, and then that it is used up', async () => {
  const race = aRace();
  await make(race.raceId, { off: { kind: 'price', value: 0 }, words: ['Single-Use'], uses: 1 });
  const [ann, ben] = [await holding(race), await holding(race)];
  const first = await ann.quote(['single-use']);
  expect([first.status, first.body.total]).toEqual([200, 0]);
  expect(await ben.quote(['single-use'])).toMatchObject({
    status: 409,
    body: { type: '/problems/code-held', code: 0, left: 0, retryAfter: 30 },
  });
  // Ann takes it off: the use stays Ann's, because the older quote could still be paid.
  expect((await ann.quote([], first.body.quote)).body.total).toBe(4685);
  const held = await askUntil(
    () => ben.quote(['single-use']),
    (answer) => typeOf(answer) !== undefined,
  );
  expect(typeOf(held)).toBe('/problems/code-held');
  expect((await ann.pay(first)).status).toBe(202);
  await settle(world);
  expect(await listed(race.raceId)).toEqual([{ used: 1, over: 0 }]);
  const gone = await askUntil(
    () => ben.quote(['single-use']),
    (answer) => typeOf(answer) === '/problems/code-used-up',
  );
  expect(gone.body).toMatchObject({ code: 0, left: 0 });
  expect((await ben.quote()).status).toBe(200);
});

test('uses count people: a group of three has three uses or none', async () => {
  const race = aRace();
  await make(race.raceId, { ...tenOff, words: ['For-Four'], uses: 4 });
  const three = await holding(race, { size: 3 });
  const quoted = await three.quote(['for-four']);
  expect(quoted.body.lines.filter(({ kind }: { kind: string }) => kind === 'code')).toHaveLength(3);
  const two = await holding(race, { size: 2 });
  expect(await two.quote(['for-four'])).toMatchObject({
    status: 409,
    body: { type: '/problems/code-held', left: 1 },
  });
  expect((await three.pay(quoted)).status).toBe(202);
  await settle(world);
  expect(await listed(race.raceId)).toEqual([{ used: 3, over: 0 }]);
});

test('of a code with one use for each person the second is refused, and at the writer it is over', async () => {
  const race = aRace();
  await make(race.raceId, { ...tenOff, words: ['One-Each'], perPerson: 1 });
  // Two spots of one person: of two events in a race of several, or by a name that was written twice at once.
  const [once, twice] = [await holding(race, { name: 'Eve' }), await holding(race, { name: 'Eve' })];
  const [first, second] = [await once.quote(['one-each']), await twice.quote(['one-each'])];
  expect([first.status, second.status]).toEqual([200, 200]);
  expect((await once.pay(first)).status).toBe(202);
  await settle(world);
  const used = await askUntil(
    () => twice.quote(['one-each']),
    (answer) => typeOf(answer) !== undefined,
  );
  expect(typeOf(used)).toBe('/problems/code-used-up');
  expect(await listed(race.raceId)).toEqual([{ used: 1, over: 0 }]);
  // Only one of them is registered, so the key of the lines is tried by hand.
  const [row] = await world.database.postgres.query<{ ref: string; person: string }>(
    `SELECT ref, person FROM registration_line WHERE registration_id = $1 AND kind = 'code'`,
    [once.registrationId],
  );
  await expect(
    world.database.postgres.query(
      `INSERT INTO registration_line (registration_id, position, kind, ref, list, amount, person, state)
       VALUES ($1, 9, 'code', $2, 0, 0, $3, 'given')`,
      [once.registrationId, row?.ref, row?.person],
    ),
  ).rejects.toThrow(/line_uses_a_code_once/);
  expect((await changesOf(world).cancel(once.registrationId, 'director', { percent: 100 })).kind).toBe('cancelled');
  expect(await listed(race.raceId)).toEqual([{ used: 0, over: 0 }]);
});

test('a use without a limit is free again when the bank refuses the money later', async () => {
  const race = aRace();
  await make(race.raceId, { ...tenOff, words: ['For-All'] });
  const ann = await holding(race);
  expect((await ann.pay(await ann.quote(['for-all']), 'pm_card_captureRefused')).status).toBe(202);
  await world.deliver('registrations');
  expect(await listed(race.raceId)).toEqual([{ used: 1, over: 0 }]);
  await settle(world);
  expect(await listed(race.raceId)).toEqual([{ used: 0, over: 0 }]);
});

test('a use that went to somebody else is over: the price stands, and it is counted', async () => {
  const race = aRace();
  await make(race.raceId, { ...tenOff, words: ['Last-One'], uses: 1 });
  const [ann, ben] = [await holding(race), await holding(race)];
  const first = await ann.quote(['last-one']);
  expect((await ann.pay(first)).status).toBe(202);
  // Ann's message comes so late that its block has ended, and the use is somebody else's.
  await world.database.postgres.query(
    `UPDATE unit u SET block = NULL FROM pool p WHERE p.id = u.pool_id AND p.race_id = $1 AND p.kind = 'code'`,
    [race.raceId],
  );
  expect((await ben.pay(await ben.quote(['last-one']))).status).toBe(202);
  await settle(world);
  const shown = await ann.show();
  expect(shown).toMatchObject({ status: 'confirmed', amount: 4222 });
  expect(shown.lines).toMatchObject([{ amount: 4050 }, { kind: 'code', state: 'over' }, { amount: 172 }]);
  expect(await listed(race.raceId)).toEqual([{ used: 2, over: 1 }]);
});

test('who has a use beyond the limit has used the code, also when a use comes back', async () => {
  const race = aRace();
  await make(race.raceId, { ...tenOff, words: ['Each-Once'], uses: 1, perPerson: 1 });
  const [eve, again, ben] = [
    await holding(race, { name: 'Evita' }),
    await holding(race, { name: 'Evita' }),
    await holding(race),
  ];
  expect((await eve.pay(await eve.quote(['each-once']))).status).toBe(202);
  await world.database.postgres.query(
    `UPDATE unit u SET block = NULL FROM pool p WHERE p.id = u.pool_id AND p.race_id = $1 AND p.kind = 'code'`,
    [race.raceId],
  );
  expect((await ben.pay(await ben.quote(['each-once']))).status).toBe(202);
  await settle(world);
  expect(await listed(race.raceId)).toEqual([{ used: 2, over: 1 }]);
  expect((await changesOf(world).cancel(ben.registrationId, 'director', { percent: 100 })).kind).toBe('cancelled');
  expect(await listed(race.raceId)).toEqual([{ used: 1, over: 1 }]);
  const refused = await askUntil(
    () => again.quote(['each-once']),
    (answer) => typeOf(answer) !== undefined,
  );
  expect(typeOf(refused)).toBe('/problems/code-used-up');
});

test.each([
  ['unknown', 'No-Such-Code', '/problems/code-unknown'],
  ['expired', 'Over-Already', '/problems/code-expired'],
  ['not begun', 'Not-Yet-1', '/problems/code-unknown'],
  ['for others', 'For-Others', '/problems/code-unknown'],
])('a code that is %s is refused in words of its own, and nothing else', async (_, word, type) => {
  const race = raceOfRefusals;
  const batch = word.toLowerCase();
  if (word === 'Over-Already')
    await make(race.raceId, { ...tenOff, words: [word], expiresAt: '2026-01-01T00:00:00Z' }, batch);
  if (word === 'Not-Yet-1')
    await make(race.raceId, { ...tenOff, words: [word], startsAt: '2096-01-01T00:00:00Z' }, batch);
  if (word === 'For-Others') await make(race.raceId, { ...tenOff, words: [word], allow: 'club.example' }, batch);
  const ann = await holding(race);
  const answer = await ann.quote([word]);
  expect([answer.status, typeOf(answer), answer.body.code]).toEqual([409, type, 0]);
  expect(JSON.stringify(answer.body)).not.toContain(word);
});

test('a withdrawn code is over, and the quote that was given stands', async () => {
  const race = aRace();
  await make(race.raceId, { ...tenOff, words: ['Withdrawn'] });
  const [ann, ben] = [await holding(race), await holding(race)];
  const quoted = await ann.quote(['withdrawn']);
  await direct()({ withdrawCode: { raceId: race.raceId, batch: 'batch' } });
  await world.database.postgres.query('SELECT 1');
  expect((await ann.pay(quoted)).status).toBe(202);
  await settle(world);
  expect(await ann.show()).toMatchObject({ status: 'confirmed', amount: 4222 });
  expect(await listed(race.raceId)).toEqual([{ used: 1, over: 0 }]);
  expect((await ben.quote(['something', 'else'])).status).toBe(409);
});

test('two discounts are refused, and ten codes that cannot be used are the last ones of a hold', async () => {
  const race = aRace();
  await make(race.raceId, { ...tenOff, words: ['Code-Aa1', 'Code-Bb2'] });
  const ann = await holding(race);
  expect(await ann.quote(['code-aa1', 'code-bb2'])).toMatchObject({
    status: 422,
    body: { errors: [{ field: 'codes.1' }] },
  });
  // A code that can be used counts for nothing.
  for (let n = 0; n < 3; n++) expect((await ann.quote(['code-aa1'])).status).toBe(200);
  for (let n = 0; n < 8; n++) expect(typeOf(await ann.quote([`guess-${n}-${n}`]))).toBe('/problems/code-unknown');
  const answers = await Promise.all([1, 2, 3].map((n) => ann.quote([`guess-${n}-x`])));
  expect(answers.map(typeOf)).toEqual(Array(3).fill('/problems/too-many-tries'));
  // Nor is a good one looked up.
  expect(await ann.quote(['code-aa1'])).toMatchObject({ status: 429, body: { type: '/problems/too-many-tries' } });
  expect((await ann.quote()).status).toBe(200);
});
