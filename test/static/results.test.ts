import fc from 'fast-check';
import { foldName, nameKeys } from '../../lambdas/domain/person/fold-name';
import type { Entry } from '../../lambdas/results/entry';
import type { Index, Pointer, VersionKind } from '../../lambdas/results/files';
import { buildVersion } from '../../lambdas/results/publish/build-version';
import { type Ranked, rank } from '../../lambdas/results/rank';
import { findNames, readEntry, readPage, readPlaces } from '../../lambdas/results/show/find-rows';
import type { Answered } from '../../static/src/http/failure';
import { createReader, lookSeconds, type ReadFile, type Version } from '../../static/src/results/read-version';
import { paceOf, splitsOf, timeOf } from '../../static/src/results/time-words';
import { hash, rankRules as rules } from '../results/support/version';

const missing = { kind: 'unreadable', status: 404 } as const;

/** The bucket of a race with one set, and every pointer that there was. */
const openBucket = () => {
  const files = new Map<string, string>();
  const pointers: Pointer[] = [];
  let cuts: Record<string, readonly string[]> = {};
  const read = (path: string) => files.get(path);
  return {
    files,
    pointers,
    read,
    publish: (entries: readonly Entry[], kind: VersionKind = 'preliminary') => {
      const number = pointers.length + 1;
      const head = { set: 's1', name: 'Marathon', number, kind, note: '', at: '2026-06-01T12:00:00.000Z' };
      const course = { points: [{ code: 'half', label: 'Half way', metres: 21_000 }], distance: 42_000 };
      const built = buildVersion({ head: { ...head, ...course }, rules, entries, cuts, hash });
      for (const { path, content } of built.files) files.set(path, content);
      cuts = Object.fromEntries(
        Object.entries(built.manifest.sequences).map(([name, { index }]) => [
          name,
          (JSON.parse(read(`i/${index}.json`) ?? '[]') as Index).map(([key]) => key),
        ]),
      );
      const manifest = kind === 'withdrawn' ? null : built.name;
      const set = { id: 's1', name: 'Marathon', event: 'Marathon', kind, number, manifest };
      pointers.push({ raceId: 'r1', sets: [{ ...set, finishers: built.finishers, entered: entries.length }] });
      return new Set(built.files.map(({ path }) => path));
    },
  };
};

type Bucket = ReturnType<typeof openBucket>;

const serve =
  (bucket: Bucket, age = () => 0): ReadFile =>
  async (path): Promise<Answered<unknown>> => {
    const { pointers } = bucket;
    const pointed = path === 'current.json' ? pointers[Math.max(0, pointers.length - 1 - age())] : undefined;
    const content = pointed ? JSON.stringify(pointed) : bucket.read(path);
    return content === undefined ? missing : { kind: 'ok', value: JSON.parse(content) };
  };

const runner = (bib: number, more: Partial<Entry> = {}): Entry => ({
  bib,
  name: `Runner ${String.fromCharCode(97 + (bib % 26))}${bib}`,
  gender: bib % 2 === 0 ? 'f' : 'm',
  age: 20 + (bib % 50),
  status: bib % 31 === 0 ? 'dnf' : 'finished',
  // So few seconds that many share a time.
  ...(bib % 31 !== 0 && { chipMs: 9_000_000 + ((bib * 7_919) % 300) * 1000 }),
  ...more,
});
const field = (size: number) => Array.from({ length: size }, (_, n) => runner(n + 1));

/** The rows of a list as the rule of ranking has them. */
const listed = (entries: readonly Entry[], list: string): readonly (readonly [number, number | null])[] => {
  const ranked = rank(rules, entries);
  const chosen: readonly (readonly [Ranked, number | undefined])[] =
    list === 'overall'
      ? ranked.map((one) => [one, one.place])
      : list === 'gender:f'
        ? ranked.filter(({ entry }) => entry.gender === 'f').map((one) => [one, one.genderPlace])
        : ranked.filter(({ ageGroup }) => ageGroup === 'M40').map((one) => [one, one.groupPlace]);
  return list === 'dnf'
    ? entries.filter(({ status }) => status === 'dnf').map(({ bib }) => [bib, null])
    : chosen.map(([{ entry }, place]) => [entry.bib, place ?? null]);
};

