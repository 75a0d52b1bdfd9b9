import type { Entry } from '../../lambdas/results/entry';
import { eraseNames } from '../../lambdas/results/erase/erase-names';
import { tidyRace } from '../../lambdas/results/erase/tidy-race';
import type { Manifest } from '../../lambdas/results/files';
import type { TidiedFiles } from '../../lambdas/results/ports';
import { buildVersion } from '../../lambdas/results/publish/build-version';
import { findNames, readEntry, readPage, type Version } from '../../lambdas/results/show/find-rows';
import { hash, rankRules as rules } from './support/version';

const theirs = 'Zoltan Unforgettable-Name';
const head = { set: 's', name: 'Ten', note: '', at: '2026-06-01T12:00:00.000Z', points: [], distance: 10_000 };
const field = (round: number): readonly Entry[] =>
  Array.from({ length: 320 }, (_, n) => ({
    bib: n + 1,
    name: n === 122 ? theirs : `Runner ${n}`,
    gender: n % 2 === 0 ? 'f' : 'm',
    age: 41,
    ...(n % 10 === 3
      ? { status: 'dnf' as const }
      : { status: 'finished' as const, gunMs: 1_000_000 + ((n * 37) % 320) * 900 + round }),
  }));

/** A race with a start list, two versions with places and one without, and files that a crash left. `before`: of each call. */
const openRace = (before: (call: string) => void = () => {}) => {
  const objects = new Map<string, string>();
  const builds = (['start-list', 'live', 'preliminary', 'official'] as const).map((kind, n) =>
    buildVersion({ head: { ...head, kind, number: n + 1 }, rules, entries: field(n), cuts: {}, hash }),
  );
  for (const { files } of builds) for (const { path, content } of files) objects.set(`r/${path}`, content);
  for (const { path, content } of buildVersion({
    head: { ...head, kind: 'corrected', number: 9 },
    rules,
    entries: field(7),
    cuts: {},
    hash,
  }).files.filter(({ kind }) => kind !== 'manifest'))
    objects.set(`r/${path}`, content);
  objects.set('r/current.json', '');
  objects.set('other/l/x.json', theirs);
  let versions = builds.map(({ name }, n) => ({ number: n + 1, manifest: name, isLive: n === 1 }));
  let [isErasing, taker] = [true, ''];
  const tidying: Parameters<typeof tidyRace>[0]['tidying'] = {
    async take(_, tidier) {
      before('take');
      taker = tidier;
      return [{ setId: 's', nameless: isErasing ? [123] : [], names: [], versions }];
    },
    async replaceManifests(_, manifests, tidier) {
      before('replace');
      if (taker !== tidier) return false;
      versions = versions.map((one) => ({ ...one, manifest: manifests.get(one.manifest) ?? one.manifest }));
      return true;
    },
    async end() {
      before('end');
      isErasing = false;
    },
  };
  const files: TidiedFiles = {
    async read(path) {
      const content = objects.get(path);
      return content === undefined ? undefined : { content: JSON.parse(content), etag: '' };
    },
    async write(path, content) {
      before('write');
      objects.set(path, content);
    },
    async list(folder) {
      before('list');
      return [...objects.keys()].filter((path) => path.startsWith(folder));
    },
    async remove(path) {
      before('remove');
      objects.delete(path);
    },
  };
  let ids = 0;
  const point = async () => {
    before('point');
    objects.set('r/current.json', JSON.stringify(versions.at(-1)));
  };
  const tidy = () => tidyRace({ tidying, files, point, hash, newId: () => String(++ids) })('r');
  const read = (path: string) => JSON.parse(objects.get(`r/${path}`) ?? 'null');
  const open = (number: number): Version => {
    const manifest = read(`m/${versions[number - 1]?.manifest}.json`) as Manifest;
    return {
      manifest,
      index: async (list) => (manifest.sequences[list] ? read(`i/${manifest.sequences[list].index}.json`) : []),
      leaf: async (name) => read(`l/${name}.json`).rows,
    };
  };
  const take = (tidier: string) => {
    taker = tidier;
  };
  return { objects, tidy, open, take };
};

/** Everything that readers of a version see, page by page. */
const seen = async (version: Version) => {
  const pages = [];
  for (const list of ['overall', 'gender:f', 'age:M40', 'dnf', 'entries'])
    for (let page = 1; page <= 33; page++) pages.push(await readPage(version, list, page));
  return { pages, entry: await readEntry(version, 123), names: await findNames(version, 'zoltan') };
};
const without = (text: string) => text.replaceAll(JSON.stringify(theirs), 'null');

