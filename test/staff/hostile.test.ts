import { consoleRoutes } from '../../lambdas/contract/console-routes';
import { staffRoles } from '../../lambdas/domain/staff';
import { uuid7 } from '../../lambdas/platform/uuid';
import { requestEvent } from '../platform/http/request-event';
import { makeRace } from '../support/races/race';
import { openConsole } from './console-world';

/** People who have a session, and try what the console does not offer them. */
const console = openConsole();
let own = '';
let foreign = '';
let eventId = '';
beforeAll(async () => {
  const race = await makeRace(console.postgres, { spots: 40 });
  [own, eventId] = [race.raceId, race.eventId];
  foreign = (await makeRace(console.postgres, { spots: 1 })).raceId;
});

interface Asking {
  readonly secret: string;
  readonly json?: unknown;
  readonly key?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

const ask = async (method: string, path: string, { secret, json = {}, key = uuid7(), headers = {} }: Asking) => {
  const { status, body } = await console.call(method, path, {
    secret,
    ...(method !== 'GET' && { json }),
    headers: { 'idempotency-key': key, ...headers },
  });
  return { status, body, said: `${status} ${String(body?.type ?? '').replace('/problems/', '')}`.trim() };
};
const capacity = async () => {
  const [event] = await console.postgres.query<{ capacity: number }>('SELECT capacity FROM event WHERE id = $1', [
    eventId,
  ]);
  return event?.capacity;
};
const lower = (secret: string, more: Omit<Asking, 'secret'> = {}) =>
  ask('POST', `/races/${own}/commands/changeCapacity`, { secret, json: { eventId, capacity: 39 }, ...more });

const writes = Object.keys(consoleRoutes).filter((route) => !route.startsWith('GET '));

/** A request whose body is no JSON of ours, or that comes from elsewhere. Returns its status. */
const send = async (secret: string, route: string, body: string, headers: Readonly<Record<string, string>>) => {
  const path = route
    .replace('{raceId}', own)
    .replace('{scope}', own)
    .replace(/\{\w+Id\}/g, uuid7());
  const event = requestEvent({
    routeKey: path.replace('{command}', 'changeCapacity'),
    headers: {
      'x-startline-origin': 'word',
      'x-startline-viewer': '203.0.113.7:4711',
      'content-type': 'application/json',
      'idempotency-key': uuid7(),
      'if-match': '"r1.d0"',
      ...headers,
    },
    body,
  });
  const cookies = [`__Host-startline-staff=${secret}`];
  const answer = await console.handle({ ...event, routeKey: 'ANY /api/console/{path+}', cookies });
  return (answer as { readonly statusCode: number }).statusCode;
};

test('a role that is lowered or taken away counts no more at the next request, also in a session from before', async () => {
  const owner = await console.signedIn([{ role: 'owner', raceId: own }]);
  const { secret, staffId } = await console.signedIn([{ role: 'director', raceId: own }]);
  const role = `/staff/${own}/${staffId}/role`;
  const key = uuid7();
  const order = () =>
    ask('POST', `/races/${own}/commands/setStock`, { secret, json: { variant: 'cap', stock: 3 }, key });
  expect((await order()).said).toBe('200');
  expect((await ask('PUT', role, { secret: owner.secret, json: { role: 'viewer' } })).said).toBe('200');
  // Not even the answer to what they ordered before.
  expect([(await order()).said, (await lower(secret)).said]).toEqual(['403 not-permitted', '403 not-permitted']);
  expect((await ask('POST', `/races/${own}/participants`, { secret })).said).toBe('403 not-permitted');
  expect((await ask('GET', `/races/${own}/sales`, { secret })).said).toBe('200');
  expect((await ask('DELETE', role, { secret: owner.secret })).said).toBe('200');
  for (const path of [`/races/${own}`, `/races/${own}/document`, `/races/${own}/sales`, `/races/${own}/commands`])
    expect([path, (await ask('GET', path, { secret })).said]).toEqual([path, '404 not-found']);
  expect((await order()).said).toBe('404 not-found');
});

test('an owner of one race gives no role to somebody whose id they know, and does not learn their address', async () => {
  const { secret } = await console.signedIn([{ role: 'owner', raceId: own }]);
  const stranger = await console.signedIn([{ role: 'director', raceId: foreign }]);
  const role = { secret, json: { role: 'viewer' } };
  expect((await ask('PUT', `/staff/${own}/${stranger.staffId}/role`, role)).said).toBe('404 not-found');
  expect((await ask('DELETE', `/staff/${own}/${stranger.staffId}/role`, role)).said).toBe('404 not-found');
  const listed = await ask('GET', `/staff/${own}`, { secret });
  expect(JSON.stringify(listed.body)).not.toContain(stranger.staffId);
  for (const [method, path] of [
    ['PUT', `/staff/${foreign}/${stranger.staffId}/role`],
    ['PUT', `/staff/all/${stranger.staffId}/role`],
    ['PUT', `/staff/${stranger.staffId}/state`],
    ['POST', `/staff/${stranger.staffId}/reset`],
  ] as const)
    expect([path, (await ask(method, path, role)).said]).toEqual([
      path,
      path.includes(foreign) ? '404 not-found' : '403 not-permitted',
    ]);
});

test('what belongs to another race is not there, whoever names it under their own', async () => {
  const theirs = await console.signedIn([{ role: 'owner', raceId: foreign }]);
  const file = { format: 'csv' };
  const exported = await ask('POST', `/races/${foreign}/exports`, { secret: theirs.secret, json: file });
  expect(exported.said).toBe('202');
  const { secret } = await console.signedIn([{ role: 'owner', raceId: own }]);
  const mine = await ask('POST', `/races/${own}/exports`, { secret, json: file });
  const answers = async (id: string) => [
    (await ask('PUT', `/races/${own}/exports/${id}`, { secret, json: { to: 'stop' } })).said,
    (await ask('POST', `/races/${own}/exports/${id}/link`, { secret })).said,
  ];
  expect(await answers(exported.body.id)).toEqual(['404 not-found', '404 not-found']);
  // Their own can be stopped.
  expect((await answers(mine.body.id))[0]).toBe('200');
  expect((await ask('GET', `/races/${own}/exports`, { secret })).body.files).toHaveLength(1);
  const foreignEvent = await console.postgres.query<{ id: string }>('SELECT id FROM event WHERE race_id = $1', [
    foreign,
  ]);
  const spots = { eventId: foreignEvent[0]?.id, capacity: 9 };
  expect((await lower(secret, { json: spots })).status).toBe(422);
  expect(
    (
      await ask('POST', `/races/${own}/commands/changeSale`, {
        secret,
        json: { eventId: spots.eventId, sale: 'closed' },
      })
    ).status,
  ).toBe(422);
  expect((await lower(secret, { json: { ...spots, raceId: foreign } })).said).toBe('404 not-found');
});

test('a desk, which signs in by a link alone, does not read through the addresses and answers of everybody', async () => {
  const { secret } = await console.signedIn([{ role: 'desk', raceId: own }]);
  const said: string[] = [];
  // A minute may end in between, so twice as many.
  for (let n = 0; n < 62; n++) said.push((await ask('GET', `/races/${own}/participants/${uuid7()}`, { secret })).said);
  expect(said.slice(0, 30)).toEqual(Array(30).fill('404 not-found'));
  expect(said).toContain('429 too-fast');
  expect((await ask('GET', `/races/${own}/sales`, { secret })).said).toBe('200');
});

test('who is signed in works on behind an address where strangers try cookies', async () => {
  const { secret } = await console.signedIn([{ role: 'desk', raceId: own }]);
  const headers = { 'x-startline-viewer': '198.51.100.77:4711' };
  const sales = (of: string) => ask('GET', `/races/${own}/sales`, { secret: of, headers });
  expect((await sales(secret)).said).toBe('200');
  let guesses = 0;
  // Another minute may begin in between.
  while (guesses < 250 && (await sales(`guess-${guesses}`)).status !== 429) guesses++;
  expect(guesses).toBeLessThan(250);
  expect((await sales(secret)).said).toBe('200');
});

test('the id of a command is one person’s, for one command of one race', async () => {
  const key = uuid7();
  const ada = await console.signedIn([{ role: 'director', raceId: undefined }]);
  const bea = await console.signedIn([{ role: 'director', raceId: undefined }]);
  const path = (race: string, name: string) => `/races/${race}/commands/${name}`;
  const codes = { batch: 'friends', number: 1, off: { kind: 'percent', value: 10 } };
  expect((await ask('POST', path(own, 'makeCodes'), { ...ada, json: codes, key })).said).toBe('200');
  const reused = '422 idempotency-key-reused';
  expect((await ask('POST', path(own, 'makeCodes'), { ...bea, json: codes, key })).said).toBe(reused);
  expect((await ask('POST', path(foreign, 'makeCodes'), { ...ada, json: codes, key })).said).toBe(reused);
  expect((await ask('POST', path(own, 'makeCodes'), { ...ada, json: { ...codes, number: 2 }, key })).said).toBe(reused);
  expect((await lower(ada.secret, { key })).said).toBe(reused);
  for (const wrong of ['', 'x', uuid7().toUpperCase(), '00000000-0000-4000-8000-000000000000'])
    expect([wrong, (await lower(ada.secret, { key: wrong })).status >= 400]).toEqual([wrong, true]);
  expect(await capacity()).toBe(40);
});

describe('a page of another site that a director has open', () => {
  test.each<[string, Readonly<Record<string, string>>]>([
    ['in a new browser', { 'sec-fetch-site': 'cross-site' }],
    ['at a name beside ours', { 'sec-fetch-site': 'same-site' }],
    ['in an old browser', { origin: 'https://elsewhere.example' }],
    ['in a sandbox', { origin: 'null' }],
  ])('has nothing done %s', async (_, from) => {
    const { secret } = await console.signedIn([{ role: 'owner', raceId: undefined }]);
    const answers = [];
    for (const route of writes)
      answers.push([route, await send(secret, route, JSON.stringify({ eventId, capacity: 39 }), from)]);
    expect(answers).toEqual(writes.map((route) => [route, 403]));
    expect(await capacity()).toBe(40);
  });

  test.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', ''])(
    'orders nothing by a form of %j',
    async (type) => {
      const { secret } = await console.signedIn([{ role: 'owner', raceId: undefined }]);
      expect((await lower(secret, { headers: { 'content-type': type } })).said).toBe('415 not-json');
      expect(await capacity()).toBe(40);
    },
  );
});