const lists = ['overall', 'gender:f', 'age:M40', 'dnf'] as const;
const versionOf = async (bucket: Bucket, readFile = serve(bucket)): Promise<Version> => {
  const answer = await createReader(readFile).read('s1', async (version) => version);
  if (answer.kind !== 'ok') throw new Error(answer.kind);
  return answer.value;
};
const shown = async (version: Version, list: string, page: number) => {
  const found = await readPage(version, list, page);
  return found.kind === 'page' ? found.rows.map(({ bib, place }) => [bib, place] as const) : found.kind;
};

/** What happens to a race while somebody reads. `age`: how many pointers the caches are behind. */
const step = fc.oneof(
  { weight: 3, arbitrary: fc.record({ does: fc.constant('publish' as const), bib: fc.integer({ min: 1, max: 260 }) }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('erase' as const), bib: fc.integer({ min: 1, max: 260 }) }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('withdraw' as const) }) },
  {
    weight: 6,
    arbitrary: fc.record({
      does: fc.constant('read' as const),
      list: fc.constantFrom(...lists),
      page: fc.integer({ min: 1, max: 4 }),
      age: fc.integer({ min: 0, max: 2 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('take' as const), age: fc.integer({ min: 0, max: 2 }) }) },
);

test('a reader never mixes two versions and never goes back, whatever is published, erased and cached meanwhile', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), async (steps) => {
      const bucket = openBucket();
      let age = 0;
      const readFile = serve(bucket, () => age);
      const reader = createReader(readFile);
      let entries: readonly Entry[] = field(260);
      const states: (readonly Entry[] | undefined)[] = [entries];
      bucket.publish(entries);
      let last = 0;
      for (const one of steps) {
        if (one.does === 'publish') {
          entries = entries.map((entry) =>
            entry.bib === one.bib ? runner(entry.bib, { chipMs: 8_900_000 + one.bib, status: 'finished' }) : entry,
          );
          bucket.publish(entries);
          states.push(entries);
        } else if (one.does === 'withdraw') {
          bucket.publish(entries, 'withdrawn');
          states.push(undefined);
        } else if (one.does === 'erase') {
          entries = entries.map((entry) => (entry.bib === one.bib ? { ...entry, name: undefined } : entry));
          const stays = bucket.publish(entries, 'corrected');
          states.push(entries);
          for (const path of [...bucket.files.keys()]) if (!stays.has(path)) bucket.files.delete(path);
        } else if (one.does === 'take') {
          age = one.age;
          const answer = await reader.look();
          if (answer.kind === 'ok' && answer.value.isNewer) reader.take(answer.value.pointer);
        } else {
          age = one.age;
          const answer = await reader.read('s1', (version) => shown(version, one.list, one.page));
          // Only where a cache still leads to what was taken away, nothing is read.
          if (age === 0) expect(['ok', 'withdrawn']).toContain(answer.kind);
          if (answer.kind !== 'ok' && answer.kind !== 'withdrawn') continue;
          const { number } = answer.kind === 'ok' ? answer.version.set : answer.set;
          expect(number).toBeGreaterThanOrEqual(last);
          last = number;
          const state = states[number - 1];
          if (answer.kind === 'withdrawn') expect(state).toBeUndefined();
          else {
            expect(answer.version.manifest.number).toBe(number);
            const rows = listed(state ?? [], one.list);
            const begin = (one.page - 1) * 10;
            const page = begin > 0 && begin >= rows.length ? 'past-end' : rows.slice(begin, begin + 10);
            expect(answer.value).toEqual(page);
          }
        }
      }
    }),
    { numRuns: 60 },
  );
});

