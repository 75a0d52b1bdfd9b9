import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import fc from 'fast-check';
import { type HttpAnswer, type HttpRequest, HttpServer } from '../../../local/http/serve-http';
import { until } from '../../support/until';

const answerWith = (status: number, body = ''): HttpAnswer => ({
  status,
  head: `content-length: ${Buffer.byteLength(body)}\r\n`,
  body: Buffer.from(body),
});

/** What a server understood of a request. */
const understood = (method: string, url: string, headers: readonly string[], body: Buffer | undefined): string =>
  JSON.stringify({ method, url, headers, body: body?.toString('latin1') ?? 'too long' });

const echo = async ({ method, url, rawHeaders, body }: HttpRequest): Promise<HttpAnswer> =>
  answerWith(200, understood(method, url, rawHeaders, await body()));

const limits = { maxHeadBytes: 2_000, maxBodyBytes: 1_000, idleMs: 60_000, requestMs: 60_000 };
let servers: { close(): void; closeAllConnections(): void }[] = [];
const opened = async (server: HttpServer | ReturnType<typeof createServer>): Promise<number> => {
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
};
const open = (answer = echo, more: Partial<typeof limits> = {}) =>
  opened(
    new HttpServer({ ...limits, ...more, answer, refusal: (status) => ({ ...answerWith(status), isLast: true }) }),
  );
afterEach(() => {
  for (const server of servers) {
    server.close();
    server.closeAllConnections();
  }
  servers = [];
});

const dial = async (port: number) => {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true });
  let text = '';
  socket.setEncoding('latin1');
  socket.on('data', (piece) => {
    text += piece;
  });
  await once(socket, 'connect');
  return { socket, read: () => text };
};

/** Everything that comes back for these bytes, until the server closes. */
const answerTo = async (port: number, pieces: readonly string[]): Promise<string> => {
  const { socket, read } = await dial(port);
  const closed = once(socket, 'close');
  socket.on('error', () => undefined);
  for (const piece of pieces) {
    socket.write(piece, 'latin1');
    await new Promise(setImmediate);
  }
  await closed;
  return read();
};

const statusesIn = (text: string) => Array.from(text.matchAll(/HTTP\/1\.1 (\d+)/g), ([, status]) => Number(status));

/** The bodies of answers that are JSON. */
const bodiesIn = (text: string): unknown[] =>
  text
    .split('HTTP/1.1 200')
    .slice(1)
    .map((answer) => JSON.parse(answer.slice(answer.indexOf('\r\n\r\n') + 4)));

