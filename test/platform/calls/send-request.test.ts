import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer as createHttpServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getCACertificates, setDefaultCACertificates, type TLSSocket } from 'node:tls';
import { openEndpoint, type Request } from '../../../lambdas/platform/calls/send-request';
import { makeCertificate } from '../../../local/emulator/certificate';
import { until } from '../../support/until';

const open = new Set<Socket>();
const servers: Server[] = [];
afterEach(() => jest.restoreAllMocks());
afterAll(() => {
  for (const socket of open) socket.destroy();
  for (const server of servers) server.close();
});

const ask = { method: 'POST', path: '/', headers: {}, body: '{}', withinMs: 2000 } as const;

const portOf = async (server: Server): Promise<number> => {
  servers.push(server);
  server.on('connection', (socket: Socket) => open.add(socket));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return (server.address() as AddressInfo).port;
};

/** A service that does this at the first, second … request of a connection. Requests come in one piece. */
const served = async (answer: (socket: Socket, asked: number, text: string) => void) => {
  let asked = 0;
  const server = createServer((socket: Socket) => {
    socket.on('error', () => {});
    socket.on('data', (bytes) => answer(socket, ++asked, bytes.toString()));
  });
  const port = await portOf(server);
  return openEndpoint(new URL(`http://127.0.0.1:${port}`));
};

const reply = (body: string, ...lines: readonly string[]) =>
  ['HTTP/1.1 200 OK', `content-length: ${Buffer.byteLength(body)}`, ...lines, '', body].join('\r\n');

/** A service that answers its first request only when the next one has come. */
const servedLate = async () => {
  let first: Socket | undefined;
  const send = await served((socket, asked) => {
    if (asked > 1) {
      first?.write(reply('1'));
      socket.write(reply(`${asked}`));
    } else first = socket;
  });
  return { isAsked: () => first !== undefined, send };
};

/** At the second request it has just closed the connection, as a service does after a minute. */
const closesAfterOne = (socket: Socket, asked: number) => {
  if (asked === 2) socket.resetAndDestroy();
  else socket.write(reply('{}'));
};

const restFor = (ms: number) => {
  const now = Date.now() + ms;
  jest.spyOn(Date, 'now').mockImplementation(() => now);
};

test('a connection is used again at once', async () => {
  const send = await served(closesAfterOne);
  await send(ask);
  await expect(send(ask)).rejects.toMatchObject({ name: 'Unreachable', mayHaveArrived: true });
});

test('a connection that rested for long is not: its service may have closed it, and nobody would know whether a mail left', async () => {
  const seen = new Set<Socket>();
  const send = await served((socket) => {
    seen.add(socket);
    socket.write(reply('{}'));
  });
  await send(ask);
  restFor(14_000);
  await send(ask);
  expect(seen.size).toBe(1);
  restFor(15_001);
  await send(ask);
  expect(seen.size).toBe(2);
});

test('nor is one that rested for as long as the service allows, less a second', async () => {
  const seen = new Set<Socket>();
  const send = await served((socket) => {
    seen.add(socket);
    socket.write(reply('{}', 'Keep-Alive: timeout=5'));
  });
  await send(ask);
  restFor(3_900);
  await send(ask);
  expect(seen.size).toBe(1);
  restFor(4_100);
  await send(ask);
  expect(seen.size).toBe(2);
});

test('connections of a burst are closed once they rested for too long, and not only the one that is needed', async () => {
  const seen = new Set<Socket>();
  const send = await served((socket) => {
    seen.add(socket);
    setTimeout(() => socket.write(reply('{}')), 10);
  });
  await Promise.all([send(ask), send(ask), send(ask)]);
  restFor(10_000);
  await send(ask);
  restFor(5_001);
  await send(ask);
  expect(seen.size).toBe(3);
  await until(() => [...seen].filter(({ destroyed }) => destroyed).length === 2);
});

