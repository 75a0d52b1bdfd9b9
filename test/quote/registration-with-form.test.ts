import { uuid7 } from '../../lambdas/platform/uuid';
import { aStore } from '../forms/a-store';
import { openPlainWorld } from '../golden/plain-world';
import type { MadeRace } from '../support/races/race';
import { raceForEachTest } from '../support/races/race-for-each-test';
import { askUntil, makeRaceWithForm, openBrowser, publish } from './support/runner';

let world: Awaited<ReturnType<typeof openPlainWorld>>;
let aRace: () => MadeRace;
let freeRace: MadeRace;
let longRace: MadeRace;
beforeAll(async () => {
  world = await openPlainWorld();
  aRace = await raceForEachTest(8, () => makeRaceWith(formOf(bus, stop, heard)));
  freeRace = await makeRaceWith({ ...formOf(bus), fee: undefined });
  longRace = await makeRaceWith(
    formOf(bus, { id: 'story', type: 'long-text', maxLength: 1900, label: en('Your story') }),
  );
  await world.database.postgres.query('UPDATE price SET amount = 0 WHERE event_id = $1', [freeRace.eventId]);
});
afterAll(() => world?.close());

const en = (text: string) => ({ en: text });
const bus = {
  id: 'bus',
  type: 'choice',
  required: true,
  label: en('Bus?'),
  options: ['yes', 'no'].map((id) => ({ id, label: en(id) })),
};
const stop = { id: 'stop', type: 'text', label: en('Stop?'), showIf: { question: 'bus', in: ['yes'] } };
const heard = { id: 'heard', type: 'text', of: 'order', label: en('How did you hear of us?') };
const [shirt, pasta] = aStore.items;

const formOf = (...questions: object[]) => ({ ...aStore, questions, items: [shirt, pasta] });

const makeRaceWith = (definition: object) => makeRaceWithForm(world.database.postgres, definition);

let people = 0;
const personOf = (registrationId: string, more: object = {}) => {
  const firstName = `Ada${'abcdefghijklmnopqrstuvwxyz'[people++]}`;
  return {
    registrationId,
    firstName,
    lastName: 'Lovelace',
    email: `${firstName.toLowerCase()}@example.com`,
    birthDate: '1985-12-10',
    answers: { bus: 'no' },
    items: [{ variant: 'shirt-m', quantity: 1 }],
    ...more,
  };
};

/** A runner, or several, with a spot in a race with a form. */
const holding = async (race: MadeRace, size = 1) => {
  const ids = Array.from({ length: size }, uuid7);
  const [registrationId = '', ...companions] = ids;
  const send = openBrowser(world);
  const { status, body } = await send('POST', `/api/races/${race.raceId}/holds`, {
    registrationId,
    eventId: race.eventId,
    ...(size > 1 && { companions }),
  });
  expect([status, body.form]).toEqual([201, 1]);
  const path = `/api/registrations/${registrationId}`;
  const quote = (entry: object, more: object = {}) =>
    send('PUT', `${path}/quote`, { hold: body.hold, form: 1, entry, ...more });
  const pay = async (quoted: { quote: string; entry: object }, card?: string, more: object = {}) =>
    send('PUT', path, {
      hold: body.hold,
      quote: quoted.quote,
      entry: quoted.entry,
      waiver: { hash: 'w1', accepted: true },
      ...(card && { confirmationToken: await world.tokenOf(card) }),
      ...more,
    });
  const show = (id = registrationId) => send('GET', `/api/registrations/${id}`, undefined, body.hold);
  return { send, ids, registrationId, quote, pay, show, token: body.hold as string };
};

const settle = async () => {
  for (const queue of ['registrations', 'payments', 'settlements']) await world.deliver(queue);
};

const linesOf = (registrationId: string) =>
  world.database.postgres.query(
    'SELECT kind, ref, label, list, amount, state FROM registration_line WHERE registration_id = $1 ORDER BY position',
    [registrationId],
  );

