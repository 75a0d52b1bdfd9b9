import { openForms } from '../../lambdas/functions/wiring/selling/forms';
import { PostgresMailRecords } from '../../lambdas/mail/letters/postgres-mail-records';
import { Cache } from '../../lambdas/platform/cache/cache';
import { sha256 } from '../../lambdas/platform/signed-tokens';
import { uuid7 } from '../../lambdas/platform/uuid';
import { CachedRaces } from '../../lambdas/races/cached-races';
import { PostgresRaces } from '../../lambdas/races/postgres-races';
import { openPlainWorld } from '../golden/plain-world';
import { writeOne } from '../mail/write-one';
import { directing } from '../support/directing';
import { patientMemcached } from '../support/memcached';
import { makeRace } from '../support/races/race';
import { askUntil, openBrowser, publish } from './support/runner';

let world: Awaited<ReturnType<typeof openPlainWorld>>;
let races: Readonly<Record<'aged' | 'listed' | 'guessed' | 'signed' | 'renewed' | 'grouped' | 'late', Race>>;
beforeAll(async () => {
  world = await openPlainWorld();
  // All of them before the first request: the list of races is in the cache for a minute.
  races = {
    aged: await aRace(([ten]) => ({ rules: [{ events: [ten], minAge: 18, maxAge: 60 }] })),
    listed: await aRace(([ten]) => ({ rules: [{ events: [ten], allowList: true }] })),
    guessed: await aRace(([ten]) => ({ rules: [{ events: [ten], allowList: true }] })),
    signed: await aRace(() => ({ documents: [waiver, terms] })),
    renewed: await aRace(() => ({ documents: [terms] })),
    grouped: await aRace((events) => ({ rules: [{ events, oneOfGroup }] })),
    late: await aRace(() => ({})),
  };
  await races.renewed.publishForm(2, { documents: [newTerms] });
});
afterAll(() => world?.close());

const oneOfGroup = uuid7();
const waiver = { kind: 'waiver', hash: sha256('I am fit to run.'), signature: 'typed-name' };
const terms = { kind: 'terms', hash: sha256('Terms.') };
const newTerms = { kind: 'terms', hash: sha256('New terms.') };
const mine = [
  { kind: 'waiver', hash: waiver.hash, name: 'Ada L.' },
  { kind: 'terms', hash: terms.hash },
];
const anne = { name: 'Anne Lovelace', email: 'anne@example.com', relationship: 'Mother' };
/** Years before they are of age, whatever the day is. */
const ofAMinor = '2015-03-02';

/** A race with two free events and this form, which may name both. */
const aRace = async (formOf: (events: readonly string[]) => object) => {
  const { postgres } = world.database;
  const { raceId, eventId } = await makeRace(postgres, { spots: 20 });
  const other = uuid7();
  await postgres.query(
    `INSERT INTO event (id, race_id, position, name, distance, capacity, next_number) VALUES ($1, $2, 2, 'Five', 5000, 9, 10)`,
    [other, raceId],
  );
  await postgres.query(
    `INSERT INTO price (event_id, starts_at, label, amount) VALUES ($1, '2020-01-01', 'Regular', 0)`,
    [other],
  );
  await postgres.query('UPDATE price SET amount = 0 WHERE event_id = $1', [eventId]);
  await postgres.query('INSERT INTO spot (event_id, number) SELECT $1, n FROM generate_series(1, 9) n', [other]);
  const publishForm = (revision: number, definition: object) =>
    publish(postgres, raceId, revision, { language: 'en', questions: [], ...definition });
  const events = [eventId, other] as const;
  await publishForm(1, formOf(events));
  return { raceId, events, publishForm };
};

const ada = (more: object = {}) => ({
  firstName: 'Ada',
  lastName: 'Lovelace',
  email: 'ada@example.com',
  birthDate: '1985-12-10',
  ...more,
});

type Race = Awaited<ReturnType<typeof aRace>>;

