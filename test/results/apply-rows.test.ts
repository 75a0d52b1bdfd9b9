import { applyRows, type EntryChange, type KeptEntry, replacedBy } from '../../lambdas/results/take/apply-rows';

const now = 1_000_000_000;
const kept = (bib: number, more: Partial<KeptEntry> = {}): KeptEntry => ({
  bib,
  name: 'Ada Runner',
  status: 'entered',
  isNameWithheld: false,
  ...more,
});
const apply = (current: readonly KeptEntry[], ...rows: EntryChange[]) =>
  applyRows(new Map(current.map((entry) => [entry.bib, entry])), rows, { now, points: ['a', 'b', 'half'] });

test.each<[string, EntryChange, string]>([
  ['a bib that nobody has, without a name', { bib: 2, gunMs: 1 }, 'unknown-bib'],
  ['a time of zero', { bib: 1, gunMs: 0 }, 'time-out-of-range'],
  ['a negative time', { bib: 1, chipMs: -1 }, 'time-out-of-range'],
  ['a hundred hours', { bib: 1, gunMs: 360_000_000 }, 'time-out-of-range'],
  ['a split of a hundred hours', { bib: 1, gunMs: 1, splits: { half: 360_000_000 } }, 'time-out-of-range'],
  ['a penalty below zero', { bib: 1, gunMs: 1, penaltyMs: -1 }, 'time-out-of-range'],
  ['a chip time over the gun time', { bib: 1, gunMs: 10_000, chipMs: 11_001 }, 'chip-above-gun'],
  ['a finish without a time', { bib: 1, status: 'finished' }, 'no-time'],
  ['a split of no point', { bib: 1, splits: { c: 1 } }, 'unknown-point'],
  ['what was seen in an hour', { bib: 1, gunMs: 1, at: now + 3_600_000 }, 'from-the-future'],
])('%s is refused, and stops no other row', (_, row, reason) => {
  const { changes, refused } = apply([kept(1), kept(9)], row, { bib: 9, gunMs: 5_000 });
  expect(refused).toEqual([{ bib: row.bib, reason }]);
  expect(changes.map(({ after }) => after.bib)).toEqual([9]);
});

test('of a bib that comes twice, neither row is taken', () => {
  const { changes, refused } = apply([kept(1)], { bib: 1, gunMs: 5_000 }, { bib: 1, gunMs: 6_000 });
  expect([changes, refused.map(({ reason }) => reason)]).toEqual([[], ['twice', 'twice']]);
  const unknown = apply([], { bib: 5, gunMs: 5_000 }, { bib: 5, gunMs: 6_000 });
  expect(unknown.refused.map(({ reason }) => reason)).toEqual(['twice', 'twice']);
});

test('a row with a name makes an entry, and a time alone says that they finished', () => {
  const { changes } = apply([], { bib: 7, name: 'Bo', chipMs: 9_000 });
  expect(changes).toEqual([
    { before: undefined, after: { bib: 7, name: 'Bo', chipMs: 9_000, status: 'finished', isNameWithheld: false } },
  ]);
});

test('a time does not undo a disqualification, and what is not said stays', () => {
  const [change] = apply([kept(1, { status: 'dsq', club: 'Millers' })], { bib: 1, gunMs: 5_000 }).changes;
  expect(change?.after).toMatchObject({ status: 'dsq', club: 'Millers', gunMs: 5_000 });
});

test('what is the same already, in any order of its splits, changes nothing', () => {
  const before = kept(1, { status: 'finished', gunMs: 5_000, splits: { a: 1, b: 2 } });
  expect(apply([before], { bib: 1, gunMs: 5_000, splits: { b: 2, a: 1 }, name: 'Ada Runner' })).toEqual({
    changes: [],
    unchanged: 1,
    refused: [],
  });
});

test('a name that is withheld does not come back with a file that says it', () => {
  const { name: _, ...nameless } = kept(1, { isNameWithheld: true });
  const [change] = apply([nameless], { bib: 1, name: 'Ada Runner', gunMs: 5_000 }).changes;
  expect(change?.after).toEqual({ bib: 1, status: 'finished', gunMs: 5_000, isNameWithheld: true });
});

