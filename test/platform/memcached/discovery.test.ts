import { openMemcached } from '../../../lambdas/platform/memcached/open-memcached';
import { until } from '../until';
import { type FakeMemcached, fakeMemcached, opaqueOf } from './fake-memcached';

const list = (version: number, nodes: readonly FakeMemcached[]) => {
  const body = `${version}\nlocalhost|127.0.0.1|${nodes.map(({ port }) => port).join(' |127.0.0.1|')}\n`;
  return `CONFIG cluster 0 ${body.length}\r\n${body}\r\nEND\r\n`;
};
const node = (name: string) =>
  fakeMemcached((line, socket) => void socket.write(`VA ${name.length} ${opaqueOf(line)}\r\n${name}\r\n`));

test('keys go to the nodes the cluster names, also after it changed and while it does not answer', async () => {
  const [first, second, third] = await Promise.all(['first', 'second', 'third'].map(node));
  if (!first || !second || !third) throw new Error('three nodes were wanted');
  let answer: string | undefined = list(1, [first, second]);
  const directory = await fakeMemcached((_, socket) => void (answer && socket.write(answer)));
  const memcached = openMemcached(`${directory.url}?discovery=on`);
  const found = async () => {
    const keys = Array.from({ length: 40 }, (_, i) => `key:${i}`);
    const names = await Promise.allSettled(keys.map((key) => memcached.get(key)));
    return [...new Set(names.map((one) => (one.status === 'fulfilled' ? String(one.value) : 'error')))].sort();
  };
  expect(await found()).toEqual(['first', 'second']);
  expect(directory.connections).toHaveLength(1);

  answer = undefined;
  first.connections[0]?.destroy();
  await until(async () => (await found()).join() === 'first,second');
  answer = list(2, [second, third]);
  await first.stop();
  await until(async () => (await found()).join() === 'second,third');
  expect(second.connections.filter((socket) => !socket.destroyed)).toHaveLength(1);

  memcached.close();
  await Promise.all([second, third, directory].map((server) => server.stop()));
});

test.each([
  ['an ordinary memcached', 'ERROR\r\n'],
  ['a cluster of none', 'CONFIG cluster 0 3\r\n1\n\n\r\nEND\r\n'],
  ['a list that cannot be read', 'CONFIG cluster 0 10\r\n1\nhost;1.2.3\n\r\nEND\r\n'],
])('%s is an error, not an empty cache', async (_, answer) => {
  const server = await fakeMemcached((_line, socket) => void socket.write(answer));
  const memcached = openMemcached(`${server.url}?discovery=on`);
  const error = { name: 'MemcachedError', message: expect.stringContaining('did not name its cluster') };
  await expect(memcached.get('a')).rejects.toMatchObject(error);
  await expect(memcached.get('a')).rejects.toMatchObject(error);
  expect(server.connections).toHaveLength(1);
  memcached.close();
  await server.stop();
});
