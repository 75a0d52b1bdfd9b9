import { sha256 } from '../../lambdas/platform/signed-tokens';
import { uuid7 } from '../../lambdas/platform/uuid';
import { MemcachedOutcomes } from '../../lambdas/registration/show/memcached-outcomes';
import type { Status } from '../../lambdas/registration/show/status';
import { nothingTyped } from '../../static/src/flow/draft';
import { RealPools } from '../platform/sessions/real-pools';
import { aBrowser, sessions as cookies } from '../support/session-cookies';
import { openStores } from '../support/stores';
import { until } from '../support/until';
import { hold, openOffice } from './session-office';

const stores = openStores();
let real: RealPools;
beforeEach(() => {
  real = new RealPools();
});
afterEach(async () => {
  jest.restoreAllMocks();
  await real.close();
});

const draft = { ...nothingTyped, firstName: 'Ada', lastName: 'Lov', email: 'ada@', birthDay: '17' };

const setUp = async () => {
  const [a, b] = [await real.server(), await real.server()];
  let at = Date.now();
  const reported: unknown[] = [];
  const sql = { asked: 0 };
  const { postgres } = stores.database;
  const office = openOffice({
    pools: [real.client(a, 'well'), real.client(b, 'well')],
    data: stores.memcached,
    sql: {
      query: (text, values) => {
        sql.asked += 1;
        return postgres.query(text, values);
      },
    },
    now: () => new Date(at),
    report: (error) => reported.push(error),
  });
  const show = (cookie?: string) => office('GET /api/session', cookie === undefined ? {} : { cookie });
  return {
    a,
    b,
    office,
    show,
    reported,
    queries: () => sql.asked,
    pass: (minutes: number) => {
      at += minutes * 60_000;
    },
    ids: async (cookie: string) =>
      (await show(cookie)).body.holds.map(({ registrationId }: { registrationId: string }) => registrationId),
  };
};

test('a browser that forgot everything but its cookie finds what it holds and what was typed, without a query', async () => {
  const { office, show, queries } = await setUp();
  const [first, second] = [uuid7(), uuid7()];
  const cookie = await hold(office, first);
  await hold(office, second, cookie);
  expect(await office('PUT /api/session/draft', { cookie, json: draft })).toMatchObject({ status: 200 });
  const { status, headers, body } = await show(cookie);
  expect(status).toBe(200);
  expect(headers['cache-control']).toBe('no-store');
  expect(body).toMatchObject({
    holds: [{ registrationId: first, raceId: 'harbour-2027', hold: `hold-of-${first}` }, { registrationId: second }],
    draft,
  });
  expect(Date.parse(body.holds[0].expiresAt) - Date.parse(body.now)).toBeGreaterThan(590_000);
  expect(queries()).toBe(0);
});

test('a hold for several is found again with whom it is for', async () => {
  const { office, show } = await setUp();
  const [lead, companions] = [uuid7(), [uuid7(), uuid7()]];
  const cookie = await hold(office, lead, undefined, companions);
  expect((await show(cookie)).body.holds).toMatchObject([{ registrationId: lead, companions }]);
});

test('what was typed about several is found again; a draft from before there were groups, too', async () => {
  const { office, show } = await setUp();
  const cookie = await hold(office, uuid7(), undefined, [uuid7()]);
  await office('PUT /api/session/draft', { cookie, json: draft });
  expect((await show(cookie)).body.draft).toEqual(draft);
  const together = { ...draft, companions: [{ ...draft, firstName: 'Bea' }] };
  expect(await office('PUT /api/session/draft', { cookie, json: together })).toMatchObject({ status: 200 });
  expect((await show(cookie)).body.draft).toEqual(together);
});

test.each([
  ['a card', [{ ...draft, cardNumber: '4242424242424242' }]],
  ['another companion’s companions', [{ ...draft, companions: [draft] }]],
  ['more than seven', Array.from({ length: 8 }, () => draft)],
])('nothing is kept of a draft with %s among the companions', async (_what, companions) => {
  const { office, show } = await setUp();
  const cookie = await hold(office, uuid7());
  expect((await office('PUT /api/session/draft', { cookie, json: { ...draft, companions } })).status).toBe(422);
  expect((await show(cookie)).body.draft).toBeUndefined();
});

