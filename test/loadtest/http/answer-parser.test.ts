import fc from 'fast-check';
import { AnswerParser } from '../../../loadtest/http/answer-parser';
import type { Incoming } from '../../../loadtest/http/engine';

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
  ['more than one answer', Buffer.concat([head('content-length: 1'), Buffer.from('ab')]), /more came/],
])('%s is an error and no figure', (_, wire, message) => expect(() => new AnswerParser().push(wire)).toThrow(message));
