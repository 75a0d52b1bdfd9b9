import { SignedAccess } from '../../lambdas/codes/signed-access';
import { openCodeCommands } from '../../lambdas/functions/wiring/selling/codes';
import { openForms } from '../../lambdas/functions/wiring/selling/forms';
import { Cache } from '../../lambdas/platform/cache/cache';
import { uuid7 } from '../../lambdas/platform/uuid';
import { CachedRaces } from '../../lambdas/races/cached-races';
import { PostgresRaces } from '../../lambdas/races/postgres-races';
import { PostgresStocks } from '../../lambdas/units/stock/postgres-stocks';
import { openPlainWorld } from '../golden/plain-world';
import { registerRunner } from '../mail/register-runner';
import { askUntil, openBrowser } from '../quote/support/runner';
import { directing } from '../support/directing';
import { patientMemcached } from '../support/memcached';
import { makeRace } from '../support/races/race';
import { raceForEachTest } from '../support/races/race-for-each-test';

const en = (text: string) => ({ en: text });
const news = { changed: async () => {} };

interface ClubRace {
  readonly raceId: string;
  readonly eventId: string;
  readonly hiddenId: string;
}

const formWith = (hiddenId: string) => ({
  language: 'en',
  questions: [
    { id: 'member', type: 'text', required: true, label: en('Member number'), events: [hiddenId] },
    { id: 'song', type: 'text', label: en('Song') },
  ],
  items: [
    {
      id: 'badge',
      label: en('Badge'),
      events: [hiddenId],
      variants: [{ id: 'badge', label: en('Badge'), price: 500, limited: true }],
    },
    { id: 'cap', label: en('Cap'), variants: [{ id: 'cap', label: en('Cap'), price: 2000, limited: true }] },
  ],
  rules: [{ events: [hiddenId], accessCode: true }],
});

let world: Awaited<ReturnType<typeof openPlainWorld>>;
let aRace: () => ClubRace;

const makeClubRace = async (): Promise<ClubRace> => {
  const { postgres } = world.database;
  const { raceId, eventId } = await makeRace(postgres, { spots: 30 });
  const hiddenId = uuid7();
  await postgres.query(
    `INSERT INTO event (id, race_id, position, name, distance, capacity, next_number) VALUES ($1, $2, 2, 'Club mile', 1609, 9, 10)`,
    [hiddenId, raceId],
  );
  await postgres.query(
    `INSERT INTO price (event_id, starts_at, label, amount) VALUES ($1, '2020-01-01', 'Club', 3000)`,
    [hiddenId],
  );
  await postgres.query('INSERT INTO spot (event_id, number) SELECT $1, n FROM generate_series(1, 9) n', [hiddenId]);
  const stocks = new PostgresStocks(postgres, uuid7);
  for (const variant of ['badge', 'cap']) await stocks.set({ raceId, variant, stock: 20, isDryRun: false });
  const direct = directing(openForms(postgres, news));
  expect(await direct({ saveForm: { raceId, form: formWith(hiddenId) } })).toHaveProperty('savedForm');
  expect(await direct({ publishForm: { raceId, revision: 1 } })).toHaveProperty('publishedForm');
  return { raceId, eventId, hiddenId };
};

beforeAll(async () => {
  world = await openPlainWorld();
  aRace = await raceForEachTest(10, makeClubRace);
});
afterAll(() => world?.close());

const make = async ({ raceId, hiddenId }: ClubRace, wish: object) => {
  const direct = directing(openCodeCommands(world.database.postgres, news));
  const answer = await direct({ makeCodes: { raceId, batch: 'club', opensEvents: [hiddenId], ...wish } });
  expect(answer).toHaveProperty('madeCodes');
};

const typeOf = ({ body }: { body: { type?: string } }) => body.type;

