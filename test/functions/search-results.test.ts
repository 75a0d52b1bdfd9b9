import { viewerHeader } from '../../lambdas/contract/headers';
import { uuid7 } from '../../lambdas/platform/uuid';
import { PostgresNameErasures } from '../../lambdas/results/erase/postgres-name-erasures';
import { PostgresResultVersions } from '../../lambdas/results/publish/postgres-result-versions';
import { foundBy } from '../../lambdas/results/search-words';
import type { EntryChange } from '../../lambdas/results/take/apply-rows';
import { nobodyIsTold } from '../results/support/version';
import { type MadeResultSet, makeResultSet } from '../support/result-set';
import { until } from '../support/until';
import { batchesOn, of, openResultsApi, runners } from './results-api';

const results = openResultsApi();
const { get, publish } = results;

const search = async (set: MadeResultSet, q: string, viewer = uuid7(), group?: string) => {
  const within = group === undefined ? '' : `&group=${encodeURIComponent(group)}`;
  const { status, json } = await get(`${of(set)}/search?q=${encodeURIComponent(q)}${within}`, {
    [viewerHeader]: viewer,
  });
  return status === 200 ? { ...json, bibs: json.rows.map(({ bib }: { bib: number }) => bib) } : { status, ...json };
};
const people: readonly EntryChange[] = [
  { bib: 1, name: 'Jörg Müller', club: 'Läufer der Alten Mühle', gunMs: 2_000_000 },
  { bib: 2, name: 'Ada Obermueller', club: 'Harbour Harriers', gunMs: 1_900_000 },
  { bib: 3, name: '王小明', gunMs: 1_800_000 },
  { bib: 4, name: 'Cem Öz', club: 'Harbour Harriers', gunMs: 1_700_000 },
  { bib: 5, club: 'Harbour Harriers', gunMs: 1_600_000 },
];

test('a search finds runners by any part of a name or of a club, in each spelling, and by several words', async () => {
  const set = await makeResultSet(results.postgres);
  await publish(set, people, 'official');
  expect(await search(set, 'mueller')).toMatchObject({
    version: 1,
    kind: 'official',
    rows: [
      { bib: 1, name: 'Jörg Müller', club: 'Läufer der Alten Mühle' },
      { bib: 2, name: 'Ada Obermueller', club: 'Harbour Harriers' },
    ],
  });
  // Who has no name is not found by their club.
  expect(await search(set, 'HARBOUR')).toMatchObject({ bibs: [2, 4] });
  expect(await search(set, 'arrier oz')).toMatchObject({ bibs: [4] });
  expect(await search(set, '小明')).toMatchObject({ bibs: [3] });
  expect(await search(set, 'nobody_%')).toMatchObject({ bibs: [] });
  for (const short of ['', 'oz', '明', '%%%'])
    expect([short, await search(set, short)]).toMatchObject([
      short,
      { errors: [{ field: 'q', message: expect.stringContaining('a word of three letters') }] },
    ]);
  expect(await search({ ...set, raceId: 'nowhere' }, 'harbour')).toMatchObject({ status: 404 });
});

test('a search can be within the list of a gender or of an age group, as readers see it', async () => {
  const { postgres } = results;
  const set = await makeResultSet(postgres);
  await postgres.query(
    `UPDATE result_set SET age_groups = '[{"code":"W40","gender":"f","from":40,"to":49},{"code":"old","from":70,"to":99}]' WHERE id = $1`,
    [set.setId],
  );
  const ages = [
    { bib: 1, name: 'Ada Runner', gender: 'f', age: 40, gunMs: 2_000_000 },
    { bib: 2, name: 'Bea Runner', gender: 'f', age: 39, gunMs: 2_000_000 },
    { bib: 3, name: 'Cem Runner', gender: 'm', age: 45, gunMs: 2_000_000 },
    { bib: 4, name: 'Dan Runner', age: 71, status: 'dnf' },
  ] as const;
  await publish(set, ages, 'official');
  const within = (group?: string) => search(set, 'runner', uuid7(), group);
  expect(await within('gender:f')).toMatchObject({ bibs: [1, 2] });
  expect(await within('age:W40')).toMatchObject({ bibs: [1] });
  expect(await within('age:old')).toMatchObject({ bibs: [4] });
  // An empty field of a form.
  for (const everybody of [undefined, '']) expect(await within(everybody)).toMatchObject({ bibs: [1, 2, 3, 4] });
  // Nobody published a list of men, and `overall` is no group.
  for (const none of ['gender:m', 'overall', 'age:', 'gender:%', '__proto__'])
    expect([none, await within(none)]).toMatchObject([none, { status: 404, what: 'list' }]);
  // What the database has of a version that readers do not see yet is told to nobody.
  await postgres.query(`UPDATE result_search SET groups = '{gender:f,age:old}' WHERE set_id = $1 AND bib = 3`, [
    set.setId,
  ]);
  expect(await search(set, 'cem runner', uuid7(), 'gender:f')).toMatchObject({ bibs: [] });
});

