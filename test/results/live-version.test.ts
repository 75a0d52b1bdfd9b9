import fc from 'fast-check';
import type { Entry, RankRules } from '../../lambdas/results/entry';
import { type Index, indexPath, type Leaf, leafPath, type Manifest, manifestPath } from '../../lambdas/results/files';
import { buildVersion, type VersionHead } from '../../lambdas/results/publish/build-version';
import { cutsOf, type LiveMemory } from '../../lambdas/results/publish/live-memory';
import { rank } from '../../lambdas/results/rank';
import { readEntry, readPage, readPlaces, type Version } from '../../lambdas/results/show/find-rows';
import { hash, rankRules } from './support/version';

const head = (number: number, kind: VersionHead['kind'] = 'live'): VersionHead => ({
  set: 's1',
  name: 'Marathon',
  number,
  kind,
  note: '',
  at: '2026-06-01T12:00:00.000Z',
  points: [{ code: 'half', label: 'Half way', metres: 21_098 }],
  distance: 42_195,
});

/** A set that is live: its entries, the bucket, and what the publisher remembers. */
const openLive = (rules: RankRules, runners: number) => {
  const entries = new Map<number, Entry>(
    Array.from({ length: runners }, (_, n) => [
      n + 1,
      { bib: n + 1, name: `Runner ${n % 90}`, gender: n % 2 ? 'f' : 'm', age: 20 + (n % 50), status: 'entered' },
    ]),
  );
  const bucket = new Map<string, string>();
  let memory: LiveMemory | undefined;
  let number = 0;
  const publish = (isForgotten = false) => {
    const known = isForgotten ? undefined : memory;
    const cuts = memory ? cutsOf(memory) : {};
    const built = buildVersion({
      head: head(++number),
      rules,
      entries: [...entries.values()],
      cuts,
      hash,
      memory: known,
    });
    memory = built.memory;
    for (const { path, content } of built.files) bucket.set(path, content);
    return built;
  };
  return { entries, bucket, publish };
};

const get = <T>(bucket: ReadonlyMap<string, string>, path: string): T => {
  const content = bucket.get(path);
  if (content === undefined) throw new Error(`Nobody wrote ${path}.`);
  return JSON.parse(content);
};
const versionIn = (bucket: ReadonlyMap<string, string>, name: string): Version => {
  const manifest = get<Manifest>(bucket, manifestPath(name));
  return {
    manifest,
    index: async (list) => get<Index>(bucket, indexPath(manifest.sequences[list]?.index ?? '')),
    leaf: async <Row>(leaf: string) => get<Leaf<Row>>(bucket, leafPath(leaf)).rows,
  };
};
/** Every row of a sequence, as a reader puts them together. */
const rowsOf = async (version: Version, list: string) =>
  (await Promise.all((await version.index(list)).map(([, , leaf]) => version.leaf(leaf)))).flat();

const change = fc.record({
  bib: fc.integer({ min: 1, max: 230 }),
  what: fc.oneof(
    fc.record({
      chipMs: fc.integer({ min: 1, max: 300 }).map((s) => s * 500),
      status: fc.constant('finished' as const),
    }),
    fc.record({
      gunMs: fc.integer({ min: 1, max: 300 }).map((s) => s * 500),
      status: fc.constant('finished' as const),
    }),
    fc.record({ splits: fc.record({ half: fc.integer({ min: 1, max: 90_000 }) }) }),
    fc.record({ status: fc.constantFrom('dnf' as const, 'dsq' as const, 'entered' as const) }),
    fc.record({ name: fc.constantFrom('Ada Runner', 'Zoë Élan', undefined) }),
    fc.record({ gender: fc.constantFrom('f', 'm', 'q'), age: fc.integer({ min: 38, max: 51 }) }),
    fc.constant('gone' as const),
  ),
});

/** `runs`: 1,000 by hand, fewer in the suite. */
const runs = Number(process.env.RUNS ?? 60);

test('whatever comes in, a live version reads row for row as one that is built from nothing, and nothing it leads to is missing', () =>
  fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.array(change, { maxLength: 12 }), fc.boolean()), { minLength: 1, maxLength: 4 }),
      fc.constantFrom(0, 3),
      async (rounds, gunPlaces) => {
        const rules = { ...rankRules, gunPlaces };
        const live = openLive(rules, 220);
        live.publish();
        for (const [changes, isForgotten] of rounds) {
          for (const { bib, what } of changes) {
            const before: Entry = live.entries.get(bib) ?? { bib, name: 'Late', status: 'entered' };
            if (what === 'gone') live.entries.delete(bib);
            else live.entries.set(bib, { ...before, ...what });
          }
          const kept = versionIn(live.bucket, live.publish(isForgotten).name);
          const fresh = buildVersion({ head: head(0), rules, entries: [...live.entries.values()], cuts: {}, hash });
          const whole = versionIn(new Map(fresh.files.map(({ path, content }) => [path, content])), fresh.name);
          expect(Object.keys(kept.manifest.sequences)).toEqual(Object.keys(whole.manifest.sequences));
          for (const list of Object.keys(whole.manifest.sequences))
            expect(await rowsOf(kept, list)).toEqual(await rowsOf(whole, list));
        }
      },
    ),
    { numRuns: runs },
  ));

