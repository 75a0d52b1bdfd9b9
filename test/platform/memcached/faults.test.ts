import { type AddressInfo, createServer, type Socket } from 'node:net';
import type { Memcached } from '../../../lambdas/platform/memcached/memcached';
import { openMemcached } from '../../../lambdas/platform/memcached/open-memcached';
import { freeze } from '../../support/freeze';
import { freshMemcached } from '../../support/memcached';
import { stall } from '../../support/stall';
import { until } from '../../support/until';
import { fakeMemcached, opaqueOf } from './fake-memcached';

/** Milliseconds. Long enough for a busy machine to answer, short enough to wait until it is over. */
const open = (url: string, { timeoutMs = 500 } = {}) =>
  closing(openMemcached(url, { timeoutMs }), (memcached) => memcached.close());
const fake: typeof fakeMemcached = async (answer) => closing(await fakeMemcached(answer), (server) => server.stop());
const real: typeof freshMemcached = async (options) =>
  closing(await freshMemcached(options), (server) => server.stop());

const closers: (() => unknown)[] = [];
const closing = <T>(thing: T, close: (thing: T) => unknown): T => {
  closers.push(() => close(thing));
  return thing;
};
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

const works = (memcached: Memcached) =>
  memcached.get('a').then(
    () => true,
    () => false,
  );

test('a late answer reaches nobody: the connection of a request that timed out is gone', async () => {
  let frozen = true;
  const held: { line: string; socket: Socket }[] = [];
  const server = await fake((line, socket) => {
    if (frozen) held.push({ line, socket });
    else socket.write(`VA 4 ${opaqueOf(line)}\r\nmine\r\n`);
  });
  const memcached = open(server.url);
  const first = memcached.get('secret-of-ada');
  const second = memcached.increment('behind-it');
  await expect(first).rejects.toMatchObject({ kind: 'timeout' });
  await expect(second).rejects.toMatchObject({ kind: 'timeout' });
  frozen = false;
  for (const { line, socket } of held) socket.write(`VA 6 ${opaqueOf(line)}\r\nsecret\r\n`);
  await until(() => works(memcached));
  expect(String(await memcached.get('of-bob'))).toBe('mine');
  expect(server.connections.length).toBeGreaterThan(1);
  expect(server.connections[0]?.destroyed).toBe(true);
});

test.each([
  ['another opaque', () => 'VA 1 Oother\r\nx\r\n'],
  ['no opaque', () => 'VA 1\r\nx\r\n'],
  ['another opaque with a miss', () => 'EN Oother\r\n'],
  ['words of another protocol', () => 'HTTP/1.1 400 Bad Request\r\n\r\n'],
  ['a value longer than it said', (line: string) => `VA 1 ${opaqueOf(line)}\r\nxyz\r\n`],
  ['a value of impossible length', (line: string) => `VA 999999999 ${opaqueOf(line)}\r\n`],
  ['a negative length', (line: string) => `VA -1 ${opaqueOf(line)}\r\n`],
  ['a line without end', () => 'x'.repeat(5000)],
  ['a protocol error', () => 'ERROR\r\n'],
  ['nothing but a closed door', (_: string, socket: Socket) => void socket.destroy()],
])('everybody waiting is told when the server answers with %s', async (_, answer) => {
  let asked = 0;
  const server = await fake((line, socket) => {
    if (asked++ > 0) return;
    const text = answer(line, socket);
    if (text) socket.write(text);
  });
  const memcached = open(server.url, { timeoutMs: 1000 });
  const outcomes = await Promise.allSettled([memcached.get('a'), memcached.get('b'), memcached.increment('c')]);
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
  expect(server.connections[0]?.destroyed || (await until(() => Boolean(server.connections[0]?.destroyed)))).not.toBe(
    false,
  );
});

test('when one answer of many is missing, those behind it reach nobody', async () => {
  let asked = 0;
  const server = await fake((line, socket) => {
    const key = line.split(' ')[1] ?? '';
    if (asked++ !== 1500) socket.write(`VA ${key.length} ${opaqueOf(line)}\r\n${key}\r\n`);
  });
  const memcached = open(server.url, { timeoutMs: 5000 });
  const keys = Array.from({ length: 3000 }, (_, i) => `runner:${i}`);
  const outcomes = await Promise.allSettled(keys.map((key) => memcached.get(key)));
  for (const [i, outcome] of outcomes.entries())
    if (outcome.status === 'fulfilled') expect(String(outcome.value)).toBe(keys[i]);
  expect(outcomes.slice(1500).filter(({ status }) => status === 'fulfilled')).toEqual([]);
  await until(() => Boolean(server.connections[0]?.destroyed));
});

