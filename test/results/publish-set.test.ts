import fc from 'fast-check';
import type { Entry } from '../../lambdas/results/entry';
import type { Index, Manifest, PointedSet, Pointer, VersionKind } from '../../lambdas/results/files';
import type { Claimed, PublishedVersion, ResultFiles, ResultSet, ResultVersions } from '../../lambdas/results/ports';
import { publicationWorker } from '../../lambdas/results/publish/publication-worker';
import { publishSet } from '../../lambdas/results/publish/publish-set';
import { fewRead, hash } from './support/version';

const setOf = (id: string): ResultSet => ({
  id,
  raceId: 'r',
  name: id,
  event: 'Ten',
  distance: 10_000,
  points: [],
  rules: {
    rankBy: 'gun',
    gunPlaces: 0,
    rounding: 'tenths',
    genders: [{ code: 'f', label: 'Women' }],
    ageGroups: [],
  },
});
const fieldOf = (round: number, most = 170): readonly Entry[] =>
  Array.from({ length: most }, (_, n) => ({
    bib: n + 1,
    name: `Runner ${n}`,
    gender: 'f',
    status: 'finished',
    gunMs: 1_000_000 + ((n * 37 + (n % 5 === 0 ? round * 113 : 0)) % most) * 100,
  }));

interface Order {
  readonly kind: VersionKind;
  readonly entries: readonly Entry[];
}

/** The two stores in memory. `before` is called with the name of every call, and may throw in its place or delay it. */
const openWorld = (
  before: (call: string) => Promise<void> = async () => {},
  clock = () => 0,
  today = () => '2026-06-01T12:00:00.000Z',
) => {
  const objects = new Map<string, string>();
  const pointers: Pointer[] = [];
  /** Files that the bucket removes one day. */
  const fading = new Set<string>();
  const orders = new Map<string, { due?: Order; owner?: string; versions: PublishedVersion[]; isPointed: boolean }>();
  const rowOf = (id: string) => {
    const row = orders.get(id) ?? { versions: [], isPointed: true };
    orders.set(id, row);
    return row;
  };
  const read = (path: string) => {
    const content = objects.get(path);
    return content === undefined ? undefined : { content: JSON.parse(content), etag: hash(content) };
  };
  const versions: ResultVersions = {
    async claim(id, publisher): Promise<Claimed> {
      await before('claim');
      const row = rowOf(id);
      if (!row.due) return { kind: 'done', raceId: 'r' };
      if (row.owner !== undefined) return { kind: 'taken' };
      row.owner = publisher;
      const { kind, entries } = row.due;
      const last = row.versions.at(-1);
      return {
        kind: 'due',
        version: {
          set: setOf(id),
          kind,
          entries,
          note: '',
          at: today(),
          number: (last?.number ?? 0) + 1,
          before: last?.manifest ?? undefined,
        },
      };
    },
    async record(version, publisher) {
      await before('record');
      const row = rowOf(version.setId);
      if (row.owner !== publisher) return 'lost';
      row.versions.push(version);
      row.owner = undefined;
      row.due = undefined;
      row.isPointed = false;
      return version.kind === 'live' ? 'again' : 'recorded';
    },
    async pointed() {
      await before('pointed');
      return [...orders].flatMap(([id, { versions }]): PointedSet[] => {
        const last = versions.at(-1);
        if (!last) return [];
        const { kind, number, manifest, finishers, entered } = last;
        return [{ id, name: id, event: 'Ten', kind, number, manifest, finishers, entered }];
      });
    },
    async keepPointed(sets) {
      await before('keepPointed');
      for (const { id, number } of sets) {
        const row = rowOf(id);
        if (row.versions.at(-1)?.number === number) row.isPointed = true;
      }
    },
    async left() {
      return [...orders].flatMap(([id, { due, owner, isPointed }]) =>
        (due || !isPointed) && owner === undefined ? [id] : [],
      );
    },
    // What is searched is a test of the database: test/functions/publish-results.test.ts.
    unsearched: async () => [],
    letSearch: async () => {},
  };
  const files: ResultFiles = {
    async read(path) {
      await before('read');
      return read(path);
    },
    async write(path, content, isLive) {
      await before(`write ${path[2]}`);
      if (isLive) fading.add(path);
      else fading.delete(path);
      objects.set(path, content);
    },
    async replace(path, content, etag) {
      await before('replace');
      if (read(path)?.etag !== etag) return false;
      objects.set(path, content);
      pointers.push(JSON.parse(content));
      return true;
    },
  };
  let ids = 0;
  const ticks: number[] = [];
  const openPublisher = () =>
    publishSet({
      versions,
      files,
      hash,
      newId: () => `p${ids++}`,
      orderTick: async (_, afterSeconds) => void ticks.push(afterSeconds),
      paceOf: fewRead,
      clock,
    });
  return {
    ticks,
    objects,
    pointers,
    fading,
    versions,
    /** Another process, which remembers nothing. */
    openPublisher,
    publish: openPublisher(),
    order: (id: string, due: Order) => Object.assign(rowOf(id), { due }),
    versionsOf: (id: string) => rowOf(id).versions,
    /** A publisher that died has the set for two minutes. */
    endLeases: () => {
      for (const row of orders.values()) row.owner = undefined;
    },
  };
};
type World = ReturnType<typeof openWorld>;

