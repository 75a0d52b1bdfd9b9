import { uuid7 } from '../../lambdas/platform/uuid';
import { PostgresWithheldNames } from '../../lambdas/registration/change/postgres-withheld-names';
import { takeNameOut } from '../../lambdas/results/erase/postgres-name-erasures';
import { findNames, readEntry, readPage, readPlaces } from '../../lambdas/results/show/find-rows';
import { createReader } from '../../static/src/results/read-version';
import { registerIn } from '../support/races/register-in';
import { type MadeResultSet, makeResultSet } from '../support/result-set';
import { until } from '../support/until';
import { batchesOn, of, openResultsApi, runners } from './results-api';

const results = openResultsApi();
const { get, publish, bucket } = results;

test('the function answers what browsers read from the files: every page of every list, names, bibs', async () => {
  const set = await makeResultSet(results.postgres);
  await publish(set, runners(430), 'official');
  const reader = createReader(async (path) => {
    const answer = await fetch(`${results.bucketUrl}/results/${set.raceId}/${path}`);
    return answer.ok ? { kind: 'ok', value: await answer.json() } : { kind: 'unreadable', status: answer.status };
  });
  const fromFiles = await reader.read(undefined, async (version) => {
    const pages = [];
    for (const list of ['overall', 'gender:f', 'dnf', 'entries'])
      for (let page = 1, last = 1; page <= last; page++) {
        const found = await readPage(version, list, page);
        if (found.kind === 'page') last = found.pages;
        pages.push({ path: `?list=${list}&page=${page}`, found });
      }
    const names = [];
    for (const typed of [
      'r',
      'runner4',
      'ÇELİK',
      '田',
      'nobody',
      '',
      '17',
      '170000',
      '٣',
      '\u0301',
      '😀',
      'x'.repeat(500),
    ])
      names.push({ typed, found: await findNames(version, typed) });
    const entry = await readEntry(version, 17);
    return { pages, names, entry, places: entry && (await readPlaces(version, entry)) };
  });
  if (fromFiles.kind !== 'ok') throw new Error(fromFiles.kind);
  const { pages, names, entry, places } = fromFiles.value;
  expect(pages).toHaveLength(37 + 13 + 7 + 43);
  const from = { raceId: set.raceId, setId: set.setId, version: 1, kind: 'official' };
  for (const { path, found } of pages) {
    const { kind: _, ...page } = found as never as Record<string, unknown>;
    expect((await get(`${of(set)}${path}`)).json).toEqual({ ...from, ...page });
  }
  for (const { typed, found } of names) {
    const { json } = await get(`${of(set)}/names?starts=${encodeURIComponent(typed)}`);
    const rows = found.rows.map(({ bib, name, club }) => ({ bib, name, ...(club !== undefined && { club }) }));
    expect(json).toEqual({ ...from, ...found, rows });
  }
  expect((await get(`${of(set)}/${set.setId}/entries/17`)).json).toEqual({ ...from, entry, places });
  // The first list, and the first set.
  expect((await get(`${of(set)}?list=&page=2`)).json).toEqual((await get(`${of(set)}?list=overall&page=2`)).json);
  expect((await get(of(set))).json).toEqual((await get(`${of(set)}?set=${set.setId}&list=overall&page=1`)).json);
});

test('a page that was read before is not asked of the bucket again, and has an ETag', async () => {
  const set = await makeResultSet(results.postgres);
  await publish(set, runners(30), 'preliminary');
  const first = await get(`${of(set)}?page=2`);
  expect(first.headers['cache-control']).toBe('public, max-age=0, s-maxage=15');
  expect((await get(`${of(set)}/names?starts=a`)).headers['cache-control']).toBe('public, max-age=0, s-maxage=60');
  bucket.read = [];
  for (const page of [1, 3]) expect((await get(`${of(set)}?page=${page}`)).status).toBe(200);
  expect(bucket.read.filter((path) => !path.endsWith('current.json'))).toEqual([]);
  const etag = String(first.headers.etag);
  expect((await get(`${of(set)}?page=2`, { 'if-none-match': etag })).status).toBe(304);
});