test('an answer too many ends the connection before it can meet the next request', async () => {
  const server = await fake((line, socket) => {
    const reply = `VA 1 ${opaqueOf(line)}\r\nx\r\n`;
    socket.write(line.includes('twice') ? reply + reply : reply);
  });
  const memcached = open(server.url, { timeoutMs: 5_000 });
  expect(String(await memcached.get('twice'))).toBe('x');
  await until(() => Boolean(server.connections[0]?.destroyed));
  expect(String(await memcached.get('once'))).toBe('x');
});

test('a node that was killed fails at once, and is used again when it is back', async () => {
  const before = await real();
  const memcached = open(before.url, { timeoutMs: 5_000 });
  await memcached.set('a', '1', 60);
  process.kill(before.pid, 'SIGKILL');
  await until(async () => !(await works(memcached)));
  const start = performance.now();
  for (let i = 0; i < 100; i++) expect(await works(memcached)).toBe(false);
  expect(performance.now() - start).toBeLessThan(5000);
  await before.stop();

  await real({ port: before.port });
  await until(() => works(memcached));
  expect(await memcached.get('a')).toBeUndefined();
});

test('a node that froze costs one timeout, not one for each request, and is used again when it thaws', async () => {
  const server = await real();
  const memcached = open(server.url);
  await memcached.set('counter', '0', 60);
  await freeze(server.pid);
  const waiting = await Promise.allSettled(Array.from({ length: 50 }, () => memcached.increment('counter')));
  expect(waiting.every((outcome) => outcome.status === 'rejected' && outcome.reason.kind === 'timeout')).toBe(true);
  // Several attempts to reconnect, which the kernel accepts on behalf of the stopped process.
  await until(async () => {
    await expect(memcached.get('a')).rejects.toThrow('is down');
    return memcached.statistics().connections >= 4;
  });
  process.kill(server.pid, 'SIGCONT');
  await until(() => works(memcached));
  expect(await memcached.increment('counter')).toBeLessThanOrEqual(51);
});

test('a node that thaws gives the right to load to nobody who went away while it was frozen', async () => {
  const server = await real();
  const memcached = open(server.url);
  await memcached.set('warm', '1', 60);
  await freeze(server.pid);
  await expect(memcached.fetch('cold', { vivifySeconds: 60 })).rejects.toMatchObject({ kind: 'timeout' });
  process.kill(server.pid, 'SIGCONT');
  await until(() => works(memcached));
  expect(await memcached.fetch('cold', { vivifySeconds: 60 })).toMatchObject({ won: true });
});

test('a connection closed while nobody used it is replaced without anybody noticing', async () => {
  const server = await fake((line, socket) => socket.write(`VA 1 ${opaqueOf(line)}\r\nx\r\n`));
  const memcached = open(server.url, { timeoutMs: 5_000 });
  await memcached.get('a');
  server.connections[0]?.end();
  await until(() => Boolean(server.connections[0]?.destroyed));
  expect(String(await memcached.get('b'))).toBe('x');
});

test('a process that was frozen itself does not blame the server', async () => {
  const server = await real();
  const memcached = open(server.url, { timeoutMs: 800 });
  await memcached.set('a', '1', 60);
  await freeze(server.pid);
  const read = memcached.get('a');
  // The request leaves in the first turns; the answer comes while this process does nothing.
  for (let turn = 0; turn < 3; turn++) await new Promise((resolve) => setImmediate(resolve));
  process.kill(server.pid, 'SIGCONT');
  stall(1_200);
  expect(String(await read)).toBe('1');
});

test('a process that was frozen before its question left counts from then', async () => {
  const server = await real();
  const memcached = open(server.url, { timeoutMs: 800 });
  await memcached.set('a', '1', 60);
  await freeze(server.pid);
  const read = memcached.get('a').catch((error) => error.kind);
  stall(1_200);
  for (let turn = 0; turn < 3; turn++) await new Promise((resolve) => setImmediate(resolve));
  process.kill(server.pid, 'SIGCONT');
  expect(String(await read)).toBe('1');
});

