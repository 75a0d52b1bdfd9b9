import { mkdtempSync, rmSync } from 'node:fs';
import type { IncomingMessage, Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SQSEvent } from 'aws-lambda';
import { relayOutbox } from '../../lambdas/ledger/outbox';
import type { Outgoing } from '../../lambdas/platform/queue/queue';
import { sha256 } from '../../lambdas/platform/signed-tokens';
import { uuid7 } from '../../lambdas/platform/uuid';
import { PostgresNameErasures } from '../../lambdas/results/erase/postgres-name-erasures';
import { PostgresRaceTidying } from '../../lambdas/results/erase/postgres-race-tidying';
import type { VersionKind } from '../../lambdas/results/files';
import { PostgresResultSearch } from '../../lambdas/results/show/postgres-result-search';
import type { EntryChange } from '../../lambdas/results/take/apply-rows';
import { PostgresResultBatches } from '../../lambdas/results/take/postgres-result-batches';
import { openObjects } from '../../local/objects/object-store';
import { serveObjects } from '../../local/objects/serve-objects';
import { toEvent } from '../../local/sources/to-event';
import { nobodyIsTold } from '../results/support/version';
import { type FreshDatabase, freshDatabase } from '../support/postgres/database';
import { type MadeResultSet, makeResultSet } from '../support/result-set';

const folder = mkdtempSync(join(tmpdir(), 'startline-results-'));
let database: FreshDatabase;
let server: Server;
/** Puts that fail now, as if the function ended there. */
let failing: RegExp | undefined;
let url: string;
let handler: (event: unknown) => Promise<unknown>;

