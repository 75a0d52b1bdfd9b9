import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import * as v from 'valibot';
import { ProblemError } from '../../../lambdas/api/problem-error';
import { problem } from '../../../lambdas/api/problems';
import { instrument } from '../../../lambdas/functions/wiring/connections/observability';
import { ourApi } from '../../../lambdas/functions/wiring/selling/site-api';
import type { Handlers } from '../../../lambdas/platform/http/api';
import { cached, reply } from '../../../lambdas/platform/http/reply';
import type { Request } from '../../../lambdas/platform/http/request';
import { MemcachedError } from '../../../lambdas/platform/memcached/memcached';
import { log } from '../../../lambdas/platform/observability';
import { requestEvent } from './request-event';

const id = '01890a5d-ac96-774b-bcce-b302099a8057';
const post = 'POST /api/races/{raceId}/holds';
const put = 'PUT /api/registrations/{registrationId}';

const ask = async (
  handlers: Handlers,
  event: APIGatewayProxyEventV2,
  options: Parameters<typeof ourApi>[1] = {},
  msLeft = 5000,
) => {
  const result = await ourApi(handlers, options)(event, { getRemainingTimeInMillis: () => msLeft });
  return { ...result, json: result.body ? JSON.parse(result.body) : undefined };
};

/** Collects every line of the log from now on. */
const logged = (): unknown[] => {
  const lines: unknown[] = [];
  for (const level of ['info', 'warn', 'error'] as const)
    jest.spyOn(console, level).mockImplementation((...[line]: unknown[]) => {
      lines.push(JSON.parse(String(line)));
    });
  return lines;
};

/** A request that names its registration in the body, and a route that reads it. */
const holdEvent = requestEvent({
  routeKey: post,
  path: { raceId: 'harbour' },
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ registrationId: id }),
});
const naming = (then: () => void) => async (request: Request) => {
  request.json(v.strictObject({ registrationId: v.string() }));
  then();
  return reply(200, {});
};

const silent = () => jest.spyOn(console, 'error').mockImplementation(() => undefined);
afterEach(() => {
  jest.useRealTimers();
  jest.restoreAllMocks();
});

test('hands a request to its route, with its path, cookies and headers', async () => {
  const { statusCode, json, headers } = await ask(
    {
      [put]: async ({ path, cookies, headers, method }) =>
        reply(202, { path, cookies, agent: headers['user-agent'], method }),
    },
    requestEvent({
      routeKey: put,
      path: { registrationId: id },
      cookies: ['a=1', 'b=x=y', 'a=2'],
      headers: { 'User-Agent': 'x' },
    }),
  );
  expect([statusCode, json]).toEqual([
    202,
    { path: { registrationId: id }, cookies: { a: '1', b: 'x=y' }, agent: 'x', method: 'PUT' },
  ]);
  expect(headers).toMatchObject({ 'cache-control': 'no-store', 'content-type': 'application/json; charset=utf-8' });
});

test('says that an unknown address is unknown, as a problem', async () => {
  const { statusCode, json, headers } = await ask({}, requestEvent({ routeKey: '$default' }));
  expect(statusCode).toBe(404);
  expect(headers).toMatchObject({ 'content-type': 'application/problem+json' });
  expect(v.is(problem, json)).toBe(true);
  expect(json.type).toBe('/problems/not-found');
});

/** Requests that match no route of API Gateway. */
const unrouted = (method: string, path: string) => {
  const event = requestEvent({ routeKey: `${method} ${path}` });
  return { ...event, routeKey: '$default' };
};

test.each([
  ['PATCH', '/api/races', 'GET, HEAD'],
  ['OPTIONS', '/api/races/harbour/availability', 'GET, HEAD'],
  ['GET', '/api/races/harbour/holds', 'POST'],
  ['HEAD', '/api/registration-links', 'POST'],
  ['DELETE', `/api/registrations/${id}`, 'PUT, GET, HEAD'],
  ['POST', `/api/registrations/${id}/transfer`, 'PUT, DELETE'],
  ['PUT', '/api/openapi.json', 'GET, HEAD'],
])('says of %s %s what the address takes instead', async (method, path, allow) => {
  const { statusCode, json, headers, body } = await ask({}, unrouted(method, path));
  expect([statusCode, headers?.allow]).toEqual([405, allow]);
  if (method === 'HEAD') return expect(body).toBe('');
  expect(json).toMatchObject({ type: '/problems/method-not-allowed', allow: allow.split(', ') });
  expect(headers).toMatchObject({ 'cache-control': 'no-store', 'content-type': 'application/problem+json' });
});

test.each(['/api/races/', '/api/nothing', '/api/races/a/b', '/api/openapi_json', '/api/constructor'])(
  'says that there is no %s, by whatever method',
  async (path) => {
    for (const method of ['GET', 'PATCH']) expect((await ask({}, unrouted(method, path))).statusCode).toBe(404);
  },
);

