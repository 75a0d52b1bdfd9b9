import type { RequestListener } from 'node:http';
import { Browser } from '../../../loadtest/browser/browser';
import { Agenda } from '../../../loadtest/generator/agenda';
import { rawEngine } from '../../../loadtest/http/raw-engine';
import { UserSession } from '../../../loadtest/people/user-session';
import { serve } from '../support/small-server';

interface Noted {
  readonly step: string;
  readonly milliseconds: number;
  readonly failed: boolean;
}

const thinkMs = 30;

/** A session against a server that gives these answers in sequence, and the last one for ever. */
const walk = async (answers: readonly RequestListener[], { random = () => 0, deadlineSeconds = 60 } = {}) => {
  let asked = 0;
  const server = await serve((request, response) => {
    const answer = answers[Math.min(asked++, answers.length - 1)];
    answer?.(request, response);
  });
  const noted: Noted[] = [];
  const way = new UserSession({
    browser: new Browser('127.0.0.1', rawEngine()),
    agenda: new Agenda(),
    random,
    departure: performance.now(),
    deadlineSeconds,
    think: () => thinkMs / 1000,
    note: (step, milliseconds, failed) => noted.push({ step, milliseconds, failed }),
  });
  return { way, noted, url: server.url, requests: server.requests };
};

const problem = (status: number, name: string, retryAfter?: number): RequestListener => {
  const body = {
    type: `/problems/${name}`,
    title: '',
    status,
    detail: '',
    ...(retryAfter !== undefined && { retryAfter }),
  };
  return (_, response) =>
    response
      .writeHead(status, retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) })
      .end(JSON.stringify(body));
};
const good: RequestListener = (_, response) => response.end('{}');
const get = (url: string) => ({ method: 'GET', url }) as const;

test.each<[string, RequestListener]>([
  ['the server is busy', problem(503, 'busy', 0.02)],
  ['something broke on its side', problem(500, 'internal-error')],
  ['a proxy answers in its stead', (_, response) => response.writeHead(502).end('<html>')],
  ['the gateway throttles', (_, response) => response.writeHead(429).end('{"message":"Too Many Requests"}')],
  ['the connection breaks', (request) => request.socket.destroy()],
])('when %s, the runner asks again, as the page does', async (_, failure) => {
  const { way, url, requests } = await walk([failure, failure, good]);
  expect(await way.ask('hold', get(url))).toMatchObject({ status: 200 });
  expect(requests()).toBe(3);
});

test.each<[string, RequestListener]>([
  ['sold out', problem(409, 'sold-out')],
  ['holds as many as one may', problem(429, 'too-many-holds', 60)],
  ['the request is wrong', problem(422, 'invalid-request')],
])('when it is final (%s), the page does not', async (_, answer) => {
  const { way, url, requests } = await walk([answer]);
  expect((await way.ask('hold', get(url))).status).toBeGreaterThanOrEqual(400);
  expect(requests()).toBe(1);
});

test('each try is a request of its own, and those that failed are told apart', async () => {
  const { way, noted, url } = await walk([problem(503, 'busy'), good]);
  await way.ask('hold', get(url));
  expect(noted.map(({ step, failed }) => [step, failed])).toEqual([
    ['hold', true],
    ['hold', false],
  ]);
});

test('waiting as long as the server asks does not count as slowness of the server', async () => {
  const { way, noted, url } = await walk([problem(503, 'busy', 3), good]);
  await way.ask('hold', get(url));
  expect(Math.max(...noted.map(({ milliseconds }) => milliseconds))).toBeLessThan(2_900);
});

test('a runner gives up at last', async () => {
  const { way, url } = await walk([problem(503, 'busy', 0.01)], { deadlineSeconds: 0.2 });
  expect(await way.ask('hold', get(url))).toMatchObject({ status: 503 });
});

test('a request counts from the moment it was meant for: thinking does not, being kept from it does', async () => {
  const { way, noted, url } = await walk([good]);
  await way.ask('page', get(url));
  const begun = performance.now();
  const thinking = way.think();
  // The generator is busy.
  for (const end = performance.now() + 150; performance.now() < end; );
  await thinking;
  await way.ask('hold', get(url));
  expect(noted[1]?.milliseconds).toBeGreaterThan(100);
  expect(noted[1]?.milliseconds).toBeLessThan(performance.now() - begun - thinkMs + 1);
});
