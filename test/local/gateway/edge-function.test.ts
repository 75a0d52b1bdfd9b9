import { readFileSync } from 'node:fs';
import { viewerHeader } from '../../../lambdas/contract/headers';
import { lineKeys, readStamp } from '../../../lambdas/line/pass/signed-passes';
import { arrivalFunction } from '../../../lib/edge';
import { edgeFunction } from '../../../local/gateway/edge-function';

const code = readFileSync(arrivalFunction, 'utf8');
const lineId = '01930f3e-aaaa-7bbb-8ccc-000000000001';
const raceId = 'harbour-2027';
const path = `/api/races/${raceId}/line/arrival`;
const name = `__Host-arrival-${raceId}`;
const keys = async () => ({ kid: 'k1', k1: 'a'.repeat(40) });
const otherKeys = async () => ({ kid: 'k1', k1: 'b'.repeat(40) });

/** A value of the store, as `line-errands` writes it. */
const entryOf = async (secret = keys, gun = Date.now() + 3_600_000) =>
  JSON.stringify({ id: lineId, key: (await lineKeys(secret, lineId))[0]?.toString(), gun });

const edgeWith = (value: string | (() => Promise<string>)) =>
  edgeFunction(code, async (key) => {
    if (key !== `line.${raceId}`) throw new Error('KeyNotFound');
    return typeof value === 'string' ? value : value();
  });

const ask = (
  edge: ReturnType<typeof edgeFunction>,
  { method = 'POST', at = path, cookie = undefined as string | undefined, address = '203.0.113.7' } = {},
) => edge({ method, path: at, address, cookie });

const stampIn = (answer: Awaited<ReturnType<typeof ask>>) => {
  const [set = ''] = [answer?.headers['set-cookie']].flat();
  return /^[^=]+=([^;]*)/.exec(String(set))?.[1] ?? '';
};
const readBy = async (stamp: string, secret = keys) =>
  readStamp(stamp, lineId, await lineKeys(secret, lineId))?.arrival;

test('an arrival is stamped at the edge, as enter-line reads it, and enrols within a minute', async () => {
  const before = Date.now();
  const answer = await ask(edgeWith(await entryOf()));
  expect(answer).toMatchObject({
    status: 200,
    headers: { 'content-type': 'application/json', 'cache-control': 'no-store' },
  });
  expect(String(answer?.headers['set-cookie'])).toMatch(
    /^__Host-arrival-harbour-2027=[^;]+; Path=\/; Max-Age=2592000; Secure; SameSite=Lax; HttpOnly$/,
  );
  const arrival = await readBy(stampIn(answer));
  const { arrivedAt, enrolAfter } = JSON.parse(String(answer?.body));
  expect(Date.parse(arrivedAt)).toBe(arrival?.at);
  expect(arrival?.at).toBeGreaterThanOrEqual(before);
  expect(arrival?.at).toBeLessThanOrEqual(Date.now());
  expect(enrolAfter).toBeGreaterThanOrEqual(0);
  expect(enrolAfter).toBeLessThanOrEqual(60_000);
});

test('people who ask again get the same stamp, from every address', async () => {
  const edge = edgeWith(await entryOf());
  const first = stampIn(await ask(edge));
  const again = await ask(edge, { cookie: `a=1; ${name}=${first}`, address: '198.51.100.9' });
  expect(stampIn(again)).toBe(first);
});

test('a stamp that is forged, of another line or of another key is replaced', async () => {
  const edge = edgeWith(await entryOf());
  const good = stampIn(await ask(edge));
  const earlier = good.replace(/\.[0-9a-z]+\./, '.1.');
  const other = stampIn(await ask(edgeWith(await entryOf(otherKeys))));
  for (const bad of [earlier, other, good.replace(lineId, `${lineId.slice(0, -1)}2`), 'x', `${good}.x`]) {
    const stamp = stampIn(await ask(edge, { cookie: `${name}=${bad}` }));
    expect(stamp).not.toBe(bad);
    expect((await readBy(stamp))?.at).toBeGreaterThan(Date.now() - 60_000);
  }
});

test('two people at one address and one instant have two stamps', async () => {
  const edge = edgeWith(await entryOf());
  const stamps = await Promise.all(Array.from({ length: 50 }, () => ask(edge)));
  expect(new Set(stamps.map((answer) => stampIn(answer).split('.')[2])).size).toBe(50);
});

