import fc from 'fast-check';
import { sha256 } from '../../lambdas/platform/signed-tokens';
import { uuid7 } from '../../lambdas/platform/uuid';
import { readEntries, readEntriesAt } from '../../lambdas/results/postgres-result-rows';
import { PostgresResultSets } from '../../lambdas/results/postgres-result-sets';
import { PostgresResultVersions } from '../../lambdas/results/publish/postgres-result-versions';
import type { EntryChange } from '../../lambdas/results/take/apply-rows';
import { PostgresResultBatches } from '../../lambdas/results/take/postgres-result-batches';
import { type MadeResultSet, makeResultSet } from '../support/result-set';
import { openStores } from '../support/stores';
import { nobodyIsTold } from './support/version';

const stores = openStores();
const postgres = () => stores.database.postgres;
const versions = () => new PostgresResultVersions(postgres(), nobodyIsTold);
const batches = () =>
  new PostgresResultBatches({
    postgres: postgres(),
    hash: sha256,
    newId: uuid7,
    now: () => new Date(),
    orderTick: nobodyIsTold,
  });

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

test('times of a bib that nobody has are kept, and count once the bib has a name', async () => {
  const set = await makeSet();
  const unknown = { refused: [{ bib: 7, reason: 'unknown-bib' }] };
  const split = { bib: 7, at: 1_000 };
  expect(await take(set, [{ ...split, chipMs: 4_000 }])).toMatchObject({ applied: 0, seq: 0, ...unknown });
  expect(await take(set, [{ bib: 7, gunMs: 4_500, at: 2_000 }])).toMatchObject(unknown);
  await take(set, [{ bib: 8, chipMs: 0 }]);
  const listed = async () => (await new PostgresResultSets(postgres(), uuid7).list(set.raceId))[0]?.unmatched;
  expect(await listed()).toEqual([{ bib: 7, chipMs: 4_000, gunMs: 4_500, at: 2_000 }]);
  expect(await take(set, [{ bib: 7, name: 'Di', gunMs: 4_600 }], { isDryRun: true })).toMatchObject({ applied: 1 });
  expect(await listed()).toHaveLength(1);
  await take(set, [{ bib: 7, name: 'Di Late', gunMs: 4_600 }]);
  expect(await readEntries(postgres(), set.setId)).toMatchObject([
    { bib: 7, name: 'Di Late', status: 'finished', chipMs: 4_000, gunMs: 4_600 },
  ]);
  expect(await listed()).toEqual([]);
});