test('with every hold the page learns that there is something to ask for; the session itself only its browser has', async () => {
  const { office } = await setUp();
  const path = { raceId: 'harbour-2027' };
  const json = { registrationId: uuid7(), eventId: '01890a5d-ac96-774b-bcce-b302099a8057' };
  const trace = expect.stringMatching(/^__Host-startline-held=1; .*Max-Age=3000/);
  const first = await office('POST /api/races/{raceId}/holds', { path, json });
  expect(first.cookies).toEqual([expect.stringMatching(/^__Host-startline=.*HttpOnly/), trace]);
  const cookie = first.cookies[0]?.split(';')[0] ?? '';
  expect((await office('POST /api/races/{raceId}/holds', { path, json, cookie })).cookies).toEqual([trace]);
});

test('a session in which a newer version of this program kept more is found all the same', async () => {
  const { office, show, a, b } = await setUp();
  const cookie = await hold(office, uuid7());
  await office('PUT /api/session/draft', { cookie, json: draft });
  const key = `session:${await hashOf(cookie)}`;
  for (const server of [a, b]) {
    const pool = real.client(server, 'well');
    const { data, ...copy } = JSON.parse(String(await pool.get(key)));
    const more = { ...data, shirt: 'M', draft: { ...data.draft, nickname: 'Countess' } };
    await pool.set(key, JSON.stringify({ ...copy, data: more }), 600);
  }
  expect((await show(cookie)).body).toMatchObject({ holds: [{}], draft });
});

test('a spot that was held again is there once', async () => {
  const { office, ids } = await setUp();
  const id = uuid7();
  const cookie = await hold(office, id);
  await hold(office, id, cookie);
  expect(await ids(cookie)).toEqual([id]);
});

test('another browser sees nothing of it, nor does one without a session or with one of its own making', async () => {
  const { office, show } = await setUp();
  const cookie = await hold(office, uuid7());
  await office('PUT /api/session/draft', { cookie, json: draft });
  const other = await hold(office, uuid7());
  expect((await show(other)).body.draft).toBeUndefined();
  for (const stranger of [undefined, `__Host-startline=${'A'.repeat(43)}`, (await aBrowser()).cookies[0]]) {
    const { status, body } = await show(stranger);
    expect({ status, body }).toMatchObject({ status: 200, body: { holds: [] } });
    expect(body.draft).toBeUndefined();
  }
});

test('a hold that ran out is not shown; half an hour later nothing is left', async () => {
  const { office, show, pass } = await setUp();
  const cookie = await hold(office, uuid7());
  await office('PUT /api/session/draft', { cookie, json: draft });
  pass(10);
  expect((await show(cookie)).body).toMatchObject({ holds: [], draft });
  pass(29);
  await office('PUT /api/session/draft', { cookie, json: { ...draft, firstName: 'Bea' } });
  expect((await show(cookie)).body).toMatchObject({ draft: { firstName: 'Bea' } });
  pass(1);
  expect((await show(cookie)).body.draft).toBeUndefined();
});

test('a hold whose registration is decided is not shown', async () => {
  const { office, ids } = await setUp();
  const [decided, open] = [uuid7(), uuid7()];
  const cookie = await hold(office, decided);
  await hold(office, open, cookie);
  await new MemcachedOutcomes(stores.memcached).put([statusOf(decided)]);
  expect(await ids(cookie)).toEqual([open]);
});

test('nothing is kept of a draft with a card in it, nor of one without a session', async () => {
  const { office, show } = await setUp();
  const cookie = await hold(office, uuid7());
  const put = (json: unknown, by?: string) => office('PUT /api/session/draft', { json, ...(by && { cookie: by }) });
  expect(await put({ ...draft, cardNumber: '4242424242424242' }, cookie)).toMatchObject({
    status: 422,
    body: { errors: [{ field: 'cardNumber' }] },
  });
  expect((await show(cookie)).body.draft).toBeUndefined();
  expect(await put(draft)).toMatchObject({ status: 409, body: { type: '/problems/no-session' } });
});