/** A browser that holds a spot for each of these people, and says this about them. */
const registering = async ({ raceId, events }: Race, people: readonly object[], event = 0) => {
  const send = openBrowser(world);
  const [registrationId = '', ...companions] = people.map(() => uuid7());
  const ids = [registrationId, ...companions];
  const held = await send('POST', `/api/races/${raceId}/holds`, {
    registrationId,
    eventId: events[event],
    ...(companions.length > 0 && { companions }),
  });
  expect(held.status).toBe(201);
  const path = `/api/registrations/${registrationId}`;
  const quote = (said = people) =>
    send('PUT', `${path}/quote`, {
      hold: held.body.hold,
      form: 1,
      entry: {
        people: said.map((one, n) => ({ registrationId: ids[n], answers: {}, ...one })),
        order: { answers: {} },
      },
    });
  const pay = (quoted: { quote: string; entry: object }) =>
    send('PUT', path, {
      hold: held.body.hold,
      quote: quoted.quote,
      entry: quoted.entry,
      waiver: { hash: 'w1', accepted: true },
    });
  return { ids, quote, pay };
};

const register = async (...asked: Parameters<typeof registering>) => {
  const runner = await registering(...asked);
  const quoted = await runner.quote();
  expect(quoted.status).toBe(200);
  expect((await runner.pay(quoted.body)).status).toBe(202);
  return runner.ids;
};

const rowsOf = (ids: readonly string[]) =>
  world.database.postgres.query<{ outcome: string; signatures: unknown; runner: object; limit_group: string | null }>(
    `SELECT outcome, signatures, runner, limit_group FROM registration
     WHERE id = ANY ($1::uuid[]) ORDER BY array_position($1::uuid[], id)`,
    [ids],
  );

const addTexts = (raceId: string) =>
  world.database.postgres.query(
    `INSERT INTO legal_text (race_id, kind, hash, version, locale, text)
     VALUES ($1, 'waiver', $2, '3', 'en', 'I am fit to run.'), ($1, 'terms', $3, '3', 'en', 'Terms.')`,
    [raceId, waiver.hash, terms.hash],
  );

const faultsIn = ({ body }: { body: { faults?: { field: string; code: string; limit?: number }[] } }) =>
  body.faults?.map(({ field, code, limit }) => [field, code, limit].filter(Boolean).join(' '));

test('people who break a rule are told which, by person, and nobody of the group gets a quote', async () => {
  const race = races.aged;
  const group = await registering(race, [ada(), ada({ firstName: 'Ralph', birthDate: ofAMinor })]);
  const refused = await group.quote();
  expect([refused.status, refused.body.type]).toEqual([409, '/problems/not-eligible']);
  expect(faultsIn(refused)).toEqual(['people.1 too-young 18']);
  expect((await group.quote([ada(), ada({ firstName: 'Grace' })])).status).toBe(200);
  // Another event has no such rule.
  expect((await (await registering(race, [ada({ birthDate: ofAMinor })], 1)).quote()).status).toBe(200);
});

test('in an event with a list, those on it get a quote, and nobody else', async () => {
  const race = races.listed;
  const runner = await registering(race, [ada()]);
  expect(faultsIn(await runner.quote())).toEqual(['people.0 not-on-the-list']);
  await world.database.postgres.query('INSERT INTO allowed_person (event_id, email) VALUES ($1, $2)', [
    race.events[0],
    'ada@example.com',
  ]);
  expect((await runner.quote([ada({ email: 'Ada@Example.com' })])).status).toBe(200);
});

test('nobody reads a list by trying one address after the other, and those on it lose no try', async () => {
  const race = races.guessed;
  await world.database.postgres.query('INSERT INTO allowed_person (event_id, email) VALUES ($1, $2)', [
    race.events[0],
    'ada@example.com',
  ]);
  const stranger = await registering(race, [ada()]);
  for (let n = 0; n < 3; n++) expect((await stranger.quote([ada({ email: 'ada@example.com' })])).status).toBe(200);
  const tried = await Promise.all(
    Array.from({ length: 12 }, (_, n) => stranger.quote([ada({ email: `guess-${n}@example.com` })])),
  );
  const types = tried.map(({ body }) => body.type);
  expect(types.filter((type) => type === '/problems/not-eligible')).toHaveLength(10);
  expect(types.filter((type) => type === '/problems/list-tried-too-often')).toHaveLength(2);
  // Nor are they told of somebody who is on it.
  expect(await stranger.quote([ada({ email: 'ada@example.com' })])).toMatchObject({ status: 429 });
  // With a hold of their own, each of a group counts for the address: ten were tried before, and fifty may be.
  const eight = Array.from({ length: 8 }, (_, n) => ada({ email: `other-${n}@example.com` }));
  const group = await registering(race, eight);
  const told: number[] = [];
  for (let n = 0; n < 6; n++) told.push((await group.quote()).status);
  expect(told).toEqual([409, 409, 409, 409, 409, 429]);
});

