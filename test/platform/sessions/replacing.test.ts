import type { ListSessions } from './list-sessions';
import { moreKept, names, underLoad } from './load';
import { RealPools } from './real-pools';

let pools: RealPools;
beforeEach(() => {
  pools = new RealPools();
});
afterEach(() => pools.close());

/** A process whose addresses can be changed, like a deployment that replaces an old process by a new one. */
const deployed = (first: ListSessions) => {
  let current = first;
  const sessions: ListSessions = {
    read: (id) => current.read(id),
    note: (id, note, options) => current.note(id, note, options),
    end: (id) => current.end(id),
  };
  return {
    sessions,
    deploy: (next: ListSessions) => {
      current = next;
    },
  };
};

/** A runner who does nothing while pools are replaced: only a later read moves their session. */
const sleepers = Array.from({ length: 12 }, (_, n) => `sleeper-${n}`);
const everybody = [...names, ...sleepers];

/** What the runbook waits for: every session was read since, or has expired. */
const everybodyOnce = async (sessions: ListSessions) => {
  for (const name of everybody) await sessions.read(name);
};

test('one pool after the other is replaced by an empty one, process by process, under load: nothing is lost', async () => {
  const [a, b, newA, newB] = await Promise.all([1, 2, 3, 4].map(() => pools.server()));
  if (!a || !b || !newA || !newB) throw new Error('four servers were asked for');
  const ours = (one: typeof a, other: typeof a) =>
    pools.process(pools.client(one, 'well'), pools.client(other, 'well'));
  // Each process has its own runners: two deployments that write one session in one millisecond are another matter.
  const processes = everybody.map(() => deployed(ours(a, b)));
  const sessions = shardedBy(processes.map(({ sessions: one }) => one));
  const rollOut = async (one: typeof a, other: typeof a, pace: () => Promise<void>) => {
    for (const process of processes) {
      process.deploy(ours(one, other));
      await pace();
    }
  };

  const notebook = await underLoad([sessions], async (so) => {
    for (const name of sleepers) await so.note(sessions, name);
    await rollOut(newA, b, () => moreKept(so, 5));
    await everybodyOnce(sessions);
    await a.stop();
    await rollOut(newA, newB, () => moreKept(so, 5));
    await everybodyOnce(sessions);
    await b.stop();
  });
  const fresh = ours(newA, newB);
  for (const name of everybody) expect(await notebook.look(fresh, name)).toBe(true);
  expect(notebook.faults()).toEqual([]);
});

/** One runner's requests may reach any process; here each runner keeps one until it is replaced. */
const shardedBy = (all: readonly ListSessions[]): ListSessions => {
  const of = (id: string) => {
    const one = all[everybody.indexOf(id)];
    if (!one) throw new Error(`nobody serves ${id}`);
    return one;
  };
  return {
    read: (id) => of(id).read(id),
    note: (id, note, options) => of(id).note(id, note, options),
    end: (id) => of(id).end(id),
  };
};

test('when a pool of two nodes becomes one of three, and keys move to nodes that have them not, nothing is lost', async () => {
  const nodes = await Promise.all([1, 2, 3].map(() => pools.server()));
  const other = await pools.server();
  const urlOf = (count: number) =>
    `memcached://${nodes
      .slice(0, count)
      .map(({ port }) => `127.0.0.1:${port}`)
      .join(',')}`;
  const ours = (count: number) => pools.process(pools.at(urlOf(count)), pools.client(other, 'well'));
  const process = deployed(ours(2));
  const notebook = await underLoad([process.sessions], async (so) => {
    for (const name of sleepers) await so.note(process.sessions, name);
    process.deploy(ours(3));
    await moreKept(so, 50);
    await everybodyOnce(process.sessions);
  });
  await other.stop();
  const alone = pools.process(pools.at(urlOf(3)), pools.client(other, 'sick'));
  for (const name of everybody) expect(await notebook.look(alone, name)).toBe(true);
  expect(notebook.faults()).toEqual([]);
});