/** The bibs of the list as a reader puts them together, who begins at what a pointer says. */
const walk = ({ objects }: World, manifestName: string): readonly number[] => {
  const get = (path: string) => JSON.parse(objects.get(`r/${path}`) ?? 'null');
  const manifest: Manifest = get(`m/${manifestName}.json`);
  const index: Index = get(`i/${manifest.sequences.overall?.index}.json`);
  return index.flatMap(([, , leaf]) => get(`l/${leaf}.json`).rows.map(([bib]: readonly [number]) => bib));
};
const bibsOf = (entries: readonly Entry[]) =>
  [...entries].sort((a, b) => (a.gunMs ?? 0) - (b.gunMs ?? 0) || a.bib - b.bib).map(({ bib }) => bib);

test('whichever pointer a reader has kept, what they put together is one version, whole', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.integer({ min: 0, max: 30 }), { minLength: 1, maxLength: 6 }), async (rounds) => {
      const world = openWorld();
      for (const [n, round] of rounds.entries()) {
        world.order('a', { kind: n === 0 ? 'preliminary' : 'corrected', entries: fieldOf(round) });
        await world.publish('a');
      }
      expect(world.pointers.map(({ sets }) => sets[0]?.number)).toEqual(rounds.map((_, n) => n + 1));
      for (const [n, { sets }] of world.pointers.entries())
        expect(walk(world, sets[0]?.manifest ?? '')).toEqual(bibsOf(fieldOf(rounds[n] ?? 0)));
    }),
    { numRuns: 20 },
  );
});

test('a version writes only what the one before did not have, and what it leads to before itself', async () => {
  const calls: string[] = [];
  const world = openWorld(async (call) => void calls.push(call));
  world.order('a', { kind: 'preliminary', entries: fieldOf(1, 1_000) });
  const first = await world.publish('a');
  calls.length = 0;
  const corrected = fieldOf(1, 1_000).map((one) => (one.bib === 500 ? { ...one, club: 'Millers' } : one));
  world.order('a', { kind: 'corrected', entries: corrected });
  const second = await world.publish('a');
  expect(first).toMatchObject({ kind: 'published', number: 1 });
  expect(second).toMatchObject({ kind: 'published', number: 2 });
  // A leaf or two, and an index, of the list, which is that of the women, too; of the entries; and of the names, which say the club.
  const writes = calls.filter((call) => /write|record|replace/.test(call)).map((call) => call.replace('write ', ''));
  expect(writes.join('')).toMatch(/^l{3,5}i{3}mrecordreplace$/);
});

test('live versions begin two seconds apart; one that took long is followed after as long again, but for the first of a publisher', async () => {
  let now = 0;
  let took = 0;
  const world = openWorld(
    async (call) => {
      if (call === 'record') now += took;
    },
    () => now,
  );
  for (took of [8_500, 300, 700, 1_900, 4_650, 8_500, 60_000]) {
    world.order('a', { kind: 'live', entries: fieldOf(1) });
    await world.publish('a');
  }
  expect(world.ticks).toEqual([2, 2, 1, 2, 5, 9, 15]);
});