test('after an answer that came before the whole request had left, the connection carries no other one', async () => {
  const seen = new Set<Socket>();
  const server = createServer((socket: Socket) => {
    seen.add(socket);
    socket.on('error', () => {});
    socket.once('data', () => {
      // It refuses, and reads no further.
      socket.pause();
      socket.write(reply('{}'));
    });
  });
  const port = await portOf(server);
  const send = openEndpoint(new URL(`http://127.0.0.1:${port}`));
  expect((await send({ ...ask, body: Buffer.alloc(32 * 1024 * 1024) })).text).toBe('{}');
  expect((await send({ ...ask, withinMs: 1000 })).text).toBe('{}');
  expect(seen.size).toBe(2);
});

test('bytes that nobody asked for are no answer to the next request', async () => {
  let first: Socket | undefined;
  const send = await served((socket, asked) => {
    first ??= socket;
    socket.write(reply(`${asked}`));
  });
  expect((await send(ask)).text).toBe('1');
  // The rest of it would be taken from the next answer.
  first?.write(reply('strange').slice(0, -3));
  await until(() => first?.destroyed === true);
  expect((await send(ask)).text).toBe('2');
});

test('a late answer is no answer to the next request', async () => {
  const { send } = await servedLate();
  await expect(send({ ...ask, withinMs: 500 })).rejects.toMatchObject({ name: 'TimeoutError', mayHaveArrived: true });
  expect((await send(ask)).text).toBe('2');
  expect((await send(ask)).text).toBe('3');
});

test('who waits no more gets no answer, and the connection carries no other request', async () => {
  const { isAsked, send } = await servedLate();
  const giveUp = new AbortController();
  const refused = expect(send({ ...ask, signal: giveUp.signal })).rejects.toMatchObject({ name: 'TimeoutError' });
  await until(isAsked);
  giveUp.abort();
  await refused;
  await expect(send({ ...ask, signal: giveUp.signal })).rejects.toThrow(/abort/i);
  expect((await send(ask)).text).toBe('2');
});

