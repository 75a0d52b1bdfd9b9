import { mkdtempSync, rmSync } from 'node:fs';
import type { IncomingMessage, Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { originHeader, viewerHeader } from '../../lambdas/contract/headers';
import { httpRoutes } from '../../lambdas/contract/routes';
import { openBucket } from '../../lambdas/platform/aws/call-s3';
import { sha256 } from '../../lambdas/platform/signed-tokens';
import { uuid7 } from '../../lambdas/platform/uuid';
import { PostgresWithheldNames } from '../../lambdas/registration/change/postgres-withheld-names';
import { PostgresNameErasures, takeNameOut } from '../../lambdas/results/erase/postgres-name-erasures';
import type { VersionKind } from '../../lambdas/results/files';
import { PostgresResultVersions } from '../../lambdas/results/publish/postgres-result-versions';
import { publishSet } from '../../lambdas/results/publish/publish-set';
import { S3ResultFiles } from '../../lambdas/results/publish/s3-result-files';
import { foundBy } from '../../lambdas/results/search-words';
import { findNames, readEntry, readPage, readPlaces } from '../../lambdas/results/show/find-rows';
import type { EntryChange } from '../../lambdas/results/take/apply-rows';
import { PostgresResultBatches } from '../../lambdas/results/take/postgres-result-batches';
import { httpApi } from '../../local/gateway/api';
import { openObjects } from '../../local/objects/object-store';
import { serveObjects } from '../../local/objects/serve-objects';
import { createReader } from '../../static/src/results/read-version';
import { fewRead, hash, nobodyIsTold } from '../results/support/version';
import { type FreshMemcached, freshMemcached } from '../support/memcached';
import { type FreshDatabase, freshDatabase } from '../support/postgres/database';
import { registerIn } from '../support/races/register-in';
import { type MadeResultSet, makeResultSet } from '../support/result-set';
import { type FreshSecrets, freshSecrets } from '../support/secrets';
import { until } from '../support/until';

const folder = mkdtempSync(join(tmpdir(), 'startline-browse-'));
let database: FreshDatabase;
let memcached: FreshMemcached;
let secrets: FreshSecrets;
let objects: Server;
let bucketUrl: string;
/** What the bucket was asked for, and whether it answers. */
let read: string[] = [];
let isAway = false;
let api: ReturnType<typeof httpApi>;

const listening = async (server: Server) => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
};

beforeAll(async () => {
  [database, memcached] = await Promise.all([freshDatabase(), freshMemcached()]);
  secrets = await freshSecrets({ current: 'word' });
  objects = serveObjects({ bucket: 'ours', store: openObjects(folder, () => new Date()) });
  const [serve] = objects.listeners('request') as ((...args: unknown[]) => void)[];
  objects.removeAllListeners('request');
  objects.on('request', (request: IncomingMessage, response) => {
    if (request.method === 'GET') read.push(request.url ?? '');
    if (isAway && request.method === 'GET') response.writeHead(403).end();
    else serve?.call(objects, request, response);
  });
  bucketUrl = `${await listening(objects)}/ours`;
  Object.assign(process.env, {
    READER_URL: database.url,
    DATABASE_URL: database.url,
    PUBLICATIONS_QUEUE_URL: 'http://127.0.0.1:1/000000000000/publications',
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: 'x',
    AWS_SECRET_ACCESS_KEY: 'x',
    DATA_CACHE_URL: `${memcached.url}?timeout=2000`,
    RESULTS_BUCKET_URL: bucketUrl,
    ORIGIN_SECRET_ID: 'origin',
    AWS_ENDPOINT_URL_SECRETS_MANAGER: secrets.url,
  });
  const { handler } = await import('../../lambdas/functions/browse-results');
  const routes = Object.fromEntries(Object.entries(httpRoutes).filter(([, name]) => name === 'browse-results'));
  api = httpApi<'browse-results'>({
    routes: routes as never,
    handlers: { 'browse-results': handler as never },
    now: () => new Date(),
    log: () => {},
  });
});
afterAll(async () => {
  objects.closeAllConnections();
  objects.close();
  await Promise.all([database?.close(), memcached?.stop(), secrets?.stop()]);
  rmSync(folder, { recursive: true, force: true });
});
beforeEach(() => {
  read = [];
  isAway = false;
});