test('a runner who wants no name in results has none, whatever was said before and comes later', () => {
  const wanted = { bib: 1, name: 'Ada Runner', registrationId: 'a', isNameWithheld: true } as const;
  const nameless = { bib: 1, status: 'entered', registrationId: 'a', isNameWithheld: true };
  expect(apply([], wanted).changes.map(({ after }) => after)).toEqual([nameless]);
  expect(apply([kept(1, { name: 'Ada Runner' })], wanted).changes.map(({ after }) => after)).toEqual([nameless]);
  // Of the next one who has the bib.
  expect(
    apply([{ bib: 1, status: 'entered', name: 'Bo', registrationId: 'b', isNameWithheld: false }], wanted),
  ).toMatchObject({ changes: [{ after: nameless }] });
});

test('a number that went to another person shows their name, also when nobody was to see the one before', () => {
  const before = { bib: 1, status: 'entered' as const, isNameWithheld: true, registrationId: 'a' };
  const shown = (row: EntryChange) => apply([before], row).changes.map(({ after }) => after.name);
  expect(shown({ bib: 1, name: 'Bo', registrationId: 'b' })).toEqual(['Bo']);
  expect(shown({ bib: 1, name: 'Ada', registrationId: 'a' })).toEqual([]);
});

test('of what is older than what is known, only what nobody has said yet is taken', () => {
  const before = kept(1, { status: 'dnf', splits: { a: 1 }, at: 500 });
  const [change] = apply([before], { bib: 1, status: 'finished', gunMs: 9, splits: { a: 2, b: 3 }, at: 499 }).changes;
  expect(change?.after).toMatchObject({ status: 'dnf', gunMs: 9, splits: { a: 1, b: 3 }, at: 500 });
  const [newer] = apply([before], { bib: 1, status: 'finished', gunMs: 9, splits: { a: 2 }, at: 501 }).changes;
  expect(newer?.after).toMatchObject({ status: 'finished', splits: { a: 2 }, at: 501 });
});

test('a director’s word counts also when the clock that saw the time before was ahead', () => {
  const before = kept(1, { status: 'finished', gunMs: 9_000, at: now + 300_000 });
  const [change] = apply([before], { bib: 1, status: 'dsq', gunMs: 8_000, at: now, isDecision: true }).changes;
  expect(change?.after).toEqual({ ...before, status: 'dsq', gunMs: 8_000 });
});

test('of a bib that went to another person, the time stays, and nothing of the person before', () => {
  const ada = { gender: 'f', age: 40, club: 'Millers', country: 'CH', registrationId: 'a' };
  const before = kept(1, { ...ada, status: 'finished', gunMs: 9_000 });
  const bo = { bib: 1, name: 'Bo', registrationId: 'b' };
  const [change] = apply([before], bo).changes;
  expect(change?.after).toEqual({ ...bo, status: 'finished', gunMs: 9_000, isNameWithheld: false });
  // Of the same person, what only a file said stays.
  const [same] = apply([before], { ...bo, registrationId: 'a' }).changes;
  expect(same?.after).toEqual({ ...before, name: 'Bo' });
});

test('a year of birth gives an age, and does not undo one that a birth date gave', () => {
  const agesOf = (known: number | undefined, row: Partial<EntryChange>) => {
    const rows = [{ bib: 1, name: 'Ada Runner', ...row }];
    const current = kept(1, known === undefined ? {} : { age: known });
    const { changes } = apply([current], ...rows);
    const said = replacedBy(rows, { changes }).map(({ field, before, after }) => [field, before, after]);
    return [changes[0]?.after.age ?? known, ...said];
  };
  expect(agesOf(undefined, { ageInYear: 40 })).toEqual([40]);
  // In December they become 40, and they run in May.
  expect(agesOf(39, { ageInYear: 40 })).toEqual([39]);
  expect(agesOf(40, { ageInYear: 40 })).toEqual([40]);
  expect(agesOf(41, { ageInYear: 40 })).toEqual([40, ['age', 41, 40]]);
  expect(agesOf(38, { ageInYear: 40 })).toEqual([40, ['age', 38, 40]]);
  expect(agesOf(undefined, { age: 39, ageInYear: 40 })).toEqual([39]);
});
