import type { Socket } from 'node:net';
import type { MemcachedError } from '../../../lambdas/platform/memcached/memcached';
import { openMemcached } from '../../../lambdas/platform/memcached/open-memcached';
import { until } from '../../support/until';
import { fakeMemcached, opaqueOf } from './fake-memcached';

test('the time-out is counted for each request: traffic that never pauses is not taken for one that is late', async () => {
  let held: { line: string; socket: Socket } | undefined;
  const answerHeld = () => held?.socket.write(`VA 1 ${opaqueOf(held.line)}\r\nx\r\n`);
  // Each request is answered when the next one arrives: something is always waiting, and nothing for long.
  const server = await fakeMemcached((line, socket) => {
    answerHeld();
    held = { line, socket };
  });
  const memcached = openMemcached(server.url, { timeoutMs: 3000 });
  const reads: Promise<unknown>[] = [];
  const from = performance.now();
  for (let i = 0; i < 12; i++) {
    reads.push(memcached.get(`key:${i}`).then(String, (error: Error) => error.message));
    await until(() => held?.line.includes(`key:${i} `) === true && performance.now() - from >= i * 300);
  }
  answerHeld();
  expect(await Promise.all(reads)).toEqual(reads.map(() => 'x'));
  expect(server.connections).toHaveLength(1);
  memcached.close();
  await server.stop();
});

test('a request without an answer times out, however many requests follow it', async () => {
  const server = await fakeMemcached(() => {});
  const memcached = openMemcached(server.url, { timeoutMs: 1000 });
  let told: unknown;
  memcached.get('first').catch((error: MemcachedError) => {
    told = error.kind;
  });
  await until(async () => {
    void memcached.get('another').catch(() => {});
    return told !== undefined;
  });
  expect(told).toBe('timeout');
  memcached.close();
  await server.stop();
});
