import type { Entry } from '../../lambdas/results/entry';
import { type Index, indexPath, leafPath } from '../../lambdas/results/files';
import { buildVersion } from '../../lambdas/results/publish/build-version';
import type { Version } from '../../lambdas/results/show/find-rows';
import { changesBetween } from '../../static/src/results/version-changes';
import { hash, rankRules } from '../results/support/version';

const head = {
  set: 's1',
  name: 'Marathon',
  number: 1,
  kind: 'official' as const,
  note: '',
  at: '2026-06-01T12:00:00.000Z',
  points: [],
  distance: 42_195,
};
/** A version, and which of its leaves were read. */
const published = (entries: readonly Entry[]) => {
  const { manifest, files } = buildVersion({ head, rules: rankRules, entries, cuts: {}, hash });
  const contents = new Map(files.map(({ path, content }) => [path, JSON.parse(content)]));
  const read: string[] = [];
  const version: Version = {
    manifest,
    index: async (list): Promise<Index> => contents.get(indexPath(manifest.sequences[list]?.index ?? '')),
    leaf: async (name) => {
      read.push(name);
      return contents.get(leafPath(name)).rows;
    },
  };
  return { version, read };
};
const field = (runners: number): readonly Entry[] =>
  Array.from({ length: runners }, (_, n) => ({
    bib: n + 1,
    name: `Runner ${n}`,
    status: 'finished',
    chipMs: 7_200_000 + n * 1_000,
  }));

test('a corrected time is one change, although it moves everybody behind it', async () => {
  const before = field(250);
  const after = before.map((one) => (one.bib === 200 ? { ...one, chipMs: 7_000_000 } : one));
  const changes = await changesBetween(published(before).version, published(after).version);
  expect(changes).toMatchObject([{ bib: 200, before: { rankMs: 7_399_000 }, after: { rankMs: 7_000_000 } }]);
});

test('who came, who went and whose name is withheld is told by bib', async () => {
  const before = field(3);
  const after: readonly Entry[] = [
    { bib: 1, status: 'finished', chipMs: 7_200_000 },
    ...before.slice(1, 2),
    { bib: 9, name: 'Late', status: 'dnf' },
  ];
  const changes = (await changesBetween(published(before).version, published(after).version)) ?? [];
  expect(changes.map(({ bib, before: was, after: is }) => [bib, was?.name, is?.name])).toEqual([
    [1, 'Runner 0', null],
    [3, 'Runner 2', undefined],
    [9, undefined, 'Late'],
  ]);
});

test('of two versions that are alike nothing is read, and of two large ones that are not alike nothing either', async () => {
  const [one, same] = [published(field(500)), published(field(500))];
  expect(await changesBetween(one.version, same.version)).toEqual([]);
  const [large, other] = [published(field(8_000)), published(field(8_000).map((e) => ({ ...e, club: 'Millers' })))];
  expect(await changesBetween(large.version, other.version)).toBeUndefined();
  expect([...one.read, ...same.read, ...large.read, ...other.read]).toEqual([]);
});