const header = fc.tuple(
  fc.stringMatching(/^x-[a-z0-9_!#$%&'*+.^`|~-]{1,8}$/),
  fc.stringMatching(/^([!-~\u0080-\u00ff]([\t !-~\u0080-\u00ff]{0,10}[!-~])?)?$/),
);
const request = fc.record({
  method: fc.constantFrom('GET', 'POST', 'PUT', 'HEAD', 'DELETE', 'OPTIONS', 'PATCH'),
  url: fc.stringMatching(/^\/[!-~]{0,20}$/),
  headers: fc.array(header, { maxLength: 4 }),
  spaces: fc.constantFrom('', ' ', '\t ', '  '),
  body: fc.option(
    fc.uint8Array({ maxLength: 60 }).map((bytes) => Buffer.from(bytes).toString('latin1')),
    { nil: undefined },
  ),
  chunks: fc.option(fc.array(fc.integer({ min: 1, max: 20 }), { minLength: 1, maxLength: 5 }), { nil: undefined }),
});
type Sent = Omit<typeof request extends fc.Arbitrary<infer T> ? T : never, 'method'> & { readonly method: string };

const inChunks = (body: string, sizes: readonly number[]): string => {
  let [text, at] = ['', 0];
  for (let n = 0; at < body.length; n++) {
    const chunk = body.slice(at, at + (sizes[n % sizes.length] ?? 1));
    text += `${chunk.length.toString(16)}${n % 2 ? ';name=value' : ''}\r\n${chunk}\r\n`;
    at += chunk.length;
  }
  return `${text}0\r\n${sizes.length % 2 ? 'x-trailer: 1\r\n' : ''}\r\n`;
};

const bytesOf = ({ method, url, headers, spaces, body, chunks }: Sent, isLast: boolean): string => {
  const lines = headers.map(([name, value]) => `${name}:${spaces}${value}${spaces}\r\n`).join('');
  const ending = isLast ? 'connection: close\r\n' : '';
  const framing =
    body === undefined ? '' : chunks ? 'transfer-encoding: chunked\r\n' : `content-length: ${body.length}\r\n`;
  const sent = body === undefined ? '' : chunks ? inChunks(body, chunks) : body;
  return `${method} ${url} HTTP/1.1\r\nhost: x\r\n${lines}${framing}${ending}\r\n${sent}`;
};

test('requests that follow each other, cut anywhere, are understood as by the server of Node', async () => {
  const own = await open();
  const ofNode = await opened(
    createServer((asked, answer) => {
      const pieces: Buffer[] = [];
      asked.on('data', (piece) => pieces.push(piece));
      asked.on('end', () => {
        const headers = asked.rawHeaders.map((text, n) => (n % 2 ? text : text.toLowerCase()));
        answer.end(understood(asked.method ?? '', asked.url ?? '', headers, Buffer.concat(pieces)));
      });
    }),
  );
  await fc.assert(
    fc.asyncProperty(
      fc.array(request, { minLength: 1, maxLength: 3 }),
      fc.array(fc.integer({ min: 1, max: 90 }), { minLength: 1, maxLength: 6 }),
      async (asked, sizes) => {
        // The answer to HEAD has no body that could be compared.
        const sent = asked.map((one) => (one.method === 'HEAD' ? { ...one, method: 'GET' } : one));
        const bytes = sent.map((one, n) => bytesOf(one, n === sent.length - 1)).join('');
        const pieces: string[] = [];
        for (let at = 0, n = 0; at < bytes.length; n++) {
          const size = sizes[n % sizes.length] ?? 1;
          pieces.push(bytes.slice(at, at + size));
          at += size;
        }
        const [ours, theirs] = await Promise.all([answerTo(own, pieces), answerTo(ofNode, pieces)]);
        expect(bodiesIn(ours)).toHaveLength(sent.length);
        expect(bodiesIn(ours)).toEqual(bodiesIn(theirs));
      },
    ),
    { numRuns: 150 },
  );
}, 60_000);

const post = 'POST / HTTP/1.1\r\nhost: x\r\n';
test.each([
  ['what speaks no HTTP', '\x16\x03\x01\x02\x00', 400],
  ['a method that there is not', 'HELLO / HTTP/1.1\r\nhost: x\r\n\r\n', 400],
  ['another version', 'GET / HTTP/2.0\r\nhost: x\r\n\r\n', 400],
  ['a path with a space', 'GET /a b HTTP/1.1\r\nhost: x\r\n\r\n', 400],
  ['a line without a colon', 'GET / HTTP/1.1\r\nhost x\r\n\r\n', 400],
  ['a space before the colon', 'GET / HTTP/1.1\r\nhost : x\r\n\r\n', 400],
  ['a header that goes on in the next line', 'GET / HTTP/1.1\r\nx: 1\r\n 2\r\n\r\n', 400],
  ['a header without a name', 'GET / HTTP/1.1\r\n: x\r\n\r\n', 400],
  ['a line feed alone within a value', 'GET / HTTP/1.1\r\nx: 1\ny: 2\r\n\r\n', 400],
  ['a NUL within a value', 'GET / HTTP/1.1\r\nx: 1\0\r\n\r\n', 400],
  ['two lengths', `${post}content-length: 1\r\ncontent-length: 1\r\n\r\na`, 400],
  ['a length that is no number', `${post}content-length: +1\r\n\r\na`, 400],
  ['a length and chunks', `${post}content-length: 5\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n`, 400],
  ['another coding', `${post}transfer-encoding: gzip, chunked\r\n\r\n0\r\n\r\n`, 400],
  ['chunks in HTTP/1.0', 'POST / HTTP/1.0\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n', 400],
  ['a chunk without a size', `${post}transfer-encoding: chunked\r\n\r\nx\r\n`, 400],
  ['a chunk that does not end where it says', `${post}transfer-encoding: chunked\r\n\r\n1\r\nab\r\n0\r\n\r\n`, 400],
  ['a head that is too long', `GET / HTTP/1.1\r\nx: ${'x'.repeat(2_000)}\r\n\r\n`, 431],
  ['a head that never ends', `GET / HTTP/1.1\r\nx: ${'x'.repeat(3_000)}`, 431],
])('%s is refused, and its connection ends', async (_, bytes, status) => {
  const answer = await answerTo(await open(), [bytes, 'GET /smuggled HTTP/1.1\r\nhost: x\r\n\r\n']);
  expect(statusesIn(answer)).toEqual([status]);
  expect(answer).toContain('\r\nconnection: close\r\n');
});

test('a connection stays open until somebody says that it is the last request, or speaks HTTP/1.0', async () => {
  const port = await open();
  const { socket, read } = await dial(port);
  for (let n = 1; n <= 3; n++) {
    socket.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n');
    await until(() => statusesIn(read()).length === n);
  }
  expect(read()).not.toContain('connection: close');
  expect(socket.readyState).toBe('open');
  expect(await answerTo(port, ['GET / HTTP/1.0\r\n\r\n'])).toContain('\r\nconnection: close\r\n');
  expect(await answerTo(port, ['GET / HTTP/1.1\r\nConnection: Close\r\n\r\n'])).toContain('\r\nconnection: close\r\n');
});

test('a body that is too long is not kept, and the next request is found behind it', async () => {
  const port = await open();
  const long = 'x'.repeat(1_001);
  const next = 'GET /next HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n';
  for (const sent of [
    `${post}content-length: 1001\r\n\r\n${long}`,
    `${post}transfer-encoding: chunked\r\n\r\n3e9\r\n${long}\r\n0\r\n\r\n`,
  ])
    expect(bodiesIn(await answerTo(port, [sent, next]))).toMatchObject([{ body: 'too long' }, { url: '/next' }]);
});

test('a client that asks whether to send its body is told to', async () => {
  const { socket, read } = await dial(await open());
  socket.write(`${post}content-length: 2\r\nexpect: 100-continue\r\n\r\n`);
  await until(() => read() === 'HTTP/1.1 100 Continue\r\n\r\n');
  socket.write('ab');
  await until(() => read().includes('"body":"ab"'));
});

test('after an answer that did not wait for the body, the next request is still found', async () => {
  const port = await open(async ({ url }) => answerWith(200, JSON.stringify(url)));
  const { socket, read } = await dial(port);
  socket.write(`${post}content-length: 4\r\n\r\n`);
  await until(() => read() !== '');
  socket.write('bodyGET /next HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n');
  await once(socket, 'close');
  expect(bodiesIn(read())).toEqual(['/', '/next']);
});

test('when a client hangs up in the middle of a body, only the reader of that body gets an error', async () => {
  const bodies: string[] = [];
  const port = await open(async (request) => {
    bodies.push(await request.body().then(String, (error: Error) => error.message));
    return answerWith(200);
  });
  const { socket } = await dial(port);
  socket.write(`${post}content-length: 9\r\n\r\nhalf`);
  await new Promise(setImmediate);
  socket.destroy();
  await until(() => bodies.length > 0);
  expect(bodies).toEqual(['The client hung up.']);
  expect(statusesIn(await answerTo(port, ['GET / HTTP/1.0\r\n\r\n']))).toEqual([200]);
});

test('a request that does not come to its end is refused, and a connection that rests is closed', async () => {
  const port = await open(echo, { idleMs: 100, requestMs: 100 });
  expect(statusesIn(await answerTo(port, ['GET / HTTP/1.1\r\n']))).toEqual([408]);
  expect(statusesIn(await answerTo(port, [`${post}content-length: 9\r\n\r\nhalf`]))).toEqual([408]);
  expect(statusesIn(await answerTo(port, ['GET / HTTP/1.1\r\nhost: x\r\n\r\n']))).toEqual([200]);
  expect(await answerTo(port, [])).toBe('');
});

test('a client that sends requests and never reads has only a few answers waiting', async () => {
  let answered = 0;
  let server: Socket | undefined;
  const port = await open(async (request) => {
    answered++;
    server = request.socket;
    return answerWith(200, 'x'.repeat(100_000));
  });
  const socket: Socket = connect({ port, host: '127.0.0.1' });
  socket.pause();
  socket.on('error', () => undefined);
  for (let n = 0; n < 1_000; n++) socket.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n');
  await until(async () => server?.writableNeedDrain === true);
  // It stays so. A server that goes on all the same has answered all of them by then.
  for (let turn = 0; turn < 1_000; turn++) await new Promise((resolve) => setImmediate(resolve));
  expect(answered).toBeLessThan(500);
  socket.destroy();
});

test('closing ends connections that rest, and finishes what is under way', async () => {
  let finish = () => {};
  const server = new HttpServer({
    ...limits,
    answer: async ({ url }) => {
      if (url === '/slow') await new Promise<void>((resolve) => (finish = resolve));
      return answerWith(200, '"done"');
    },
    refusal: answerWith,
  });
  const port = await opened(server);
  const [resting, slow] = [await dial(port), await dial(port)];
  slow.socket.write('GET /slow HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n');
  await new Promise((resolve) => setTimeout(resolve, 50));
  const rested = once(resting.socket, 'close');
  const closed = new Promise((resolve) => server.close(resolve));
  await rested;
  finish();
  await closed;
  expect(bodiesIn(slow.read())).toEqual(['done']);
});