test('answers to the questions of a form are found again, for each runner and for the order', async () => {
  const { office, show } = await setUp();
  const cookie = await hold(office, uuid7());
  const answers = { bus: 'yes', stop: 'Mill brid', story: 'x'.repeat(2000) };
  const json = { ...draft, answers, companions: [{ ...draft, answers: { bus: 'no' } }], order: { heard: 'web club' } };
  expect(await office('PUT /api/session/draft', { cookie, json })).toMatchObject({ status: 200 });
  expect((await show(cookie)).body.draft).toEqual(json);
});

test.each<[string, object, string]>([
  ['to a sensitive question', { answers: { 'private-allergies': 'nuts' } }, 'answers.private-allergies'],
  [
    'to a sensitive question of a companion',
    { companions: [{ ...draft, answers: { 'private-a': 'x' } }] },
    'companions.0.answers.private-a',
  ],
  ['to a sensitive question of the order', { order: { 'private-a': 'x' } }, 'order.private-a'],
  ['that is longer than any may be', { answers: { story: 'x'.repeat(2001) } }, 'answers.story'],
  ['to 65 questions', { answers: Object.fromEntries(Array.from({ length: 65 }, (_, n) => [`q${n}`, ''])) }, 'answers'],
  ['under a name that is no question', { answers: { 'Card Number': '4242' } }, 'answers.Card Number'],
  ['that is no text', { answers: { bus: true } }, 'answers.bus'],
])('nothing is kept of a draft with an answer %s', async (_, more, field) => {
  const { office, show } = await setUp();
  const cookie = await hold(office, uuid7());
  expect(await office('PUT /api/session/draft', { cookie, json: { ...draft, ...more } })).toMatchObject({
    status: 422,
    body: { errors: [{ field }] },
  });
  expect((await show(cookie)).body.draft).toBeUndefined();
});

test('who only invents a session leaves nothing behind, neither with a draft nor with a sign-out', async () => {
  const { office, a, b, queries } = await setUp();
  const headers = { 'x-startline-secret': 'i'.repeat(43) };
  expect(await office('PUT /api/session/draft', { headers, json: draft })).toMatchObject({
    status: 409,
    body: { type: '/problems/no-session' },
  });
  expect(await office('DELETE /api/session', { headers })).toMatchObject({ status: 200 });
  const { cookies: minted } = await aBrowser();
  expect(await office('PUT /api/session/draft', { cookie: minted[0] ?? '', json: draft })).toMatchObject({
    status: 409,
  });
  for (const server of [a, b])
    expect(await real.client(server, 'well').get(`session:${sha256('i'.repeat(43))}`)).toBeUndefined();
  expect(queries()).toBe(0);
});

test('who takes up an offer keeps a draft, though the list and not the session remembers their hold', async () => {
  const { office, show } = await setUp();
  const cookie = await hold(office, uuid7(), undefined, undefined, 'an-owner');
  expect(await office('PUT /api/session/draft', { cookie, json: draft })).toMatchObject({ status: 200 });
  expect((await show(cookie)).body).toMatchObject({ holds: [], draft });
});

test('the page of another site can neither write nor end a session', async () => {
  const { office, ids } = await setUp();
  const id = uuid7();
  const cookie = await hold(office, id);
  const headers = { 'sec-fetch-site': 'cross-site' };
  expect(await office('PUT /api/session/draft', { cookie, headers, json: draft })).toMatchObject({ status: 403 });
  expect(await office('DELETE /api/session', { cookie, headers })).toMatchObject({ status: 403 });
  expect(await ids(cookie)).toEqual([id]);
});