test('a file that is gone makes the reader load the pointer again, once', async () => {
  const bucket = openBucket();
  bucket.publish(field(300));
  const asked: string[] = [];
  const reader = createReader((path) => {
    asked.push(path);
    return serve(bucket)(path);
  });
  const read = (bib: number) => reader.read('s1', (version) => readEntry(version, bib));
  expect((await read(7)).kind).toBe('ok');
  const leaf = asked.at(-1) ?? '';
  asked.splice(0);
  // What was read stays readable, and another leaf is not there any more.
  for (const path of bucket.files.keys()) if (path !== leaf) bucket.files.delete(path);
  expect((await read(7)).kind).toBe('ok');
  expect(asked).toEqual([]);
  expect(await read(299)).toEqual(missing);
  expect(asked.filter((path) => path === 'current.json')).toHaveLength(1);
});

test('a cache with an older pointer leads nobody back when a file is gone', async () => {
  const bucket = openBucket();
  bucket.publish(field(20));
  const newer = bucket.publish(field(20).map((one) => ({ ...one, club: 'Millers' })));
  let age = 0;
  const reader = createReader(serve(bucket, () => age));
  const numberOf = async (version: Version) => version.set.number;
  expect(await reader.read('s1', numberOf)).toMatchObject({ value: 2 });
  // The first version is whole, and the second has lost a leaf.
  for (const path of newer) if (path.startsWith('l/')) bucket.files.delete(path);
  age = 1;
  expect(await reader.read('s1', (version) => readPage(version, 'overall', 1))).toEqual(missing);
  expect(await reader.read('s1', numberOf)).toMatchObject({ value: 2 });
});

test('a race without a pointer has no results, and another set is unknown', async () => {
  const bucket = openBucket();
  const reader = createReader(serve(bucket));
  expect(await reader.read(undefined, async () => 1)).toEqual({ kind: 'none' });
  bucket.publish(field(3));
  expect(await reader.read('s2', async () => 1)).toMatchObject({ kind: 'unknown-set' });
  expect(await reader.read(undefined, async ({ set }) => set.id)).toMatchObject({ kind: 'ok', value: 's1' });
});

test.each([
  ['with the places in the rows', (content: string) => content],
  [
    'from where a row stands, as in a race that is being run',
    (content: string) =>
      content.replace(/,"places":\[[^\]]*\]/g, '').replace(/,\[\d+,(?:\d+|null),(?:\d+|null)\]\]/g, ',null]'),
  ],
])('every page of every list has the rows and places of the rule: %s', async (_, change) => {
  const bucket = openBucket();
  const entries = field(700);
  bucket.publish(entries);
  const version = await versionOf(bucket, async (path) => {
    const answer = await serve(bucket)(path);
    return answer.kind === 'ok' ? { kind: 'ok', value: JSON.parse(change(JSON.stringify(answer.value))) } : answer;
  });
  for (const list of lists) {
    const wanted = listed(entries, list);
    const pages = Math.ceil(wanted.length / 10);
    const read = await Promise.all(Array.from({ length: pages }, (_, n) => shown(version, list, n + 1)));
    expect(read.flat()).toEqual(wanted);
    expect(await shown(version, list, pages + 1)).toBe('past-end');
  }
  const ranked = rank(rules, entries);
  for (const { entry, place, genderPlace, groupPlace, ageGroup } of ranked.slice(0, 200)) {
    const found = await readEntry(version, entry.bib);
    expect(found?.bib).toBe(entry.bib);
    const places = found ? await readPlaces(version, found) : [];
    expect(places.map(({ list, place }) => [list, place])).toEqual([
      ['overall', place],
      [`gender:${entry.gender}`, genderPlace],
      ...(ageGroup ? [[`age:${ageGroup}`, groupPlace]] : []),
    ]);
  }
});

test('pages that no list has are told apart from the empty list', async () => {
  const bucket = openBucket();
  bucket.publish([runner(1)]);
  const version = await versionOf(bucket);
  for (const page of [0, -1, 1.5, 1e9, Number.NaN]) expect(await shown(version, 'overall', page)).toBe('past-end');
  for (const list of ['names', 'others', 'gender:x', 'age:', '', 'constructor', '__proto__'])
    expect(await shown(version, list, 1)).toBe('unknown-list');
  expect(await shown(version, 'gender:f', 1)).toEqual([]);
});

