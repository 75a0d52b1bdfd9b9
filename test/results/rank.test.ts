import fc from 'fast-check';
import type { Entry, RankRules } from '../../lambdas/results/entry';
import { rank } from '../../lambdas/results/rank';
import { rankRules } from './support/version';

const rules: RankRules = {
  ...rankRules,
  ageGroups: [...rankRules.ageGroups, { code: 'U20', from: 0, to: 19 }],
};
const finisher = (bib: number, chipMs: number, more: Partial<Entry> = {}): Entry => ({
  bib,
  name: `Runner ${bib}`,
  gender: 'f',
  age: 42,
  status: 'finished',
  gunMs: chipMs + 5_000,
  chipMs,
  ...more,
});
const places = (some: RankRules, entries: readonly Entry[]) =>
  rank(some, entries).map(({ entry, place }) => `${place}: ${entry.bib}`);

test('runners with the same displayed time share a place, and the next place counts both', () => {
  const entries = [finisher(4, 3_602_001), finisher(3, 3_601_001), finisher(2, 3_601_999), finisher(1, 3_600_000)];
  expect(places(rules, entries)).toEqual(['1: 1', '2: 3', '2: 2', '4: 4']);
});

test('a fraction of a second counts as a whole one, and in tenths as a tenth', () => {
  expect(rank(rules, [finisher(1, 3_600_001)])[0]?.rankMs).toBe(3_601_000);
  expect(rank({ ...rules, rounding: 'tenths' }, [finisher(1, 3_600_001)])[0]?.rankMs).toBe(3_600_100);
});

test('a penalty is added to the time', () => {
  expect(places(rules, [finisher(1, 3_600_000, { penaltyMs: 120_000 }), finisher(2, 3_700_000)])).toEqual([
    '1: 2',
    '2: 1',
  ]);
});

test('the first by gun stay the first, and runners who share the time of the last of them are among them', () => {
  const entries = [
    finisher(1, 3_590_000, { gunMs: 3_600_000 }),
    finisher(2, 3_560_000, { gunMs: 3_601_000 }),
    finisher(3, 3_500_000, { gunMs: 3_601_000 }),
    finisher(4, 3_000_000, { gunMs: 3_700_000 }),
  ];
  expect(places({ ...rules, gunPlaces: 2 }, entries)).toEqual(['1: 1', '2: 2', '2: 3', '4: 4']);
  expect(places(rules, entries)).toEqual(['1: 4', '2: 3', '3: 2', '4: 1']);
});

test('a runner without a chip time is ranked by gun, and one without a gun time by chip', () => {
  const entries = [
    finisher(1, 3_600_000, { gunMs: undefined }),
    finisher(2, 0, { chipMs: undefined, gunMs: 3_500_000 }),
  ];
  expect(places(rules, entries)).toEqual(['1: 2', '2: 1']);
  expect(places({ ...rules, rankBy: 'gun' }, entries)).toEqual(['1: 2', '2: 1']);
});

test('a runner whose gender is not known, or has no list, is ranked among all and stops nobody else', () => {
  const entries = [
    finisher(1, 10_000, { gender: undefined }),
    finisher(2, 20_000, { gender: 'x' }),
    finisher(3, 30_000),
  ];
  expect(rank(rules, entries).map(({ place, genderPlace }) => [place, genderPlace])).toEqual([
    [1, undefined],
    [2, undefined],
    [3, 1],
  ]);
});

test('a runner who did not finish, was disqualified or has no time has no place', () => {
  const entries = (['dnf', 'dns', 'dsq', 'entered'] as const).map((status, n) => finisher(n + 1, 10_000, { status }));
  expect(rank(rules, [...entries, { bib: 9, status: 'finished' }])).toEqual([]);
});