test('a runner who wants no name after the results were published is nameless in all that anybody can read, and keeps place and time', async () => {
  const { postgres } = results;
  const { handler } = await import('../../lambdas/functions/publish-results');
  jest.spyOn(console, 'info').mockImplementation(() => undefined);
  const set = await makeResultSet(postgres);
  const [{ eventId } = { eventId: '' }] = await postgres.query<{ eventId: string }>(
    'SELECT event_id AS "eventId" FROM result_set WHERE id = $1',
    [set.setId],
  );
  const theirs = { firstName: 'Zoltan', lastName: 'Unforgettable' };
  const registrationId = await registerIn(postgres, eventId)(1, theirs);
  const batches = batchesOn(postgres);
  await batches.takeStartList({ ...set, id: uuid7(), isDryRun: false, by: { action: 'start-list-built' } });
  const others = runners(40).slice(1);
  await publish(set, others, 'start-list');
  await publish(set, [{ bib: 1, gunMs: 1_234_000, club: 'Millers' }], 'official');
  const store = results.store();
  const naming = () => store.keys().filter((key) => /zoltan/i.test(String(store.get(key)?.body)));
  const said = async () => {
    const answers = await Promise.all(
      [
        '?page=4',
        '?list=entries',
        '/names?starts=zol',
        '/names?starts=unf',
        '/search?q=zoltan',
        `/${set.setId}/entries/1`,
      ].map((path) => get(`${of(set)}${path}`)),
    );
    return answers.filter(({ json }) => /zoltan/i.test(JSON.stringify(json))).length;
  };
  const before = (await get(`${of(set)}/${set.setId}/entries/1`)).json;
  expect([naming().length > 3, await said()]).toEqual([true, 6]);

  expect(await new PostgresWithheldNames(postgres, takeNameOut).withhold(registrationId)).toEqual({ kind: 'withheld' });
  await handler({ source: 'aws.events' });
  expect(naming()).toEqual([]);
  // Caches of the function know a pointer for a second or two.
  await until(async () => (await said()) === 0);
  const { entry, places } = (await get(`${of(set)}/${set.setId}/entries/1`)).json;
  // Without a name the page offers no certificate (test/browser/results.test.ts).
  expect([entry, places]).toEqual([{ ...before.entry, name: null }, before.places]);
  for (const table of [
    'result',
    'result_change',
    'result_search',
    'result_version',
    'outbox',
    'audit',
    'webhook_message',
  ])
    expect([table, await postgres.query(`SELECT FROM ${table} t WHERE t::text ~* 'zoltan'`)]).toEqual([table, []]);
  // Neither a start list nor a file brings it back.
  await batches.takeStartList({ ...set, id: uuid7(), isDryRun: false, by: { action: 'start-list-built' } });
  await publish(set, [{ bib: 1, name: 'Zoltan Unforgettable' }], 'corrected');
  expect([naming(), await said()]).toEqual([[], 0]);
});