test('a search finds what is published alone, and nobody whose name was taken out or whose results are withdrawn', async () => {
  const { postgres } = results;
  const set = await makeResultSet(postgres);
  await publish(set, people, 'official');
  const rename = [{ bib: 4, name: 'Secret Correction' }];
  await batchesOn(postgres).take({
    ...set,
    id: uuid7(),
    rows: rename,
    isDryRun: false,
    by: { action: 'results-imported' },
  });
  expect(await search(set, 'correction')).toMatchObject({ bibs: [] });
  expect(await search(set, 'cem')).toMatchObject({ bibs: [4] });
  await new PostgresNameErasures(postgres, uuid7).erase({ ...set, bib: 2, reason: 'asked', isDryRun: false });
  const kept = await postgres.query(`SELECT FROM result_search WHERE set_id = $1 AND words LIKE '%obermueller%'`, [
    set.setId,
  ]);
  expect(kept).toEqual([]);
  await publish(set, [{ bib: 9, name: 'Late Comer', gunMs: 2_100_000 }], 'corrected');
  await until(async () => (await search(set, 'late comer')).version === 2);
  expect(await search(set, 'secret')).toMatchObject({ version: 2, bibs: [4] });
  expect(await search(set, 'bermueller')).toMatchObject({ bibs: [] });
  expect(await search(set, 'late comer')).toMatchObject({ bibs: [9] });
  await publish(set, [], 'withdrawn');
  await until(async () => (await search(set, 'late')).status === 410);
  expect(await postgres.query('SELECT FROM result_search WHERE set_id = $1', [set.setId])).toEqual([]);
});

test('a search does not find a name that was taken out while its version was published', async () => {
  const { postgres } = results;
  const set = await makeResultSet(postgres);
  await publish(set, people, 'official');
  await postgres.query(
    `UPDATE result_set SET due_kind = 'corrected', due_note = '', due_seq = seq, due_at = now() WHERE id = $1`,
    [set.setId],
  );
  const [versions, publisher] = [new PostgresResultVersions(postgres, nobodyIsTold), uuid7()];
  const claimed = await versions.claim(set.setId, publisher);
  if (claimed?.kind !== 'due') throw new Error('no version is due');
  await new PostgresNameErasures(postgres, uuid7).erase({ ...set, bib: 2, reason: 'asked', isDryRun: false });
  const found = foundBy(claimed.version.set.rules, claimed.version.entries);
  expect(found.map(({ bib }) => bib)).toContain(2);
  const version = {
    ...set,
    number: 2,
    kind: 'corrected',
    manifest: 'aaaaaaaaaaaa',
    finishers: 4,
    entered: 4,
    found,
  } as const;
  expect(await versions.record(version, publisher)).toBe('recorded');
  const kept = await postgres.query<{ bib: number }>('SELECT bib FROM result_search WHERE set_id = $1 ORDER BY bib', [
    set.setId,
  ]);
  expect(kept.map(({ bib }) => bib)).toEqual([1, 3, 4]);
});

test('a search lists twenty, says that there are more, and asks the database once for all who look for the same', async () => {
  const set = await makeResultSet(results.postgres);
  await publish(set, runners(30), 'official');
  const found = await search(set, 'unner');
  expect([found.bibs.length, found.more]).toEqual([20, true]);
  // Of a list, all of them, also those who come behind twenty others.
  const women = await search(set, 'unner', uuid7(), 'gender:f');
  expect([women.bibs.length, women.more]).toEqual([10, undefined]);
  await results.postgres.query('DELETE FROM result_search WHERE set_id = $1', [set.setId]);
  expect((await search(set, 'UNNER')).bibs).toEqual(found.bibs);
  expect((await search(set, 'runne')).bibs).toEqual([]);
});

test('a search is refused to a network that searches too often, and to everybody while as many run as may', async () => {
  const set = await makeResultSet(results.postgres);
  await publish(set, people, 'official');
  for (let n = 0; n < 30; n++) expect(await search(set, 'harbour', '192.0.2.7')).toMatchObject({ bibs: [2, 4] });
  expect(await search(set, 'harbour', '192.0.2.7')).toMatchObject({ status: 429, retryAfter: 60 });
  expect(await search(set, 'harbour', '192.0.2.8')).toMatchObject({ bibs: [2, 4] });
  await results.postgres.transaction(async (sql) => {
    await sql.query('SELECT pg_advisory_xact_lock(7205, n) FROM generate_series(0, 1) n');
    expect(await search(set, 'alten')).toMatchObject({ status: 503 });
    // What was found a moment ago is still there.
    expect(await search(set, 'harbour')).toMatchObject({ bibs: [2, 4] });
  });
  expect(await search(set, 'alten')).toMatchObject({ bibs: [1] });
});