test('a runner who comes in changes the leaves they stand in, and a place is the position of the row', async () => {
  const live = openLive(rankRules, 1_000);
  for (let bib = 1; bib <= 900; bib++)
    live.entries.set(bib, {
      ...(live.entries.get(bib) as Entry),
      status: 'finished',
      chipMs: 4_000_000 + ((bib * 7_919) % 450) * 1_000,
    });
  live.publish();
  live.entries.set(950, { ...(live.entries.get(950) as Entry), status: 'finished', chipMs: 4_020_000 });
  const built = live.publish();
  const leaves = built.files.filter(({ kind }) => kind === 'leaf');
  // In the list of all, of the gender and the entries; not in the names. A leaf may be cut in two.
  expect(leaves.length).toBeLessThanOrEqual(6);
  expect(leaves.length).toBeGreaterThanOrEqual(3);
  const isOfNames = ({ content }: { readonly content: string }) => typeof JSON.parse(content).rows[0][0] === 'string';
  expect(leaves.filter(isOfNames)).toEqual([]);
  const version = versionIn(live.bucket, built.name);
  for (const { entry, place, genderPlace, groupPlace } of rank(rankRules, [...live.entries.values()])) {
    const found = await readEntry(version, entry.bib);
    const places = found && (await readPlaces(version, found));
    expect(places?.map((one) => one.place)).toEqual(
      [place, genderPlace, groupPlace].filter((one) => one !== undefined),
    );
  }
  const first = await readPage(version, 'overall', 1);
  expect(first.kind === 'page' && first.rows.map(({ place }) => place)).toEqual([1, 1, 3, 3, 5, 5, 7, 7, 9, 9]);
  // Another name is another leaf of names.
  live.entries.set(950, { ...(live.entries.get(950) as Entry), name: 'Zoë Renamed' });
  expect(
    live
      .publish()
      .files.filter(({ kind }) => kind === 'leaf')
      .filter(isOfNames).length,
  ).toBeGreaterThan(0);
});

const timed = fc.record({
  chipMs: fc.option(
    fc.integer({ min: 1, max: 9 }).map((s) => s * 500),
    { nil: undefined },
  ),
  gunMs: fc.option(
    fc.integer({ min: 1, max: 9 }).map((s) => s * 500),
    { nil: undefined },
  ),
  penaltyMs: fc.constantFrom(undefined, 1_000),
  gender: fc.constantFrom('f', 'm', 'q'),
  age: fc.integer({ min: 38, max: 51 }),
});

test('equal times rank alike while the race is run, as they do afterwards, also where the last by gun and the first by chip have one time', () =>
  fc.assert(
    fc.asyncProperty(
      fc.array(timed, { maxLength: 40 }),
      fc.integer({ min: 0, max: 5 }),
      fc.constantFrom('gun' as const, 'chip' as const),
      async (times, gunPlaces, rankBy) => {
        const rules = { ...rankRules, gunPlaces, rankBy };
        const entries = times.map((one, n): Entry => ({ bib: n + 1, name: 'Ada', status: 'finished', ...one }));
        const { files, name } = buildVersion({ head: head(1), rules, entries, cuts: {}, hash });
        const version = versionIn(new Map(files.map(({ path, content }) => [path, content])), name);
        const shown = new Map<number, number | null>();
        for (let page = 1; page <= 4; page++) {
          const found = await readPage(version, 'overall', page);
          if (found.kind === 'page') for (const { bib, place } of found.rows) shown.set(bib, place);
        }
        for (const { entry, place, genderPlace, groupPlace } of rank(rules, entries)) {
          expect([entry.bib, shown.get(entry.bib)]).toEqual([entry.bib, place]);
          const found = await readEntry(version, entry.bib);
          const places = found && (await readPlaces(version, found));
          expect(places?.map((one) => one.place)).toEqual(
            [place, genderPlace, groupPlace].filter((one) => one !== undefined),
          );
        }
      },
    ),
    { numRuns: 5 * runs },
  ));

test('with other rules, everything is made again', async () => {
  const live = openLive(rankRules, 20);
  live.entries.set(1, { ...(live.entries.get(1) as Entry), status: 'finished', chipMs: 4_000_100 });
  const { memory } = live.publish();
  // No time and no order changes by it.
  const rules = { ...rankRules, ageGroups: [{ code: 'U99', from: 0, to: 99 }] };
  const built = buildVersion({ head: head(2), rules, entries: [...live.entries.values()], cuts: {}, hash, memory });
  const bucket = new Map([...live.bucket, ...built.files.map(({ path, content }) => [path, content] as const)]);
  expect(await rowsOf(versionIn(bucket, built.name), 'overall')).toEqual([
    [1, 'Runner 0', 'm', 'U99', 4_001_000, null, null, null],
  ]);
});
