import { newId } from '../world/person';
import { events } from '../world/races';
import { asAttacks, type BadRequest, hold, holdJson, holdsPath, holdText, submitAs } from './request';

const invalid = { status: 422, problem: 'invalid-request' } as const;
const json = () => JSON.stringify(holdJson());

const sizes: readonly BadRequest[] = [
  {
    what: 'a body of 17 KB',
    send: (s) => holdText(s, `{"pad":"${'x'.repeat(17 * 1024)}"}`),
    status: 413,
    problem: 'too-large',
  },
  { what: 'a body of 1 MB', send: (s) => holdText(s, `{"pad":"${'x'.repeat(1 << 20)}"}`), status: 413 },
  {
    what: 'a body that says it has 11 MB',
    send: ({ world }) =>
      world
        .program()
        .raw(
          'POST of 11 MB',
          `POST ${holdsPath} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 11534336\r\n\r\n{`,
        ),
    status: 413,
  },
  { what: 'a list in a list, 5,000 times', send: (s) => holdText(s, '['.repeat(5000) + ']'.repeat(5000)), ...invalid },
  {
    what: 'an object in an object, nine times',
    send: (s) => holdText(s, `${'{"a":'.repeat(9)}1${'}'.repeat(9)}`),
    ...invalid,
  },
  {
    what: '3,000 fields',
    send: (s) => holdText(s, `{${Array.from({ length: 1500 }, (_, n) => `"f${n}":1`).join(',')}}`),
    ...invalid,
  },
  { what: 'a name of 61 letters', send: (s) => submitAs(s, { firstName: 'a'.repeat(61) }), ...invalid },
  {
    what: 'an e-mail address of 300 letters',
    send: (s) => submitAs(s, { email: `${'a'.repeat(60)}@${'b'.repeat(240)}.com` }),
    ...invalid,
  },
  {
    what: 'an e-mail address that is slow to read',
    send: (s) => submitAs(s, { email: `a@${'a-'.repeat(7000)}!` }),
    ...invalid,
  },
  {
    what: 'a name that is slow to read',
    send: (s) => submitAs(s, { firstName: `${' '.repeat(15000)}x${'\u0301'.repeat(100)}` }),
    ...invalid,
  },
  { what: 'a ticket of 4,097 letters', send: (s) => hold(s, { ...holdJson(), ticket: 'x'.repeat(4097) }), ...invalid },
  {
    what: 'a ticket of 4,096 letters',
    send: (s) => hold(s, { ...holdJson(), ticket: 'x'.repeat(4096) }),
    status: 403,
    problem: 'not-yours',
  },
  { what: 'a number as large as none', send: (s) => holdText(s, '{"registrationId": 1e400}'), ...invalid },
  {
    what: 'a number of 15,000 digits',
    send: (s) => holdText(s, `{"registrationId": ${'9'.repeat(15_000)}}`),
    ...invalid,
  },
];

const encodings: readonly BadRequest[] = [
  { what: 'UTF-16', send: (s) => holdText(s, Buffer.from(json(), 'utf16le')), ...invalid },
  {
    what: 'bytes that are no UTF-8',
    send: (s) => holdText(s, Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d])),
    ...invalid,
  },
  { what: 'a byte order mark', send: (s) => holdText(s, `\ufeff${json()}`), status: [201, 422] },
  { what: 'NUL in a name', send: (s) => submitAs(s, { firstName: 'A\u0000da' }), ...invalid },
  { what: 'half a surrogate pair in a name', send: (s) => submitAs(s, { firstName: 'A\ud800' }), ...invalid },
  { what: 'half a surrogate pair, escaped', send: (s) => holdText(s, '{"registrationId":"\\ud800"}'), ...invalid },
  { what: 'NUL, escaped', send: (s) => holdText(s, '{"registrationId":"\\u0000"}'), ...invalid },
  { what: 'a name that turns the text around', send: (s) => submitAs(s, { firstName: 'Ada\u202egnp' }), ...invalid },
  { what: 'a line end in a name', send: (s) => submitAs(s, { lastName: 'A\u0085B\u0007' }), ...invalid },
  {
    what: 'a form instead of JSON',
    send: (s) => holdText(s, 'registrationId=1', { 'content-type': 'application/x-www-form-urlencoded' }),
    status: 415,
    problem: 'not-json',
  },
  {
    what: 'JSON that says it is text',
    send: (s) => holdText(s, json(), { 'content-type': 'text/plain' }),
    status: 415,
    problem: 'not-json',
  },
  {
    what: 'no content type',
    send: (s) => s.world.program().ask('POST', holdsPath, { text: json() }),
    status: 415,
    problem: 'not-json',
  },
  {
    what: 'another JSON',
    send: (s) => holdText(s, json(), { 'content-type': 'application/json-seq' }),
    status: 415,
    problem: 'not-json',
  },
  {
    what: 'a content type of 8 KB',
    send: (s) => holdText(s, json(), { 'content-type': `application/${'x'.repeat(8000)}` }),
    status: [415, 431],
  },
  {
    what: 'gzip that is none',
    send: (s) => holdText(s, json(), { 'content-encoding': 'gzip' }),
    status: [201, 415, 422],
  },
  {
    what: 'a multipart body',
    send: (s) => holdText(s, '--x\r\n\r\n{}\r\n--x--', { 'content-type': 'multipart/form-data; boundary=x' }),
    status: 415,
    problem: 'not-json',
  },
  {
    what: 'XML with an entity',
    send: (s) =>
      holdText(s, '<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>', {
        'content-type': 'application/xml',
      }),
    status: 415,
    problem: 'not-json',
  },
  { what: 'SQL in a name is a name', send: (s) => sqlIn(s, "x'); DROP TABLE registration; --"), status: [200, 403] },
];

