import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type IncomingMessage, request } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { consoleHeaders, crowdHeaders, securityHeaders } from '../../../lib/edge';
import type { Answer } from '../../../local/gateway/answer';
import { type Handler, httpApi } from '../../../local/gateway/api';
import { createGateway } from '../../../local/gateway/gateway';
import { siteFiles } from '../../../local/gateway/site-files';
import { listen } from '../../../local/listen';
import { freePort } from '../../../local/services/free-port';

const directory = mkdtempSync(join(tmpdir(), 'startline-site-'));
const script = `console.log(${'"x"'.repeat(1)});`.repeat(200);
mkdirSync(join(directory, 'assets'));
writeFileSync(join(directory, 'index.html'), '<!doctype html><title>Startline</title>');
writeFileSync(join(directory, 'console.html'), '<!doctype html><title>Console</title>');
writeFileSync(join(directory, 'assets/main-ABC.js'), script);

let handler: jest.Mock<ReturnType<Handler>, Parameters<Handler>>;
let port: number;
let stop: () => Promise<void>;
const log = jest.fn();
let retryAfter: number | undefined;
let results: jest.Mock<Promise<Answer>, [string]>;
const atOnce = async () => undefined;
let turn: () => Promise<void>;
const turns = { turn: () => turn(), refusal: () => retryAfter };

beforeEach(async () => {
  retryAfter = undefined;
  log.mockClear();
  turn = atOnce;
  results = jest.fn(async (path: string) => ({
    status: 200,
    headers: { etag: '"1"', 'cache-control': 'public, max-age=15, s-maxage=15, stale-if-error=86400' },
    body: Buffer.from(path),
  }));
  handler = jest.fn<Promise<unknown>, Parameters<Handler>>(async () => ({
    statusCode: 200,
    headers: { 'Content-Type': 'application/json' },
    body: '{}',
  }));
  const call: Handler = (event, context) => handler(event, context);
  const routes = {
    'GET /api/races': 'one',
    'POST /api/races/{raceId}/holds': 'one',
    'GET /api/registrations/{registrationId}': 'one',
    'HEAD /api/registrations/{registrationId}': 'one',
    $default: 'one',
  } as const;
  port = await freePort();
  const gateway = createGateway({
    api: httpApi({ routes, handlers: { one: call }, turns, now: () => new Date(), log, timeoutMs: 2_000 }),
    site: siteFiles(directory, { '/config.json': '{"a":1}' }),
    files: (path) => results(path),
    originSecret: 'only-the-edge-knows',
    processorOrigin: 'http://localhost:9',
    log,
  });
  stop = await listen(gateway, port);
});
afterEach(() => stop());
const securityNames = Object.keys(securityHeaders('http://localhost:9'));
afterAll(() => rmSync(directory, { recursive: true }));

interface Got {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly body: Buffer;
}

const ask = (method: string, path: string, headers: Record<string, string | string[]> = {}, body?: Buffer | string) =>
  new Promise<Got>((resolve, reject) => {
    const asked = request({ port, host: '127.0.0.1', method, path, headers, agent: false }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks) }),
      );
    });
    asked.on('error', reject);
    asked.end(body);
  });

const seen = (): APIGatewayProxyEventV2 => {
  const event = handler.mock.calls[0]?.[0];
  if (!event) throw new Error('The function was not asked.');
  return event;
};

test('the function sees the secret of the edge and the runner, and never what the runner claims to be', async () => {
  await ask('POST', '/api/races/a/holds', {
    'X-Startline-Origin': 'forged',
    'CloudFront-Viewer-Address': '9.9.9.9:1',
    'X-Forwarded-For': '1.2.3.4',
    'X-Forwarded-Host': 'evil.example',
  });
  const { headers } = seen();
  expect(headers['x-startline-origin']).toBe('only-the-edge-knows');
  expect(headers['x-startline-viewer']).toMatch(/^127\.0\.0\.1:\d+$/);
  expect(headers['x-forwarded-for']).toBe('1.2.3.4, 127.0.0.1');
  expect(headers).not.toHaveProperty('x-forwarded-host');
});