test.each<[string, string, object]>([
  ['ends too early', 'HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nhalf', { name: 'ConnectionLost' }],
  ['is none', 'SSH-2.0-x\r\n\r\n', { name: 'Unreachable' }],
  ['has two lengths', 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\ncontent-length: 3\r\n\r\n{} ', { name: 'Unreachable' }],
])('an answer that %s is no answer, and the request may have arrived', async (_, wire, error) => {
  const send = await served((socket) => socket.end(wire));
  await expect(send(ask)).rejects.toMatchObject({ ...error, mayHaveArrived: true });
});

test('a request certainly did not arrive where nobody listens', async () => {
  const server = createServer();
  const port = await portOf(server);
  await new Promise((resolve) => server.close(resolve));
  const send = openEndpoint(new URL(`http://127.0.0.1:${port}`));
  await expect(send(ask)).rejects.toMatchObject({ name: 'Unreachable', mayHaveArrived: false });
});

test('requests at the same moment have a connection each, and later ones use them again', async () => {
  const seen = new Set<Socket>();
  const send = await served((socket) => {
    seen.add(socket);
    setTimeout(() => socket.write(reply('{}')), 20);
  });
  await Promise.all([send(ask), send(ask), send(ask)]);
  expect(seen.size).toBe(3);
  await Promise.all([send(ask), send(ask)]);
  expect(seen.size).toBe(3);
});

test.each<[string, Partial<Request>]>([
  ['a line break in a header', { headers: { 'x-a': 'b\r\nx-c: d' } }],
  ['a line break in a path', { path: '/a HTTP/1.1\r\nx-c: d' }],
  ['a space in a path', { path: '/a b' }],
])('%s is refused before anything is sent', async (_, wrong) => {
  let asked = 0;
  const send = await served((socket) => {
    asked += 1;
    socket.write(reply('{}'));
  });
  await expect(send({ ...ask, ...wrong })).rejects.toThrow(TypeError);
  expect(asked).toBe(0);
});

/** Tells what it was asked, in small chunks. */
const echo = (request: IncomingMessage, response: ServerResponse) => {
  const parts: Buffer[] = [];
  request.on('data', (part: Buffer) => parts.push(part));
  request.on('end', () => {
    const { method, url, headers } = request;
    response.setHeader('etag', '"1"');
    for (const sign of JSON.stringify({ method, url, headers, body: Buffer.concat(parts).toString() }))
      response.write(sign);
    response.end();
  });
};

test.each<[string, Omit<Request, 'withinMs'>, object]>([
  ['text', { method: 'POST', path: '/', headers: { 'x-a': 'b' }, body: 'Chloé' }, { method: 'POST', body: 'Chloé' }],
  [
    'bytes',
    { method: 'PUT', path: '/', headers: {}, body: Buffer.from('é'.repeat(100_000)) },
    { body: 'é'.repeat(100_000) },
  ],
  ['nothing', { method: 'GET', path: '/a?b=c%20d', headers: {} }, { method: 'GET', url: '/a?b=c%20d', body: '' }],
])('a server of Node reads %s as it was sent', async (_, request, expected) => {
  const port = await portOf(createHttpServer(echo));
  const send = openEndpoint(new URL(`http://127.0.0.1:${port}`));
  const answer = await send({ ...request, withinMs: 5_000 });
  expect(answer.header('etag')).toBe('"1"');
  expect(answer.json).toMatchObject({ ...expected, headers: { host: `127.0.0.1:${port}`, ...request.headers } });
});

test('a TLS session is not used again after a connection that could not be made', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'startline-tls-'));
  const usual = getCACertificates('default');
  try {
    const { key, certificate } = await makeCertificate(folder);
    setDefaultCACertificates([...usual, certificate]);
    const reused: boolean[] = [];
    const server = createHttpsServer({ key, cert: certificate }, (request, response) => {
      reused.push((request.socket as TLSSocket).isSessionReused());
      response.setHeader('connection', 'close').end('{}');
    });
    const securePort = await portOf(server);
    // As a service that refuses one handshake.
    let refuses = false;
    const port = await portOf(
      createServer((socket: Socket) => {
        if (refuses) return socket.destroy();
        return socket
          .pipe(connect(securePort, '127.0.0.1'))
          .on('error', () => socket.destroy())
          .pipe(socket);
      }),
    );
    const send = openEndpoint(new URL(`https://localhost:${port}`));
    await send(ask);
    await send(ask);
    refuses = true;
    await expect(send(ask)).rejects.toMatchObject({ mayHaveArrived: false });
    refuses = false;
    await send(ask);
    expect(reused).toEqual([false, true, false]);
  } finally {
    setDefaultCACertificates(usual);
    rmSync(folder, { recursive: true, force: true });
  }
});

test('over TLS only a certificate that is trusted gets a request', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'startline-tls-'));
  const usual = getCACertificates('default');
  try {
    const { key, certificate } = await makeCertificate(folder);
    const port = await portOf(createHttpsServer({ key, cert: certificate }, echo));
    const send = openEndpoint(new URL(`https://localhost:${port}`));
    await expect(send(ask)).rejects.toMatchObject({ name: 'Unreachable', mayHaveArrived: false });
    setDefaultCACertificates([...usual, certificate]);
    expect((await send(ask)).json).toMatchObject({ method: 'POST', body: '{}' });
    expect((await send(ask)).status).toBe(200);
  } finally {
    setDefaultCACertificates(usual);
    rmSync(folder, { recursive: true, force: true });
  }
});

test('after an alert of TLS that follows the handshake nobody knows whether the request arrived', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'startline-tls-'));
  const usual = getCACertificates('default');
  try {
    const { key, certificate } = await makeCertificate(folder);
    setDefaultCACertificates([...usual, certificate]);
    // In TLS 1.3 a client has shaken hands before the server looks for its certificate.
    const server = createHttpsServer({ key, cert: certificate, requestCert: true, rejectUnauthorized: true }, echo);
    const send = openEndpoint(new URL(`https://localhost:${await portOf(server)}`));
    await expect(send(ask)).rejects.toMatchObject({ name: 'Unreachable', mayHaveArrived: true });
  } finally {
    setDefaultCACertificates(usual);
    rmSync(folder, { recursive: true, force: true });
  }
});