describe('a race that is only a draft', () => {
  test('is not there for strangers, nor for staff of another race', async () => {
    const { secret } = await console.signedIn([{ role: 'director', raceId: undefined }]);
    const raceId = 'a-secret-race';
    expect((await ask('POST', '/races', { secret, json: { id: raceId } })).said).toBe('200');
    const draft = { name: 'A secret race' };
    expect(
      (await ask('PUT', `/races/${raceId}/draft`, { secret, json: { draft }, headers: { 'if-match': '"r0.d1"' } }))
        .said,
    ).toBe('200');
    const browse = async (path: string, values: Readonly<Record<string, string>> = {}) => {
      const event = requestEvent({ routeKey: `GET ${path}`, headers: { 'x-startline-origin': 'word' } });
      const answer = await console.browse({ ...event, routeKey: `GET ${path}`, pathParameters: values } as never);
      return answer as { statusCode: number; body: string };
    };
    for (const end of ['', '/availability'])
      expect((await browse(`/api/races/{raceId}${end}`, { raceId })).statusCode).toBe(404);
    expect((await browse('/api/races')).body).not.toContain('secret');
    for (const role of staffRoles) {
      const other = await console.signedIn([{ role, raceId: own }]);
      for (const path of ['', '/document', '/sales', '/revisions', '/mails'])
        expect([role, path, (await ask('GET', `/races/${raceId}${path}`, other)).said]).toEqual([
          role,
          path,
          '404 not-found',
        ]);
      expect(JSON.stringify((await ask('GET', '/races', other)).body)).not.toContain('secret');
      // As if it did not exist.
      const { body } = await ask('GET', `/races/${raceId}`, other);
      const nothing = await ask('GET', '/races/nothing-at-all', other);
      expect(JSON.stringify(body).replaceAll(raceId, 'nothing-at-all')).toBe(JSON.stringify(nothing.body));
    }
  });
});