/** A browser that may have typed a code. */
const visit = ({ raceId, hiddenId }: ClubRace) => {
  const send = openBrowser(world);
  const open = (code: string) => send('POST', `/api/races/${raceId}/access`, { code });
  const hold = (access?: string, size = 1) => {
    const [registrationId = '', ...companions] = Array.from({ length: size }, uuid7);
    const body = {
      registrationId,
      eventId: hiddenId,
      ...(access && { access }),
      ...(size > 1 && { companions }),
    };
    return send('POST', `/api/races/${raceId}/holds`, body);
  };
  const quote = (
    held: { body: { registrationId: string; companions?: string[]; hold: string } },
    { codes = [] as readonly string[], email = 'ada@example.com' } = {},
  ) => {
    const { registrationId, companions = [], hold: token } = held.body;
    const people = [registrationId, ...companions].map((id, n) => ({
      registrationId: id,
      firstName: `Ada${'abcdefgh'[n]}`,
      lastName: 'Lovelace',
      email: n === 0 ? email : `${n}-${email}`,
      birthDate: '1985-12-10',
      answers: { member: `m-${n}` },
    }));
    return send('PUT', `/api/registrations/${registrationId}/quote`, {
      hold: token,
      form: 1,
      entry: { people, order: { answers: {} } },
      ...(codes.length > 0 && { codes }),
    });
  };
  return { send, open, hold, quote };
};

test('a hidden event is in no public answer, nor is what is asked and sold in it alone', async () => {
  const { raceId, eventId, hiddenId } = aRace();
  const send = openBrowser(world);
  const path = `/api/races/${raceId}`;
  const paths = [
    '/api/races',
    path,
    `${path}/availability`,
    `${path}/stock`,
    `${path}/forms/1`,
    `${path}/forms/1/schema`,
  ];
  for (const address of paths) {
    const { status, body } = await send('GET', address);
    expect([address, status]).toEqual([address, 200]);
    expect(JSON.stringify(body)).not.toMatch(new RegExp(`${hiddenId}|club|badge|member|accessCode`, 'i'));
  }
  // The rest is there.
  expect((await send('GET', path)).body.events).toMatchObject([{ id: eventId }]);
  expect((await send('GET', `${path}/availability`)).body.events).toMatchObject([{ eventId, spotsLeft: 30 }]);
  expect((await send('GET', `${path}/stock`)).body.variants).toMatchObject([{ variant: 'cap' }]);
  expect((await send('GET', `${path}/forms/1`)).body.questions).toMatchObject([{ id: 'song' }]);
});

test('whether there are codes for a race is said, until the last is withdrawn', async () => {
  const { raceId, ...race } = aRace();
  const found = () => new PostgresRaces(world.database.postgres).find(raceId);
  const direct = directing(openCodeCommands(world.database.postgres, news));
  expect(await found()).not.toHaveProperty('hasCodes');
  await make({ raceId, ...race }, { words: ['CLUB-27'] });
  expect(await found()).toHaveProperty('hasCodes', true);
  await direct({ withdrawCode: { raceId, batch: 'club' } });
  expect(await found()).not.toHaveProperty('hasCodes');
});

test('nor are its teams, even to somebody who knows the id of one', async () => {
  const { raceId, eventId, hiddenId } = aRace();
  const send = openBrowser(world);
  const captain = await registerRunner(world.database.postgres, { raceId, eventId });
  const team = async (of: string) => {
    const [id, pool] = [uuid7(), uuid7()];
    await world.database.postgres.query(
      `INSERT INTO pool (id, race_id, kind, ref, stock, next_number) VALUES ($1, $2, 'team', $3, 4, 5)`,
      [pool, raceId, id],
    );
    await world.database.postgres.query(
      `INSERT INTO team (id, race_id, event_id, kind, name, name_folded, join_code, pool_id, captain)
       VALUES ($1, $2, $3, 'club', 'Mill Club', 'mill club', 'ABC', $4, $5)`,
      [id, raceId, of, pool, captain],
    );
    return id;
  };
  const [shown, hidden] = [await team(eventId), await team(hiddenId)];
  const list = (of: string) => send('GET', `/api/races/${raceId}/teams?event=${of}`);
  expect(await list(eventId)).toMatchObject({ status: 200, body: { teams: [{ id: shown }] } });
  expect((await list(hiddenId)).status).toBe(404);
  expect(await send('GET', `/api/teams/${shown}`)).toMatchObject({ status: 200, body: { eventId } });
  expect((await send('GET', `/api/teams/${hidden}`)).status).toBe(404);
});

