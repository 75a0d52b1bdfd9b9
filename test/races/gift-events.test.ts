import { PostgresMailRecords } from '../../lambdas/mail/letters/postgres-mail-records';
import { uuid7 } from '../../lambdas/platform/uuid';
import { PostgresGiftSpots } from '../../lambdas/spots/capacity/postgres-gift-spots';
import { aStore } from '../forms/a-store';
import { openPlainWorld } from '../golden/plain-world';
import { writeOne } from '../mail/write-one';
import { openBrowser, publish } from '../quote/support/runner';
import { type MadeRace, makeRace } from '../support/races/race';
import { raceForEachTest } from '../support/races/race-for-each-test';

let world: Awaited<ReturnType<typeof openPlainWorld>>;
let aRace: () => MadeRace & Shorts;
beforeAll(async () => {
  world = await openPlainWorld();
  aRace = await raceForEachTest(4, makeRaceWithShorts);
});
afterAll(() => world?.close());

interface Shorts {
  readonly gifts: string;
  readonly tickets: string;
}

const waiverText = 'A'.repeat(43);
const en = (text: string) => ({ en: text });

/** A race that also takes gifts and sells two tickets. Its runners answer questions and sign; nobody else does. */
const makeRaceWithShorts = async () => {
  const { postgres } = world.database;
  const race = await makeRace(postgres, { spots: 20 });
  const { raceId } = race;
  const [gifts, tickets] = [uuid7(), uuid7()];
  for (const [n, [id, kind, spots, amount]] of (
    [
      [gifts, 'gift', 8, 0],
      [tickets, 'ticket', 2, 1500],
    ] as const
  ).entries()) {
    await postgres.query(
      `INSERT INTO event (id, race_id, position, name, distance, capacity, next_number, kind)
       VALUES ($1, $2, $3, $4, 0, $5, $5 + 1, $6)`,
      [id, raceId, n + 2, kind === 'gift' ? 'Gifts' : 'Dinner', spots, kind],
    );
    await postgres.query(
      `INSERT INTO price (event_id, starts_at, label, amount) VALUES ($1, '2020-01-01', 'Any', $2)`,
      [id, amount],
    );
    await postgres.query('INSERT INTO spot (event_id, number) SELECT $1, n FROM generate_series(1, $2::int) n', [
      id,
      spots,
    ]);
  }
  const [shirt] = aStore.items;
  const bus = { id: 'bus', type: 'text', required: true, label: en('Bus?') };
  const menu = { id: 'menu', type: 'text', required: true, label: en('Menu?'), events: [tickets] };
  await publish(postgres, raceId, 1, {
    ...aStore,
    fee: undefined,
    questions: [bus, menu],
    items: [shirt],
    rules: [{ events: [race.eventId], minAge: 18 }],
    documents: [{ kind: 'waiver', hash: waiverText, signature: 'typed-name' }],
  });
  return { ...race, gifts, tickets };
};

const ada = { firstName: 'Ada', lastName: 'Lovelace', email: 'ada@example.com' };

const holding = async (raceId: string, eventId: string, send = openBrowser(world)) => {
  const registrationId = uuid7();
  const held = await send('POST', `/api/races/${raceId}/holds`, { registrationId, eventId });
  const { hold } = held.body;
  const path = `/api/registrations/${registrationId}`;
  const quote = (donation?: object, more: object = {}) =>
    send('PUT', `${path}/quote`, {
      hold,
      form: 1,
      entry: {
        people: [{ registrationId, ...ada, answers: {}, ...more }],
        order: { answers: {}, ...(donation && { donation }) },
      },
    });
  const pay = async ({ body }: { body: { quote: string; entry: object } }) =>
    send('PUT', path, {
      hold,
      quote: body.quote,
      entry: body.entry,
      confirmationToken: await world.tokenOf('pm_card_visa'),
    });
  const show = async () => (await send('GET', path, undefined, hold)).body;
  return { held, registrationId, quote, pay, show, send };
};
const settle = async () => {
  for (const queue of ['registrations', 'payments', 'settlements']) await world.deliver(queue);
};
const trees = { cause: 'trees', amount: 2000 };

test('one person gives twice with name and address alone, and is thanked', async () => {
  const { raceId, gifts } = aRace();
  const send = openBrowser(world);
  const ids: string[] = [];
  for (let n = 0; n < 2; n++) {
    const giver = await holding(raceId, gifts, send);
    expect(await giver.quote()).toMatchObject({ status: 422, body: { errors: [{ field: 'order.donation' }] } });
    const quoted = await giver.quote(trees);
    expect([quoted.status, quoted.body.total, quoted.body.registered[0].registered]).toEqual([200, 2000, 'no']);
    expect(await giver.pay(quoted)).toMatchObject({ status: 202 });
    await settle();
    expect(await giver.show()).toMatchObject({ status: 'confirmed', eventKind: 'gift', amount: 2000 });
    ids.push(giver.registrationId);
  }
  const { postgres } = world.database;
  const rows = await postgres.query(
    `SELECT r.person, r.waiver_hash, r.runner ->> 'birthDate' AS born, p.state, p.captured FROM registration r
     JOIN payment p ON p.registration_id = r.id WHERE r.event_id = $1 ORDER BY r.id`,
    [gifts],
  );
  expect(rows).toEqual(
    ids.map((id) => ({ person: `gift|${id}`, waiver_hash: null, born: '', state: 'captured', captured: 2000 })),
  );

  const [first = ''] = ids;
  const record = (await new PostgresMailRecords(postgres).findAll([first])).get(first);
  const letter = await writeOne(
    { registrationId: first, template: 'confirmation', generation: 1 },
    { registered: record ? [record] : [] },
  );
  expect(letter.subject).toBe('Thank you for your gift: Gifts, Harbour Run');
  expect(letter.text).toContain('€20.00');
  expect(letter.text).not.toMatch(/[Nn]umber|registration is confirmed/);
});