const word = fc.constantFrom('Ana', 'Åsa', 'O’Neil', 'de la Cruz', 'Müller', 'Şahin', 'محمد', '王小明', 'さとう', 'Ng');

test('a reader who types the beginning of any name of a runner finds them, if not more than eight begin alike', async () => {
  const names = fc.sample(fc.array(word, { minLength: 1, maxLength: 3 }), 300).map((words) => words.join(' '));
  const bucket = openBucket();
  bucket.publish(names.map((name, n) => runner(n + 1, { name: `${name} ${n}`, club: 'Club' })));
  const version = await versionOf(bucket);
  for (const [n, name] of names.entries()) {
    const [key = ''] = nameKeys(`${name} ${n}`);
    const { rows, about } = await findNames(version, key);
    expect([rows.some(({ bib }) => bib === n + 1) || (about ?? 0) > 8, rows.length <= 8]).toEqual([true, true]);
    expect(rows.every((row) => nameKeys(row.name ?? '').some((one) => one.startsWith(foldName(key))))).toBe(true);
  }
});

test('one letter shows the first eight and says how many names begin with it', async () => {
  const bucket = openBucket();
  bucket.publish([
    ...Array.from({ length: 4_213 }, (_, n) => runner(n + 1, { name: `M${n}` })),
    ...Array.from({ length: 9 }, (_, n) => runner(n + 5_000, { name: `Q${n}` })),
  ]);
  const version = await versionOf(bucket);
  const { rows, about = 0 } = await findNames(version, 'm');
  expect(rows.map(({ name }) => name)).toEqual(['M0', 'M1', 'M10', 'M100', 'M1000', 'M1001', 'M1002', 'M1003']);
  expect(Math.abs(about - 4_213)).toBeLessThanOrEqual(150);
  expect((await findNames(version, 'q')).about).toBe(9);
  expect(await findNames(version, 'M42 ')).not.toHaveProperty('about', 4_200);
});

test('digits are a bib and nothing else, and what is nothing finds nobody', async () => {
  const bucket = openBucket();
  bucket.publish([runner(5, { name: '12 Apostles' }), runner(12), runner(120), runner(123_456, { name: undefined })]);
  const version = await versionOf(bucket);
  const bibs = async (typed: string) => (await findNames(version, typed)).rows.map(({ bib }) => bib);
  expect(await bibs('12')).toEqual([12]);
  expect(await bibs('#012')).toEqual([12]);
  expect(await bibs('１２')).toEqual([12]);
  expect(await bibs('123456')).toEqual([123_456]);
  expect(await bibs('12 a')).toEqual([5]);
  for (const typed of ['0', '1', '1234567', '', ' ', '🏃', '\u0301', '\u0000', "'", 'x'.repeat(500)])
    expect([typed, await bibs(typed)]).toEqual([typed, []]);
});

test('times are rounded up as they count, and the pace of a part is that of the part alone', () => {
  expect(timeOf(11_108_001, 'up-to-second')).toBe('3:05:09');
  expect(timeOf(11_109_000, 'up-to-second')).toBe('3:05:09');
  expect(timeOf(59_901, 'tenths')).toBe('1:00.0');
  expect(timeOf(59_900, 'tenths')).toBe('0:59.9');
  const points = [
    { code: '10', label: '10 km', metres: 10_000 },
    { code: 'half', label: 'Half way', metres: 21_000 },
  ];
  const splits = splitsOf({ points, distance: 42_000 }, { 10: 3_000_000, half: 6_300_000 }, 12_600_000, 'Finish');
  expect(splits.map(({ label, pace = 0 }) => [label, paceOf(pace)])).toEqual([
    ['10 km', '5:00'],
    ['Half way', '5:00'],
    ['Finish', '5:00'],
  ]);
  // A time that cannot be true has no pace.
  const wrong = splitsOf({ points, distance: 42_000 }, { 10: 3_000_000, half: 2_000_000 }, undefined, 'Finish');
  expect(wrong.map(({ pace }) => pace === undefined)).toEqual([false, true]);
});