test('results are read in their bucket once for everybody, by their path alone, and nothing is written there', async () => {
  const path = '/results/harbour/current.json';
  for (const query of ['', '?a=1']) expect(String((await ask('GET', path + query)).body)).toBe(path);
  const { status, headers } = await ask('GET', path, { 'if-none-match': '"1"' });
  expect([status, headers['x-cache']]).toEqual([304, 'Hit from startline']);
  for (const method of ['PUT', 'POST', 'DELETE']) expect((await ask(method, path)).status).toBe(403);
  expect(results.mock.calls).toEqual([[path]]);
  expect(handler).not.toHaveBeenCalled();
});

test('the console is an HTML page of its own, with headers of its own, and the page keeps its own', async () => {
  for (const path of ['/console', '/console/races/harbour']) {
    const { body, headers } = await ask('GET', path);
    expect(String(body)).toContain('Console');
    expect(headers).toMatchObject(consoleHeaders());
  }
  const { body, headers } = await ask('GET', '/races/console');
  expect(String(body)).toContain('Startline');
  expect(headers).toMatchObject(securityHeaders('http://localhost:9'));
});

test('what is cached for all is asked for without the cookies of one, and asked once', async () => {
  handler.mockImplementation(async () => ({
    statusCode: 200,
    headers: { 'cache-control': 's-maxage=60', etag: '"v1"' },
    body: 'races',
  }));
  const first = await ask('GET', '/api/races?buster=1', {
    cookie: 'session=1',
    authorization: 'x',
    'if-none-match': '"v1"',
  });
  const second = await ask('GET', '/api/races?buster=2');
  expect(handler).toHaveBeenCalledTimes(1);
  expect(seen().cookies).toBeUndefined();
  expect(seen().headers).not.toHaveProperty('authorization');
  expect(seen().rawQueryString).toBe('');
  expect(first.status).toBe(304);
  expect([second.status, second.body.toString(), second.headers['x-cache']]).toEqual([
    200,
    'races',
    'Hit from startline',
  ]);
  expect(Number(second.headers.age)).toBeLessThanOrEqual(5);
});

test('a personal address is asked for every time, with its cookies', async () => {
  handler.mockImplementation(async () => ({
    statusCode: 200,
    headers: { 'cache-control': 's-maxage=60' },
    body: 'mine',
  }));
  await ask('GET', '/api/registrations/1', { cookie: 'session=1' });
  await ask('GET', '/api/registrations/1');
  expect(handler).toHaveBeenCalledTimes(2);
  expect(seen().cookies).toEqual(['session=1']);
});

test('cookies of the function reach the browser as several headers', async () => {
  handler.mockImplementation(async () => ({ statusCode: 201, cookies: ['a=1; HttpOnly', 'b=2'], body: 'ü' }));
  const got = await ask('POST', '/api/races/a/holds');
  expect([got.status, got.headers['set-cookie'], got.body.toString()]).toEqual([201, ['a=1; HttpOnly', 'b=2'], 'ü']);
});

test('every answer carries the headers that protect the page, errors too', async () => {
  const behind = (statusCode: number) =>
    handler.mockImplementationOnce(async () => ({ statusCode, headers: { 'cache-control': 'no-store' }, body: '{}' }));
  const kinds: [string, () => Promise<Got>][] = [
    ['a view', () => ask('GET', '/')],
    ['a file', () => ask('GET', '/assets/main-ABC.js')],
    ['a file, head', () => ask('HEAD', '/assets/main-ABC.js')],
    ['the settings', () => ask('GET', '/config.json')],
    ['no file', () => ask('GET', '/none.js')],
    ['not for the site', () => ask('POST', '/')],
    ['unchanged', async () => ask('GET', '/', { 'if-none-match': String((await ask('GET', '/')).headers.etag) })],
    ['cached', () => ask('GET', '/api/races')],
    ['cached, head', () => ask('HEAD', '/api/races')],
    ['personal', () => ask('GET', '/api/registrations/1')],
    ['nothing there', () => ask('GET', '/api/nothing')],
    ['malformed', () => ask('GET', '/api/registrations/%E0%A4%A')],
    ['too long an address', () => ask('GET', `/api/${'x'.repeat(8_200)}`)],
    ['too long a body', () => ask('POST', '/api/races/a/holds', {}, Buffer.alloc(10 * 1024 * 1024 + 1))],
    ['too long a head', () => ask('GET', '/api/registrations/1', { 'x-long': 'x'.repeat(10_300) })],
    ...[201, 202, 204, 304, 402, 403, 404, 405, 409, 410, 413, 415, 422, 429, 500, 503].map(
      (status): [string, () => Promise<Got>] => [
        `${status} of a function`,
        () => {
          behind(status);
          return ask('POST', '/api/races/a/holds');
        },
      ],
    ),
    [
      'a function that throws',
      () => {
        handler.mockRejectedValueOnce(new Error('x'));
        return ask('POST', '/api/races/a/holds');
      },
    ],
  ];
  for (const [kind, answer] of kinds) {
    const { headers } = await answer();
    expect([kind, securityNames.filter((name) => headers[name] === undefined)]).toEqual([kind, []]);
    expect(headers['content-security-policy']).toContain("connect-src 'self' http://localhost:9");
    expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
    expect(headers['content-security-policy']).not.toContain('unsafe');
    expect(headers['x-content-type-options']).toBe('nosniff');
  }
});

