import { availability, holdGranted, race, raceList } from '../../lambdas/api/examples/examples';
import { consoleHeaders, documentCacheControl, immutableCacheControl, securityHeaders } from '../../lib/edge';
import { smoke } from '../../operations/smoke/smoke';
import { serve } from '../loadtest/support/small-server';

interface Given {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: unknown;
}

const json = (body: unknown): Given => ({ body, headers: { 'content-type': 'application/json' } });
const page: Given = {
  body: '<script src="/assets/main-1.js"></script><link href="/assets/page-1.css"><img src="/assets/sea-1.avif">',
  headers: {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': documentCacheControl,
    ...securityHeaders('https://pay.example.com'),
  },
};
const console: Given = {
  body: '<script src="/assets/console-1.js"></script>',
  headers: { ...page.headers, ...consoleHeaders() },
};
const asset = (type: string): Given => ({
  body: '',
  headers: { 'content-type': type, 'cache-control': immutableCacheControl },
});
const config = { processor: { kind: 'stripe', url: 'https://pay.example.com', publishableKey: 'pk_test_12345678' } };
const races = `/api/races/${race.id}`;

const sound: Readonly<Record<string, Given>> = {
  '/': page,
  '/races/any': page,
  '/console': console,
  '/console/races': console,
  '/console/check-in-worker.js': {
    body: 'const files = ["/assets/console-1.js","/assets/desk-1.js"];',
    headers: { ...consoleHeaders(), 'content-type': 'text/javascript', 'cache-control': documentCacheControl },
  },
  '/assets/console-1.js': asset('text/javascript'),
  '/assets/desk-1.js': asset('text/javascript'),
  '/assets/main-1.js': asset('text/javascript; charset=utf-8'),
  '/assets/page-1.css': asset('text/css'),
  '/assets/sea-1.avif': asset('image/avif'),
  '/config.json': {
    body: config,
    headers: { 'content-type': 'application/json', 'cache-control': documentCacheControl },
  },
  '/api/races': json(raceList),
  [races]: json(race),
  [`${races}/availability`]: json({ ...availability, events: [{ ...availability.events[0], state: 'open' }] }),
  [`${races}/holds`]: { ...json(holdGranted), status: 201 },
  '/api/openapi.json': json({ openapi: '3.1.0' }),
  '/api/registrations/not-an-id': { ...json({}), status: 404 },
};

const site = async (differing: Readonly<Record<string, Given>> = {}) => {
  const answers: Readonly<Record<string, Given>> = { ...sound, ...differing };
  const { url } = await serve(({ url: path = '' }, response) => {
    const { status = 200, headers = {}, body } = answers[path] ?? { status: 404, body: '' };
    response.writeHead(status, headers).end(typeof body === 'string' ? body : JSON.stringify(body));
  });
  return url;
};

const problemsAt = async (url: string, hold?: string) => {
  const checked = await smoke({ url, deadlineSeconds: 0, ...(hold !== undefined && { hold }) });
  return checked.flatMap(({ problem }) => problem ?? []);
};

test('a sound site has no problem', async () => expect(await problemsAt(await site(), race.id)).toEqual([]));

const withHeader = (given: Given, name: string, value: string): Given => ({
  ...given,
  headers: { ...given.headers, [name]: value },
});

test.each<[string, Readonly<Record<string, Given>>, RegExp]>([
  ['a view is another document', { '/races/any': { ...page, body: '<p>Old</p>' } }, /^\/races\/any is <p>Old/],
  ['the console is not there', { '/console': { body: '', status: 404 } }, /^\/console: status is 404/],
  [
    'the worker of the desk is of another release',
    { '/console/check-in-worker.js': { ...sound['/console/check-in-worker.js'], body: '["/assets/desk-1.js"]' } },
    /^\/console\/check-in-worker\.js does not know \/assets\/console-1\.js/,
  ],
  ['a script of the desk is gone', { '/assets/desk-1.js': { status: 404, body: '' } }, /desk-1\.js: status is 404/],
  [
    'the page may be kept',
    { '/': withHeader(page, 'cache-control', 'max-age=60') },
    /^\/: cache-control is max-age=60/,
  ],
  [
    'the page may run any script',
    { '/': withHeader(page, 'content-security-policy', '') },
    /^\/: content-security-policy/,
  ],
  ['a script is gone', { '/assets/main-1.js': { status: 404, body: '' } }, /^\/assets\/main-1\.js: status is 404/],
  ['a picture is only bytes', { '/assets/sea-1.avif': asset('binary/octet-stream') }, /avif: content-type is binary/],
  [
    'a style sheet is asked for again each time',
    { '/assets/page-1.css': withHeader(asset('text/css'), 'cache-control', 'no-cache') },
    /page-1\.css: cache-control is no-cache/,
  ],
  ['every missing file is the page', { '/assets/nobody-made-this.js': page }, /^status is 200 and should be 404/],
  ['nobody says where the card goes', { '/config.json': json({}) }, /^\/config\.json answered something else/],
  ['the races fail', { '/api/races': { ...json({}), status: 503 } }, /^\/api\/races answered 503/],
  ['a race is of another version', { [races]: json({ id: race.id }) }, /^\/api\/races\/[\w-]+ answered something else/],
  ['no spot can be held', { [`${races}/holds`]: { ...json({}), status: 409 } }, /\/holds answered 409/],
  ['a wrong id fails', { '/api/registrations/not-an-id': { ...json({}), status: 500 } }, /^status is 500/],
])('it is noticed that %s', async (_, differing, words) => {
  const [problem, ...others] = await problemsAt(await site(differing), race.id);
  expect(problem).toMatch(words);
  // One cause may break what stands on it, and nothing else.
  expect(others.length).toBeLessThanOrEqual(1);
});

test('a site that is cold at first is asked again', async () => {
  let asked = 0;
  const { url } = await serve((request, response) => {
    const {
      status = 200,
      headers = {},
      body,
    } = (asked++ < 1 ? undefined : sound[request.url ?? '']) ?? {
      status: asked < 3 ? 503 : 404,
      body: '',
    };
    response.writeHead(status, headers).end(typeof body === 'string' ? body : JSON.stringify(body));
  });
  const checked = await smoke({ url, deadlineSeconds: 30 });
  expect(checked.filter(({ problem }) => problem !== undefined)).toEqual([]);
});