test('a publisher that has just started writes what changed, unless the files of before are so old that they may be gone', async () => {
  let days = 0;
  const world = openWorld(undefined, undefined, () => new Date(Date.UTC(2026, 5, 1 + days)).toISOString());
  const entries = fieldOf(1, 1_000);
  /** How many files the version has that the one before had not. Of the same entries, only the manifest is another. */
  const filesOf = async (publish: World['publish']) => {
    world.order('a', { kind: 'live', entries });
    const published = await publish('a');
    return published.kind === 'published' ? published.files : undefined;
  };
  const all = await filesOf(world.publish);
  expect(all).toBeGreaterThan(20);
  days = 13;
  expect(await filesOf(world.openPublisher())).toBe(1);
  expect(await filesOf(world.publish)).toBe(1);
  days = 14;
  const second = world.openPublisher();
  expect(await filesOf(second)).toBe(all);
  expect(await filesOf(second)).toBe(1);
  days = 28;
  expect(await filesOf(second)).toBe(all);
});

test('the pointer of a live race says how often its crowd is to look, and no other pointer does', async () => {
  const world = openWorld();
  for (const kind of ['start-list', 'live', 'live', 'preliminary'] as const) {
    world.order('a', { kind, entries: fieldOf(1) });
    await world.publish('a');
  }
  expect(world.pointers.map(({ pollAfter, presenceOneIn }) => [pollAfter, presenceOneIn])).toEqual([
    [undefined, undefined],
    [2, 1],
    [2, 1],
    [undefined, undefined],
  ]);
});

test('a live version writes what changed, and when its files are gone, the version after it is whole', async () => {
  const world = openWorld();
  const write = async (kind: VersionKind, round: number) => {
    world.order('a', { kind, entries: fieldOf(round) });
    return world.publish('a');
  };
  await write('live', 1);
  const first = world.fading.size;
  // The same entries as other objects: everything is made again, and named as before.
  const second = await write('live', 1);
  expect(second).toMatchObject({ kind: 'published', number: 2 });
  expect(world.fading.size).toBe(first + 1);
  await write('preliminary', 1);
  for (const path of world.fading) world.objects.delete(path);
  const [set] = world.pointers.at(-1)?.sets ?? [];
  expect(set?.kind).toBe('preliminary');
  expect(walk(world, set?.manifest ?? '')).toEqual(bibsOf(fieldOf(1)));
  const manifest: Manifest = JSON.parse(world.objects.get(`r/m/${set?.manifest}.json`) ?? '');
  for (const { index } of Object.values(manifest.sequences))
    for (const [, , leaf] of JSON.parse(world.objects.get(`r/i/${index}.json`) ?? '') as Index)
      expect(world.objects.has(`r/l/${leaf}.json`)).toBe(true);
});

test('a withdrawn set leads to nothing, and what comes after it is whole again', async () => {
  const world = openWorld();
  for (const kind of ['official', 'withdrawn', 'corrected'] as const) {
    world.order('a', { kind, entries: fieldOf(3) });
    await world.publish('a');
  }
  expect(world.pointers.map(({ sets: [set] }) => [set?.kind, set?.manifest === null, set?.finishers])).toEqual([
    ['official', false, 170],
    ['withdrawn', true, 0],
    ['corrected', false, 170],
  ]);
  expect(walk(world, world.pointers.at(-1)?.sets[0]?.manifest ?? '')).toEqual(bibsOf(fieldOf(3)));
});

const nothingOld = { due: async () => [], forgetBatches: async () => {} };

test('after a crash at any call, the next run of the schedule ends as if there had been none', async () => {
  const second: Order = { kind: 'corrected', entries: fieldOf(9) };
  const begun = async (before?: (call: string) => Promise<void>) => {
    let isArmed = false;
    const world = openWorld(async (call) => {
      if (isArmed) await before?.(call);
    });
    world.order('a', { kind: 'preliminary', entries: fieldOf(1) });
    await world.publish('a');
    world.order('a', second);
    isArmed = true;
    return world;
  };
  let calls = 0;
  const whole = await begun(async () => void calls++);
  await whole.publish('a');
  const ends = (world: World) => [world.pointers.at(-1), world.versionsOf('a'), [...world.objects].sort()];

  expect(calls).toBeGreaterThan(12);
  for (let crash = 1; crash <= calls; crash++) {
    let call = 0;
    const world = await begun(async () => {
      if (++call === crash) throw new Error('The machine went away.');
    });
    await expect(world.publish('a')).rejects.toThrow('went away');
    // Readers still find one version, whole.
    const [set] = world.pointers.at(-1)?.sets ?? [];
    expect(walk(world, set?.manifest ?? '')).toEqual(bibsOf(set?.number === 1 ? fieldOf(1) : fieldOf(9)));
    world.endLeases();
    // As the schedule runs it, with what it finds.
    await publicationWorker(world.publish, world.versions, async () => ({ kind: 'taken' }), nothingOld)({});
    expect(ends(world)).toEqual(ends(whole));
    expect(await world.versions.left()).toEqual([]);
  }
});