test('a function that throws is a 500 in the words of API Gateway', async () => {
  handler.mockRejectedValue(new Error('secret detail'));
  const { status, body } = await ask('POST', '/api/races/a/holds');
  expect([status, body.toString()]).toEqual([500, '{"message":"Internal Server Error"}']);
});

test('a function whose header would begin another header is a 500', async () => {
  handler.mockImplementation(async () => ({ statusCode: 200, headers: { 'x-of': 'a\r\nset-cookie: b=1' }, body: '' }));
  const { status, headers } = await ask('GET', '/api/registrations/1');
  expect([status, headers['set-cookie']]).toEqual([500, undefined]);
  expect(log).toHaveBeenCalledWith('the gateway could not answer', expect.anything());
});

test('a function that does not answer in time is a 503', async () => {
  handler.mockReturnValue(new Promise(() => undefined));
  const { status, body } = await ask('POST', '/api/races/a/holds');
  expect([status, body.toString()]).toEqual([503, '{"message":"Service Unavailable"}']);
});

test('a function with too many waiting calls is a 503 that says when to ask again; what is cached goes on', async () => {
  retryAfter = 7;
  const { status, headers, body } = await ask('POST', '/api/races/a/holds', {}, '{}');
  expect([status, headers['retry-after'], body.toString()]).toEqual([503, '7', '{"message":"Service Unavailable"}']);
  expect(handler).not.toHaveBeenCalled();
  expect((await ask('GET', '/api/races')).status).toBe(200);
});

test('a body of 10 MB is let through, one byte more is refused, said or not', async () => {
  const limit = 10 * 1024 * 1024;
  expect((await ask('POST', '/api/races/a/holds', {}, Buffer.alloc(limit))).status).toBe(200);
  expect((await ask('POST', '/api/races/a/holds', {}, Buffer.alloc(limit + 1))).status).toBe(413);
  const unsaid = await ask('POST', '/api/races/a/holds', { 'transfer-encoding': 'chunked' }, Buffer.alloc(limit + 1));
  expect(unsaid.status).toBe(413);
  expect(handler).toHaveBeenCalledTimes(1);
});

test('headers of more than 10,240 bytes are refused', async () => {
  expect((await ask('GET', '/api/registrations/1', { 'x-long': 'x'.repeat(9_000) })).status).toBe(200);
  expect((await ask('GET', '/api/registrations/1', { 'x-long': 'x'.repeat(10_300) })).status).toBe(431);
});

test('an address of more than 8,192 bytes is refused, as CloudFront does', async () => {
  const long = (length: number) => `/api/registrations/${'x'.repeat(length)}`.slice(0, length);
  expect((await ask('GET', long(8_192))).status).toBe(200);
  expect((await ask('GET', long(8_193))).status).toBe(414);
});

test('what fits no route is handed to the one function that says so', async () => {
  for (const [method, path] of [
    ['GET', '/api/nothing'],
    ['PATCH', '/api/races'],
    ['OPTIONS', '/api/registrations/1'],
  ] as const) {
    handler.mockClear();
    expect((await ask(method, path)).status).toBe(200);
    expect(seen()).toMatchObject({ routeKey: '$default', rawPath: path });
  }
});

