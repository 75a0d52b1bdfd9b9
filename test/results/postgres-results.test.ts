import fc from 'fast-check';
import { sha256 } from '../../lambdas/platform/signed-tokens';
import { uuid7 } from '../../lambdas/platform/uuid';
import type { EntryChange } from '../../lambdas/results/apply-rows';
import { PostgresResultBatches } from '../../lambdas/results/postgres-result-batches';
import { readEntries, readEntriesAt } from '../../lambdas/results/postgres-result-rows';
import { PostgresResultVersions } from '../../lambdas/results/postgres-result-versions';
import { type MadeResultSet, makeResultSet } from '../support/result-set';
import { openStores } from '../support/stores';

const stores = openStores();
const postgres = () => stores.database.postgres;
const versions = () => new PostgresResultVersions(postgres());
const batches = () =>
  new PostgresResultBatches({ postgres: postgres(), hash: sha256, newId: uuid7, now: () => new Date() });

const makeSet = () => makeResultSet(postgres());
const take = (set: MadeResultSet, rows: readonly EntryChange[], { id = uuid7(), isDryRun = false } = {}) =>
  batches().take({ ...set, id, rows, isDryRun, by: { action: 'results-imported' } });
const order = (set: MadeResultSet, seq: number, kind: 'preliminary' | 'corrected' | 'withdrawn' = 'preliminary') =>
  batches().order({ ...set, kind, note: '', seq, isDryRun: false });
const ada = { bib: 1, name: 'Ada Runner', gender: 'f', age: 34, gunMs: 5_000 } as const;
const bo = { bib: 2, name: 'Bo Runner', gunMs: 4_000 } as const;

test('a batch is applied once, and its answer is the same each time; another batch under its id is refused', async () => {
  const set = await makeSet();
  const id = uuid7();
  const first = await take(set, [ada, bo, { bib: 3, gunMs: 1 }], { id });
  expect(first).toEqual({
    kind: 'taken',
    applied: 2,
    unchanged: 0,
    refused: [{ bib: 3, reason: 'unknown-bib' }],
    seq: 2,
  });
  expect(await take(set, [ada, bo, { bib: 3, gunMs: 1 }], { id })).toEqual(first);
  expect(await take(set, [ada], { id })).toEqual({ kind: 'id-reused' });
  expect(await take(set, [ada])).toMatchObject({ applied: 0, unchanged: 1, seq: 2 });
});

test('a dry run changes nothing, and a set is not found by way of another race', async () => {
  const [set, other] = [await makeSet(), await makeSet()];
  expect(await take(set, [ada], { isDryRun: true })).toMatchObject({ applied: 1, seq: 0 });
  expect(await take(set, [ada])).toMatchObject({ applied: 1, seq: 1 });
  expect(await take({ ...set, raceId: other.raceId }, [ada])).toEqual({ kind: 'no-such-set' });
  expect(await order({ ...set, raceId: other.raceId }, 1)).toEqual({ kind: 'no-such-set' });
});

test('of batches that come at once, every one is applied, and no number is given twice', async () => {
  const set = await makeSet();
  const rows = Array.from({ length: 8 }, (_, n) => ({ ...ada, bib: n + 1 }));
  const answers = await Promise.all(rows.map((row) => take(set, [row])));
  expect(answers.map((answer) => ('seq' in answer ? answer.seq : 0)).sort()).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  expect(await readEntries(postgres(), set.setId)).toHaveLength(8);
});

test('a director publishes what they looked at: a version of another state, or beside another, is refused', async () => {
  const set = await makeSet();
  await take(set, [ada, bo]);
  expect(await order(set, 1)).toEqual({ kind: 'stale', seq: 2 });
  expect(await order(set, 2)).toMatchObject({ kind: 'ordered' });
  expect(await order(set, 2)).toEqual({ kind: 'underway' });
});

test('a correction that comes after the order is not in the version', async () => {
  const set = await makeSet();
  await take(set, [ada, bo]);
  await order(set, 2);
  await take(set, [
    { bib: 1, gunMs: 3_000 },
    { bib: 3, name: 'Cy', gunMs: 9_000 },
  ]);
  const claimed = await versions().claim(set.setId, uuid7());
  const entries = claimed?.kind === 'due' ? claimed.version.entries : [];
  expect(entries.map(({ bib, gunMs }) => [bib, gunMs]).sort()).toEqual([
    [1, 5_000],
    [2, 4_000],
  ]);
});

test('one publisher has a set, and one whose time is over keeps nothing', async () => {
  const set = await makeSet();
  await take(set, [ada]);
  await order(set, 1);
  const [slow, quick] = [uuid7(), uuid7()];
  expect(await versions().claim(set.setId, slow)).toMatchObject({
    kind: 'due',
    version: { number: 1, before: undefined },
  });
  expect(await versions().claim(set.setId, quick)).toEqual({ kind: 'taken' });
  await postgres().query('UPDATE result_set SET publishing_until = clock_timestamp() WHERE id = $1', [set.setId]);
  expect(await versions().claim(set.setId, quick)).toMatchObject({ kind: 'due' });
  const version = {
    setId: set.setId,
    number: 1,
    kind: 'preliminary',
    manifest: 'm',
    entered: 1,
    finishers: 1,
  } as const;
  expect(await versions().record(version, slow)).toBe(false);
  expect(await versions().record(version, quick)).toBe(true);
  expect(await versions().claim(set.setId, slow)).toEqual({ kind: 'done', raceId: set.raceId });
  expect(await versions().claim(uuid7(), slow)).toBeUndefined();
});

test('the entries of each state can be read again, whatever changed since', async () => {
  const set = await makeSet();
  const states = new Map([[0, '[]']]);
  const read = async (entries: Promise<readonly { readonly bib: number }[]>) =>
    JSON.stringify([...(await entries)].sort((a, b) => a.bib - b.bib).map((one) => Object.entries(one).sort()));
  const aBatch = fc.uniqueArray(
    fc.record({ bib: fc.integer({ min: 1, max: 6 }), gunMs: fc.integer({ min: 1, max: 3 }) }),
    { selector: ({ bib }) => bib, minLength: 1, maxLength: 4 },
  );
  for (const rows of fc.sample(aBatch, 15)) {
    const answer = await take(
      set,
      rows.map((row) => ({ ...row, name: `R${row.bib}` })),
    );
    if (answer.kind === 'taken') states.set(answer.seq, await read(readEntries(postgres(), set.setId)));
  }
  for (const [seq, state] of states) expect(await read(readEntriesAt(postgres(), set.setId, `${seq}`))).toBe(state);
});

test('a name that was withheld since is in no state of before', async () => {
  const set = await makeSet();
  await take(set, [ada]);
  await take(set, [{ bib: 1, gunMs: 6_000 }]);
  await postgres().query('UPDATE result SET name = NULL, name_withheld = true WHERE set_id = $1', [set.setId]);
  expect(await readEntriesAt(postgres(), set.setId, '1')).toEqual([
    { bib: 1, gender: 'f', age: 34, gunMs: 5_000, status: 'finished', isNameWithheld: true },
  ]);
});
