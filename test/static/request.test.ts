import * as v from 'valibot';
import { ownSecret } from '../../static/src/flow/random-ids';
import { pollSeconds, waitSeconds } from '../../static/src/http/backoff';
import { readFailure } from '../../static/src/http/failure';
import { createRequest } from '../../static/src/http/request';

const schema = v.object({ ok: v.literal(true) });
const json = (status: number, body: unknown, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify(body), { status, headers });
const busy = () =>
  json(503, { type: '/problems/busy', title: 't', status: 503, detail: 'later' }, { 'retry-after': '2' });

/** A network with given answers, and a client that records its waits instead of waiting. */
const client = (...answers: readonly (() => Response | Promise<Response>)[]) => {
  const waits: number[] = [];
  const sent: { readonly url: string; readonly init: RequestInit }[] = [];
  const left = [...answers];
  const request = createRequest({
    fetch: async (url, init) => {
      sent.push({ url: url instanceof Request ? url.url : `${url}`, init: init ?? {} });
      const next = left.shift();
      if (!next) throw new TypeError('network');
      return next();
    },
    random: () => 0.5,
    wait: async (seconds) => void waits.push(seconds),
    secret: () => 'secret-of-this-browser',
  });
  return { request, waits, sent };
};

const get = { method: 'GET', url: '/x', schema } as const;
const yes = () => json(200, { ok: true });

test('a transient failure is tried again, waiting what the server asked for and a jitter on top', async () => {
  const { request, waits } = client(busy, yes);
  expect(await request({ ...get, retries: 3 })).toEqual({ kind: 'ok', value: { ok: true } });
  expect(waits).toEqual([2.5]);
});

test('at most three more times', async () => {
  const { request, sent } = client();
  expect(await request({ ...get, retries: 3 })).toEqual({ kind: 'network' });
  expect(sent).toHaveLength(4);
});

test('not at all unless the call may be repeated', async () => {
  const { request, sent } = client(busy, yes);
  expect(await request(get)).toMatchObject({ kind: 'problem', name: 'busy', retryAfter: 2 });
  expect(sent).toHaveLength(1);
});

test.each([
  ['too-many-holds', 429],
  ['sold-out', 409],
  ['not-found', 404],
])('%s is an answer, not a transient failure', async (name, status) => {
  const { request, sent } = client(
    () => json(status, { type: `/problems/${name}`, title: 't', status, detail: 'd' }),
    yes,
  );
  expect(await request({ ...get, retries: 3 })).toMatchObject({ kind: 'problem', name });
  expect(sent).toHaveLength(1);
});

test('an answer that is not ours is said to be that', async () => {
  const { request } = client(() => new Response('<h1>Bad gateway</h1>', { status: 502 }));
  expect(await request(get)).toEqual({ kind: 'unreadable', status: 502 });
  const other = client(() => json(200, { ok: 'perhaps' }));
  expect(await other.request(get)).toEqual({ kind: 'unreadable', status: 200 });
});

test('the secret of the session goes with what is of the session, and with nothing else', async () => {
  const { request, sent } = client(yes, yes);
  await request({ ...get, ofSession: true });
  await request(get);
  expect(sent[0]?.init.headers).toMatchObject({ 'x-startline-secret': 'secret-of-this-browser' });
  expect(sent[1]?.init.headers).not.toHaveProperty('x-startline-secret');
});

test('a browser makes its secret once, and keeps it over a reload', () => {
  const shelf = new Map<string, string>();
  const storage = {
    getItem: (key: string) => shelf.get(key) ?? null,
    setItem: (key: string, text: string) => void shelf.set(key, text),
    removeItem: (key: string) => void shelf.delete(key),
  };
  let made = 0;
  const open = () =>
    ownSecret(
      () => storage,
      (bytes) => bytes.fill(250 + ++made),
    );
  const first = open();
  expect(first()).toMatch(/^[A-Za-z0-9_-]{43}$/);
  expect(first()).toBe(first());
  expect(open()()).toBe(first());
  shelf.set('startline:secret', '"short"');
  expect(open()()).toMatch(/^[A-Za-z0-9_-]{43}$/);
  expect(made).toBe(2);
});

test('a server that hangs is given up', async () => {
  const request = createRequest({
    fetch: (_url, init) =>
      new Promise((_resolve, reject) => init?.signal?.addEventListener('abort', () => reject(init.signal?.reason))),
    random: Math.random,
    wait: async () => {},
    secret: () => '',
  });
  expect(await request({ ...get, timeoutSeconds: 0.02 })).toEqual({ kind: 'timeout' });
});

test('an unknown problem type is not taken for a known one', () => {
  expect(readFailure(409, { type: '/problems/toString', title: 't', status: 409, detail: 'd' }, '3')).toEqual({
    kind: 'unreadable',
    status: 409,
    retryAfter: 3,
  });
});

test('jitter is full, grows, and has a ceiling; a poll is at most a fifth late', () => {
  expect([waitSeconds(0, 0), waitSeconds(1, 0.5), waitSeconds(30, 1), waitSeconds(0, 0, 7)]).toEqual([0, 0.5, 20, 7]);
  expect([pollSeconds(2, 0), pollSeconds(2, 1)]).toEqual([2, 2.4]);
});