test.each([
  ['5,000 levels deep', `{"draft":{"name":${'['.repeat(5000)}${']'.repeat(5000)}}}`, 422],
  ['with 40,000 nothings for events', `{"draft":{"events":[${'null,'.repeat(40_000)}null]}}`, 200],
  [
    'whose event has no text for an id',
    '{"draft":{"events":[{"id":{"toString":"x"}},{"from":{"toString":"x"}}]}}',
    200,
  ],
  ['with a prototype', '{"draft":{"name":"x","__proto__":{"role":"owner"}}}', 422],
  ['of a megabyte', `{"draft":{"name":"${'x'.repeat(1024 * 1024)}"}}`, 413],
])('a draft %s breaks nothing', async (_, body, status) => {
  const { secret } = await console.signedIn([{ role: 'director', raceId: undefined }]);
  const race = await makeRace(console.postgres, { spots: 1 });
  const route = `PUT /api/console/races/${race.raceId}/draft`;
  expect(await send(secret, route, body, { 'sec-fetch-site': 'same-origin' })).toBe(status);
  expect((await ask('GET', `/races/${race.raceId}/document`, { secret })).said).toBe('200');
});

test('a text that nobody can see, or that is read in another order than it is written, is not published', async () => {
  const { secret } = await console.signedIn([{ role: 'director', raceId: undefined }]);
  const { raceId } = await makeRace(console.postgres, { spots: 1 });
  const [nothing, reversed] = ['\u200b\u2060\n\u00ad', 'Free \u202eecnartne\u202c'];
  const draft = { name: reversed, place: nothing, description: nothing, notice: reversed };
  const saved = await ask('PUT', `/races/${raceId}/draft`, {
    secret,
    json: { draft },
    headers: { 'if-match': '"r1.d0"' },
  });
  const codes = saved.body.savedDraft.errors.map(({ field, code }: { field: string; code: string }) => [field, code]);
  expect(codes).toEqual(
    expect.arrayContaining([
      ['name', 'control-characters'],
      ['place', 'empty'],
      ['description', 'empty'],
      ['notice', 'control-characters'],
    ]),
  );
});

test('a session reads the list of a desk sixty times a minute, and what has changed as often as it likes', async () => {
  const { secret } = await console.signedIn([{ role: 'desk', raceId: own }]);
  const list = (json: object = {}) => ask('POST', `/races/${own}/commands/deskList`, { secret, json });
  let pages = 0;
  // Another minute may begin in between.
  while (pages <= 120 && (await list()).status === 200) pages++;
  expect(pages).toBeGreaterThanOrEqual(60);
  expect(pages).toBeLessThanOrEqual(120);
  expect((await list()).said).toBe('429 too-fast');
  expect([(await list({ since: 0 })).status, (await list({ of: uuid7() })).status]).toEqual([200, 200]);
});
