import { type MemcachedClient, openMemcached } from '../../../lambdas/platform/memcached/open-memcached';
import { until } from '../../support/until';
import { type FaultyCluster, faultyCluster } from './cluster';
import { Readers } from './readers';

let cluster: FaultyCluster;
let clients: MemcachedClient[];
let readers: Readers;

const open = async (timeoutMs: number) => {
  cluster = await faultyCluster(3);
  clients = Array.from({ length: 3 }, () => openMemcached(cluster.url, { timeoutMs }));
  readers = new Readers(clients);
};
afterEach(async () => {
  jest.restoreAllMocks();
  for (const client of clients) client.close();
  await cluster.stop();
});

const more = (count: () => number, by: number) => {
  const before = count();
  return until(() => count() >= before + by, 60);
};
const readMore = () => more(() => readers.reads, 500);
const editMore = () => more(() => readers.edits, 20);

/** Every process reaches every node: with this number of keys, each node has some. */
const areServedAgain = () =>
  until(async () => {
    const keys = Array.from({ length: 30 }, (_, i) => `probe:${i}`);
    const answers = await Promise.allSettled(clients.flatMap((client) => keys.map((key) => client.get(key))));
    return answers.every(({ status }) => status === 'fulfilled');
  }, 60);

const enoughIsRead = () => until(() => readers.judge().judged > 1000, 60);
const expectNothingWrong = () => expect(readers.judge().wrong).toEqual([]);

test.each<[string, (at: number) => Promise<void>]>([
  [
    'killed and comes back empty',
    async (at) => {
      cluster.kill(at);
      await readMore();
      await cluster.restart(at);
    },
  ],
  [
    'frozen and thaws with what it knew',
    async (at) => {
      cluster.freeze(at);
      await readMore();
      cluster.thaw(at);
    },
  ],
  ['flushed', (at) => cluster.flush(at)],
])(
  'while each node in turn is %s, nobody is shown a wrong page or an error',
  async (_, fault) => {
    await open(100);
    await readers.during(async () => {
      await editMore();
      for (let at = 0; at < cluster.size; at++) {
        await fault(at);
        await areServedAgain();
        await readMore();
        await editMore();
      }
      await enoughIsRead();
    });
    expectNothingWrong();
  },
  120_000,
);

test('while each node in turn is replaced by an empty one, nobody is shown a wrong page, and no request is lost', async () => {
  await open(10_000);
  const failures = () =>
    clients.map((client) => Object.values(client.statistics().failures).reduce((sum, count) => sum + count, 0));
  let skippedMs = 0;
  const now = performance.now.bind(performance);
  jest.spyOn(performance, 'now').mockImplementation(() => now() + skippedMs);

  await readers.during(async () => {
    await editMore();
    for (let at = 0; at < cluster.size; at++) {
      // An edit between the moments at which two processes learn of a new node may reach only the one.
      await readers.holdEdits();
      await cluster.replace(at);
      skippedMs += 61_000;
      await until(() => cluster.timesTold >= clients.length, 60);
      await readMore();
      readers.allowEdits();
      await editMore();
    }
    expect(failures()).toEqual([0, 0, 0]);
    await areServedAgain();
    await enoughIsRead();
  });
  expectNothingWrong();
}, 120_000);