test('after a name is taken out, no file of the race has it, and nothing else that readers see has changed', async () => {
  const race = openRace();
  const before = await Promise.all([1, 2, 3, 4].map(async (number) => seen(race.open(number))));
  expect(before.map(({ names }) => names.rows.length)).toEqual([1, 1, 1, 1]);
  expect(await race.tidy()).toMatchObject({ kind: 'tidied' });
  for (const [path, content] of race.objects)
    if (path.startsWith('r/')) expect([path, /zoltan|unforgettable/i.test(content)]).toEqual([path, false]);
  expect(race.objects.get('other/l/x.json')).toBe(theirs);
  for (const [n, { names: _, ...all }] of before.entries()) {
    const { names, ...left } = await seen(race.open(n + 1));
    expect(JSON.stringify(left)).toBe(without(JSON.stringify(all)));
    expect(names).toEqual({ rows: [] });
    expect((await findNames(race.open(n + 1), 'runner 200')).rows).toHaveLength(1);
  }
  // A second look finds nothing to do.
  const left = new Map(race.objects);
  expect(await race.tidy()).toEqual({ kind: 'tidied', removed: 0 });
  expect(race.objects).toEqual(left);
});

test('a crash at any call leaves versions whole, and after one more run everything is as without the crash', async () => {
  let calls = 0;
  const whole = openRace(() => void calls++);
  await whole.tidy();
  expect(calls).toBeGreaterThan(40);
  for (let crash = 1; crash <= calls; crash++) {
    let call = 0;
    const race = openRace(() => {
      if (++call === crash) throw new Error('The machine went away.');
    });
    await expect(race.tidy()).rejects.toThrow('went away');
    for (const number of [1, 2, 3, 4]) expect((await readPage(race.open(number), 'entries', 13)).kind).toBe('page');
    await race.tidy();
    expect(race.objects).toEqual(whole.objects);
  }
});

test('a live version whose files the bucket has removed in part goes as a whole; another one stops everything', async () => {
  const race = openRace();
  const { index } = race.open(2);
  const [[, , live] = []] = await index('overall');
  race.objects.delete(`r/l/${live}.json`);
  expect(await race.tidy()).toMatchObject({ kind: 'tidied' });
  expect([...race.objects.values()].filter((content) => content === theirs)).toHaveLength(1);
  expect((await readPage(race.open(4), 'overall', 1)).kind).toBe('page');

  const broken = openRace();
  const [[, , official] = []] = await broken.open(4).index('overall');
  broken.objects.delete(`r/l/${official}.json`);
  const before = broken.objects.size;
  await expect(broken.tidy()).rejects.toThrow('is gone');
  expect(broken.objects.size).toBeGreaterThanOrEqual(before);
});

test('somebody who lost the race to another tidier removes nothing', async () => {
  const race = openRace((call) => {
    if (call === 'write') race.take('another');
  });
  const before = race.objects.size;
  expect(await race.tidy()).toEqual({ kind: 'taken' });
  expect(race.objects.size).toBeGreaterThan(before);
});

test('a leaf of names with nobody left is gone from the index', async () => {
  const objects = new Map<string, string>();
  const entries: readonly Entry[] = [{ bib: 1, name: 'Only One', status: 'finished', gunMs: 5_000 }];
  const built = buildVersion({ head: { ...head, kind: 'official', number: 1 }, rules, entries, cuts: {}, hash });
  for (const { path, content } of built.files) objects.set(path, content);
  const read = async (path: string) => JSON.parse(objects.get(path) ?? '');
  const write = async (path: string, content: string) => void objects.set(path, content);
  const manifest = await read(
    `m/${await eraseNames({ nameless: [1], names: [] }, { read, write, hash })(built.name)}.json`,
  );
  expect(manifest.sequences.names.rows).toBe(0);
  expect(await read(`i/${manifest.sequences.names.index}.json`)).toEqual([]);
});

test('a name that a bib had before leaves the versions that have it, and whoever has the bib now stays', async () => {
  const objects = new Map<string, string>();
  const version = (number: number, name: string) => {
    const entries: readonly Entry[] = [
      { bib: 1, name, status: 'finished', gunMs: 5_000 },
      { bib: 2, name: 'Old Nàme', status: 'finished', gunMs: 6_000 },
    ];
    const built = buildVersion({ head: { ...head, kind: 'official', number }, rules, entries, cuts: {}, hash });
    for (const { path, content } of built.files) objects.set(path, content);
    return built.name;
  };
  const [before, now] = [version(1, 'Old Nàme'), version(2, 'New Name')];
  const read = async (path: string) => JSON.parse(objects.get(path) ?? '');
  const write = async (path: string, content: string) => void objects.set(path, content);
  const erase = eraseNames({ nameless: [], names: [{ bib: 1, name: 'old name' }] }, { read, write, hash });
  const namesIn = async (manifestHash: string) => {
    const { sequences } = (await read(`m/${manifestHash}.json`)) as Manifest;
    const rows = [];
    for (const list of ['entries', 'overall', 'names'])
      for (const [, , leaf] of await read(`i/${sequences[list]?.index}.json`))
        rows.push(...(await read(`l/${leaf}.json`)).rows);
    return rows.map((row) => (Array.isArray(row) ? (row.length === 4 ? row[2] : row[1]) : row.name));
  };
  expect(new Set(await namesIn(await erase(before)))).toEqual(new Set([null, 'Old Nàme']));
  expect((await namesIn(await erase(before))).filter((name) => name === 'Old Nàme')).toHaveLength(
    (await namesIn(before)).length / 2,
  );
  expect(await erase(now)).toBe(now);
});