const publish = async (set: MadeResultSet, rows: readonly EntryChange[], kind: VersionKind) => {
  const { postgres } = database;
  const batches = new PostgresResultBatches({
    postgres,
    hash: sha256,
    newId: uuid7,
    now: () => new Date(),
    orderTick: nobodyIsTold,
  });
  const taken = await batches.take({ ...set, id: uuid7(), rows, isDryRun: false, by: { action: 'results-imported' } });
  if (taken.kind !== 'taken') throw new Error(taken.kind);
  await batches.order({ ...set, kind, note: `It is ${kind}.`, seq: taken.seq, isDryRun: false });
  const files = new S3ResultFiles(openBucket(bucketUrl, {}));
  const versions = new PostgresResultVersions(postgres, nobodyIsTold);
  await publishSet({ versions, files, hash, newId: uuid7, orderTick: nobodyIsTold, paceOf: fewRead, clock: () => 0 })(
    set.setId,
  );
};

const runners = (count: number): readonly EntryChange[] =>
  Array.from({ length: count }, (_, n) => ({
    bib: n + 1,
    name: `${['Ada', 'Bo', 'Çelik', '田中'][n % 4]} Runner${n}`,
    gender: n % 3 === 0 ? 'f' : 'm',
    ...(n % 7 === 0 ? { status: 'dnf' as const } : { gunMs: 1_000_000 + ((n * 7_919) % count) * 50 }),
  }));

/** Asks the function, without the CDN's cache in front of it. */
const get = async (address: string, headers: Record<string, string> = {}) => {
  const [path = '', query = ''] = address.split('?');
  const rawHeaders = [originHeader, 'word', ...Object.entries(headers).flat()];
  const sent = { method: 'GET', path, query, httpVersion: '1.1', sourceIp: '127.0.0.1', rawHeaders, body: undefined };
  const answer = await api.answer(sent);
  const text = answer.body.toString();
  const lower = Object.fromEntries(Object.entries(answer.headers).map(([name, value]) => [name.toLowerCase(), value]));
  return { status: answer.status, headers: lower, json: text === '' ? undefined : JSON.parse(text) };
};
const of = ({ raceId }: Pick<MadeResultSet, 'raceId'>) => `/api/races/${raceId}/results`;