test('HEAD of what is cached for all is the head of what GET gets, and costs no more', async () => {
  handler.mockImplementation(async () => ({
    statusCode: 200,
    headers: { 'cache-control': 's-maxage=60', etag: '"v1"' },
    body: 'races',
  }));
  const head = await ask('HEAD', '/api/races');
  const whole = await ask('GET', '/api/races');
  expect([head.status, head.headers['content-length'], head.headers.etag, head.body.length]).toEqual([
    200,
    '5',
    '"v1"',
    0,
  ]);
  expect(whole.body.toString()).toBe('races');
  expect(handler).toHaveBeenCalledTimes(1);
});

test('HEAD of what is personal says nothing of a length that nobody knows', async () => {
  handler.mockImplementation(async () => ({ statusCode: 200, body: '' }));
  const { status, headers, body } = await ask('HEAD', '/api/registrations/1');
  expect([status, headers['content-length'], body.length]).toEqual([200, undefined, 0]);
  expect(seen()).toMatchObject({ routeKey: 'HEAD /api/registrations/{registrationId}' });
});

/** The answer to raw bytes, which may be invalid HTTP. */
const raw = (bytes: string) =>
  new Promise<string>((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes));
    let text = '';
    socket.on('data', (chunk) => (text += chunk.toString()));
    socket.on('close', () => resolve(text));
    socket.on('error', reject);
  });

test.each([
  ['no HTTP at all', 'hello\r\n\r\n', 400],
  [
    'two lengths',
    'POST /api/races/a/holds HTTP/1.1\r\nhost: x\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\nab',
    400,
  ],
  [
    'a length and pieces',
    'POST /api/races/a/holds HTTP/1.1\r\nhost: x\r\ncontent-length: 1\r\ntransfer-encoding: chunked\r\n\r\n',
    400,
  ],
  ['no host', 'GET /api/races HTTP/1.1\r\n\r\n', 400],
  ['a header that never ends', `GET /api/races HTTP/1.1\r\nhost: x\r\nx: ${'x'.repeat(30_000)}\r\n\r\n`, 431],
])('%s is refused at once', async (_, bytes, status) => {
  const answer = await raw(bytes);
  expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  for (const name of securityNames) expect(answer.toLowerCase()).toContain(`\r\n${name}: `);
  expect(handler).not.toHaveBeenCalled();
});

test('every view of the page is the one document, and a file that is not there is not', async () => {
  for (const path of ['/', '/races/harbour', '/registrations/1?x=y']) {
    const { status, headers, body } = await ask('GET', path);
    expect([status, headers['cache-control'], body.toString()]).toEqual([
      200,
      'no-cache',
      '<!doctype html><title>Startline</title>',
    ]);
  }
  expect((await ask('GET', '/assets/gone.js')).status).toBe(404);
  expect((await ask('GET', '/config.json')).body.toString()).toBe('{"a":1}');
});

test.each([
  '/../package.json',
  '/%2e%2e/package.json',
  '/assets/../../package.json',
  '/..%2fpackage.json',
  '//etc/passwd.txt',
])('no address leads out of the site: %s', async (path) => {
  const { status, body } = await ask('GET', path);
  expect(status).toBe(404);
  expect(body.toString()).not.toContain('startline"');
});

test('hashed files may be kept for ever, are packed, and are not sent twice', async () => {
  const packed = await ask('GET', '/assets/main-ABC.js', { 'accept-encoding': 'gzip, br' });
  expect(packed.headers).toMatchObject({
    'cache-control': 'public, max-age=31536000, immutable',
    'content-encoding': 'br',
    vary: 'accept-encoding',
  });
  expect(brotliDecompressSync(packed.body).toString()).toBe(script);
  expect((await ask('GET', '/assets/main-ABC.js', { 'accept-encoding': 'br;q=0, identity' })).body.toString()).toBe(
    script,
  );
  const again = await ask('GET', '/assets/main-ABC.js', { 'if-none-match': `W/${packed.headers.etag}` });
  expect([again.status, again.body.length]).toEqual([304, 0]);
  const head = await ask('HEAD', '/assets/main-ABC.js');
  expect([head.status, head.headers['content-length'], head.body.length]).toEqual([200, String(script.length), 0]);
});

test('a runner who hangs up half-way disturbs nobody', async () => {
  const socket = connect(port, '127.0.0.1');
  socket.write('POST /api/races/a/holds HTTP/1.1\r\nhost: x\r\ncontent-length: 100\r\n\r\nhalf');
  await new Promise((resolve) => socket.once('connect', resolve));
  socket.destroy();
  expect((await ask('GET', '/api/races')).status).toBe(200);
  expect(log).not.toHaveBeenCalledWith('the gateway could not answer', expect.anything());
});