test('a code opens the event, with its form, for the session that typed it and nobody else', async () => {
  const race = aRace();
  const other = aRace();
  await make(race, { words: ['Harbour-Club'] });
  await make(other, { words: ['Harbour-Club'] });
  const [ann, ben] = [visit(race), visit(race)];
  expect(await ann.hold()).toMatchObject({ status: 403, body: { type: '/problems/access-needed' } });
  const opened = await ann.open(' harbour club');
  expect(opened).toMatchObject({
    status: 200,
    body: {
      events: [{ id: race.hiddenId, name: 'Club mile', prices: [{ amount: 3000 }] }],
      form: { revision: 1, questions: [{ id: 'member' }, { id: 'song' }], items: [{ id: 'badge' }, { id: 'cap' }] },
    },
  });
  expect(opened.body.events[0]).not.toHaveProperty('isHidden');
  const { access } = opened.body;
  for (const token of [access, `${access}x`, '']) expect(typeOf(await ben.hold(token))).toBe('/problems/access-needed');
  // The same browser typed a code in another race.
  const elsewhere = await ann.send('POST', `/api/races/${other.raceId}/access`, { code: 'harbour club' });
  expect(elsewhere.status).toBe(200);
  expect(typeOf(await ann.hold(elsewhere.body.access))).toBe('/problems/access-needed');
  const held = await ann.hold(access);
  expect(held).toMatchObject({ status: 201, body: { quote: { total: 3000 } } });
  expect(await ann.quote(held)).toMatchObject({ status: 200, body: { total: 3000 } });
});

test('a code that is withdrawn opens nothing any more: not what was opened before, nor what is held already', async () => {
  const race = aRace();
  await make(race, { words: ['Harbour-Club'] });
  await make(race, { words: ['Mill-Club'], batch: 'mill' });
  const [ann, ben] = [visit(race), visit(race)];
  const open = async ({ open: type }: typeof ann, word: string) => (await type(word)).body.access;
  const [opened, other] = [await open(ann, 'harbour-club'), await open(ben, 'mill-club')];
  const held = await ann.hold(opened);
  expect((await ann.quote(held)).status).toBe(200);
  const memcached = patientMemcached(world.memcachedUrl);
  const races = new CachedRaces(new Cache(memcached), new PostgresRaces(world.database.postgres));
  const direct = directing(openCodeCommands(world.database.postgres, races));
  await direct({ withdrawCode: { raceId: race.raceId, batch: 'club' } });
  memcached.close();
  const refused = { status: 403, body: { type: '/problems/access-needed', reason: 'withdrawn' } };
  // A function believes its own copy for a second.
  expect(
    await askUntil(
      () => ann.quote(held),
      ({ status }) => status !== 200,
    ),
  ).toMatchObject(refused);
  expect(await ann.quote(await ann.hold(opened))).toMatchObject(refused);
  // Another code of the same event is as good as it was.
  expect((await ben.quote(await ben.hold(other))).status).toBe(200);
});

test('what a code opened is over after an hour', async () => {
  let now = 0;
  const payloads = new Map<string, unknown>();
  const signer = {
    sign: async (purpose: string, payload: unknown) => {
      payloads.set(purpose, payload);
      return 'token';
    },
    verify: async (purpose: string) => payloads.get(purpose),
  };
  const signed = new SignedAccess(signer, () => now);
  const access = { raceId: 'r', eventIds: ['e'], sessionHash: 's', code: 'c' };
  await signed.signAccess(access, new Date(1000));
  now = 999;
  expect(await signed.readAccess('token')).toMatchObject(access);
  now = 1000;
  expect(await signed.readAccess('token')).toBeUndefined();
});