test('a set that cannot be made ready for searches holds up no other', async () => {
  const asked: string[] = [];
  const versions = {
    left: async () => [],
    unsearched: async () => ['broken', 'good'],
    letSearch: async (setId: string) => {
      asked.push(setId);
      if (setId === 'broken') throw new Error('No such thing.');
    },
  };
  const publish = async () => ({ kind: 'unknown' }) as const;
  const worker = publicationWorker(publish, versions, async () => ({ kind: 'taken' }), nothingOld);
  await expect(worker({})).rejects.toThrow('1 result sets were not published, tidied or made to be searched.');
  expect(asked).toEqual(['broken', 'good']);
});

test('however publishers of two sets interleave, no number in the pointer ever falls, and both sets are there', async () => {
  await fc.assert(
    fc.asyncProperty(fc.scheduler(), async (scheduler) => {
      const world = openWorld((call) => scheduler.schedule(Promise.resolve(), call));
      const publisher = async (id: string) => {
        for (const round of [1, 2, 3]) {
          world.order(id, { kind: 'preliminary', entries: fieldOf(round, 20) });
          // Two at once, as when a message is delivered twice.
          await Promise.all([world.publish(id), world.publish(id)]);
        }
      };
      await scheduler.waitFor(Promise.all([publisher('a'), publisher('b')]));
      const numbers = (id: string) =>
        world.pointers.flatMap(({ sets }) => sets.flatMap((set) => (set.id === id ? [set.number] : [])));
      for (const id of ['a', 'b']) {
        const seen = numbers(id);
        expect([...seen].sort((a, b) => a - b)).toEqual(seen);
        expect(seen.at(-1)).toBe(world.versionsOf(id).at(-1)?.number);
        expect(world.versionsOf(id).map(({ number }) => number)).toEqual(world.versionsOf(id).map((_, n) => n + 1));
      }
    }),
    { numRuns: 30 },
  );
});

test('a database that was set back lowers no number in the pointer, and what is published then is read', async () => {
  const world = openWorld();
  for (const round of [1, 2]) {
    world.order('a', { kind: 'preliminary', entries: fieldOf(round) });
    await world.publish('a');
  }
  world.versionsOf('a').pop();
  world.order('b', { kind: 'preliminary', entries: fieldOf(1) });
  await world.publish('b');
  expect(world.pointers.at(-1)?.sets.map(({ id, number }) => [id, number])).toEqual([
    ['a', 2],
    ['b', 1],
  ]);
  world.order('a', { kind: 'corrected', entries: fieldOf(3) });
  expect(await world.publish('a')).toMatchObject({ kind: 'published', number: 3 });
  const [set] = world.pointers.at(-1)?.sets ?? [];
  expect([set?.number, set?.kind]).toEqual([3, 'corrected']);
  expect(walk(world, set?.manifest ?? '')).toEqual(bibsOf(fieldOf(3)));
  expect(await world.versions.left()).toEqual([]);
});

test('a publisher that was too slow keeps nothing: its set was taken by another', async () => {
  let stop: (() => void) | undefined;
  const world = openWorld(async (call) => {
    if (call === 'write m' && !stop) await new Promise<void>((resolve) => (stop = resolve));
  });
  world.order('a', { kind: 'official', entries: fieldOf(1) });
  const slow = world.publish('a');
  while (!stop) await Promise.resolve();
  world.endLeases();
  expect(await world.publish('a')).toMatchObject({ kind: 'published', number: 1 });
  stop();
  expect(await slow).toEqual({ kind: 'taken' });
  expect(world.versionsOf('a')).toHaveLength(1);
});