test('HEAD is answered like GET, without the body', async () => {
  const show = async () => cached({ headers: {} }, { races: [] }, 'public, s-maxage=1');
  const whole = await ask({ 'GET /api/races': show }, requestEvent());
  const head = await ask({ 'GET /api/races': show }, requestEvent({ routeKey: 'HEAD /api/races' }));
  expect(head).toEqual({ ...whole, body: '', json: undefined });
  expect(whole.body).toContain('races');
});

test.each(['../etc', 'Not-Lower', 'a'.repeat(64), "x'--", ''])('knows no race called %j', async (raceId) => {
  const show = jest.fn();
  const { statusCode } = await ask(
    { 'GET /api/races/{raceId}': show },
    requestEvent({ routeKey: 'GET /api/races/{raceId}', path: { raceId } }),
  );
  expect([statusCode, show.mock.calls.length]).toEqual([404, 0]);
});

test('says when to come back, in the header and in the body', async () => {
  const busy = async () => {
    throw new ProblemError('busy', { reason: 'crowd', retryAfter: 1.2 });
  };
  const { statusCode, headers, json } = await ask({ 'GET /api/races': busy }, requestEvent());
  expect([statusCode, headers?.['retry-after'], json.retryAfter]).toEqual([503, '2', 2]);
});

test('tells a runner nothing of what broke but the number of the request, and logs it once', async () => {
  const written = silent();
  const breaks = async () => {
    throw new Error('password hunter2 for ada@example.com is wrong');
  };
  const { statusCode, body } = await ask({ 'GET /api/races': breaks }, requestEvent());
  expect(statusCode).toBe(500);
  expect(body).toContain('request-1');
  expect(body).not.toMatch(/hunter2|ada@/);
  expect(written).toHaveBeenCalledTimes(1);
  expect(String(written.mock.calls[0]?.[0])).not.toContain('ada@example.com');
});

test.each([
  Object.assign(new Error('connect'), { code: 'ECONNREFUSED' }),
  Object.assign(new Error('starting up'), { code: '57P03', severity: 'FATAL' }),
  new MemcachedError('timeout', 'slow'),
  new Error('Query read timeout'),
  new Error('wrapped', { cause: Object.assign(new Error('x'), { code: 'ECONNRESET' }) }),
])('asks to come back when something behind us is away: %s', async (error) => {
  silent();
  const { statusCode, headers } = await ask({ 'GET /api/races': () => Promise.reject(error) }, requestEvent());
  expect([statusCode, headers?.['retry-after']]).toEqual([503, '2']);
});

test('a client that has waited long is told to come back later, whatever the reason that nobody knows', async () => {
  silent();
  const away = () => Promise.reject(Object.assign(new Error('connect'), { code: 'ECONNREFUSED' }));
  const after = async (waited: string) => {
    const event = { ...requestEvent(), queryStringParameters: { waited } };
    const { headers } = await ask({ 'GET /api/races': away }, event);
    return headers?.['retry-after'];
  };
  expect(await Promise.all(['0', '20', '500', 'for ever'].map(after))).toEqual(['2', '16', '60', '2']);
});

test('answers busy rather than be cut off', async () => {
  jest.useFakeTimers();
  let answered: number | undefined;
  void ask({ 'GET /api/races': () => new Promise(() => undefined) }, requestEvent(), {}, 5_000).then(
    ({ statusCode }) => {
      answered = statusCode;
    },
  );
  await jest.advanceTimersByTimeAsync(4_400);
  expect(answered).toBeUndefined();
  await jest.advanceTimersByTimeAsync(500);
  expect(answered).toBe(503);
});

test('what is logged of a request can be found by its registration, told in the path or in the body', async () => {
  const lines = logged();
  const handler = instrument('register', ourApi({ [post]: naming(() => log.warn('here')) }));
  await handler(holdEvent);
  expect(lines[0]).toMatchObject({ message: 'here', raceId: 'harbour', registrationId: id });
});

test('what a runner was answered is in the log under their registration, a refusal too', async () => {
  const lines = logged();
  const refuse = () => {
    throw new ProblemError('sold-out');
  };
  for (const then of [() => undefined, refuse])
    await instrument('register', ourApi({ [post]: naming(then) }))(holdEvent);
  expect(lines).toMatchObject(
    [200, 409].map((status) => ({
      message: 'Answered.',
      service: 'register',
      registrationId: id,
      route: post,
      status,
    })),
  );
});

test('of those who only ask, and of those who name no registration, nothing is said', async () => {
  const lines = logged();
  const show = 'GET /api/registrations/{registrationId}';
  const handler = instrument(
    'show-registration',
    ourApi({ [show]: async () => reply(200, {}), [post]: async () => reply(200, {}) }),
  );
  expect(await handler(requestEvent({ routeKey: show, path: { registrationId: id } }))).toMatchObject({
    statusCode: 200,
  });
  expect(await handler({ ...holdEvent, body: '{}' })).toMatchObject({ statusCode: 200 });
  expect(lines).toEqual([]);
});

