import type { IncomingMessage } from 'node:http';
import { brotliCompressSync } from 'node:zlib';
import { Browser } from '../../../loadtest/browser/browser';
import type { Version } from '../../../loadtest/browser/browser-cache';
import { rawEngine } from '../../../loadtest/http/raw-engine';
import { serve } from '../support/small-server';

const here = '127.0.0.1';
const engine = rawEngine();
afterEach(() => engine.close());
const open = (versions?: Map<string, Version>) => new Browser(here, engine, versions);

test('cookies go back to the site they came from, until it takes them away', async () => {
  const cookies: (string | undefined)[] = [];
  const site = await serve((request, response) => {
    cookies.push(request.headers.cookie);
    const line = request.url === '/out' ? 'a=; Max-Age=0' : 'a=1; Path=/; HttpOnly';
    response.setHeader('set-cookie', [line, 'b=2']).end('{}');
  });
  const processor = await serve((request, response) => {
    cookies.push(request.headers.cookie);
    response.end('{}');
  });
  const browser = open();
  for (const url of [`${site.url}/in`, `${site.url}/out`, `${site.url}/after`, `${processor.url}/card`])
    await browser.fetch({ method: 'GET', url });
  expect(cookies).toEqual([undefined, 'a=1; b=2', 'b=2', undefined]);
});

const answering = (headers: Readonly<Record<string, string>>) => {
  const asked: IncomingMessage['headers'][] = [];
  return {
    asked,
    server: serve((request, response) => {
      asked.push(request.headers);
      const isKnown = headers.etag !== undefined && request.headers['if-none-match'] === headers.etag;
      response.writeHead(isKnown ? 304 : 200, headers).end(isKnown ? undefined : '{"n":1}');
    }),
  };
};

test('what is fresh is not asked for', async () => {
  const { asked, server } = answering({ 'cache-control': 'max-age=60' });
  const { url } = await server;
  const browser = open();
  await browser.fetch({ method: 'GET', url });
  expect(await browser.fetch({ method: 'GET', url })).toMatchObject({ status: 200, body: { n: 1 }, isFromCache: true });
  expect(asked).toHaveLength(1);
});

test.each([
  ['an edge that kept it for its whole life', { 'cache-control': 'max-age=60', age: '60' }],
  ['no-store', { 'cache-control': 'no-store, max-age=60' }],
  ['nothing said', {}],
])('%s: it is asked for again', async (_, headers) => {
  const { asked, server } = answering(headers);
  const { url } = await server;
  const browser = open();
  for (let n = 0; n < 2; n++)
    expect(await browser.fetch({ method: 'GET', url })).toMatchObject({ status: 200, body: { n: 1 } });
  expect(asked).toHaveLength(2);
});

test('what may have changed is asked for by its mark, and "not modified" is the same as before', async () => {
  const { asked, server } = answering({
    'cache-control': 'no-cache',
    etag: '"v1"',
    'last-modified': 'Sat, 21 Nov 2026 22:00:00 GMT',
  });
  const { url } = await server;
  const browser = open();
  for (let n = 0; n < 2; n++)
    expect(await browser.fetch({ method: 'GET', url })).toMatchObject({ status: 200, body: { n: 1 } });
  expect(asked.map((headers) => [headers['if-none-match'], headers['if-modified-since']])).toEqual([
    [undefined, undefined],
    ['"v1"', 'Sat, 21 Nov 2026 22:00:00 GMT'],
  ]);
});

test('what is meant for one person is neither kept nor shared', async () => {
  const { asked, server } = answering({ 'cache-control': 'max-age=60' });
  const { url } = await server;
  const browser = open();
  for (let n = 0; n < 2; n++) await browser.fetch({ method: 'GET', url, bearer: 'mine' });
  expect(asked.map(({ authorization }) => authorization)).toEqual(['Bearer mine', 'Bearer mine']);
});

test('thousands read the same version and keep it once', async () => {
  const { server } = answering({ etag: '"v1"' });
  const { url } = await server;
  const versions = new Map<string, Version>();
  const [one, other] = [open(versions), open(versions)];
  const read = async (browser: Browser) => (await browser.fetch({ method: 'GET', url })).body;
  expect(await read(one)).toBe(await read(other));
  expect(versions.size).toBe(1);
});

test('a document may come packed', async () => {
  const { url } = await serve((request, response) => {
    expect(request.headers['accept-encoding']).toContain('br');
    response.setHeader('content-encoding', 'br').end(brotliCompressSync('<p>Hello</p>'));
  });
  const browser = open();
  expect((await browser.fetch({ method: 'GET', url, as: 'document' })).body).toBe('<p>Hello</p>');
});
