import { newSecret } from '../world/client';
import { newId } from '../world/person';
import { withAnotherLetter } from '../world/with-another-letter';
import { asAttacks, type BadRequest, holdJson, holdsPath, type Sender, submit } from './request';

const invalidHold = { status: 403, problem: 'hold-invalid' } as const;

const partsOf = ({ held }: Sender) => held.hold.split('.') as [string, string, string];
const withPayload = (sender: Sender, change: (inside: string) => string) => {
  const [kid, payload, mac] = partsOf(sender);
  return `${kid}.${Buffer.from(change(Buffer.from(payload, 'base64url').toString())).toString('base64url')}.${mac}`;
};
const show = (sender: Sender, bearer: string, headers: Record<string, string> = {}) =>
  sender.runner.client.ask('GET', `/api/registrations/${sender.held.registrationId}`, {
    headers: { authorization: `Bearer ${bearer}`, ...headers },
  });

const tokens: readonly BadRequest[] = [
  {
    what: 'a hold with another price',
    send: (s) => submit(s, { hold: withPayload(s, (text) => text.replaceAll('8900', '1')) }),
    ...invalidHold,
  },
  {
    what: 'a hold that ends later',
    send: (s) => submit(s, { hold: withPayload(s, (text) => text.replace(/"expiresAt":\d/, '"expiresAt":9')) }),
    ...invalidHold,
  },
  {
    what: 'a hold of another spot',
    send: (s) => submit(s, { hold: withPayload(s, (text) => text.replace(/"spot":\d+/, '"spot":1')) }),
    ...invalidHold,
  },
  {
    what: 'a hold whose signature is cut short',
    send: (s) => submit(s, { hold: s.held.hold.slice(0, -1) }),
    ...invalidHold,
  },
  {
    what: 'a hold without a signature',
    send: (s) => submit(s, { hold: `${partsOf(s)[0]}.${partsOf(s)[1]}.` }),
    ...invalidHold,
  },
  {
    what: 'a hold signed by nobody',
    send: (s) => submit(s, { hold: `none.${partsOf(s)[1]}.${partsOf(s)[2]}` }),
    ...invalidHold,
  },
  {
    what: 'a hold signed with the key called "kid"',
    send: (s) => submit(s, { hold: `kid.${partsOf(s)[1]}.${partsOf(s)[2]}` }),
    ...invalidHold,
  },
  {
    what: 'a hold signed with the key called "constructor"',
    send: (s) => submit(s, { hold: `constructor.${partsOf(s)[1]}.${partsOf(s)[2]}` }),
    ...invalidHold,
  },
  { what: 'a hold with four parts', send: (s) => submit(s, { hold: `${s.held.hold}.x` }), ...invalidHold },
  { what: 'no hold', send: (s) => submit(s, { hold: '' }), ...invalidHold },
  { what: 'a hold of 4,096 letters', send: (s) => submit(s, { hold: 'x'.repeat(4096) }), ...invalidHold },
  { what: 'a hold of 5,000 letters', send: (s) => submit(s, { hold: 'x'.repeat(5000) }), status: 422 },
  { what: 'a link as a hold', send: (s) => submit(s, { hold: s.registered.link }), ...invalidHold },
  {
    what: 'the session as a hold',
    send: (s) => submit(s, { hold: s.runner.client.cookies.get('__Host-startline') ?? '' }),
    ...invalidHold,
  },
  {
    what: 'a hold for another registration',
    send: (s) =>
      s.runner.client.ask('PUT', `/api/registrations/${newId()}`, {
        json: {
          hold: s.held.hold,
          runner: { ...s.runner.person, gender: 'male', emergencyContact: 'x' },
          waiver: { hash: s.held.waiver, accepted: true },
          paymentMethod: 'pm_card_visa',
        },
      }),
    ...invalidHold,
  },
  { what: 'an empty bearer', send: (s) => show(s, ''), status: 403, problem: 'not-yours' },
  { what: 'a bearer of 8 KB', send: (s) => show(s, 'x'.repeat(8000)), status: [403, 431] },
  { what: 'a bearer that is slow to read', send: (s) => show(s, `${' '.repeat(4000)}x y`), status: 403 },
  {
    what: 'basic instead of bearer',
    send: (s) => show(s, '', { authorization: `Basic ${btoa('a:b')}` }),
    status: 403,
  },
  { what: 'two bearers', send: (s) => show(s, `${s.held.hold}, Bearer ${s.registered.link}`), status: 403 },
  {
    what: 'the link of another registration',
    send: (s) => show(s, s.registered.link),
    status: 403,
    problem: 'not-yours',
  },
  {
    what: 'a changed session cookie',
    send: (s) =>
      show(s, s.held.hold, {
        cookie: `__Host-startline=${withAnotherLetter(s.runner.client.cookies.get('__Host-startline') ?? '')}`,
        'x-startline-secret': newSecret(),
      }),
    status: 403,
  },
  {
    what: 'a session cookie of 8 KB',
    send: (s) =>
      show(s, s.held.hold, { cookie: `__Host-startline=${'x'.repeat(8000)}`, 'x-startline-secret': newSecret() }),
    status: [403, 431],
  },
  {
    what: 'the hold as the session cookie',
    send: (s) => show(s, s.held.hold, { cookie: `__Host-startline=${s.held.hold}`, 'x-startline-secret': newSecret() }),
    status: 403,
  },
  {
    what: 'cookies without names',
    send: (s) => show(s, s.held.hold, { cookie: '=;;=x; ;__proto__=1', 'x-startline-secret': newSecret() }),
    status: 403,
  },
];