test('somebody who signs out loses the cookie, and a copy of it finds nothing', async () => {
  const { office, show } = await setUp();
  const cookie = await hold(office, uuid7());
  await office('PUT /api/session/draft', { cookie, json: draft });
  const farewell = [/^__Host-startline=; .*Max-Age=0/, /^__Host-startline-held=; .*Max-Age=0/].map((cookie) =>
    expect.stringMatching(cookie),
  );
  expect(await office('DELETE /api/session', { cookie })).toMatchObject({ status: 200, cookies: farewell });
  expect(await office('DELETE /api/session', { cookie })).toMatchObject({ status: 200 });
  expect(await show(cookie)).toMatchObject({ status: 200, body: { holds: [] }, cookies: farewell });
  expect((await show(cookie)).body.draft).toBeUndefined();
  expect(await office('PUT /api/session/draft', { cookie, json: draft })).toMatchObject({ status: 409 });
  await hold(office, uuid7(), cookie);
  expect((await show(cookie)).body.holds).toEqual([]);
});

test('signing out is not undone by a pool that comes back with old data, not even when the tombstone is lost', async () => {
  const { office, show, a, b, queries } = await setUp();
  const cookie = await hold(office, uuid7());
  const others = await hold(office, uuid7());
  const raw = real.client(a, 'well');
  const key = `session:${await hashOf(cookie)}`;
  const old = (await raw.get(key)) ?? '';
  expect(String(old)).toContain('hold-of');
  // The list of sign-outs is read just before, and cached as empty.
  await raw.delete(`session:${await hashOf(others)}`);
  expect((await show(others)).body.holds).toHaveLength(1);
  expect(queries()).toBeGreaterThan(0);
  await office('DELETE /api/session', { cookie });
  await raw.set(key, old, 600);
  expect((await show(cookie)).body.holds).toEqual([]);
  await raw.set(key, old, 600);
  await real.client(b, 'well').delete(key);
  const before = queries();
  const twenty = await Promise.all(Array.from({ length: 20 }, () => show(cookie)));
  expect(twenty.flatMap(({ body }) => body.holds)).toEqual([]);
  expect(await real.client(b, 'well').get(key)).toBeUndefined();
  // One read of the list for all callers: a zone without its pool must not flood the database.
  expect(queries() - before).toBeLessThanOrEqual(2);
});

test('while the pools are away a spot is held all the same, and nobody is told that they have none', async () => {
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
  const { office, show, a, b, reported } = await setUp();
  const cookie = await hold(office, uuid7());
  await a.stop();
  await b.stop();
  expect(await show(cookie)).toMatchObject({ status: 503, headers: { 'retry-after': '2' } });
  expect(await office('PUT /api/session/draft', { cookie, json: draft })).toMatchObject({ status: 503 });
  expect(await office('DELETE /api/session', { cookie })).toMatchObject({ status: 503, cookies: [] });
  await hold(office, uuid7(), cookie);
  expect(await hold(office, uuid7())).toMatch(/^__Host-startline=/);
  expect(reported).toHaveLength(2);
});

test('somebody who comes while one zone is without its pool can come back as well', async () => {
  const { office, ids, a } = await setUp();
  await a.stop();
  const id = uuid7();
  const cookie = await hold(office, id);
  expect(await ids(cookie)).toEqual([id]);
});

test('when both pools have lost everything, a browser goes on from its cookie as who it was', async () => {
  const { office, ids, a, b } = await setUp();
  const cookie = await hold(office, uuid7());
  const hash = await hashOf(cookie);
  for (const server of [a, b]) {
    await server.stop();
    await real.server(server.port);
  }
  const id = uuid7();
  const isHeld = async () => {
    await hold(office, id, cookie);
    return (await ids(cookie)).includes(id);
  };
  await until(() => isHeld().catch(() => false));
  expect(await real.client(a, 'well').get(`session:${hash}`)).toBeDefined();
});

const hashOf = (cookie: string) => {
  const [name = '', value = ''] = cookie.split('=');
  return cookies.find({ cookies: { [name]: value }, headers: {} });
};

const statusOf = (registrationId: string): Status => ({
  registrationId,
  raceId: 'harbour-2027',
  eventId: '01890a5d-ac96-774b-bcce-b302099a8057',
  outcome: 'refused',
  payment: 'voided',
  amount: 0,
  currency: 'EUR',
});
