import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { letRun } from '../../../loadtest/generator/let-run';
import type { Engine, Outgoing } from '../../../loadtest/http/engine';
import { rawEngine } from '../../../loadtest/http/raw-engine';
import { referenceEngine } from '../../../loadtest/http/reference-engine';
import { scenarios } from '../../../loadtest/scenarios/all';
import { gatewayAnswer } from '../../../local/gateway/answer';
import { type Handler, httpApi } from '../../../local/gateway/api';
import { createGateway } from '../../../local/gateway/gateway';
import { siteFiles } from '../../../local/gateway/site-files';
import type { HttpServer } from '../../../local/http/serve-http';
import { alone, helloCrowd } from '../support/crowd';

/** Everything the gateway can answer: a function's reply, cookies, a refusal, a crash, and files. */
const echo: Handler = async ({ rawPath, rawQueryString, body, cookies, isBase64Encoded }) => ({
  statusCode: rawPath.endsWith('/holds') ? 201 : 200,
  headers: { 'content-type': 'application/json', etag: '"1"', 'cache-control': 'no-cache' },
  cookies: ['session=ü%20x; Path=/; HttpOnly', 'seen=1'],
  body: JSON.stringify({ rawPath, rawQueryString, body, cookies, isBase64Encoded, long: 'ä'.repeat(20_000) }),
});
const refuse: Handler = async () => ({
  statusCode: 409,
  headers: { 'retry-after': '7' },
  body: '{"type":"/problems/all-held"}',
});
const crash: Handler = async () => {
  throw new Error('a function that throws');
};

const routes = {
  'GET /api/races/{raceId}': 'echo',
  'POST /api/races/{raceId}/holds': 'echo',
  'PUT /api/registrations/{id}': 'refuse',
  'GET /api/crash': 'crash',
} as const;

const directory = mkdtempSync(join(tmpdir(), 'startline-site-'));
afterAll(() => rmSync(directory, { recursive: true, force: true }));

const openGateway = async () => {
  writeFileSync(join(directory, 'index.html'), `<script src="/app.js"></script>${' '.repeat(2_000)}`);
  writeFileSync(join(directory, 'app.js'), `// ${'x'.repeat(5_000)}`);
  const files = siteFiles(directory, { '/config.json': '{"processor":{}}' });
  let requests = 0;
  const gateway = createGateway({
    api: httpApi({ routes, handlers: { echo, refuse, crash }, now: () => new Date(0), log: () => undefined }),
    site: (method, ...asked) => {
      // The load test's ping is not counted.
      if (method !== 'OPTIONS') requests++;
      return files(method, ...asked);
    },
    files: async () => gatewayAnswer(404, 'Not Found'),
    originSecret: 'secret',
    processorOrigin: 'http://localhost:1',
    log: () => undefined,
  });
  await new Promise<void>((resolve) => gateway.listen(0, '127.0.0.1', resolve));
  opened.push(gateway);
  return { url: `http://127.0.0.1:${(gateway.address() as AddressInfo).port}`, requests: () => requests };
};

const opened: HttpServer[] = [];
afterEach(() => {
  for (const gateway of opened.splice(0)) {
    gateway.close();
    gateway.closeAllConnections();
  }
});

const json = { 'content-type': 'application/json' };
const file: Outgoing = { method: 'GET', path: '/app.js', headers: { 'accept-encoding': 'identity' } };
const requests: readonly Outgoing[] = [
  { method: 'GET', path: '/api/races/x?a=1', headers: { cookie: 'a=1; b=2' } },
  { method: 'POST', path: '/api/races/x/holds', headers: { ...json, cookie: 'a=1' }, body: '{"name":"Chloé"}' },
  { method: 'PUT', path: '/api/registrations/7', headers: json, body: '{}' },
  { method: 'GET', path: '/api/crash', headers: {} },
  { method: 'GET', path: '/api/nowhere', headers: {} },
  { method: 'DELETE', path: '/app.js', headers: {} },
  { method: 'GET', path: '/races/x', headers: { 'accept-encoding': 'identity' } },
  file,
  { method: 'GET', path: '/missing.js', headers: {} },
];

const telling = ['content-type', 'etag', 'cache-control', 'retry-after', 'x-cache', 'content-length', 'allow'];

const answersOf = async (engine: Engine, url: string) => {
  const ask = async (request: Outgoing) => {
    const answer = await engine.send(url, '127.0.0.1', request);
    const { status, setCookies, body } = answer;
    return { status, setCookies, body: body.toString(), headers: telling.map((name) => answer.header(name)) };
  };
  const found: Awaited<ReturnType<typeof ask>>[] = [];
  for (const request of requests) found.push(await ask(request));
  const mark = (await engine.send(url, '127.0.0.1', file)).header('etag') ?? '';
  const unchanged = await ask({ ...file, headers: { 'if-none-match': mark } });
  engine.close();
  return [...found, { ...unchanged, headers: [] }];
};

test('our own engine and undici get the same answers from the gateway', async () => {
  const { url } = await openGateway();
  const [own, reference] = [await answersOf(rawEngine(), url), await answersOf(referenceEngine(), url)];
  expect(own).toEqual(reference);
  expect(own.map(({ status }) => status)).toEqual([200, 201, 409, 500, 404, 405, 200, 200, 404, 304]);
});

test('a crowd counts the same with either', async () => {
  const counts = async (engine: Engine) => {
    const { url, requests: asked } = await openGateway();
    const task = { ...helloCrowd(url, 40, 0.5), scenario: scenarios.static };
    const { outcomes, steps } = await letRun(alone(task), { engine });
    return { asked: asked(), outcomes, steps: steps.map(({ name, errors }) => [name, errors]) };
  };
  const [own, reference] = [await counts(rawEngine()), await counts(referenceEngine())];
  expect(own).toEqual(reference);
  expect(own.outcomes).toHaveLength(40);
  // The document twice, its file once: the gateway says how long a browser may keep the file.
  expect(own.asked).toBeGreaterThanOrEqual(40 * 3);
});