test.each([
  ['while runners come in, every two seconds', 'live', undefined, 1_000, 2],
  ['as the crowd is asked to', 'live', 10, 1_000, 10],
  ['less often the longer nothing changes', 'live', 2, 40_000, 5],
  ['seldom when two minutes are quiet', 'live', 2, 120_000, 15],
  ['never more often than the crowd may', 'live', 60, 3_600_000, 60],
  ['every quarter of a minute before the first and after the last time', 'preliminary', undefined, 0, 15],
  ['nearly never when nothing more is to come', 'official', undefined, 0, 120],
] as const)('the page looks for newer results %s', (_, kind, pollAfter, quietMs, seconds) => {
  expect(lookSeconds(kind, pollAfter === undefined ? undefined : { pollAfter }, quietMs)).toBe(seconds);
});

test('a look says what the crowd is asked for, and that alone is no newer version', async () => {
  const bucket = openBucket();
  bucket.publish([runner(1)], 'live');
  let pace = {};
  const reader = createReader(async (path) => {
    const answer = await serve(bucket)(path);
    return path === 'current.json' && answer.kind === 'ok'
      ? { kind: 'ok', value: { ...(answer.value as object), ...pace } }
      : answer;
  });
  await reader.read(undefined, async () => {});
  pace = { pollAfter: 8, presenceOneIn: 4 };
  expect(await reader.look()).toMatchObject({ kind: 'ok', value: { isNewer: false, pointer: pace } });
  bucket.publish([runner(1), runner(2)], 'live');
  expect(await reader.look()).toMatchObject({ kind: 'ok', value: { isNewer: true } });
});

test('a cache with an older pointer does not take back that there are newer results', async () => {
  const bucket = openBucket();
  bucket.publish([runner(1)], 'live');
  let age = 0;
  const reader = createReader(serve(bucket, () => age));
  await reader.read(undefined, async () => {});
  bucket.publish([runner(1), runner(2)], 'live');
  const newer = { kind: 'ok', value: { isNewer: true, pointer: { sets: [{ number: 2 }] } } };
  expect(await reader.look()).toMatchObject(newer);
  age = 1;
  const found = await reader.look();
  expect(found).toMatchObject(newer);
  if (found.kind === 'ok') reader.take(found.value.pointer);
  expect(await reader.look()).toMatchObject({ value: { isNewer: false, pointer: { sets: [{ number: 2 }] } } });
});

test.each<[string, unknown]>([
  ['the answer of another API', { success: false, errors: [], messages: [], result: null }],
  ['a list', [1, 2]],
  ['sets that are none', { raceId: 'r1', sets: [null] }],
  ['a pause that is none', { raceId: 'r1', sets: [], pollAfter: 'soon' }],
  ['a text', 'Welcome to the stadium'],
])('a reader who is answered with %s in place of a file reads the file the next time', async (_, garbage) => {
  const bucket = openBucket();
  bucket.publish(Array.from({ length: 30 }, (_, n) => runner(n + 1)));
  const whole = serve(bucket);
  let wrong = '';
  const reader = createReader(async (path) => (path.startsWith(wrong) ? { kind: 'ok', value: garbage } : whole(path)));
  const read = () => reader.read('s1', (version) => readPage(version, 'overall', 1));
  const notOurs = { kind: 'unreadable', status: 200 };
  for (wrong of ['current', ...(Array.isArray(garbage) ? ['m/', 'l/'] : ['m/', 'i/', 'l/'])])
    expect(await read()).toEqual(notOurs);
  wrong = 'none';
  expect(await read()).toMatchObject({ kind: 'ok' });
  wrong = 'current';
  expect(await reader.look()).toEqual(notOurs);
  wrong = 'none';
  expect(await reader.look()).toMatchObject({ kind: 'ok', value: { isNewer: false } });
});

test('a pointer that says to look after a month is looked at within a minute', () =>
  expect(lookSeconds('live', { pollAfter: 2_700_000 }, 0)).toBe(60));