test('the function answers what browsers read from the files: every page of every list, names, bibs', async () => {
  const set = await makeResultSet(database.postgres);
  await publish(set, runners(430), 'official');
  const reader = createReader(async (path) => {
    const answer = await fetch(`${bucketUrl}/results/${set.raceId}/${path}`);
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
  const set = await makeResultSet(database.postgres);
  await publish(set, runners(30), 'preliminary');
  const first = await get(`${of(set)}?page=2`);
  expect(first.headers['cache-control']).toBe('public, max-age=0, s-maxage=15');
  expect((await get(`${of(set)}/names?starts=a`)).headers['cache-control']).toBe('public, max-age=0, s-maxage=60');
  read = [];
  for (const page of [1, 3]) expect((await get(`${of(set)}?page=${page}`)).status).toBe(200);
  expect(read.filter((path) => !path.endsWith('current.json'))).toEqual([]);
  const etag = String(first.headers.etag);
  expect((await get(`${of(set)}?page=2`, { 'if-none-match': etag })).status).toBe(304);
});

test('a runner who wants no name after the results were published is nameless in all that anybody can read, and keeps place and time', async () => {
  const { postgres } = database;
  const { handler } = await import('../../lambdas/functions/publish-results');
  jest.spyOn(console, 'info').mockImplementation(() => undefined);
  const set = await makeResultSet(postgres);
  const [{ eventId } = { eventId: '' }] = await postgres.query<{ eventId: string }>(
    'SELECT event_id AS "eventId" FROM result_set WHERE id = $1',
    [set.setId],
  );
  const theirs = { firstName: 'Zoltan', lastName: 'Unforgettable' };
  const registrationId = await registerIn(postgres, eventId)(1, theirs);
  const batches = new PostgresResultBatches({
    ...{ postgres, hash: sha256, newId: uuid7 },
    now: () => new Date(),
    orderTick: nobodyIsTold,
  });
  await batches.takeStartList({ ...set, id: uuid7(), isDryRun: false, by: { action: 'start-list-built' } });
  const others = runners(40).slice(1);
  await publish(set, others, 'start-list');
  await publish(set, [{ bib: 1, gunMs: 1_234_000, club: 'Millers' }], 'official');
  const store = openObjects(folder, () => new Date());
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

test('an answer of a live race is kept for two seconds, so that an app is not behind the page', async () => {
  const set = await makeResultSet(database.postgres);
  await publish(set, runners(30), 'live');
  for (const path of [of(set), `${of(set)}/${set.setId}/entries/17`, `${of(set)}/${set.setId}/versions`])
    expect((await get(path)).headers['cache-control']).toBe('public, max-age=0, s-maxage=2');
});

test('a reader gets the corrected version at once when a file of the version before is gone', async () => {
  const set = await makeResultSet(database.postgres);
  await publish(set, runners(30), 'preliminary');
  expect((await get(of(set))).json).toMatchObject({ version: 1, kind: 'preliminary' });
  const before = new Set(keys(set));
  await publish(
    set,
    runners(30).map((one) => ({ ...one, name: 'Somebody Else' })),
    'corrected',
  );
  const store = openObjects(folder, () => new Date());
  for (const key of before) if (!key.endsWith('current.json')) store.remove(key);
  // The pointer of before is in the cache for two seconds. What it names is gone.
  expect((await get(`${of(set)}/${set.setId}/entries/2`)).json).toMatchObject({
    version: 2,
    entry: { name: 'Somebody Else' },
  });
});

const keys = ({ raceId }: MadeResultSet) =>
  openObjects(folder, () => new Date())
    .keys()
    .filter((key) => key.startsWith(`results/${raceId}/`));

test('what was withdrawn, what is not there and what makes no sense is answered with what is, and is cached nowhere', async () => {
  const set = await makeResultSet(database.postgres);
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
  const set = await makeResultSet(database.postgres);
  await publish(set, runners(30), 'official');
  await database.postgres.query(
    `INSERT INTO result_version (set_id, number, kind, seq, manifest, entered, finishers, note, at)
     SELECT set_id, 2, 'corrected', seq, 'aaaaaaaaaaaa', entered, finishers, 'Secret.', at FROM result_version WHERE set_id = $1`,
    [set.setId],
  );
  const { versions } = (await get(`${of(set)}/${set.setId}/versions`)).json;
  expect(versions.map(({ number }: { number: number }) => number)).toEqual([1]);
});

test('while the bucket is away, the crowd keeps what was read', async () => {
  const set = await makeResultSet(database.postgres);
  await publish(set, runners(30), 'official');
  await get(`${of(set)}?page=1`);
  isAway = true;
  read = [];
  expect(await until(async () => (await get(`${of(set)}?page=2`)).status === 200 && read.length > 0)).toBe(true);
  expect((await get(`${of(set)}?page=3`)).json.rows).toHaveLength(5);
});

describe('a search', () => {
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

  test('finds runners by any part of a name or of a club, in each spelling, and by several words', async () => {
    const set = await makeResultSet(database.postgres);
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

  test('can be within the list of a gender or of an age group, as readers see it', async () => {
    const { postgres } = database;
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

  test('finds what is published alone, and nobody whose name was taken out or whose results are withdrawn', async () => {
    const { postgres } = database;
    const set = await makeResultSet(postgres);
    await publish(set, people, 'official');
    const rename = [{ bib: 4, name: 'Secret Correction' }];
    const batches = new PostgresResultBatches({
      postgres,
      hash: sha256,
      newId: uuid7,
      now: () => new Date(),
      orderTick: nobodyIsTold,
    });
    await batches.take({ ...set, id: uuid7(), rows: rename, isDryRun: false, by: { action: 'results-imported' } });
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

  test('does not find a name that was taken out while its version was published', async () => {
    const { postgres } = database;
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

  test('lists twenty, says that there are more, and asks the database once for all who look for the same', async () => {
    const set = await makeResultSet(database.postgres);
    await publish(set, runners(30), 'official');
    const found = await search(set, 'unner');
    expect([found.bibs.length, found.more]).toEqual([20, true]);
    // Of a list, all of them, also those who come behind twenty others.
    const women = await search(set, 'unner', uuid7(), 'gender:f');
    expect([women.bibs.length, women.more]).toEqual([10, undefined]);
    await database.postgres.query('DELETE FROM result_search WHERE set_id = $1', [set.setId]);
    expect((await search(set, 'UNNER')).bibs).toEqual(found.bibs);
    expect((await search(set, 'runne')).bibs).toEqual([]);
  });

  test('is refused to a network that searches too often, and to everybody while as many run as may', async () => {
    const set = await makeResultSet(database.postgres);
    await publish(set, people, 'official');
    for (let n = 0; n < 30; n++) expect(await search(set, 'harbour', '192.0.2.7')).toMatchObject({ bibs: [2, 4] });
    expect(await search(set, 'harbour', '192.0.2.7')).toMatchObject({ status: 429, retryAfter: 60 });
    expect(await search(set, 'harbour', '192.0.2.8')).toMatchObject({ bibs: [2, 4] });
    await database.postgres.transaction(async (sql) => {
      await sql.query('SELECT pg_advisory_xact_lock(7205, n) FROM generate_series(0, 1) n');
      expect(await search(set, 'alten')).toMatchObject({ status: 503 });
      // What was found a moment ago is still there.
      expect(await search(set, 'harbour')).toMatchObject({ bibs: [2, 4] });
    });
    expect(await search(set, 'alten')).toMatchObject({ bibs: [1] });
  });
});
