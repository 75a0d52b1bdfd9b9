import fc from 'fast-check';
import { AnswerParser, type Incoming } from '../../../lambdas/platform/calls/answer-parser';

/** Parses the answers in pieces, cut at `cuts`. */
const inPieces = (wire: Buffer, cuts: readonly number[]): readonly Incoming[] => {
  const parser = new AnswerParser();
  const places = [...new Set(cuts.map((cut) => cut % wire.length))].sort((a, b) => a - b);
  return [0, ...places].flatMap((from, n) => parser.push(wire.subarray(from, places[n] ?? wire.length)) ?? []);
};

const body = fc.string({ unit: 'binary', maxLength: 400 });
const chunked = (text: string, size: number) => {
  const bytes = Buffer.from(text);
  const parts: Buffer[] = [];
  for (let at = 0; at < bytes.length; at += size) {
    const part = bytes.subarray(at, at + size);
    parts.push(Buffer.from(`${part.length.toString(16)};x=y\r\n`), part, Buffer.from('\r\n'));
  }
  return Buffer.concat([...parts, Buffer.from('0\r\n\r\n')]);
};
const head = (...lines: readonly string[]) => Buffer.from(`${['HTTP/1.1 200 OK', ...lines].join('\r\n')}\r\n\r\n`);

test('wherever the network cuts it, an answer is the same', () =>
  fc.assert(
    fc.property(
      body,
      fc.boolean(),
      fc.integer({ min: 1, max: 50 }),
      fc.array(fc.nat(), { maxLength: 12 }),
      (text, isChunked, size, cuts) => {
        const wire = isChunked
          ? Buffer.concat([head('Transfer-Encoding: chunked', 'ETag: "a"'), chunked(text, size)])
          : Buffer.concat([head(`content-length: ${Buffer.byteLength(text)}`, 'etag:"a"'), Buffer.from(text)]);
        const [answer, ...more] = inPieces(wire, cuts);
        expect(more).toEqual([]);
        expect(answer?.body.toString()).toBe(Buffer.from(text).toString());
        expect([answer?.status, answer?.header('etag')]).toEqual([200, '"a"']);
      },
    ),
  ));

test('one connection brings one answer after the other', () => {
  const parser = new AnswerParser();
  expect(parser.push(Buffer.concat([head('content-length: 2'), Buffer.from('ab')]))?.body.toString()).toBe('ab');
  expect(parser.push(Buffer.from('HTTP/1.1 304 Not Modified\r\nContent-Length: 9\r\n\r\n'))?.status).toBe(304);
  expect(parser.push(head('content-length: 0'))?.body.length).toBe(0);
});

test('news on the way is not the answer', () => {
  const wire = Buffer.concat([Buffer.from('HTTP/1.1 103 Early Hints\r\nlink: x\r\n\r\n'), head('content-length: 0')]);
  expect(new AnswerParser().push(wire)?.status).toBe(200);
});

test('a body of unknown length ends with the connection', () => {
  const parser = new AnswerParser();
  expect(parser.push(Buffer.concat([head(), Buffer.from('half')]))).toBeUndefined();
  expect(parser.push(Buffer.from(' and half'))).toBeUndefined();
  expect(parser.end()?.body.toString()).toBe('half and half');
});

test('an answer that breaks off is none', () => {
  const parser = new AnswerParser();
  parser.push(Buffer.concat([head('content-length: 9'), Buffer.from('half')]));
  expect(parser.end()).toBeUndefined();
});

test('each cookie is told apart', () =>
  expect(
    new AnswerParser().push(head('content-length: 0', 'set-cookie: a=1, x', 'Set-Cookie: b=2'))?.setCookies,
  ).toEqual(['a=1, x', 'b=2']));

test.each<[string, Buffer, RegExp]>([
  ['something else than HTTP', Buffer.from('SSH-2.0-x\r\n\r\n'), /HTTP\/1.1/],
  ['a length that is no number', head('content-length: many'), /Content-Length is "many"/],
  [
    'a chunk without a size',
    Buffer.concat([head('transfer-encoding: chunked'), Buffer.from('\r\nx')]),
    /without a size/,
  ],
  [
    'two lengths',
    Buffer.concat([head('content-length: 3', 'transfer-encoding: chunked'), Buffer.from('0\r\n\r\n')]),
    /two lengths/,
  ],
  [
    'two lengths that differ',
    Buffer.concat([head('content-length: 3', 'content-length: 4'), Buffer.from('abc')]),
    /"3"/,
  ],
  [
    'three lengths of which the first is said again',
    Buffer.concat([head('content-length: 3', 'Content-Length: 4', 'content-length: 3'), Buffer.from('abc')]),
    /two lengths/,
  ],
  [
    'a chunk that is longer than its size',
    Buffer.concat([head('transfer-encoding: chunked'), Buffer.from('1\r\nab\r\n')]),
    /longer than its size/,
  ],
  ['a head without an end', Buffer.from(`HTTP/1.1 200 OK\r\nx: ${'x'.repeat(40_000)}`), /head is longer/],
  ['a head that is too long', head(`x: ${'x'.repeat(40_000)}`), /head is longer/],
  [
    'a line of a chunk without an end',
    Buffer.concat([head('transfer-encoding: chunked'), Buffer.alloc(2_000, '1')]),
    /size/,
  ],
  [
    'trailers without an end',
    Buffer.concat([head('transfer-encoding: chunked'), Buffer.from(`0\r\nx: ${'x'.repeat(40_000)}`)]),
    /too many trailers/,
  ],
  ['more than one answer', Buffer.concat([head('content-length: 1'), Buffer.from('ab')]), /more came/],
])('%s is an error and no figure', (_, wire, message) => expect(() => new AnswerParser().push(wire)).toThrow(message));

test('a body above the limit is no answer, however its length is told', () => {
  const long = Buffer.from('abcd');
  expect(() => new AnswerParser(3).push(Buffer.concat([head('content-length: 4'), long]))).toThrow(
    /longer than 3 bytes/,
  );
  expect(() => new AnswerParser(3).push(Buffer.concat([head(), long]))).toThrow(/longer than 3 bytes/);
  const chunks = Buffer.concat([head('transfer-encoding: chunked'), chunked('abcd', 2)]);
  expect(() => new AnswerParser(3).push(chunks)).toThrow(/longer than 3 bytes/);
  expect(new AnswerParser(4).push(chunks)?.body.toString()).toBe('abcd');
});

test.each([
  ['HTTP/1.1 200 OK\r\nconnection: close\r\ncontent-length: 0\r\n\r\n', true],
  ['HTTP/1.1 200 OK\r\nConnection: foo, Close\r\ncontent-length: 0\r\n\r\n', true],
  ['HTTP/1.0 200 OK\r\ncontent-length: 0\r\n\r\n', true],
  ['HTTP/1.1 200 OK\r\nconnection: keep-alive\r\ncontent-length: 0\r\n\r\n', false],
])('after %j the connection ends: %p', (wire, isLast) =>
  expect(new AnswerParser().push(Buffer.from(wire))?.isLast).toBe(isLast),
);