const anEntry = fc.record(
  {
    bib: fc.integer({ min: 1, max: 999_999 }),
    gender: fc.constantFrom('f', 'm', 'x'),
    age: fc.integer({ min: 8, max: 90 }),
    status: fc.constantFrom('finished' as const, 'finished' as const, 'dnf' as const, 'dsq' as const),
    gunMs: fc.integer({ min: 1, max: 9_000 }),
    chipMs: fc.integer({ min: 1, max: 9_000 }),
    penaltyMs: fc.constantFrom(0, 1_000),
  },
  { requiredKeys: ['bib', 'status'] },
);
const someEntries = fc.uniqueArray(anEntry, { selector: ({ bib }) => bib, maxLength: 40 });
const someRules = fc.record({
  rankBy: fc.constantFrom('chip' as const, 'gun' as const),
  gunPlaces: fc.integer({ min: 0, max: 5 }),
  rounding: fc.constantFrom('up-to-second' as const, 'tenths' as const),
});

/** The place of each bib, in the slowest and plainest way: how many are before it, and one. */
const slowly = (some: RankRules, entries: readonly Entry[]) => {
  const up = (ms: number, { penaltyMs = 0 }: Entry) =>
    some.rounding === 'tenths' ? Math.ceil((ms + penaltyMs) / 100) * 100 : Math.ceil((ms + penaltyMs) / 1000) * 1000;
  const in0 = entries.filter(
    (entry) => entry.status === 'finished' && (entry.gunMs !== undefined || entry.chipMs !== undefined),
  );
  const guns = in0
    .flatMap((entry) => (entry.gunMs === undefined ? [] : [up(entry.gunMs, entry)]))
    .sort((a, b) => a - b);
  const limit = some.gunPlaces === 0 ? undefined : guns[Math.min(some.gunPlaces, guns.length) - 1];
  const isByGun = (entry: Entry) => limit !== undefined && entry.gunMs !== undefined && up(entry.gunMs, entry) <= limit;
  const time = (entry: Entry) => {
    const own = some.rankBy === 'gun' || isByGun(entry) ? [entry.gunMs, entry.chipMs] : [entry.chipMs, entry.gunMs];
    return up(own.find((ms) => ms !== undefined) ?? 0, entry);
  };
  const isBefore = (a: Entry, b: Entry) => (isByGun(a) === isByGun(b) ? time(a) < time(b) : isByGun(a));
  const groupOf = ({ age, gender }: Entry) =>
    age === undefined
      ? undefined
      : age < 20
        ? 'U20'
        : age >= 40 && age < 50 && (gender === 'f' || gender === 'm')
          ? `${gender.toUpperCase()}40`
          : undefined;
  const placeAmong = (entry: Entry, others: readonly Entry[]) =>
    others.filter((one) => isBefore(one, entry)).length + 1;
  return Object.fromEntries(
    in0.map((entry) => {
      const { bib, gender } = entry;
      const group = groupOf(entry);
      return [
        bib,
        [
          placeAmong(entry, in0),
          gender === 'f' || gender === 'm'
            ? placeAmong(
                entry,
                in0.filter((one) => one.gender === gender),
              )
            : undefined,
          group === undefined
            ? undefined
            : placeAmong(
                entry,
                in0.filter((one) => groupOf(one) === group),
              ),
        ],
      ];
    }),
  );
};

test('every place is that of the slow rule, and the order in which entries come changes nothing', () => {
  fc.assert(
    fc.property(someRules, someEntries, fc.integer(), (own, entries, seed) => {
      const some = { ...rules, ...own };
      const ranked = rank(some, entries);
      expect(
        Object.fromEntries(ranked.map((one) => [one.entry.bib, [one.place, one.genderPlace, one.groupPlace]])),
      ).toEqual(slowly(some, entries));
      const shuffled = [...entries].sort((a, b) => ((a.bib * seed) % 97) - ((b.bib * seed) % 97));
      expect(rank(some, shuffled)).toEqual(ranked);
      // The keys order the list by themselves.
      const keys = ranked.map(({ key }) => key);
      expect([...keys].sort()).toEqual(keys);
    }),
    { numRuns: 300 },
  );
});