test('a runner who hangs up while they wait is dealt nothing', async () => {
  let begin = () => {};
  const waits = new Promise<void>((resolve) => {
    begin = resolve;
  });
  const arrived = new Promise<void>((resolve) => {
    turn = () => {
      resolve();
      turn = atOnce;
      return waits;
    };
  });
  const socket = connect(port, '127.0.0.1');
  socket.write('POST /api/races/a/holds HTTP/1.1\r\nhost: x\r\ncontent-length: 2\r\n\r\n{}');
  await arrived;
  const isClosed = once(socket, 'close');
  socket.end();
  socket.resume();
  await isClosed;
  begin();
  await ask('GET', '/api/races');
  expect(handler.mock.calls.map(([event]) => event.routeKey)).toEqual(['GET /api/races']);
});

test('stopping finishes what is under way', async () => {
  let finish: (value: unknown) => void = () => undefined;
  handler.mockReturnValue(new Promise((resolve) => (finish = resolve)));
  const asked = ask('POST', '/api/races/a/holds');
  while (handler.mock.calls.length === 0) await new Promise(setImmediate);
  const stopped = stop();
  finish({ statusCode: 200, body: 'done' });
  expect((await asked).body.toString()).toBe('done');
  await stopped;
  await expect(ask('GET', '/')).rejects.toThrow(/ECONNREFUSED/);
  stop = async () => undefined;
});

describe("the crowd's distribution", () => {
  let url: string;
  let close: () => Promise<void>;
  beforeEach(async () => {
    const crowdPort = await freePort();
    const call: Handler = (event, context) => handler(event, context);
    const routes = { 'GET /api/races/{raceId}/feed': 'one', 'POST /api/races/{raceId}/feed/presence': 'one' } as const;
    const crowd = createGateway({
      isCrowd: true,
      api: httpApi({ routes, handlers: { one: call }, turns, now: () => new Date(), log, timeoutMs: 2_000 }),
      site: () => {
        throw new Error('The crowd has no site.');
      },
      files: (path) => results(path),
      originSecret: 'only-the-edge-knows',
      processorOrigin: 'http://localhost:9',
      log,
    });
    close = await listen(crowd, crowdPort);
    url = `http://127.0.0.1:${crowdPort}`;
  });
  afterEach(() => close());

  test('a page of any origin may read the feed and the results, once for everybody and without who they are', async () => {
    handler.mockImplementation(async () => ({
      statusCode: 200,
      headers: { 'content-type': 'application/json', 'cache-control': 'public, s-maxage=60' },
      body: '{"head":7}',
    }));
    const cookie = { cookie: 'who=me', origin: 'https://race.example' };
    const answers = [
      await fetch(`${url}/api/races/a/feed`, { headers: cookie }),
      await fetch(`${url}/api/races/a/feed`),
    ];
    for (const answer of answers) {
      expect([answer.status, await answer.json()]).toEqual([200, { head: 7 }]);
      expect(Object.fromEntries(answer.headers)).toMatchObject(crowdHeaders());
    }
    expect(handler).toHaveBeenCalledTimes(1);
    expect(seen().headers.cookie).toBeUndefined();
    expect(seen().cookies).toBeUndefined();
    const file = await fetch(`${url}/results/harbour/current.json`);
    expect([file.status, file.headers.get('access-control-allow-origin')]).toEqual([200, '*']);
  });

  test.each(['POST', 'PUT', 'DELETE', 'OPTIONS'])('%s is refused before anybody is asked', async (method) => {
    for (const path of ['/api/races/a/feed', '/api/races/a/feed/presence', '/results/a/current.json', '/'])
      expect((await fetch(url + path, { method })).status).toBe(403);
    expect(handler).not.toHaveBeenCalled();
    expect(results).not.toHaveBeenCalled();
  });

  test.each(['/', '/api/races', '/api/registrations/x', '/console', '/api/console/races'])(
    'nothing else of the site is behind it: %s reads an object of results, which is none',
    async (path) => {
      results.mockImplementation(async () => ({ status: 404, headers: {}, body: Buffer.from('') }));
      expect((await fetch(url + path)).status).toBe(404);
      expect(handler).not.toHaveBeenCalled();
    },
  );
});
