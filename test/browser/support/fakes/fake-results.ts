import type { Entry, RankRules } from '../../../../lambdas/results/entry';
import { type PointedSet, type Pointer, pointerPath, type VersionKind } from '../../../../lambdas/results/files';
import { buildVersion } from '../../../../lambdas/results/publish/build-version';
import { hash, rankRules } from '../../../results/support/version';
import type { FakeApi } from './fake-api';

/** A race whose day is over. */
export const pastRace = 'spring';
export const tenId = '0199b000-0000-7000-8000-000000000001';
export const chairId = '0199b000-0000-7000-8000-000000000002';

const rules: RankRules = {
  ...rankRules,
  ageGroups: ['f', 'm'].flatMap((gender) =>
    [20, 30, 40, 50, 60].map((from) => ({ code: `${gender.toUpperCase()}${from}`, gender, from, to: from + 9 })),
  ),
};

const first = ['Ada', 'Bea', 'Cid', 'Dora', 'Emil', 'Fatma', 'Greta', 'Hugo', 'Ines', 'Jan', 'Kira', 'Luis'];
const last = ['Moreau', 'Nowak', 'Okafor', 'Petrov', 'Quist', 'Rossi', 'Schmidt', 'Tanaka', 'Ude', 'Vega', 'Weiß'];
const clubs = ['SC Hafen', undefined, 'Running Friends of the Lower Elbe', undefined, 'TV 1861'];

const runner = (bib: number): Entry => {
  const chipMs = 1_860_000 + ((bib * 7_919) % 2_400) * 1000;
  const isOut = bib % 40 === 0;
  return {
    bib,
    name: `${first[bib % first.length]} ${last[bib % last.length]}`,
    gender: bib % 2 === 0 ? 'f' : 'm',
    age: 20 + ((bib * 7) % 50),
    country: 'DE',
    ...(clubs[bib % clubs.length] && { club: clubs[bib % clubs.length] }),
    status: isOut ? 'dnf' : 'finished',
    splits: isOut ? { five: 1_000_000 } : { five: Math.round(chipMs * 0.49), eight: Math.round(chipMs * 0.81) },
    ...(!isOut && { chipMs, gunMs: chipMs + (bib % 90) * 1000 }),
  };
};

/** Everybody in the ten kilometres. */
export const runners: readonly Entry[] = [
  ...Array.from({ length: 320 }, (_, n) => runner(n + 1)),
  { ...runner(401), name: 'محمد القحطاني', chipMs: 1_800_000, gunMs: 1_801_000, country: 'SA' },
  { ...runner(402), name: '王小明', chipMs: 1_805_000, gunMs: 1_806_000, country: 'CN' },
  { ...runner(403), name: undefined },
  { ...runner(404), status: 'dsq', note: 'Took the tram from the fifth kilometre on.' },
  { ...runner(405), name: 'Wolfeschlegelsteinhausenbergerdorff-Featherstonehaugh Maximiliana Theodora' },
  { bib: 406, name: 'Zoë Late', gender: 'x', status: 'dns' },
  { ...runner(407), gender: undefined, age: undefined, chipMs: 1_900_000 },
];

interface Published {
  readonly raceId?: string;
  readonly id?: string;
  readonly name?: string;
  readonly kind?: VersionKind;
  readonly at?: string;
  readonly note?: string;
  readonly entries?: readonly Entry[];
}

/** Publishes a version of a set, with the files that the publisher makes. */
export const publishResults = (
  { results, versions }: Pick<FakeApi, 'results' | 'versions'>,
  { at = '2026-06-01T11:31:00.000Z', ...published }: Published = {},
): void => {
  const { raceId = pastRace, id = tenId, name = '10 km', kind = 'preliminary', note = '' } = published;
  const { entries = runners } = published;
  const path = `${raceId}/${pointerPath}`;
  const before: Pointer = JSON.parse(results.get(path) ?? `{"raceId":"${raceId}","sets":[]}`);
  const number = (before.sets.find((set) => set.id === id)?.number ?? 0) + 1;
  const points = [
    { code: 'five', label: 'Old bridge', metres: 5_000 },
    { code: 'eight', label: 'Lighthouse', metres: 8_000 },
  ];
  const built = buildVersion({
    head: { set: id, name, number, kind, note, at, points, distance: 10_000 },
    rules,
    entries,
    cuts: {},
    hash,
  });
  for (const file of built.files) results.set(`${raceId}/${file.path}`, file.content);
  const manifest = kind === 'withdrawn' ? null : built.name;
  const { finishers } = built;
  const set: PointedSet = { id, name, event: '10 km', kind, number, manifest, finishers, entered: entries.length };
  const sets = [...before.sets.filter((one) => one.id !== id), set].sort((a, b) => a.id.localeCompare(b.id));
  results.set(path, JSON.stringify({ raceId, sets }));
  const history = `/api/races/${raceId}/results/${id}/versions`;
  const version = { number, kind, note, at, finishers, entered: entries.length, manifest };
  versions.set(history, { raceId, setId: id, versions: [version, ...(versions.get(history)?.versions ?? [])] });
};