test('a name that was published at a wrong bib leaves every version, whether the bib was corrected before its runner takes it out or after', async () => {
  const { postgres } = results;
  const { handler } = await import('../../lambdas/functions/publish-results');
  jest.spyOn(console, 'info').mockImplementation(() => undefined);
  const set = await makeResultSet(postgres, 3);
  const [{ eventId } = { eventId: '' }] = await postgres.query<{ eventId: string }>(
    'SELECT event_id AS "eventId" FROM result_set WHERE id = $1',
    [set.setId],
  );
  const register = registerIn(postgres, eventId);
  const names = new PostgresWithheldNames(postgres, takeNameOut);
  const xenia = await register(1, { firstName: 'Xenia', lastName: 'Early' });
  const yolanda = await register(2, { firstName: 'Yolanda', lastName: 'Late' });
  const zoltan = await register(3, { firstName: 'Zoltan', lastName: 'Namesake' });
  const files = () =>
    results
      .store()
      .keys()
      .filter((key) => key.startsWith(`results/${set.raceId}/`));
  const naming = (name: RegExp) => files().filter((key) => name.test(String(results.store().get(key)?.body))).length;
  const rows = (name: string) =>
    postgres.query(`SELECT FROM result_change WHERE set_id = $1 AND before::text ~* $2`, [set.setId, name]);
  await publish(set, [...runners(40).slice(10), { bib: 5, name: 'EARLY, Xenia', gunMs: 1_000_000 }], 'preliminary');
  await publish(
    set,
    [
      { bib: 5, name: 'Somebody Else' },
      { bib: 1, name: 'Xenia Early', gunMs: 1_000_000 },
    ],
    'official',
  );
  // Another file was taken into the ranking of another event.
  const fiveId = uuid7();
  await postgres.query(
    `INSERT INTO event (id, race_id, position, name, distance, capacity, next_number) VALUES ($1, $2, 9, 'Five', 5000, 5, 6)`,
    [fiveId, set.raceId],
  );
  await postgres.query(
    `INSERT INTO result_set (id, race_id, event_id, position, name, rank_by, gun_places, rounding, genders, age_groups, points)
     VALUES ($1, $2, $1, 2, 'Five', 'gun', 0, 'tenths', '[]', '[]', '[]')`,
    [fiveId, set.raceId],
  );
  for (const name of ['Xenia Early', 'Of Five'])
    await publish({ ...set, setId: fiveId }, [{ bib: 1, name, gunMs: 900_000 }], 'official');
  await publish(
    set,
    [
      { bib: 6, name: 'Yolanda Late' },
      { bib: 7, name: 'Zoltan Namesake' },
    ],
    'corrected',
  );
  await publish(set, [{ bib: 7, name: 'Nobody Yet' }], 'corrected');
  await publish(set, [{ bib: 7, name: 'Zoltan Namesake' }], 'corrected');
  expect([naming(/xenia/i) > 0, naming(/yolanda/i) > 0, naming(/zoltan/i) > 0]).toEqual([true, true, true]);
  for (const id of [xenia, yolanda, zoltan]) expect(await names.withhold(id)).toEqual({ kind: 'withheld' });
  await handler({ source: 'aws.events' });
  expect([naming(/xenia/i), await rows('xenia')]).toEqual([0, []]);
  // Nobody knows yet that bib 6 is not a namesake, as bib 7 is.
  expect([naming(/yolanda/i) > 0, naming(/zoltan/i) > 0]).toEqual([true, true]);
  await publish(set, [{ bib: 6, name: 'Another One' }], 'corrected');
  await handler({ source: 'aws.events' });
  expect([naming(/yolanda/i), await rows('yolanda')]).toEqual([0, []]);
  expect(naming(/zoltan/i) > 0).toBe(true);
});

test('an answer of a live race is kept for two seconds, so that an app is not behind the page', async () => {
  const set = await makeResultSet(results.postgres);
  await publish(set, runners(30), 'live');
  for (const path of [of(set), `${of(set)}/${set.setId}/entries/17`, `${of(set)}/${set.setId}/versions`])
    expect((await get(path)).headers['cache-control']).toBe('public, max-age=0, s-maxage=2');
});

test('a reader gets the corrected version at once when a file of the version before is gone', async () => {
  const set = await makeResultSet(results.postgres);
  await publish(set, runners(30), 'preliminary');
  expect((await get(of(set))).json).toMatchObject({ version: 1, kind: 'preliminary' });
  const before = new Set(keys(set));
  await publish(
    set,
    runners(30).map((one) => ({ ...one, name: 'Somebody Else' })),
    'corrected',
  );
  const store = results.store();
  for (const key of before) if (!key.endsWith('current.json')) store.remove(key);
  // The pointer of before is in the cache for two seconds. What it names is gone.
  expect((await get(`${of(set)}/${set.setId}/entries/2`)).json).toMatchObject({
    version: 2,
    entry: { name: 'Somebody Else' },
  });
});

