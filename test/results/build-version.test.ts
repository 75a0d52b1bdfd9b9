import fc from 'fast-check';
import type { Entry } from '../../lambdas/results/entry';
import { type Index, leavesOfRows } from '../../lambdas/results/files';
import { type BuildVersion, type Built, buildVersion } from '../../lambdas/results/publish/build-version';
import { cutLeaves, maxLeafBytes, maxLeafRows, rowOf } from '../../lambdas/results/publish/cut-leaves';
import { hash, rankRules as rules } from './support/version';

const head: BuildVersion['head'] = {
  set: 's1',
  name: 'Marathon',
  number: 1,
  kind: 'preliminary',
  note: '',
  at: '2026-06-01T12:00:00.000Z',
  points: [{ code: 'half', label: 'Half way', metres: 21_098 }],
  distance: 42_195,
};
const build = (entries: readonly Entry[], more: Partial<BuildVersion> = {}) =>
  buildVersion({ head, rules, entries, cuts: {}, hash, ...more });

const contentOf = ({ files }: Built) => {
  const contents = new Map(files.map(({ path, content }) => [path, content]));
  const indexOf = (list: string, built: Built): Index =>
    JSON.parse(contents.get(`i/${built.manifest.sequences[list]?.index}.json`) ?? 'null');
  return { indexOf, leaf: (name: string) => JSON.parse(contents.get(`l/${name}.json`) ?? 'null').rows };
};
/** Every row of a sequence, as a reader puts them together. */
const rowsOf = (built: Built, list: string): readonly unknown[] => {
  const { indexOf, leaf } = contentOf(built);
  return indexOf(list, built).flatMap(([, , name]) => leaf(name));
};
const cutsOf = (built: Built) => {
  const { indexOf } = contentOf(built);
  return Object.fromEntries(
    Object.keys(built.manifest.sequences).map((list) => [list, indexOf(list, built).map(([key]) => key)]),
  );
};

const runner = (bib: number, more: Partial<Entry> = {}): Entry => ({
  bib,
  name: `Runner ${bib % 700}`,
  gender: bib % 2 === 0 ? 'f' : 'm',
  age: 20 + (bib % 50),
  status: 'finished',
  chipMs: 7_200_000 + ((bib * 7_919) % 7_000_000),
  ...more,
});
const field = Array.from({ length: 1_200 }, (_, n) => runner(n + 1));

test('no file says a birth date, an age or whose registration it is', () => {
  const { files } = build([runner(1, { age: 43, note: 'Ran without a chip' })]);
  const said = files.map(({ content }) => content).join('\n');
  expect(said).not.toMatch(/birth|age"|@|registration|"43"|:43\b|,43\b/);
  expect(said).toContain('Ran without a chip');
});

test('a disqualified runner keeps a row without time and place, and a start list has no times at all', () => {
  const built = build([runner(1, { status: 'dsq', splits: { half: 3_600_000 } })]);
  expect(rowsOf(built, 'others')).toEqual([[1, 'Runner 1', 'm', null, null, null, null, null, 'dsq']]);
  expect(rowsOf(built, 'entries')).toEqual([{ bib: 1, name: 'Runner 1', gender: 'm', status: 'dsq' }]);
  const start = build([runner(1, { splits: { half: 3_600_000 } })], { head: { ...head, kind: 'start-list' } });
  expect(Object.keys(start.manifest.sequences)).toEqual(['entries', 'names']);
  expect(rowsOf(start, 'entries')).toEqual([{ bib: 1, name: 'Runner 1', gender: 'm', status: 'entered' }]);
});

test('whose name is withheld is found by nobody, and keeps their place', () => {
  const built = build([runner(1, { name: undefined }), runner(2)]);
  expect(rowsOf(built, 'names').map((row) => (row as readonly unknown[])[1])).toEqual([2, 2]);
  expect(rowsOf(built, 'overall')).toContainEqual([1, null, 'm', null, 7_208_000, null, null, [1, 1, null]]);
});

test('the manifest is the last file, and a page of ten is in one leaf or in two', () => {
  const built = build(field);
  expect(built.files.at(-1)?.path).toBe(`m/${built.name}.json`);
  const index = contentOf(built).indexOf('overall', built);
  for (let page = 0; page < 120; page++)
    expect(leavesOfRows(index, page * 10, page * 10 + 10).length).toBeLessThanOrEqual(2);
  expect(leavesOfRows(index, 0, 1_200)).toEqual(index);
  expect(leavesOfRows(index, 1_200, 1_210).map(([, before]) => before)).toEqual([index.at(-1)?.[1]]);
});

test('a correction of one entry in a thousand writes few files again', () => {
  const before = build(field);
  const known = new Set(before.files.map(({ path }) => path));
  const after = build(
    field.map((one) => (one.bib === 700 ? { ...one, club: 'Millers' } : one)),
    { cuts: cutsOf(before) },
  );
  // In overall, of the women, of the group, of the entries and the names: one leaf and one index each, and the manifest.
  expect(after.files.filter(({ path }) => !known.has(path)).length).toBeLessThanOrEqual(13);
});

const edits = fc.array(
  fc.record({
    bib: fc.integer({ min: 1, max: 400 }),
    chipMs: fc.integer({ min: 1_000, max: 90_000 }),
    gone: fc.boolean(),
  }),
  { minLength: 1, maxLength: 60 },
);

test('a version that keeps the leaves of the one before reads like one that is built from nothing', () => {
  fc.assert(
    fc.property(fc.array(edits, { minLength: 1, maxLength: 4 }), (rounds) => {
      const entries = new Map(field.slice(0, 350).map((one) => [one.bib, one]));
      let cuts = cutsOf(build([...entries.values()]));
      for (const round of rounds) {
        for (const { bib, chipMs, gone } of round)
          if (gone) entries.delete(bib);
          else entries.set(bib, runner(bib, { chipMs }));
        const now = [...entries.values()];
        const [kept, fresh] = [build(now, { cuts }), build(now)];
        for (const list of Object.keys(fresh.manifest.sequences))
          expect(rowsOf(kept, list)).toEqual(rowsOf(fresh, list));
        cuts = cutsOf(kept);
      }
    }),
    { numRuns: 40 },
  );
});

test('a leaf has at most 150 rows and 16 KB, unless all of its rows have one key, and equal keys are never apart', () => {
  const aRow = fc
    .tuple(fc.integer({ min: 0, max: 400 }), fc.constantFrom(10, 60, 400, 2_000))
    .map(([n, length]) => rowOf(String(n).padStart(3, '0'), 'é'.repeat(length / 2)));
  fc.assert(
    fc.property(
      fc.array(aRow, { maxLength: 600 }),
      fc.array(fc.integer({ min: 0, max: 400 }), { maxLength: 30 }),
      (unsorted, borders) => {
        const rows = [...unsorted].sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0));
        const cuts = [...new Set(borders)].sort((a, b) => a - b).map((n) => String(n).padStart(3, '0'));
        const leaves = cutLeaves(rows, cuts);
        expect(leaves.flat()).toEqual(rows);
        for (const [n, leaf] of leaves.entries()) {
          const keys = new Set(leaf.map(({ key }) => key));
          const bytes = leaf.reduce((sum, { json }) => sum + Buffer.byteLength(json) + 1, 0);
          if (keys.size > 1) expect([leaf.length <= maxLeafRows, bytes <= maxLeafBytes]).toEqual([true, true]);
          expect(leaf.length).toBeGreaterThan(0);
          expect(leaves[n + 1]?.[0]?.key).not.toBe(leaf.at(-1)?.key);
        }
      },
    ),
    { numRuns: 100 },
  );
});