const moreTries = (sender: Sender, bearer: string, registrationId = sender.held.registrationId) =>
  sender.runner.client.ask('POST', `/api/registrations/${registrationId}/card-tries`, { bearer, json: {} });

const tries: readonly BadRequest[] = [
  { what: 'another card try without a hold', send: (s) => moreTries(s, 'x'), status: 403 },
  { what: 'another card try for somebody else', send: (s) => moreTries(s, s.held.hold, newId()), status: 403 },
  { what: 'another card try with a link', send: (s) => moreTries(s, s.registered.link), status: 403 },
  {
    what: 'another card try for a hold that says it has none left',
    send: (s) =>
      moreTries(
        s,
        withPayload(s, (text) => text.replace('{', '{"cardTries":1,')),
      ),
    status: 403,
  },
  ...['-1', 'NaN', '1e999', '', 'x'.repeat(2000), '1&waited=2', '%00', '-0x10'].map(
    (waited): BadRequest => ({
      what: `somebody who says they have waited for "${waited.slice(0, 20)}" seconds`,
      send: (s) =>
        s.runner.client.ask('GET', `/api/registrations/${s.held.registrationId}?waited=${waited}`, {
          bearer: s.held.hold,
        }),
      status: [200, 422],
    }),
  ),
];

const raw = (asked: string, bytes: string): Pick<BadRequest, 'what' | 'send'> => ({
  what: asked,
  send: ({ world }) => world.program().raw(asked, bytes),
});
const body = JSON.stringify(holdJson());
const head = `POST ${holdsPath} HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n`;
const get = (line: string) => `${line}\r\nhost: localhost\r\nconnection: close\r\n\r\n`;