test('a bib that nobody has and that comes twice stops no other row, and of a file of another race a thousand are kept', async () => {
  const set = await makeSet();
  const listed = async () => (await new PostgresResultSets(postgres(), uuid7).list(set.raceId))[0]?.unmatched ?? [];
  expect(await take(set, [ada, { bib: 7, gunMs: 4_000 }, { bib: 7, gunMs: 4_100 }])).toMatchObject({ applied: 1 });
  expect(await listed()).toEqual([]);
  const others = Array.from({ length: 1_200 }, (_, n) => ({ bib: 1_000 + n, gunMs: 4_000 }));
  await take(set, others);
  await take(set, [
    { bib: 1_000, chipMs: 3_900 },
    { bib: 9_999, gunMs: 4_000 },
  ]);
  const kept = await postgres().query(
    'SELECT count(*)::int AS number, max(bib) AS last FROM result_unmatched WHERE set_id = $1',
    [set.setId],
  );
  expect(kept).toEqual([{ number: 1_000, last: 1_999 }]);
  // What is kept already is still told of.
  expect((await listed())[0]).toEqual({ bib: 1_000, gunMs: 4_000, chipMs: 3_900 });
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
  expect(await versions().record(version, slow)).toBe('lost');
  expect(await versions().record(version, quick)).toBe('recorded');
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

describe('while a race is run', () => {
  /** A set that is live, with what orders its versions. */
  const openLive = async () => {
    const set = await makeSet();
    const ticks: number[] = [];
    const live = new PostgresResultBatches({
      postgres: postgres(),
      hash: sha256,
      newId: uuid7,
      now: () => new Date(),
      orderTick: async (_, afterSeconds) => void ticks.push(afterSeconds),
    });
    const store = new PostgresResultVersions(postgres(), nobodyIsTold);
    const come = (rows: readonly EntryChange[], isDryRun = false) =>
      live.take({ ...set, id: uuid7(), rows, isDryRun, by: { action: 'results-imported' } });
    const order = (kind: 'live' | 'preliminary' | 'official', seq: number) =>
      live.order({ ...set, kind, note: '', seq, isDryRun: false });
    const claim = async (publisher: string) => {
      const claimed = await store.claim(set.setId, publisher);
      if (claimed?.kind !== 'due') throw new Error(claimed?.kind);
      return claimed.version;
    };
    let number = 0;
    const record = (publisher: string, kind: 'live' | 'preliminary' = 'live') =>
      store.record({ ...set, number: ++number, kind, manifest: 'm', entered: 1, finishers: 1 }, publisher);
    await come([ada]);
    expect(ticks).toEqual([]);
    expect(await order('live', 0)).toMatchObject({ kind: 'ordered' });
    return { ...set, ticks, come, order, claim, record };
  };
  const bibs = (version: { readonly entries: readonly { readonly bib: number }[] }) =>
    version.entries.map(({ bib }) => bib).sort();

  test('what comes in orders one version for all of it, and a version that is being made is followed by the next', async () => {
    const { ticks, come, claim, record } = await openLive();
    const publisher = uuid7();
    await come([bo]);
    // One is due already.
    expect(ticks).toEqual([]);
    expect(bibs(await claim(publisher))).toEqual([1, 2]);
    await come([{ ...bo, bib: 3 }]);
    expect(ticks).toEqual([]);
    expect(await record(publisher)).toBe('again');
    expect(bibs(await claim(publisher))).toEqual([1, 2, 3]);
    expect(await record(publisher)).toBe('recorded');
    await come([{ bib: 3, gunMs: 3_500 }], true);
    await come([{ bib: 3, gunMs: 4_000 }]);
    expect(ticks).toEqual([]);
    await come([{ bib: 3, gunMs: 3_000 }]);
    await come([{ bib: 2, gunMs: 2_000 }]);
    expect(ticks).toEqual([2]);
  });

  test('a runner who comes in after a while is published at once, and versions begin two seconds apart all the same', async () => {
    const { setId, ticks, come, claim, record } = await openLive();
    const publisher = uuid7();
    const publishSecondsAgo = async (seconds: number) => {
      await claim(publisher);
      await record(publisher);
      await postgres().query(
        `UPDATE result_version SET at = clock_timestamp() - $2 * interval '1 second' WHERE set_id = $1`,
        [setId, seconds],
      );
    };
    await publishSecondsAgo(60);
    await come([{ bib: 1, gunMs: 4_000 }]);
    await publishSecondsAgo(0.3);
    await come([{ bib: 1, gunMs: 3_000 }]);
    await publishSecondsAgo(-60);
    await come([{ bib: 1, gunMs: 2_000 }]);
    expect(ticks).toEqual([0, 2, 2]);
  });

  test('an entry that did not change stays the same object, and one that went or whose name is withheld is noticed', async () => {
    const { setId, come, claim, record } = await openLive();
    const publisher = uuid7();
    await come([bo, { ...bo, bib: 3 }]);
    const before = await claim(publisher);
    // What came in after the order, and before the version was begun, is in it.
    expect(await record(publisher)).toBe('recorded');
    await come([{ bib: 2, gunMs: 1_000 }]);
    // As when a start list is built and the registration has no spot any more.
    await postgres().query('DELETE FROM result WHERE set_id = $1 AND bib = 3', [setId]);
    await come([{ bib: 2, gunMs: 1_500 }]);
    await postgres().query('UPDATE result_change SET bib = 3 WHERE set_id = $1 AND seq = 5', [setId]);
    const after = await claim(publisher);
    const find = ({ entries }: typeof after, bib: number) => entries.find((entry) => entry.bib === bib);
    expect(find(after, 1)).toBe(find(before, 1));
    expect(find(after, 2)).toMatchObject({ gunMs: 1_500 });
    expect(find(after, 3)).toBeUndefined();
    await record(publisher);
    await postgres().query('UPDATE result SET name = NULL, name_withheld = true WHERE set_id = $1 AND bib = 1', [
      setId,
    ]);
    await come([{ bib: 2, gunMs: 900 }]);
    expect(find(await claim(publisher), 1)).toMatchObject({ isNameWithheld: true });
    expect(find(await claim(publisher), 1)).not.toHaveProperty('name');
  });

  test('of live versions, the last hundred are kept, and all others stay', async () => {
    const { setId, come, order, claim, record } = await openLive();
    const publisher = uuid7();
    await claim(publisher);
    await record(publisher);
    await postgres().query(
      `INSERT INTO result_version (set_id, number, kind, seq, manifest, entered, finishers, note, at)
       SELECT $1, n, CASE WHEN n = 5 THEN 'preliminary' ELSE 'live' END, 1, 'm', 1, 1, '', now() FROM generate_series(2, 150) n`,
      [setId],
    );
    await order('live', 0);
    await come([bo]);
    await claim(publisher);
    const store = new PostgresResultVersions(postgres(), nobodyIsTold);
    await store.record({ setId, number: 151, kind: 'live', manifest: 'm', entered: 2, finishers: 2 }, publisher);
    const numbers = await postgres().query<{ number: number }>(
      'SELECT number FROM result_version WHERE set_id = $1 ORDER BY number',
      [setId],
    );
    expect(numbers.map(({ number }) => number)).toEqual([5, ...Array.from({ length: 100 }, (_, n) => 52 + n)]);
  });

  test('a director ends it with a version of all that came in, also while one is being made; official results need the last state', async () => {
    const { ticks, come, order, claim, record } = await openLive();
    const [first, second] = [uuid7(), uuid7()];
    await claim(first);
    await come([bo]);
    expect(await order('live', 2)).toEqual({ kind: 'underway' });
    expect(await order('official', 1)).toEqual({ kind: 'stale', seq: 2 });
    expect(await order('preliminary', 1)).toMatchObject({ kind: 'ordered' });
    // The live version that is being made is not wanted any more, and nobody waits for it.
    expect(await record(first)).toBe('lost');
    expect(bibs(await claim(second))).toEqual([1, 2]);
    expect(await record(second, 'preliminary')).toBe('recorded');
    await come([{ bib: 2, gunMs: 1_000 }]);
    expect(ticks).toEqual([]);
  });
});