test('a runner answers, buys, donates, sees the total, pays it, and finds line by line what they have', async () => {
  const runner = await holding(aRace());
  const entry = {
    people: [
      personOf(runner.registrationId, {
        answers: { bus: 'no', stop: 'Mill bridge' },
        items: [
          { variant: 'shirt-m', quantity: 1 },
          { variant: 'pasta', quantity: 2 },
        ],
      }),
    ],
    order: { answers: { heard: 'from a friend' }, donation: { cause: 'trees', amount: 500 } },
  };
  const quoted = await runner.quote(entry);
  expect(quoted).toMatchObject({
    status: 200,
    body: {
      form: 1,
      dropped: ['people.0.answers.stop'],
      total: 4500 + 2500 + 500 + 275,
      shares: [{ registrationId: runner.registrationId, amount: 7775 }],
      registered: [{ registrationId: runner.registrationId, registered: 'no' }],
    },
  });
  expect(quoted.body.entry.people[0].answers).toEqual({ bus: 'no' });
  expect(await runner.pay(quoted.body, 'pm_card_visa')).toMatchObject({ status: 202 });
  await world.deliver('registrations');
  const lines = [
    { kind: 'entry', label: 'Ten, Regular', list: 4500, amount: 4500, state: 'given' },
    { kind: 'item', ref: 'shirt-m', list: 0, amount: 0, state: 'given' },
    { kind: 'item', ref: 'pasta', list: 1250, amount: 1250, state: 'given' },
    { kind: 'item', ref: 'pasta', list: 1250, amount: 1250, state: 'given' },
    { kind: 'donation', ref: 'trees', list: 500, amount: 500, state: 'given' },
    { kind: 'fee', list: 275, amount: 275, state: 'given' },
  ];
  // From the cache first, and later from the database.
  expect((await runner.show()).body).toMatchObject({ status: 'confirmed', amount: 7775, form: 1, lines });
  await settle();
  expect(await linesOf(runner.registrationId)).toEqual(
    lines.map(({ kind, list, amount, state, ...of }) => ({
      kind,
      ref: 'ref' in of ? of.ref : '',
      label: 'label' in of ? of.label : null,
      list,
      amount,
      state,
    })),
  );
  const { registrationId } = runner;
  const [row] = await world.database.postgres.query(
    `SELECT r.form_revision, r.share, r.runner, p.state, p.amount, p.captured FROM registration r
     JOIN payment p ON p.registration_id = r.id WHERE r.id = $1`,
    [registrationId],
  );
  const { registrationId: _, items: __, ...who } = quoted.body.entry.people[0];
  expect(row).toEqual({
    form_revision: 1,
    share: null,
    runner: { ...who, orderAnswers: { heard: 'from a friend' } },
    state: 'captured',
    amount: 7775,
    captured: 7775,
  });
});

test('in a group each member has their own lines and share, and the shares are what is charged', async () => {
  const runner = await holding(aRace(), 2);
  const [payer = '', other = ''] = runner.ids;
  const entry = {
    people: [
      personOf(payer),
      personOf(other, {
        items: [
          { variant: 'shirt-s', quantity: 1 },
          { variant: 'pasta', quantity: 1 },
        ],
      }),
    ],
    order: { answers: {}, donation: { cause: 'trees', amount: 1000 } },
  };
  const { body } = await runner.quote(entry);
  const shares = [5500 + 215, 5750 + 223];
  expect(body.shares.map(({ amount }: { amount: number }) => amount)).toEqual(shares);
  expect(await runner.pay(body, 'pm_card_visa')).toMatchObject({ status: 202 });
  await settle();
  const rows = await world.database.postgres.query(
    'SELECT share, form_revision FROM registration WHERE id = ANY ($1::uuid[]) ORDER BY paid_as NULLS FIRST',
    [runner.ids],
  );
  expect(rows).toEqual(shares.map((share) => ({ share, form_revision: 1 })));
  expect((await linesOf(other)).map(({ kind, amount }) => [kind, amount])).toEqual([
    ['entry', 4500],
    ['item', 0],
    ['item', 1250],
    ['fee', 223],
  ]);
  expect((await runner.show(other)).body).toMatchObject({ status: 'confirmed', amount: shares[1] });
  const [payment] = await world.database.postgres.query('SELECT captured FROM payment WHERE registration_id = $1', [
    payer,
  ]);
  expect(payment).toEqual({ captured: shares.reduce((sum, share) => sum + share, 0) });
});

