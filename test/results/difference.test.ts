import { differenceOf, openIn } from '../../lambdas/results/difference';
import type { Entry } from '../../lambdas/results/entry';
import { rankRules } from './support/version';

const runner = (bib: number, chipMs: number, more: Partial<Entry> = {}): Entry => ({
  bib,
  name: `Runner ${bib}`,
  status: 'finished',
  chipMs,
  ...more,
});

test('entries that came, changed or went are counted, and everybody who is first is named', () => {
  const before = [runner(1, 1_000), runner(2, 1_000), runner(3, 5_000), runner(4, 6_000, { splits: { a: 1, b: 2 } })];
  const after = [runner(2, 1_000), runner(3, 4_000), runner(4, 6_000, { splits: { b: 2, a: 1 } }), runner(5, 9_000)];
  const rules = rankRules;
  expect(differenceOf({ rules, entries: before }, { rules, entries: after })).toEqual({
    changed: 3,
    moved: 2,
    finishers: { before: 4, after: 4 },
    winners: { before: [1, 2], after: [2] },
  });
});

test('what readers see is ranked by the rules by which it was published, so a change of rules shows', () => {
  const entries = [runner(1, 3_000, { gunMs: 9_000, gender: 'f' }), runner(2, 4_000, { gunMs: 8_000, gender: 'f' })];
  const byGun = { ...rankRules, rankBy: 'gun' as const };
  expect(differenceOf({ rules: rankRules, entries }, { rules: byGun, entries })).toEqual({
    changed: 0,
    moved: 2,
    finishers: { before: 2, after: 2 },
    winners: { before: [1], after: [2] },
  });
});

test('whoever has neither a time nor a status is named before results are final, and not while they may still come', () => {
  const open = Array.from({ length: 30 }, (_, n) => ({ bib: 200 - n, status: 'entered' as const }));
  const entries = [runner(1, 3_000), runner(2, 3_000, { status: 'dns' }), ...open];
  expect(openIn('official', entries)).toEqual({ count: 30, first: Array.from({ length: 20 }, (_, n) => 171 + n) });
  expect(openIn('corrected', [runner(1, 3_000)])).toEqual({ count: 0, first: [] });
  expect(openIn('preliminary', entries)).toBeUndefined();
});