describe('the door from the CDN', () => {
  const options = { originSecret: async () => ({ current: 'new-word', previous: 'old-word' }) };
  const races: Handlers = { 'GET /api/races': async () => reply(200, {}) };
  test.each([
    ['new-word', 200],
    ['old-word', 200],
    ['', 403],
    ['guess', 403],
    ['undefined', 403],
  ])('with the word %j it answers %d', async (word, status) => {
    const { statusCode } = await ask(races, requestEvent({ headers: { 'X-Startline-Origin': word } }), options);
    expect(statusCode).toBe(status);
  });

  test('is shut to those who say nothing, also when there is no previous word', async () => {
    const only = { originSecret: async () => ({ current: 'new-word', previous: '' }) };
    expect((await ask(races, requestEvent(), options)).statusCode).toBe(403);
    expect((await ask(races, requestEvent({ headers: { 'x-startline-origin': '' } }), only)).statusCode).toBe(403);
  });
});

describe('a change asked for from', () => {
  test.each<[string, Record<string, string>, string | undefined, number]>([
    ['a program that is no browser', {}, undefined, 200],
    ['our own page', { 'sec-fetch-site': 'same-origin', origin: 'https://d1.cloudfront.example' }, undefined, 200],
    ['another site', { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }, undefined, 403],
    ['another site that hides its address', { 'sec-fetch-site': 'cross-site' }, undefined, 403],
    ['a sister site', { 'sec-fetch-site': 'same-site', origin: 'https://blog.startline.example' }, undefined, 403],
    ['an old browser on our page', { origin: 'https://startline.example' }, undefined, 200],
    ['an old browser on our page on another port', { origin: 'https://startline.example:8443' }, undefined, 403],
    ['an old browser on another site', { origin: 'https://evil.example' }, undefined, 403],
    ['a page without an address', { origin: 'null' }, undefined, 403],
    ['an old browser behind a CDN we are not told of', { origin: 'https://run.example' }, undefined, 403],
    ['an old browser on another site', { origin: 'https://evil.example' }, 'https://run.example', 403],
    ['an old browser on the site we are told', { origin: 'https://run.example' }, 'https://run.example/', 200],
    ['an old browser on the site by another scheme', { origin: 'http://run.example' }, 'https://run.example', 403],
  ])('%s', async (_, headers, siteOrigin, status) => {
    const event = requestEvent({ routeKey: post, path: { raceId: 'a' }, headers });
    const { statusCode, json } = await ask(
      { [post]: async () => reply(200, {}) },
      event,
      siteOrigin ? { siteOrigin } : {},
    );
    expect(statusCode).toBe(status);
    if (status === 403) expect(json.type).toBe('/problems/cross-site');
  });

  test('another site may still link to a race', async () => {
    const event = requestEvent({ headers: { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' } });
    expect((await ask({ 'GET /api/races': async () => reply(200, {}) }, event)).statusCode).toBe(200);
  });
});

describe('an answer that caches keep', () => {
  const races: Handlers = { 'GET /api/races': async (request) => cached(request, { races: [] }, 'public, max-age=0') };
  const etagOf = async () => String((await ask(races, requestEvent())).headers?.etag);

  test('has a strong tag', async () => expect(await etagOf()).toMatch(/^"[\w-]{43}"$/));

  test.each([(tag: string) => tag, (tag: string) => `W/${tag}`, (tag: string) => `"x", ${tag}`, () => '*'])(
    'is not sent again to who has it: %s',
    async (known) => {
      const event = requestEvent({ headers: { 'If-None-Match': known(await etagOf()) } });
      const { statusCode, body, headers } = await ask(races, event);
      expect([statusCode, body]).toEqual([304, '']);
      expect(headers).toEqual({ etag: await etagOf(), 'cache-control': 'public, max-age=0' });
    },
  );

  test('is sent to who has another', async () => {
    const { statusCode } = await ask(races, requestEvent({ headers: { 'if-none-match': '"other"' } }));
    expect(statusCode).toBe(200);
  });
});

test('a request with too little time left is refused at once, before anything is begun', async () => {
  let begun = 0;
  const handlers: Handlers = {
    [post]: async () => {
      begun++;
      return reply(200, {});
    },
  };
  const event = requestEvent({ routeKey: post, path: { raceId: 'harbour' } });
  expect((await ask(handlers, event, { minRemainingMs: 3500 }, 3400)).statusCode).toBe(503);
  expect(begun).toBe(0);
  expect((await ask(handlers, event, { minRemainingMs: 3500 }, 3600)).statusCode).toBe(200);
});