test('people who come at the last second enrol within ten seconds after the gun, and later ones within one', async () => {
  for (const [gun, most] of [
    [Date.now() + 1_000, 11_000],
    [Date.now() - 60_000, 1_000],
  ] as const) {
    const edge = edgeWith(await entryOf(keys, gun));
    for (let n = 0; n < 20; n++)
      expect(JSON.parse(String((await ask(edge))?.body)).enrolAfter).toBeLessThanOrEqual(most);
  }
});

test.each<[string, string | (() => Promise<string>), Parameters<typeof ask>[1]]>([
  ['another race', '{}', { at: '/api/races/other/line/arrival' }],
  ['another method', '{}', { method: 'GET' }],
  ['a race that nobody could have named', '{}', { at: '/api/races/A%20b/line/arrival' }],
  ['an entry that is no JSON', 'x', {}],
  ['an entry without a key', '{"id":"1","gun":1}', {}],
  ['a store that fails', () => Promise.reject(new Error('down')), {}],
  ['a store that never answers', () => new Promise(() => {}), {}],
])('%s goes on to the API', async (_, value, request) => {
  expect(await ask(edgeWith(value), request)).toBeUndefined();
});

test.each([
  `/api/races/${raceId}/results/line/arrival`,
  `/api/races/${raceId}/line/arrival/line/arrival`,
  `/api/races/${raceId}//line/arrival`,
  `/api/races/${raceId}/line/arrival/`,
  `/api/races/${raceId}%2f/line/arrival`,
  `/api/races/${raceId}/line/%61rrival`,
  `/api/races/${raceId}/line/arrival\n`,
  '/api/races//line/arrival',
])('the path %s is none of an arrival, and goes on to the API', async (at) => {
  expect(await ask(edgeWith(await entryOf()), { at })).toBeUndefined();
});

test.each(['HEAD', 'OPTIONS', 'PUT', 'DELETE', 'post'])('nobody arrives by %s', async (method) => {
  expect(await ask(edgeWith(await entryOf()), { method })).toBeUndefined();
});

test('of several stamps one counts, whatever else the cookies are', async () => {
  const edge = edgeWith(await entryOf());
  const [one, other] = [stampIn(await ask(edge)), stampIn(await ask(edge))];
  const many = `${name}=${one}; ${name}=${other}; =; ${name}; __proto__=x; x=${'y'.repeat(9000)}`;
  expect([one, other]).toContain(stampIn(await ask(edge, { cookie: many })));
  for (const value of ['', '...', 'x'.repeat(9000), `${lineId}...`, `${lineId}.1.2.`, '"', '%00'])
    expect(await readBy(stampIn(await ask(edge, { cookie: `${name}=${value}` })))).toBeDefined();
});

test('a function that never ends is cut off, and the request goes on to the API', async () => {
  const edge = edgeFunction('async function handler() { for (;;); }', async () => '');
  expect(await ask(edge)).toBeUndefined();
});

test('what goes on has the address of the viewer in the header that the API believes', () => {
  expect(code).toContain(`request.headers['${viewerHeader}'] = { value: event.viewer.ip + ':0' };`);
});

test.each<[string, string]>([
  ['the network', "fetch('http://localhost')"],
  ['modules of Node', "require('fs')"],
  ['the process', 'process.exit()'],
  ['timers', 'setTimeout(() => {}, 1)'],
  ['text as code', "eval('1')"],
])('a function at the edge has no %s', async (_, use) => {
  const edge = edgeFunction(
    `async function handler(event) { try { ${use}; return { statusCode: 200 }; } catch (e) { return event.request; } }`,
    async () => '',
  );
  expect(await ask(edge)).toBeUndefined();
});

test('a function that is too large, imports what is not there, or never ends is refused', () => {
  expect(() => edgeFunction(`// ${'x'.repeat(10_240)}`, async () => '')).toThrow('10240 bytes');
  expect(() => edgeFunction("import fs from 'fs';", async () => '')).toThrow('no module fs');
  expect(() => edgeFunction('for (;;);', async () => '')).toThrow('timed out');
});

test('no nonce comes from Math.random: at the edge the time may be its seed', () => {
  expect(code.replace(/\/\/.*$/gm, '')).not.toContain('random');
});