beforeAll(async () => {
  database = await freshDatabase();
  server = serveObjects({ bucket: 'ours', store: openObjects(folder, () => new Date()) });
  const [serve] = server.listeners('request') as ((...args: unknown[]) => void)[];
  server.removeAllListeners('request');
  server.on('request', (request: IncomingMessage, response) => {
    const isFailing = request.method === 'PUT' && failing?.test(request.url ?? '');
    if (isFailing) response.writeHead(403).end();
    else serve?.call(server, request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/ours`;
  Object.assign(process.env, {
    DATABASE_URL: database.url,
    RESULTS_BUCKET_URL: url,
    // Nobody listens there: nobody is counted, and what is due stays due.
    DATA_CACHE_URL: 'memcached://127.0.0.1:1',
    PUBLICATIONS_QUEUE_URL: 'http://127.0.0.1:1/000000000000/publications',
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: 'x',
    AWS_SECRET_ACCESS_KEY: 'x',
  });
  ({ handler } = await import('../../lambdas/functions/publish-results'));
  jest.spyOn(console, 'info').mockImplementation(() => undefined);
  jest.spyOn(console, 'warn').mockImplementation(() => undefined);
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await database.close();
  rmSync(folder, { recursive: true, force: true });
});

const batches = () =>
  new PostgresResultBatches({
    postgres: database.postgres,
    hash: sha256,
    newId: uuid7,
    now: () => new Date(),
    orderTick: nobodyIsTold,
  });
const take = (set: MadeResultSet, rows: readonly EntryChange[]) =>
  batches().take({ ...set, id: uuid7(), rows, isDryRun: false, by: { action: 'results-imported' } });

/** Orders a version, and brings the function what left the outbox. */
const publish = async (set: MadeResultSet, seq: number, kind: VersionKind) => {
  expect(await batches().order({ ...set, kind, note: '', seq, isDryRun: false })).toMatchObject({ kind: 'ordered' });
  const sent: Outgoing[] = [];
  const send = async (messages: readonly Outgoing[]) => void sent.push(...messages);
  await relayOutbox(database.postgres, { publications: { sendAll: send, send: (message) => send([message]) } });
  // Besides what tests before this one have left.
  const ours = sent.map(({ body }) => JSON.stringify(body)).filter((body) => body.includes(set.setId));
  expect(ours).toHaveLength(1);
  return handler(delivery(ours));
};
const delivery = (bodies: readonly string[]): SQSEvent =>
  toEvent(
    bodies.map((Body, n) => ({ MessageId: `m${n}`, ReceiptHandle: '', MD5OfBody: '', Attributes: {}, Body })),
    'publications',
  );

const get = async (set: MadeResultSet, path: string) => {
  const answer = await fetch(`${url}/results/${set.raceId}/${path}`);
  return { json: await answer.json(), kept: answer.headers.get('cache-control') };
};
/** The last version as a reader puts it together. */
const read = async (set: MadeResultSet) => {
  const [pointed] = (await get(set, 'current.json')).json.sets;
  if (pointed.manifest === null) return [pointed.kind, pointed.number, []];
  const { sequences } = (await get(set, `m/${pointed.manifest}.json`)).json;
  const [[, , leaf]] = (await get(set, `i/${sequences.overall.index}.json`)).json;
  const { rows } = (await get(set, `l/${leaf}.json`)).json;
  return [pointed.kind, pointed.number, rows.map(([bib]: readonly [number]) => bib)];
};

const ada = { bib: 1, name: 'Ada Runner', gender: 'f', age: 34, gunMs: 5_000 } as const;
const bo = { bib: 2, name: 'Bo Runner', gunMs: 4_000 } as const;
const done = { batchItemFailures: [] };

test('what a director orders is read in the bucket: preliminary, corrected, withdrawn', async () => {
  const set = await makeResultSet(database.postgres);
  await take(set, [ada, bo]);
  expect(await publish(set, 2, 'preliminary')).toEqual(done);
  expect(await read(set)).toEqual(['preliminary', 1, [2, 1]]);
  expect((await get(set, 'current.json')).kept).toBe('public, max-age=15, s-maxage=15, stale-if-error=86400');
  await take(set, [{ bib: 1, gunMs: 3_000 }]);
  expect(await read(set)).toEqual(['preliminary', 1, [2, 1]]);
  expect(await publish(set, 3, 'corrected')).toEqual(done);
  expect(await read(set)).toEqual(['corrected', 2, [1, 2]]);
  expect(await publish(set, 3, 'withdrawn')).toEqual(done);
  expect(await read(set)).toEqual(['withdrawn', 3, []]);
  // The message comes a second time.
  expect(await handler(delivery([JSON.stringify({ setId: set.setId })]))).toEqual(done);
  expect(await read(set)).toEqual(['withdrawn', 3, []]);
});

test.each([/\/l\//, /\/i\//, /\/m\//, /current/])(
  'a run that ends at %s leaves readers the version before, and the next minute publishes what is due',
  async (end) => {
    const set = await makeResultSet(database.postgres);
    await take(set, [ada, bo]);
    await publish(set, 2, 'preliminary');
    await take(set, [{ bib: 1, gunMs: 3_000 }]);
    failing = end;
    expect(await publish(set, 3, 'official')).toEqual({ batchItemFailures: [{ itemIdentifier: 'm0' }] });
    expect(await read(set)).toEqual(['preliminary', 1, [2, 1]]);
    failing = undefined;
    // Its publisher may live and still work: for two minutes nobody else does.
    await database.postgres.query(
      'UPDATE result_set SET publishing_until = clock_timestamp() WHERE publisher IS NOT NULL',
    );
    expect(await handler({ source: 'aws.events' })).toBeUndefined();
    expect(await read(set)).toEqual(['official', 2, [1, 2]]);
    const [left] = await database.postgres.query('SELECT FROM result_set WHERE due_kind IS NOT NULL OR NOT is_pointed');
    expect(left).toBeUndefined();
  },
);

test('live results are in caches for a second, and what comes in is in the next version, also when its order was lost', async () => {
  const set = await makeResultSet(database.postgres);
  await take(set, [ada]);
  expect(await publish(set, 1, 'live')).toEqual(done);
  expect(await read(set)).toEqual(['live', 1, [1]]);
  expect((await get(set, 'current.json')).kept).toBe('public, max-age=1, s-maxage=1, stale-if-error=86400');
  await take(set, [bo]);
  await handler({ source: 'aws.events' });
  expect(await read(set)).toEqual(['live', 2, [2, 1]]);
  await publish(set, 2, 'official');
  expect((await get(set, 'current.json')).kept).toContain('max-age=15,');
});

test('who follows a race live is told of its results, once for each version', async () => {
  const set = await makeResultSet(database.postgres);
  const { raceId } = set;
  await database.postgres.query(`INSERT INTO feed (race_id, state) VALUES ($1, 'live')`, [raceId]);
  await take(set, [ada]);
  await publish(set, 1, 'start-list');
  await publish(set, 1, 'preliminary');
  await handler(delivery([JSON.stringify({ setId: set.setId })]));
  await publish(set, 1, 'official');
  const told = await database.postgres.query('SELECT kind, body FROM feed_message WHERE race_id = $1 ORDER BY number', [
    raceId,
  ]);
  expect(told).toEqual([
    { kind: 'results', body: { set: 'Ten', kind: 'preliminary' } },
    { kind: 'results', body: { set: 'Ten', kind: 'official' } },
  ]);
});

test('a name that is taken out is in no file, no row and no version any more; a director who publishes meanwhile waits', async () => {
  const set = await makeResultSet(database.postgres);
  const { postgres } = database;
  const theirs = { ...ada, name: 'Zoltan Unforgettable' };
  await take(set, [theirs, bo]);
  await publish(set, 2, 'start-list');
  await publish(set, 2, 'preliminary');
  await take(set, [{ bib: 1, gunMs: 3_000 }]);
  await publish(set, 3, 'withdrawn');
  await publish(set, 3, 'official');
  await publish(set, 3, 'corrected');
  // A crash left it there.
  await fetch(`${url}/results/${set.raceId}/l/orphan.json`, {
    method: 'PUT',
    body: JSON.stringify({ rows: [theirs] }),
  });
  const objects = () =>
    openObjects(folder, () => new Date())
      .keys()
      .filter((key) => key.startsWith(`results/${set.raceId}/`));
  const bodies = () => objects().map((key) => String(openObjects(folder, () => new Date()).get(key)?.body));
  expect(bodies().filter((body) => /zoltan/i.test(body)).length).toBeGreaterThan(4);

  const erasures = new PostgresNameErasures(postgres, uuid7);
  const erasure = { ...set, bib: 1, reason: 'They asked.', isDryRun: false };
  expect(await erasures.erase({ ...erasure, isDryRun: true })).toEqual({ kind: 'erased' });
  expect(await erasures.erase({ ...erasure, bib: 3 })).toEqual({ kind: 'unknown-bib' });
  expect(await erasures.erase({ ...erasure, raceId: 'another' })).toEqual({ kind: 'no-such-set' });
  expect(await erasures.erase(erasure)).toMatchObject({ kind: 'erased', messageId: expect.any(String) });

  // While somebody tidies, a version can be ordered, and nobody publishes it.
  const tidying = new PostgresRaceTidying(postgres);
  expect(await tidying.due()).toContain(set.raceId);
  expect(await tidying.take(set.raceId, uuid7())).toMatchObject([
    { nameless: [1], versions: [{ number: 4 }, { number: 5 }] },
  ]);
  expect(await batches().order({ ...set, kind: 'official', note: '', seq: 3, isDryRun: false })).toMatchObject({
    kind: 'ordered',
  });
  await handler({ source: 'aws.events' });
  expect(await read(set)).toEqual(['corrected', 5, [1, 2]]);
  await postgres.query('UPDATE result_set SET publishing_until = clock_timestamp() WHERE id = $1', [set.setId]);
  await handler({ source: 'aws.events' });

  expect(await read(set)).toEqual(['official', 6, [1, 2]]);
  expect(bodies().filter((body) => /zoltan/i.test(body))).toEqual([]);
  const tables = await postgres.query<{ name: string }>(
    `SELECT table_name AS name FROM information_schema.tables WHERE table_schema = current_schema()`,
  );
  expect(tables.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['result', 'result_search', 'outbox', 'audit']),
  );
  for (const { name: table } of tables)
    expect([table, await postgres.query(`SELECT FROM ${table} t WHERE t::text ~* 'zoltan'`)]).toEqual([table, []]);
  expect(objects().some((key) => key.endsWith('orphan.json'))).toBe(false);
  expect(await tidying.due()).not.toContain(set.raceId);
  // A file that says the name again does not bring it back.
  await take(set, [{ bib: 1, name: theirs.name, club: 'Ten' }]);
  expect(await batches().order({ ...set, kind: 'corrected', note: '', seq: 4, isDryRun: false })).toMatchObject({
    kind: 'ordered',
  });
  await handler({ source: 'aws.events' });
  expect(await read(set)).toEqual(['corrected', 7, [1, 2]]);
  expect(bodies().filter((body) => /zoltan/i.test(body))).toEqual([]);
});

test('what a release without a search has published is searched after the next minute, without names that were taken out', async () => {
  const { postgres } = database;
  const [official, withdrawn] = [await makeResultSet(postgres), await makeResultSet(postgres)];
  for (const set of [official, withdrawn]) {
    await take(set, [ada, bo]);
    await publish(set, 2, 'official');
  }
  await publish(withdrawn, 2, 'withdrawn');
  await new PostgresNameErasures(postgres, uuid7).erase({ ...official, bib: 2, reason: 'asked', isDryRun: false });
  // Nobody has published it yet.
  await take(official, [{ bib: 1, name: 'Secret Correction' }]);
  const sets = [[official.setId, withdrawn.setId]];
  await postgres.query('DELETE FROM result_search WHERE set_id = ANY ($1)', sets);
  await postgres.query('UPDATE result_set SET searched_number = NULL WHERE id = ANY ($1)', sets);
  const women = { setId: official.setId, words: ['ada'], group: 'gender:f' };
  const search = new PostgresResultSearch(postgres);
  expect(await search.find(women)).toBe('busy');
  await handler({ source: 'aws.events' });
  const found = () =>
    postgres.query('SELECT set_id, bib, words, groups FROM result_search WHERE set_id = ANY ($1)', sets);
  expect(await found()).toEqual([{ set_id: official.setId, bib: 1, words: 'ada runner', groups: ['gender:f'] }]);
  expect(await search.find(women)).toEqual({ bibs: [1], isMore: false });
  // Once is enough.
  await postgres.query('DELETE FROM result_search WHERE set_id = ANY ($1)', sets);
  await handler({ source: 'aws.events' });
  expect(await found()).toEqual([]);
});

test('a message about no set is no success: it ends among the dead letters', async () => {
  const failed = { batchItemFailures: [{ itemIdentifier: 'm0' }, { itemIdentifier: 'm1' }] };
  expect(await handler(delivery([JSON.stringify({ setId: uuid7() }), '{"setId":"x"}']))).toEqual(failed);
});

test.each([
  ['that was published', true],
  ['that was never published', false],
])(
  'a batch that changed nothing is forgotten after thirty days, and one that changed something is not, in a set %s',
  async (_, isPublished) => {
    const { postgres } = database;
    const set = await makeResultSet(postgres);
    await take(set, [ada, bo]);
    await take(set, [ada]);
    await take(set, [bo]);
    if (isPublished) await publish(set, 2, 'official');
    const kept = async () =>
      (
        await postgres.query<{ applied: number }>(
          `SELECT (answer -> 'applied')::int AS applied FROM result_batch WHERE set_id = $1 ORDER BY at`,
          [set.setId],
        )
      ).map(({ applied }) => applied);
    const age = async (days: number, applied: number) =>
      postgres.query(
        `UPDATE result_batch SET at = now() - make_interval(days => $3) WHERE ctid IN (
         SELECT ctid FROM result_batch WHERE set_id = $1 AND answer -> 'applied' = to_jsonb($2::int) ORDER BY at LIMIT 1)`,
        [set.setId, applied, days],
      );
    const tidy = () => handler({ source: 'aws.events' });
    await age(29, 0);
    await tidy();
    expect(await kept()).toHaveLength(3);
    await age(31, 0);
    await age(31, 2);
    await tidy();
    expect((await kept()).sort()).toEqual([0, 2]);
  },
);