const headers: readonly BadRequest[] = [
  {
    what: 'a header of 12 KB',
    send: ({ world }) => world.program().ask('GET', '/api/session', { headers: { 'x-pad': 'x'.repeat(12_000) } }),
    status: 431,
  },
  {
    what: '300 headers',
    send: ({ world }) =>
      world.program().ask('GET', '/api/session', {
        headers: Object.fromEntries(Array.from({ length: 300 }, (_, n) => [`x-${n}`, 'x'.repeat(30)])),
      }),
    status: 431,
  },
  {
    what: 'a header of 64 KB',
    send: ({ world }) =>
      world
        .program()
        .raw(
          'GET with a header of 64 KB',
          `GET /api/races HTTP/1.1\r\nhost: x\r\nx-pad: ${'x'.repeat(65_536)}\r\n\r\n`,
        ),
    status: 431,
  },
  {
    ...raw('both a length and chunks', `${head}content-length: 5\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n`),
    status: [0, 400],
  },
  { ...raw('two lengths', `${head}content-length: 5\r\ncontent-length: 6\r\n\r\nhello`), status: [0, 400] },
  { ...raw('a negative length', `${head}content-length: -1\r\n\r\n`), status: [0, 400] },
  { ...raw('a length in hexadecimal', `${head}content-length: 0x10\r\n\r\n`), status: [0, 400] },
  {
    ...raw('a length below the body', `${head}content-length: 10\r\nconnection: close\r\n\r\n${body}`),
    status: [400, 422],
  },
  {
    ...raw('chunks of no size', `${head}transfer-encoding: chunked\r\n\r\nzz\r\nx\r\n0\r\n\r\n`),
    status: [0, 400, 500],
  },
  {
    ...raw('a chunked body', `${head}transfer-encoding: chunked\r\nconnection: close\r\n\r\n2\r\n{}\r\n0\r\n\r\n`),
    status: 422,
  },
  { ...raw('an encoding nobody knows', `${head}transfer-encoding: evil\r\n\r\n`), status: [0, 400, 501] },
  { ...raw('a method that is none', get('EVIL /api/races HTTP/1.1')), status: [400, 404, 405, 501] },
  { ...raw('a method in lower case', get('get /api/races HTTP/1.1')), status: [400, 404, 405, 501] },
  { ...raw('CONNECT', get('CONNECT evil.example:443 HTTP/1.1')), status: [0, 400, 404, 405, 501] },
  { ...raw('TRACE', get('TRACE /api/races HTTP/1.1')), status: [400, 404, 405, 501] },
  { ...raw('HTTP/9.9', get('GET /api/races HTTP/9.9')), status: [0, 400, 505] },
  { ...raw('no version, as before HTTP/1.0', 'GET /api/races\r\n\r\n'), status: [0, 200, 400] },
  { ...raw('TLS where none is spoken', '\u0016\u0003\u0001\u0002\u0000\u0001'), status: [0, 400] },
  {
    ...raw('a header with a line end in it', `GET /api/races HTTP/1.1\r\nhost: x\r\nx-a: b\u0000c\r\n\r\n`),
    status: [0, 400],
  },
  { ...raw('a header name with a space', `GET /api/races HTTP/1.1\r\nhost: x\r\nx a: b\r\n\r\n`), status: [0, 400] },
  { ...raw('a whole address as the path', get('GET http://evil.example/api/races HTTP/1.1')), status: [200, 400, 404] },
  { ...raw('a path without a slash', get('GET api/races HTTP/1.1')), status: [200, 400, 404] },
  { ...raw('a star', get('OPTIONS * HTTP/1.1')), status: [200, 204, 400, 404, 405] },
  {
    ...raw(
      'a request to go on with',
      `${head}content-length: 2\r\nexpect: 100-continue\r\nconnection: close\r\n\r\n{}`,
    ),
    status: 422,
  },
  {
    ...raw('an expectation nobody meets', `${head}content-length: 2\r\nexpect: 200-ok\r\nconnection: close\r\n\r\n{}`),
    status: [417, 422],
  },
  {
    ...raw(
      'an upgrade',
      `GET /api/races HTTP/1.1\r\nhost: x\r\nconnection: upgrade, close\r\nupgrade: websocket\r\n\r\n`,
    ),
    status: [0, 200, 400, 426],
  },
  {
    what: 'OPTIONS of another site',
    send: ({ world }) =>
      world.program().ask('OPTIONS', holdsPath, {
        headers: { origin: 'https://evil.example', 'access-control-request-method': 'POST' },
      }),
    status: [204, 403, 404, 405],
  },
  {
    what: 'a secret that is too short',
    send: ({ world }) => world.program().ask('GET', '/api/session', { headers: { 'x-startline-secret': 'x' } }),
    status: [200, 422],
  },
  {
    what: 'a secret of 5,000 letters',
    send: ({ world }) =>
      world.program().ask('GET', '/api/session', { headers: { 'x-startline-secret': 'x'.repeat(5000) } }),
    status: [200, 422],
  },
  {
    what: 'two secrets',
    send: ({ world }) =>
      world
        .program()
        .ask('GET', '/api/session', { headers: { 'x-startline-secret': `${newSecret()}, ${newSecret()}` } }),
    status: [200, 422],
  },
];

export const tokensAndHeaders = [
  ...asAttacks('t', 'bad input: tokens', tokens),
  ...asAttacks('c', 'bad input: card tries and waiting', tries),
  ...asAttacks('h', 'bad input: headers', headers),
];