test('each person of an order uses the code that opened the event, and takes off what it takes off', async () => {
  const race = aRace();
  await make(race, { words: ['Two-Only'], uses: 2, off: { kind: 'amount', value: 1000 }, allow: 'example.com' });
  const [ann, ben, eve] = [visit(race), visit(race), visit(race)];
  const access = async ({ open }: typeof ann) => (await open('two-only')).body.access;
  const held = await ann.hold(await access(ann), 2);
  const quoted = await ann.quote(held);
  expect([quoted.status, quoted.body.total]).toEqual([200, 4000]);
  expect(quoted.body.lines.filter(({ kind }: { kind: string }) => kind === 'code')).toHaveLength(2);
  const late = await ben.quote(await ben.hold(await access(ben)));
  expect(late).toMatchObject({ status: 409, body: { type: '/problems/code-held', left: 0 } });
  const stranger = await eve.quote(await eve.hold(await access(eve)), { email: 'eve@elsewhere.test' });
  expect(stranger).toMatchObject({
    status: 409,
    body: { type: '/problems/not-eligible', errors: [{ field: 'people.0' }] },
  });
});

test('who has a code that opens an event cannot ask for whom it is, one address after the other', async () => {
  const race = aRace();
  await make(race, { words: ['For-Club'], allow: 'club@example.com' });
  const eve = visit(race);
  const held = await eve.hold((await eve.open('for-club')).body.access);
  // Who may use it loses no try.
  for (let n = 0; n < 3; n++) expect((await eve.quote(held, { email: 'club@example.com' })).status).toBe(200);
  const tried = await Promise.all(
    Array.from({ length: 12 }, (_, n) => eve.quote(held, { email: `guess-${n}@example.com` })),
  );
  expect(tried.map(typeOf).toSorted()).toEqual([
    ...Array(2).fill('/problems/list-tried-too-often'),
    ...Array(10).fill('/problems/not-eligible'),
  ]);
  expect(typeOf(await eve.quote(held, { email: 'club@example.com' }))).toBe('/problems/list-tried-too-often');
});

test('a code that takes nothing off is used by each person, beside one that does', async () => {
  const race = aRace();
  await make(race, { words: ['Just-Access'], uses: 1 });
  const direct = directing(openCodeCommands(world.database.postgres, news));
  await direct({
    makeCodes: { raceId: race.raceId, batch: 'off', words: ['Ten-Off'], off: { kind: 'percent', value: 10 } },
  });
  const [ann, ben] = [visit(race), visit(race)];
  const enter = async ({ open, hold }: typeof ann) => hold((await open('just-access')).body.access);
  const quoted = await ann.quote(await enter(ann), { codes: ['ten-off'] });
  expect([quoted.status, quoted.body.total]).toEqual([200, 2700]);
  expect(quoted.body.lines).toMatchObject([{ kind: 'entry', amount: 2700 }, { kind: 'code' }, { kind: 'code' }]);
  expect(typeOf(await ben.quote(await enter(ben)))).toBe('/problems/code-held');
});

test('ten codes that open nothing are the last ones of a session; those that open something do not count', async () => {
  const race = aRace();
  await make(race, { words: ['Harbour-Club'] });
  const direct = directing(openCodeCommands(world.database.postgres, news));
  await direct({
    makeCodes: { raceId: race.raceId, batch: 'off', words: ['Ten-Off'], off: { kind: 'percent', value: 10 } },
  });
  const ann = visit(race);
  for (let n = 0; n < 3; n++) expect((await ann.open('harbour-club')).status).toBe(200);
  // Nobody learns here which words lower prices.
  expect(await ann.open('ten-off')).toMatchObject({ status: 409, body: { type: '/problems/code-unknown', code: 0 } });
  for (let n = 0; n < 9; n++) expect(typeOf(await ann.open(`guess-${n}-${n}`))).toBe('/problems/code-unknown');
  const answers = await Promise.all([1, 2, 3].map((n) => ann.open(`guess-${n}-x`)));
  expect(answers.map(typeOf)).toEqual(Array(3).fill('/problems/too-many-tries'));
  expect(await ann.open('harbour-club')).toMatchObject({ status: 429, body: { retryAfter: 900 } });
  expect((await visit(race).open('harbour-club')).status).toBe(200);
});
