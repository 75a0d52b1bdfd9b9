import { openMemcached } from '../../../lambdas/platform/memcached/open-memcached';
import { until } from '../../support/until';
import { type FakeMemcached, fakeMemcached, opaqueOf } from './fake-memcached';

const list = (version: number, nodes: readonly FakeMemcached[]) => {
  const body = `${version}\n${nodes.map(({ port }) => `localhost|127.0.0.1|${port}`).join(' ')}\n`;
  return `CONFIG cluster 0 ${body.length}\r\n${body}\r\nEND\r\n`;
};
const node = (name: string) =>
  fakeMemcached((line, socket) => void socket.write(`VA ${name.length} ${opaqueOf(line)}\r\n${name}\r\n`));

test('keys go to the nodes the cluster names, also after it changed and while it does not answer', async () => {
  const [first, second, third] = await Promise.all(['first', 'second', 'third'].map(node));
  if (!first || !second || !third) throw new Error('three nodes were wanted');
  let answer: string | undefined = list(1, [first, second]);
  const directory = await fakeMemcached((_, socket) => void (answer && socket.write(answer)));
  const memcached = openMemcached(`${directory.url}?discovery=on&timeout=2000`);
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
  expect(second.connections).toHaveLength(1);

  memcached.close();
  await Promise.all([second, third, directory].map((server) => server.stop()));
});

/** Makes the next request ask for the list again. */
const passAMinute = () => passSeconds(61);
const passSeconds = (seconds: number) => {
  const now = performance.now.bind(performance);
  jest.spyOn(performance, 'now').mockImplementation(() => now() + seconds * 1000);
};

test('a client that connects ahead has found and reached every node before the first request', async () => {
  const nodes = await Promise.all(['first', 'second'].map(node));
  const directory = await fakeMemcached((_, socket) => void socket.write(list(1, nodes)));
  const memcached = openMemcached(`${directory.url}?discovery=on&timeout=2000`);
  await memcached.connect();
  const connections = () => [directory, ...nodes].map((server) => server.connections.length);
  expect(connections()).toEqual([1, 1, 1]);
  await Promise.all(Array.from({ length: 40 }, (_, i) => memcached.get(`key:${i}`)));
  await memcached.connect();
  expect(connections()).toEqual([1, 1, 1]);

  const [gone] = nodes;
  await gone?.stop();
  const other = openMemcached(`${directory.url}?discovery=on&timeout=2000`);
  await expect(other.connect()).rejects.toMatchObject({ kind: 'connection' });
  for (const client of [memcached, other]) client.close();
  await Promise.all([nodes[1]?.stop(), directory.stop()]);
});

test('environments that thaw together when a race opens do not all ask for the list at once, but within a minute', async () => {
  const nodes = [await node('only')];
  const directory = await fakeMemcached((_, socket) => void socket.write(list(1, nodes)));
  const clients = Array.from({ length: 30 }, () => openMemcached(`${directory.url}?discovery=on&timeout=5000`));
  const ask = () => Promise.all(clients.map((client) => client.get('a')));
  await ask();
  expect(directory.connections).toHaveLength(30);
  passSeconds(900);
  await ask();
  expect(directory.connections).toHaveLength(30);
  jest.restoreAllMocks();
  passSeconds(930);
  await ask();
  await until(() => directory.connections.length > 30);
  jest.restoreAllMocks();
  passSeconds(965);
  await ask();
  await until(() => directory.connections.length >= 60);
  expect(directory.connections).toHaveLength(60);

  jest.restoreAllMocks();
  for (const client of clients) client.close();
  await Promise.all([...nodes, directory].map((server) => server.stop()));
});

test('a cluster that grows by one moves a fraction of the keys, all of them to the new node, and loses no request', async () => {
  const names = ['first', 'second', 'third', 'fourth'];
  const nodes = await Promise.all(names.map(node));
  let known = nodes.slice(0, 3);
  let version = 1;
  const directory = await fakeMemcached((_, socket) => void socket.write(list(version, known)));
  const memcached = openMemcached(`${directory.url}?discovery=on&timeout=10000`);
  const keys = Array.from({ length: 1000 }, (_, i) => `key:${i}`);
  const homes = () => Promise.all(keys.map(async (key) => String(await memcached.get(key))));
  const before = await homes();

  [known, version] = [nodes, 2];
  passAMinute();
  let after = await homes();
  await until(async () => {
    after = await homes();
    return after.includes('fourth');
  });
  const moved = after.filter((home, i) => home !== before[i]);
  expect(new Set(moved)).toEqual(new Set(['fourth']));
  expect(moved.length).toBeGreaterThan(1000 / 4 / 1.5);
  expect(moved.length).toBeLessThan((1000 / 4) * 1.5);
  expect(memcached.statistics()).toMatchObject({ connections: 4, failures: { timeout: 0, connection: 0, server: 0 } });

  jest.restoreAllMocks();
  memcached.close();
  await Promise.all([...nodes, directory].map((server) => server.stop()));
});

test('a node that leaves the list still answers what it was asked, and is left alone then', async () => {
  const held: (() => void)[] = [];
  const leaving = await fakeMemcached(
    (line, socket) => void held.push(() => socket.write(`VA 4 ${opaqueOf(line)}\r\nlate\r\n`)),
  );
  const staying = await node('staying');
  let known: FakeMemcached[] = [leaving];
  let version = 1;
  const directory = await fakeMemcached((_, socket) => void socket.write(list(version, known)));
  const memcached = openMemcached(`${directory.url}?discovery=on&timeout=1000`);
  const asked = [memcached.get('late')];
  await until(() => held.length === 1);

  [known, version] = [[staying], 2];
  passAMinute();
  await until(() => {
    asked.push(memcached.get('meanwhile'));
    return staying.connections.length > 0;
  });
  for (const answer of held) answer();
  expect(new Set((await Promise.all(asked)).map(String))).toEqual(new Set(['late', 'staying']));
  await until(() => leaving.connections.every((socket) => socket.destroyed), 40);

  jest.restoreAllMocks();
  memcached.close();
  await Promise.all([leaving, staying, directory].map((server) => server.stop()));
});

test.each([
  ['an ordinary memcached', 'ERROR\r\n'],
  ['a cluster of none', 'CONFIG cluster 0 3\r\n1\n\n\r\nEND\r\n'],
  ['a list that cannot be read', 'CONFIG cluster 0 10\r\n1\nhost;1.2.3\n\r\nEND\r\n'],
])('%s is an error, not an empty cache', async (_, answer) => {
  const server = await fakeMemcached((_line, socket) => void socket.write(answer));
  const memcached = openMemcached(`${server.url}?discovery=on&timeout=2000`);
  const error = { name: 'MemcachedError', message: expect.stringContaining('did not name its cluster') };
  await expect(memcached.get('a')).rejects.toMatchObject(error);
  await expect(memcached.get('a')).rejects.toMatchObject(error);
  expect(server.connections).toHaveLength(1);
  memcached.close();
  await server.stop();
});