test('a minor gets no quote before a guardian has signed, and the signatures are kept apart from the runner', async () => {
  const race = races.signed;
  const minor = ada({ firstName: 'Ralph', birthDate: ofAMinor });
  const runner = await registering(race, [{ ...minor, signatures: mine }]);
  const refused = await runner.quote();
  expect([refused.status, faultsIn(refused)]).toEqual([422, ['people.0.guardian no-guardian']]);
  expect(faultsIn(await runner.quote([{ ...minor, guardian: anne }]))).toEqual([
    'people.0.signatures not-signed',
    'people.0.signatures not-signed',
  ]);
  const quoted = await runner.quote([{ ...minor, guardian: anne, signatures: mine }]);
  expect((await runner.pay(quoted.body)).status).toBe(202);
  const family = await register(race, [
    { ...ada(), signatures: mine },
    { ...minor, firstName: 'Byron', guardian: { member: 0 }, signatures: mine },
  ]);
  await world.deliver('registrations');
  const kept = await rowsOf([...runner.ids, ...family]);
  expect(kept.map(({ outcome }) => outcome)).toEqual(['confirmed', 'confirmed', 'confirmed']);
  const by = { name: 'Ada Lovelace', email: 'ada@example.com' };
  expect(kept.map(({ signatures }) => signatures)).toEqual([
    [
      { kind: 'waiver', hash: waiver.hash, name: 'Ada L.', by: 'guardian', guardian: anne },
      { kind: 'terms', hash: terms.hash, name: 'Anne Lovelace', by: 'guardian', guardian: anne },
    ],
    [
      { kind: 'waiver', hash: waiver.hash, name: 'Ada L.', by: 'self' },
      { kind: 'terms', hash: terms.hash, name: 'Ada Lovelace', by: 'self' },
    ],
    [
      { kind: 'waiver', hash: waiver.hash, name: 'Ada L.', by: 'guardian', guardian: by },
      { kind: 'terms', hash: terms.hash, name: 'Ada Lovelace', by: 'guardian', guardian: by },
    ],
  ]);
  for (const { runner: said } of kept) expect(Object.keys(said)).not.toContain('signatures');
  for (const { runner: said } of kept) expect(Object.keys(said)).not.toContain('guardian');

  // Once they are in, the guardian of each minor gets a copy of what they signed, and who signed for themselves gets none.
  await world.deliver('payments');
  const { sent } = await world.deliver('settlements');
  const copies = [...sent.join().matchAll(/\{[^{}]*guardian-copy[^{}]*\}/g)].map(
    ([mail]) => /registrationId\\":\\"([^\\]+)/.exec(mail)?.[1],
  );
  expect(copies.sort()).toEqual([...runner.ids, family[1]].sort());
  await addTexts(race.raceId);
  const records = new PostgresMailRecords(world.database.postgres);
  const order = { registrationId: family[1] ?? '', template: 'guardian-copy', generation: 1 } as const;
  const [byron, copy] = [
    (await records.findAll([order.registrationId])).get(order.registrationId),
    await records.signedByGuardian(family[1] ?? ''),
  ];
  const letter = await writeOne(order, { ...(byron && { registered: [byron] }), ...(copy && { copy }) });
  expect(letter.recipient).toBe('ada@example.com');
  expect(letter.text).toContain('The waiver, version 3:\n\nI am fit to run.\n\nThe terms, version 3:\n\nTerms.');
  expect(await records.signedByGuardian(family[0] ?? '')).toBeUndefined();
});

test('a text that changed meanwhile must be accepted again', async () => {
  // The page has filled in the first form.
  const runner = await registering(races.renewed, [ada()]);
  const [old, fresh] = [mine[1], newTerms];
  const refused = await runner.quote([{ ...ada(), signatures: [old] }]);
  expect([refused.body.type, refused.body.form]).toEqual(['/problems/form-changed', 2]);
  expect(faultsIn(refused)).toEqual(['people.0.signatures.0.hash text-changed']);
  expect((await runner.quote([{ ...ada(), signatures: [fresh] }])).status).toBe(200);
});