/** Sends it to a route that reads the database and changes nothing. */
const sqlIn: (sender: Parameters<BadRequest['send']>[0], firstName: string) => ReturnType<BadRequest['send']> = (
  { runner, held },
  firstName,
) =>
  runner.client.ask('POST', `/api/registrations/${held.registrationId}/checks`, {
    bearer: held.hold,
    json: { runner: { ...runner.person, firstName } },
  });

const paths: readonly BadRequest[] = [
  ...[
    '/api/races/Harbour_City',
    `/api/races/${events.large.raceId}%00`,
    '/api/races/..%2f..%2fetc%2fpasswd',
    '/api/races/%2e%2e/openapi.json',
    `/api/races/${'a'.repeat(64)}`,
    "/api/races/'%20OR%20true--",
    '/api/races/%F0%9F%8F%83',
    '/api/races/%0d%0aset%20x%200%200%201',
    '/api/races//availability',
    '/api/registrations/1',
    `/api/registrations/${newId()}%0a`,
    `/api/registrations/${newId().toUpperCase()}`,
    '/api/waiting-list/1',
    '/api/transfers/..%2f1',
    '/api/no-such-address',
    '/api/',
    '/api/constructor',
    '/api/races/__proto__',
    '/api/races/attacked/forms/1',
    '/api/races/attacked/forms/0',
    '/api/races/attacked/forms/999999/schema',
    '/api/races/attacked/forms/9999999',
    "/api/races/attacked/forms/1'--",
    '/api/races/attacked/forms/..%2f1',
    '/api/races/attacked/forms/constructor/schema',
    `/api/races/attacked/texts/${'a'.repeat(43)}`,
    `/api/races/attacked/texts/${'a'.repeat(44)}`,
    '/api/races/attacked/texts/__proto__',
  ].map(
    (path): BadRequest => ({
      what: `GET ${path.slice(0, 80)}`,
      send: ({ world }) => world.program().ask('GET', path),
      status: 404,
    }),
  ),
  {
    what: 'a percent sign that stands for nothing',
    send: ({ world }) => world.program().ask('GET', '/api/races/%E0%A4%A'),
    status: [400, 404],
  },
  {
    what: 'a path of 9 KB',
    send: ({ world }) => world.program().ask('GET', `/api/races/${'a'.repeat(9000)}`),
    status: [404, 414],
  },
  {
    what: 'a path of 15 KB',
    send: ({ world }) => world.program().ask('GET', `/api/races/${'a'.repeat(15_000)}`),
    status: [414, 431],
  },
  {
    what: 'a query of 8 KB with 2,000 fields',
    send: ({ world }) => world.program().ask('GET', `/api/races?${'a=1&'.repeat(2000)}`),
    status: 200,
  },
  {
    what: 'a file above the site',
    send: ({ world }) => world.program().ask('GET', '/../../etc/passwd.txt'),
    status: 404,
  },
  {
    what: 'a file above the site, encoded',
    send: ({ world }) => world.program().ask('GET', '/assets/..%2f..%2fpackage.json'),
    status: 404,
  },
  { what: "the site's own settings", send: ({ world }) => world.program().ask('GET', '/.env'), status: 404 },
  { what: 'what git keeps', send: ({ world }) => world.program().ask('GET', '/.git/config.txt'), status: 404 },
];

export const sizesAndEncodings = [
  ...asAttacks('z', 'bad input: sizes', sizes),
  ...asAttacks('e', 'bad input: encodings', encodings),
  ...asAttacks('p', 'bad input: paths', paths),
];