test('a runner still accepts the waiver, and a gift comes with what was quoted', async () => {
  const { raceId, eventId, gifts } = aRace();
  const runner = await holding(raceId, eventId);
  const signed = [{ kind: 'waiver', hash: waiverText, name: 'Ada Lovelace' }];
  const entry = { birthDate: '1985-12-10', answers: { bus: 'no' }, items: [{ variant: 'shirt-m', quantity: 1 }] };
  const quoted = await runner.quote(undefined, { ...entry, signatures: signed });
  expect(quoted.status).toBe(200);
  expect((await runner.pay(quoted)).body.type).toBe('/problems/waiver-changed');

  const giver = await holding(raceId, gifts);
  const bad: object[] = [{ birthDate: '1985-12-10' }, { answers: { bus: 'no' } }, { items: entry.items }];
  for (const more of bad) expect((await giver.quote(trees, more)).status).toBe(422);
  const given = await giver.quote(trees);
  given.body.entry.order.donation.amount = 500;
  expect((await giver.pay(given)).body.type).toBe('/problems/entry-changed');
});

test('tickets are sold out like spots, and nobody waits for one', async () => {
  const { raceId, tickets } = aRace();
  for (let n = 0; n < 2; n++) {
    const guest = await holding(raceId, tickets);
    expect((await guest.quote()).body.errors).toMatchObject([{ field: 'people.0.answers.menu' }]);
    const quoted = await guest.quote(undefined, { answers: { menu: 'Soup' } });
    expect([quoted.status, quoted.body.total]).toEqual([200, 1500]);
    expect((await guest.pay(quoted)).status).toBe(202);
  }
  await settle();
  const { held } = await holding(raceId, tickets);
  expect(held.body).toMatchObject({ type: '/problems/sold-out' });
  expect(held.body).not.toHaveProperty('permit');
});

test('who gave too late is on no waiting list', async () => {
  const { raceId, gifts } = aRace();
  const { postgres } = world.database;
  const giver = await holding(raceId, gifts);
  const quoted = await giver.quote(trees);
  expect((await giver.pay(quoted)).status).toBe(202);
  await postgres.query('UPDATE event SET current_block = NULL WHERE id = $1', [gifts]);
  await postgres.query('UPDATE block SET closed = true WHERE event_id = $1', [gifts]);
  await postgres.query('DELETE FROM spot WHERE event_id = $1', [gifts]);
  await settle();
  expect(await giver.show()).toMatchObject({ status: 'refused' });
  expect(await postgres.query('SELECT FROM waiting WHERE event_id = $1', [gifts])).toEqual([]);
});

test('an event for gifts gets more spots before it is full', async () => {
  const { postgres } = world.database;
  const spots = new PostgresGiftSpots(postgres);
  const { gifts, tickets } = await makeRaceWithShorts();
  const use = (eventId: string, n: number) =>
    postgres.query(
      `UPDATE spot SET block = $2 WHERE (event_id, number) IN (
         SELECT event_id, number FROM spot WHERE event_id = $1 AND block IS NULL LIMIT $3)`,
      [eventId, uuid7(), n],
    );
  const isDue = async (eventId: string) => (await spots.due()).includes(eventId);
  await use(gifts, 6);
  await use(tickets, 2);
  expect([await isDue(gifts), await isDue(tickets), await spots.topUp(gifts)]).toEqual([false, false, 0]);
  await use(gifts, 1);
  expect([await isDue(gifts), await isDue(tickets)]).toEqual([true, false]);
  const made = await Promise.all([spots.topUp(gifts), spots.topUp(gifts)]);
  expect(made.sort()).toEqual([0, 7]);
  const [event] = await postgres.query(
    `SELECT capacity, next_number, (SELECT count(*)::int FROM spot WHERE event_id = e.id) AS spots FROM event e WHERE id = $1`,
    [gifts],
  );
  expect(event).toEqual({ capacity: 15, next_number: 16, spots: 15 });
  expect(await postgres.query('SELECT actor, action, detail FROM audit WHERE event_id = $1', [gifts])).toEqual([
    { actor: 'system', action: 'capacity-changed', detail: { from: 8, to: 15 } },
  ]);
});

test('in a race without a form there is nothing to give with', async () => {
  const { raceId, gifts } = await makeRaceWithShorts();
  await world.database.postgres.query('UPDATE race SET form_revision = NULL WHERE id = $1', [raceId]);
  const { held } = await holding(raceId, gifts);
  expect(held.status).toBe(404);
});