test('one person has one spot in all events of a group; a cancelled one frees it', async () => {
  const race = races.grouped;
  const [first = ''] = await register(race, [ada()]);
  await world.deliver('registrations');
  // They are told before they pay.
  // A hold is told ten times, and what was asked before is remembered for five seconds.
  const pair = [ada(), ada({ firstName: 'Grace' })];
  const asking = [await registering(race, pair, 1), await registering(race, pair, 1)] as const;
  let asked = 0;
  const told = await askUntil(
    async () => {
      const { body } = await asking[asked++ % 2 === 0 ? 0 : 1].quote();
      return body.registered.map((one: { registered: string }) => one.registered).join();
    },
    (said) => said !== 'no,no',
  );
  expect(told).toBe('yes,no');
  const again = await register(race, [ada()], 1);
  const group = await register(race, [ada({ firstName: 'Grace' }), ada()], 1);
  await world.deliver('registrations');
  expect((await rowsOf([first, ...again, ...group])).map(({ outcome }) => outcome)).toEqual([
    'confirmed',
    'duplicate',
    'duplicate',
    'duplicate',
  ]);
  const { postgres } = world.database;
  await postgres.query(
    `UPDATE registration SET live = false, spot = NULL, block = NULL, ended = 'cancelled' WHERE id = $1`,
    [first],
  );
  const later = await register(race, [ada()], 1);
  await world.deliver('registrations');
  expect(await rowsOf(later)).toMatchObject([{ outcome: 'confirmed', limit_group: oneOfGroup }]);
});

test('a limit group that is published in the middle of a sale binds those who registered before, and says how many', async () => {
  const { postgres } = world.database;
  const race = races.late;
  const grace = ada({ firstName: 'Grace' });
  const [first = ''] = await register(race, [ada()]);
  const [kept = ''] = await register(race, [grace]);
  const [beside = ''] = await register(race, [grace], 1);
  await world.deliver('registrations');
  const memcached = patientMemcached(world.memcachedUrl);
  const direct = directing(openForms(postgres, new CachedRaces(new Cache(memcached), new PostgresRaces(postgres))));
  const limitGroup = uuid7();
  const form = { language: 'en', questions: [], rules: [{ events: race.events, oneOfGroup: limitGroup }] };
  await direct({ saveForm: { raceId: race.raceId, form } });
  const publishing = (dryRun: boolean) => direct({ publishForm: { raceId: race.raceId, revision: 2, dryRun } });
  const groups = async () => (await rowsOf([first, kept, beside])).map(({ limit_group: group }) => group);
  expect(await publishing(true)).toMatchObject({ publishedForm: { members: { counted: 2, several: 1 } } });
  expect(await groups()).toEqual([null, null, null]);
  expect(await publishing(false)).toMatchObject({ publishedForm: { members: { counted: 2, several: 1 } } });
  // Who had both spots keeps both, and one of them is enough to refuse the next.
  expect(await groups()).toEqual([limitGroup, limitGroup, null]);
  expect(await publishing(false)).toMatchObject({ publishedForm: { members: { counted: 0, several: 1 } } });

  const runner = await registering(race, [ada()], 1);
  const quoted = await askUntil(runner.quote, ({ body }) => body.form === 2);
  expect((await runner.pay(quoted.body)).status).toBe(202);
  await world.deliver('registrations');
  expect((await rowsOf(runner.ids)).map(({ outcome }) => outcome)).toEqual(['duplicate']);

  // Without its rule the group binds nobody, and with another group each is in that one.
  const other = uuid7();
  for (const [revision, rules, now] of [
    [3, [], [null, null, null]],
    [4, [{ events: race.events, oneOfGroup: other }], [other, other, null]],
    [5, [{ events: race.events.slice(1), oneOfGroup: other }], [null, null, other]],
  ] as const) {
    await direct({ saveForm: { raceId: race.raceId, form: { ...form, rules } } });
    await direct({ publishForm: { raceId: race.raceId, revision } });
    expect(await groups()).toEqual(now);
  }
  memcached.close();
});
