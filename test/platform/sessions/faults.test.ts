import { freeze } from '../../support/freeze';
import type { FreshMemcached } from '../../support/memcached';
import { until } from '../../support/until';
import { any, moreKept, names, underLoad } from './load';
import { Notebook } from './notebook';
import { RealPools } from './real-pools';

let pools: RealPools;
beforeEach(() => {
  pools = new RealPools();
});
afterEach(() => pools.close());

const keyOf = (id: string) => `session:${id}`;

type Fault = (sick: FreshMemcached) => Promise<void>;

const killed = async (sick: FreshMemcached) => {
  process.kill(sick.pid, 'SIGKILL');
  await sick.stop();
};

const faults: readonly (readonly [string, (again: (port: number) => Promise<FreshMemcached>) => Fault])[] = [
  ['is killed', () => killed],
  [
    'is killed and comes back empty',
    (again) => async (sick) => {
      await killed(sick);
      await again(sick.port);
    },
  ],
  ['hangs for good', () => (sick) => freeze(sick.pid)],
];

test.each(faults)('a pool that %s under load costs no session, and shows nobody an old one', async (_, fault) => {
  const [sick, well] = [await pools.server(), await pools.server()];
  const processes = [1, 2, 3].map(() => pools.process(pools.client(sick, 'sick'), pools.client(well, 'well')));
  const notebook = await underLoad(processes, () => fault((port) => pools.server(port))(sick));
  const fresh = pools.process(pools.client(sick, 'sick'), pools.client(well, 'well'));
  for (const name of names) expect(await notebook.look(fresh, name)).toBe(true);
  expect(notebook.faults()).toEqual([]);
});

test('neither does one that hangs and goes on, with what it was told before it hung', async () => {
  const [sick, well] = [await pools.server(), await pools.server()];
  const processes = [1, 2, 3].map(() => pools.process(pools.client(sick, 'sick'), pools.client(well, 'well')));
  const notebook = await underLoad(processes, async (so) => {
    await freeze(sick.pid);
    await moreKept(so, 100);
    process.kill(sick.pid, 'SIGCONT');
  });
  for (const name of names) await notebook.look(any(processes), name);
  expect(notebook.faults()).toEqual([]);
});

test('neither does one that is emptied, nor one that comes back with what it had long ago', async () => {
  const [sick, well] = [await pools.server(), await pools.server()];
  const operator = pools.client(sick, 'well');
  const processes = [1, 2, 3].map(() => pools.process(pools.client(sick, 'sick'), pools.client(well, 'well')));
  const notebook = await underLoad(processes, async (so) => {
    const old = await Promise.all(names.map((name) => operator.get(keyOf(name))));
    await moreKept(so, 100);
    await killed(sick);
    const back = await pools.server(sick.port);
    const restored = pools.client(back, 'well');
    await Promise.all(names.map((name, n) => restored.set(keyOf(name), old[n] ?? '', 600)));
  });
  const fresh = pools.process(pools.client(sick, 'sick'), pools.client(well, 'well'));
  for (const name of names) expect(await notebook.look(fresh, name)).toBe(true);
  expect(notebook.faults()).toEqual([]);
});

test('with both pools gone everybody is told so; once they are back, empty, each begins a new session of their own', async () => {
  const [one, other] = [await pools.server(), await pools.server()];
  const ours = pools.process(pools.client(one, 'well'), pools.client(other, 'well'));
  const notebook = new Notebook();
  for (const name of names) expect(await notebook.note(ours, name)).toBe(true);
  await killed(one);
  await killed(other);
  for (const name of names) {
    expect(await notebook.look(ours, name)).toBe(false);
    expect(await notebook.note(ours, name)).toBe(false);
  }
  await pools.server(one.port);
  // One pool is back and empty: nobody knows whether the other has a copy.
  await until(async () => (await ours.read('nobody').catch((error) => error.cause.errors.length)) === 1, 60);
  for (const name of names) expect(await notebook.look(ours, name)).toBe(false);
  await pools.server(other.port);
  await until(
    () =>
      ours.read('nobody').then(
        () => true,
        () => false,
      ),
    60,
  );
  for (const name of names) {
    expect(await ours.read(name)).toBeUndefined();
    expect(await ours.note(name, 'after')).toBe('kept');
    expect(await ours.read(name)).toEqual({ owner: name, notes: ['after'] });
  }
});

test('of many who change one session at once nobody loses their change', async () => {
  const [one, other] = [await pools.server(), await pools.server()];
  const processes = [1, 2, 3, 4].map(() => pools.process(pools.client(one, 'well'), pools.client(other, 'well')));
  const notebook = new Notebook();
  await notebook.note(any(processes), 'ada');
  await Promise.all(
    processes.map(async (ours) => {
      for (let n = 0; n < 10; n++) await notebook.note(ours, 'ada');
    }),
  );
  await notebook.look(any(processes), 'ada');
  expect(notebook.faults()).toEqual([]);
  expect(notebook.kept).toBeGreaterThan(20);
});
