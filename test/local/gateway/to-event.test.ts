import { type Arrival, toEvent } from '../../../local/gateway/to-event';

const arrival = (more: Partial<Arrival> = {}): Arrival => ({
  method: 'POST',
  path: '/api/races/harbour/holds',
  query: '',
  rawHeaders: [],
  body: undefined,
  httpVersion: '1.1',
  sourceIp: '127.0.0.1',
  ...more,
});
const now = new Date('2026-11-02T09:05:03Z');
const event = (more: Partial<Arrival>) =>
  toEvent(arrival(more), 'POST /api/races/{raceId}/holds', { raceId: 'harbour' }, now);

test('cookies travel apart from the headers, one by one', () => {
  const { cookies, headers } = event({ rawHeaders: ['Cookie', 'a=1; b=2', 'cookie', 'c=3'] });
  expect(cookies).toEqual(['a=1', 'b=2', 'c=3']);
  expect(headers).not.toHaveProperty('cookie');
});

test('without cookies, query or body there are no such fields', () => {
  const made = event({});
  expect(made).not.toHaveProperty('cookies');
  expect(made).not.toHaveProperty('queryStringParameters');
  expect(made).not.toHaveProperty('body');
  expect(made.isBase64Encoded).toBe(false);
});

test('several headers and several query parameters of one name are joined by commas', () => {
  const { headers, queryStringParameters, rawQueryString } = event({
    rawHeaders: ['X-Way', 'a', 'x-way', 'b'],
    query: 'p=1&p=2&q=%C3%BC',
  });
  expect(headers['x-way']).toBe('a,b');
  expect({ ...queryStringParameters }).toEqual({ p: '1,2', q: 'ü' });
  expect(rawQueryString).toBe('p=1&p=2&q=%C3%BC');
});

test('JSON travels as text, everything else as base64', () => {
  const json = event({ rawHeaders: ['Content-Type', 'application/json'], body: Buffer.from('{"ü":1}') });
  expect([json.body, json.isBase64Encoded]).toEqual(['{"ü":1}', false]);
  const form = event({ rawHeaders: ['Content-Type', 'application/x-www-form-urlencoded'], body: Buffer.from('a=1') });
  expect([form.body, form.isBase64Encoded]).toEqual([Buffer.from('a=1').toString('base64'), true]);
  const packed = event({
    rawHeaders: ['Content-Type', 'application/json', 'Content-Encoding', 'gzip'],
    body: Buffer.from([31, 139]),
  });
  expect(packed.isBase64Encoded).toBe(true);
});

test('a header called __proto__ is a header and nothing else', () => {
  const { headers } = event({ rawHeaders: ['__proto__', 'evil'] });
  expect(Object.entries(headers)).toContainEqual(['__proto__', 'evil']);
  expect({}).not.toHaveProperty('evil');
});

test('the context says which route, when and from where', () => {
  const { requestContext, pathParameters, version } = event({});
  expect(version).toBe('2.0');
  expect(pathParameters).toEqual({ raceId: 'harbour' });
  expect(requestContext).toMatchObject({
    routeKey: 'POST /api/races/{raceId}/holds',
    stage: '$default',
    time: '02/Nov/2026:09:05:03 +0000',
    timeEpoch: now.getTime(),
    http: { method: 'POST', path: '/api/races/harbour/holds', protocol: 'HTTP/1.1', sourceIp: '127.0.0.1' },
  });
  expect(event({}).requestContext.requestId).not.toBe(requestContext.requestId);
});
