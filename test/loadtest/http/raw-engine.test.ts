import type { Socket } from 'node:net';
import { rawEngine } from '../../../loadtest/http/raw-engine';
import { until } from '../../support/until';
import { serve, serveSockets } from '../support/small-server';

const get = { method: 'GET', path: '/x', headers: {} };
const here = '127.0.0.1';
const engine = rawEngine();
afterEach(() => engine.close());

/** Connections opened by `work`. */
const opening = async (work: () => Promise<unknown>): Promise<number> => {
  const before = engine.traffic.connections;
  await work();
  return engine.traffic.connections - before;
};

test('one after the other, those of one address share a connection', async () => {
  const { url } = await serve((_, response) => response.end('{}'));
  const asking = async () => {
    for (let n = 0; n < 3; n++) await engine.send(url, here, get);
  };
  expect(await opening(asking)).toBe(1);
});

test('requests at the same time have a connection each, and none of another address', async () => {
  const { url } = await serve((request, response) => response.end(request.socket.remoteAddress));
  const asking = async () => {
    await Promise.all([engine.send(url, here, get), engine.send(url, here, get)]);
    const answer = await engine.send(url, '127.5.6.7', get);
    expect(answer.body.toString()).toBe('127.5.6.7');
  };
  expect(await opening(asking)).toBe(3);
});

test('it says what it was asked to say, whatever the alphabet', async () => {
  const { url } = await serve((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () =>
      response.end(`${request.method} ${request.url} ${request.headers.cookie} ${Buffer.concat(chunks).toString()}`),
    );
  });
  const request = { method: 'PUT', path: '/where?a=1', headers: { cookie: 'a=b' }, body: '{"name":"Chloé"}' };
  const { body } = await engine.send(url, here, request);
  expect(body.toString()).toBe('PUT /where?a=1 a=b {"name":"Chloé"}');
});

test('after the server has closed the connection, the next request opens another', async () => {
  const { url } = await serve((_, response) => response.setHeader('connection', 'close').end('bye'));
  const asking = async () => {
    for (let n = 0; n < 2; n++) expect((await engine.send(url, here, get)).body.toString()).toBe('bye');
  };
  expect(await opening(asking)).toBe(2);
});

test('a server that accepts nobody new goes on serving those it has', async () => {
  let accepted = 0;
  const url = await serveSockets((socket) => {
    // The second connection is accepted, but never served.
    if (++accepted === 2) return;
    socket.on('data', () => socket.write('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok'));
  });
  await engine.send(url, here, get);
  const answers = await Promise.all(Array.from({ length: 5 }, () => engine.send(url, here, get)));
  expect(answers.map(({ body }) => body.toString())).toEqual(Array(5).fill('ok'));
});

test('no more connections than allowed, and everybody is served all the same', async () => {
  const { url } = await serve((_, response) => response.end('{}'));
  const narrow = rawEngine({ mostPerAddress: 2 });
  await Promise.all(Array.from({ length: 20 }, () => narrow.send(url, here, get)));
  expect(narrow.traffic.connections).toBe(2);
  narrow.close();
});

test.each<[string, (socket: Socket) => void, RegExp]>([
  ['is closed without an answer', (socket) => socket.end(), /closed before the answer/],
  [
    'is closed within an answer',
    (socket) => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nhalf'),
    /closed before the answer/,
  ],
  ['brings something else', (socket) => socket.write('what?\r\n\r\n'), /HTTP\/1.1/],
  ['is reset', (socket) => socket.resetAndDestroy(), /ECONNRESET/],
])('a connection that %s is an error, and the next request may succeed', async (_, spoil, message) => {
  let spoiled = false;
  const url = await serveSockets((socket) =>
    socket.once('data', () => {
      if (spoiled) return void socket.end('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok');
      spoiled = true;
      spoil(socket);
    }),
  );
  await expect(engine.send(url, here, get)).rejects.toThrow(message);
  expect((await engine.send(url, here, get)).body.toString()).toBe('ok');
});

test('a body that ends with the connection is whole', async () => {
  const url = await serveSockets((socket) => socket.once('data', () => socket.end('HTTP/1.1 200 OK\r\n\r\nwhole')));
  for (let n = 0; n < 2; n++) expect((await engine.send(url, here, get)).body.toString()).toBe('whole');
});

test('nobody listens: the error says so', () =>
  expect(engine.send('http://127.0.0.1:1', here, get)).rejects.toMatchObject({ code: 'ECONNREFUSED' }));

test('closing the engine fails every request that waits', async () => {
  const { url, requests } = await serve(() => undefined);
  const waiting = engine.send(url, here, get);
  const ended = expect(waiting).rejects.toThrow('closed before the answer');
  await until(() => requests() > 0);
  engine.close();
  await ended;
});

test('it counts its bytes', async () => {
  const { url } = await serve((_, response) => response.end('12345'));
  await engine.send(url, here, get);
  const before = { ...engine.traffic };
  await engine.send(url, here, { method: 'POST', path: '/', headers: {}, body: 'é' });
  const head = `POST / HTTP/1.1\r\nhost: ${new URL(url).host}\r\ncontent-length: 2\r\n\r\n`;
  expect(engine.traffic.sent - before.sent).toBe(head.length + 2);
  expect(engine.traffic.received - before.received).toBeGreaterThan('12345'.length);
});

test('what is no HTTP is refused with a sentence', () =>
  expect(engine.send('ftp://x', here, get)).rejects.toThrow('http:'));