test('a process that was held up itself does not take a late answer for a lost one: it lies in the socket', async () => {
  const server = await real();
  const memcached = open(server.url, { timeoutMs: 100 });
  await memcached.set('a', 'x', 60);
  await memcached.set('long', Buffer.alloc(1024 * 1000), 60);
  for (let round = 0; round < 5; round++) {
    const answers = [memcached.get('a'), memcached.get('long'), memcached.get('a')];
    const counted = memcached.increment('nothing');
    // The requests leave, and then this process sleeps longer than its timeout.
    await new Promise((resolve) => setImmediate(resolve));
    stall(250);
    expect((await Promise.all(answers)).map((value) => value?.length)).toEqual([1, 1024 * 1000, 1]);
    expect(await counted).toBeUndefined();
  }
  expect(memcached.statistics().failures).toEqual({ timeout: 0, connection: 0, server: 0, 'too-large': 0 });
  expect(memcached.statistics().connections).toBe(1);
});

test('a process that was held up waits as long the next time', async () => {
  const turn = () => new Promise((resolve) => setImmediate(resolve));
  // It answers from this process, two turns of the event loop after it was asked: once the first check has found the
  // request late, and before the second check.
  const server = await fake(async (line, socket) => {
    await turn();
    await turn();
    socket.write(`VA 1 ${opaqueOf(line)}\r\nx\r\n`);
  });
  const timeoutMs = 100;
  const memcached = open(server.url, { timeoutMs });
  await memcached.get('first');
  for (let round = 0; round < 3; round++) {
    await new Promise((resolve) => setTimeout(resolve, 2 * timeoutMs));
    const answer = memcached.get('a').then(String, (error: Error) => error.message);
    // The request has left, and the server has not read it.
    await new Promise<void>((resolve) => process.nextTick(resolve));
    stall(2 * timeoutMs);
    expect(await answer).toBe('x');
  }
  expect(server.connections).toHaveLength(1);
});

test('a process that is held up again before its second check reads the answer first', async () => {
  let reply = () => {};
  let isConnected = false;
  const server = await fake((line, socket) => {
    reply = () => socket.write(`VA 1 ${opaqueOf(line)}\r\nx\r\n`);
    if (!isConnected) reply();
  });
  const timeoutMs = 100;
  const memcached = open(server.url, { timeoutMs });
  await memcached.get('first');
  isConnected = true;
  const answer = memcached.get('a').then(String, (error: Error) => error.message);
  await new Promise((resolve) => setImmediate(resolve));
  // Runs in the same turn as the first check, which finds no answer. The answer comes after that turn has read the
  // sockets, and the second check is due before the next turn reads them.
  setTimeout(() => {
    setImmediate(() => {
      reply();
      stall(10);
    });
  }, timeoutMs);
  stall(2 * timeoutMs);
  expect(await answer).toBe('x');
});

test('a process that was held up while connecting is connected all the same', async () => {
  const server = await real();
  const memcached = open(server.url, { timeoutMs: 100 });
  const answer = memcached.set('a', 'x', 60);
  await new Promise((resolve) => setImmediate(resolve));
  stall(400);
  await answer;
  expect(memcached.statistics().connections).toBe(1);
});

test('the first connection may be slow, because many environments connect at once; a later one may not', async () => {
  const sockets: Socket[] = [];
  // It answers the first no-op of a connection only when the test says so, and never a request to hang.
  const slow = createServer((socket) => {
    sockets.push(socket);
    socket.on('error', () => {});
    socket.on('data', (chunk) => {
      const line = chunk.toString('latin1');
      if (!line.startsWith('mn') && !line.includes('hang')) socket.write(`VA 4 ${opaqueOf(line)}\r\nmine\r\n`);
    });
  });
  await new Promise<void>((resolve) => slow.listen(0, '127.0.0.1', resolve));
  closing(slow, () => {
    for (const socket of sockets) socket.destroy();
    slow.close();
  });
  const url = `memcached://127.0.0.1:${(slow.address() as AddressInfo).port}`;
  const timeoutMs = 200;
  const memcached = open(url, { timeoutMs });
  // Gives its first connection no more time than memcached gives a later one.
  const hasty = closing(openMemcached(url, { timeoutMs, firstTimeoutMs: 2 * timeoutMs }), (client) => client.close());
  const first = memcached.get('a');
  await expect(hasty.get('a')).rejects.toMatchObject({ kind: 'timeout' });
  for (const socket of sockets) socket.write('MN\r\n');
  expect(String(await first)).toBe('mine');
  // From now on a request has its own time, not that of a first connection.
  const newcomer = open(url, { timeoutMs }).get('a');
  const failures: string[] = [];
  await Promise.all([
    newcomer.catch(() => failures.push('first connection of another client')),
    memcached.get('hang').catch(({ kind }) => failures.push(`request: ${kind}`)),
  ]);
  expect(failures).toEqual(['request: timeout', 'first connection of another client']);
  await expect(memcached.get('a')).rejects.toMatchObject({ kind: 'connection' });
});