const keys = ({ raceId }: MadeResultSet) =>
  results
    .store()
    .keys()
    .filter((key) => key.startsWith(`results/${raceId}/`));

test('what was withdrawn, what is not there and what makes no sense is answered with what is, and is cached nowhere', async () => {
  const set = await makeResultSet(results.postgres);
  await publish(set, runners(30), 'official');
  const refused = async (path: string) => {
    const { status, json, headers } = await get(`${of(set)}${path}`);
    expect(headers['cache-control']).toBe('no-store');
    return [status, json.reason ?? json.type, json.what ?? json.pages];
  };
  for (const page of ['4', '0', '-1', '1.5', '1e0', '0x1', '1e9', '9'.repeat(30), 'x', '%00'])
    expect(await refused(`?page=${page}`)).toEqual([404, 'page', 3]);
  for (const list of ['names', 'others', 'gender:x', 'age:', '__proto__', 'constructor', '%00'])
    expect(await refused(`?list=${list}`)).toEqual([404, 'id', 'list']);
  for (const id of [uuid7(), 'x', '']) expect(await refused(`?set=${id}`)).toEqual([404, 'id', 'set']);
  for (const bib of ['31', '999999', '0', '-1', '1.5', '1000000', 'x'])
    expect(await refused(`/${set.setId}/entries/${bib}`)).toEqual([404, 'id', 'bib']);
  expect(await refused(`/${uuid7()}/versions`)).toEqual([404, 'id', 'set']);
  expect((await get('/api/races/nowhere/results')).json).toMatchObject({ reason: 'results', raceId: 'nowhere' });

  await publish(set, [{ bib: 2, gunMs: 999_000 }], 'corrected');
  const versions = async () => (await get(`${of(set)}/${set.setId}/versions`)).json;
  expect(await until(async () => (await versions()).versions?.length === 2)).toBe(true);
  expect((await versions()).versions).toMatchObject([
    { number: 2, kind: 'corrected', note: 'It is corrected.', manifest: expect.any(String) },
    { number: 1, kind: 'official', finishers: 25, entered: 30, manifest: expect.any(String) },
  ]);
  await publish(set, [{ bib: 2, gunMs: 998_000 }], 'withdrawn');
  expect(await until(async () => (await get(`${of(set)}?page=1`)).status === 410)).toBe(true);
  expect(await refused('/names?starts=b')).toEqual([410, '/problems/results-withdrawn', undefined]);
});

test('a version that is recorded, and that no pointer says yet, is in no list', async () => {
  const set = await makeResultSet(results.postgres);
  await publish(set, runners(30), 'official');
  await results.postgres.query(
    `INSERT INTO result_version (set_id, number, kind, seq, manifest, entered, finishers, note, at)
     SELECT set_id, 2, 'corrected', seq, 'aaaaaaaaaaaa', entered, finishers, 'Secret.', at FROM result_version WHERE set_id = $1`,
    [set.setId],
  );
  const { versions } = (await get(`${of(set)}/${set.setId}/versions`)).json;
  expect(versions.map(({ number }: { number: number }) => number)).toEqual([1]);
});

test('while the bucket is away, the crowd keeps what was read', async () => {
  const set = await makeResultSet(results.postgres);
  await publish(set, runners(30), 'official');
  await get(`${of(set)}?page=1`);
  bucket.isAway = true;
  bucket.read = [];
  expect(await until(async () => (await get(`${of(set)}?page=2`)).status === 200 && bucket.read.length > 0)).toBe(true);
  expect((await get(`${of(set)}?page=3`)).json.rows).toHaveLength(5);
});