test('a declined runner drops what they wanted, pays less on the same payment, and the older quote is no longer paid', async () => {
  const runner = await holding(aRace());
  const person = personOf(runner.registrationId);
  const order = { answers: {} };
  const dear = await runner.quote({
    people: [{ ...person, items: [...person.items, { variant: 'pasta', quantity: 4 }] }],
    order,
  });
  expect(await runner.pay(dear.body, 'pm_card_chargeDeclinedInsufficientFunds')).toMatchObject({ status: 402 });
  const cheap = await runner.quote({ people: [person], order }, { previous: { quote: dear.body.quote, tried: true } });
  expect(cheap.body.total).toBe(4685);
  expect(await runner.pay(cheap.body, 'pm_card_visa')).toMatchObject({ status: 202 });
  expect(await runner.pay(dear.body, 'pm_card_visa')).toMatchObject({
    status: 409,
    body: { type: '/problems/paid-otherwise' },
  });
  await settle();
  const payments = await world.database.postgres.query(
    'SELECT amount, captured, state FROM payment WHERE registration_id = $1',
    [runner.registrationId],
  );
  expect(payments).toEqual([{ amount: 4685, captured: 4685, state: 'captured' }]);
});

test('two tabs that pay two quotes at one moment are charged once, and as much as the one that was taken said', async () => {
  const runner = await holding(aRace());
  const person = personOf(runner.registrationId);
  const order = { answers: {} };
  const dear = { people: [{ ...person, items: [...person.items, { variant: 'pasta', quantity: 2 }] }], order };
  const quotes = await Promise.all([runner.quote({ people: [person], order }), runner.quote(dear)]);
  const totals = quotes.map(({ body }) => body.total as number);
  expect(new Set(totals).size).toBe(2);
  const paid = await Promise.all(quotes.map(({ body }) => runner.pay(body, 'pm_card_visa')));
  const taken = totals.filter((_, n) => paid[n]?.status === 202);
  expect(taken.length).toBeLessThanOrEqual(1);
  const refused = paid.filter(({ status }) => status !== 202);
  for (const { body } of refused) expect(body.type).toMatch(/paid-otherwise|payment-unknown|busy/);
  await settle();
  // Whoever is told nothing certain asks again.
  if (taken.length === 0) expect((await runner.pay(quotes[0]?.body, 'pm_card_visa')).status).toBe(202);
  if (taken.length === 0) await settle();
  const payments = await world.database.postgres.query<{ captured: number; state: string }>(
    'SELECT captured, state FROM payment WHERE registration_id = $1',
    [runner.registrationId],
  );
  expect(payments).toEqual([{ captured: taken[0] ?? totals[0], state: 'captured' }]);
});

test('a form that changes while it is filled in says so before paying, and a quote that was given stands', async () => {
  const race = aRace();
  const runner = await holding(race);
  const entry = { people: [personOf(runner.registrationId)], order: { answers: {} } };
  const quoted = await runner.quote(entry);
  const shoe = { id: 'shoe', type: 'number', required: true, label: en('Shoe size') };
  await publish(world.database.postgres, race.raceId, 2, formOf(bus, stop, heard, shoe));
  // Another process loads the race again; this one does when its few seconds are over.
  const changed = await askUntil(
    () => runner.quote(entry),
    ({ status }) => status !== 200,
  );
  expect(changed).toMatchObject({
    status: 409,
    body: {
      type: '/problems/form-changed',
      form: 2,
      faults: [{ field: 'people.0.answers.shoe', code: 'not-answered' }],
    },
  });
  const person = { ...entry.people[0], answers: { bus: 'no', shoe: 42 } };
  expect(await runner.quote({ ...entry, people: [person] }, { form: 2 })).toMatchObject({
    status: 200,
    body: { form: 2 },
  });
  expect(await runner.pay(quoted.body, 'pm_card_visa')).toMatchObject({ status: 202 });
});

test('an error is named at its path, and a person who is not of the hold is refused', async () => {
  const runner = await holding(aRace());
  const person = personOf(runner.registrationId);
  const order = { answers: {} };
  const faultsOf = async (entry: object, more: object = {}) => {
    const { status, body } = await runner.quote(entry, more);
    return [
      status,
      ...(body.faults ?? [body.type]).map((fault: { field: string; code: string } | string) =>
        typeof fault === 'string' ? fault : `${fault.field} ${fault.code}`,
      ),
    ];
  };
  expect(await faultsOf({ people: [{ ...person, answers: {} }], order })).toEqual([
    422,
    'people.0.answers.bus not-answered',
  ]);
  expect(await faultsOf({ people: [{ ...person, registrationId: uuid7() }], order })).toEqual([
    422,
    'people.0.registrationId not-of-hold',
  ]);
  expect(await faultsOf({ people: [person, personOf(uuid7())], order })).toEqual([422, 'people people-count']);
  expect(await faultsOf({ people: [{ ...person, birthDate: '2999-01-01' }], order })).toEqual([
    422,
    'people.0.birthDate future-date',
  ]);
  const stranger = await holding(aRace());
  expect(await stranger.quote({ people: [person], order }, { hold: runner.token })).toMatchObject({
    status: 403,
    body: { type: '/problems/hold-invalid' },
  });
});

test('a hold is good for thirty quotes', async () => {
  const runner = await holding(aRace());
  const entry = { people: [personOf(runner.registrationId)], order: { answers: {} } };
  const told: string[] = [];
  for (let n = 1; n <= 30; n++) {
    const { status, body } = await runner.quote(entry);
    expect([n, status]).toEqual([n, 200]);
    told.push(body.registered[0].registered);
  }
  // Whether somebody is registered is told ten times: a hold is no way to go through a list of people.
  expect(told).toEqual([...Array(10).fill('no'), ...Array(20).fill('unknown')]);
  expect(await runner.quote(entry)).toMatchObject({ status: 429, body: { type: '/problems/too-many-quotes' } });
});

test('what costs nothing is registered without a card', async () => {
  const runner = await holding(freeRace);
  const { body } = await runner.quote({ people: [personOf(runner.registrationId)], order: { answers: {} } });
  expect(body.total).toBe(0);
  expect(await runner.pay(body)).toMatchObject({ status: 202 });
  await settle();
  expect((await runner.show()).body).toMatchObject({ status: 'confirmed', amount: 0 });
});

test('eight people with long answers are quoted, paid for and stored, and a longer body is refused', async () => {
  const runner = await holding(longRace, 8);
  const people = runner.ids.map((id) => personOf(id, { answers: { bus: 'no', story: 'Mühle '.repeat(316).trim() } }));
  const entry = { people, order: { answers: {} } };
  expect(JSON.stringify(entry).length).toBeGreaterThan(16_384);
  const { status, body } = await runner.quote(entry);
  expect([status, body.quote?.length > 1000]).toEqual([200, true]);
  // What was quoted with 64 KB is paid with the quote besides.
  const longer = {
    ...body,
    entry: { ...body.entry, order: { answers: { padding: 'x'.repeat(66_000 - JSON.stringify(entry).length) } } },
  };
  expect(await runner.pay(longer, 'pm_card_visa')).toMatchObject({ body: { type: '/problems/entry-changed' } });
  expect(await runner.pay(body, 'pm_card_visa')).toMatchObject({ status: 202 });
  await settle();
  const stored = await world.database.postgres.query(
    `SELECT runner -> 'answers' AS answers FROM registration WHERE id = ANY ($1::uuid[])`,
    [runner.ids],
  );
  expect(stored).toEqual(people.map(({ answers }) => ({ answers })));
  expect(await runner.quote({ ...entry, padding: 'x'.repeat(65_536) })).toMatchObject({ status: 413 });
});
