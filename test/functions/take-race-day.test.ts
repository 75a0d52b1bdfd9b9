import fc from 'fast-check';
import type { KeyScope } from '../../lambdas/api-keys/api-key';
import { PostgresApiKeys } from '../../lambdas/api-keys/postgres-api-keys';
import { uuid7 } from '../../lambdas/platform/uuid';
import { requestEvent } from '../platform/http/request-event';
import { type FreshMemcached, freshMemcached } from '../support/memcached';
import { type FreshDatabase, freshDatabase } from '../support/postgres/database';
import { type MadeResultSet, makeResultSet } from '../support/result-set';
import { type FreshSecrets, freshSecrets } from '../support/secrets';
import { until } from '../support/until';

let database: FreshDatabase;
let memcached: FreshMemcached;
let secrets: FreshSecrets;
let handler: typeof import('../../lambdas/functions/take-race-day')['handler'];

beforeAll(async () => {
  [database, memcached] = await Promise.all([freshDatabase(), freshMemcached()]);
  secrets = await freshSecrets({ current: 'word' });
  Object.assign(process.env, {
    DATABASE_URL: database.url,
    DATA_CACHE_URL: `${memcached.url}?timeout=2000`,
    SITE_URL: 'https://startline.example',
    PUBLICATIONS_QUEUE_URL: 'http://127.0.0.1:1/000000000000/publications',
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: 'x',
    AWS_SECRET_ACCESS_KEY: 'x',
    ORIGIN_SECRET_ID: 'origin',
    AWS_ENDPOINT_URL_SECRETS_MANAGER: secrets.url,
  });
  ({ handler } = await import('../../lambdas/functions/take-race-day'));
});
afterAll(async () => {
  await Promise.all([database?.close(), memcached?.stop(), secrets?.stop()]);
});

const keys = () => new PostgresApiKeys(database.postgres, uuid7);
const makeKey = async ({ raceId }: MadeResultSet, scope: KeyScope = 'times') => {
  const made = await keys().make({ raceId, label: 'Timer', scopes: [scope] }, false);
  if (made.kind !== 'made') throw new Error(made.kind);
  return { keyId: made.keyId, key: made.key ?? '' };
};

interface Asked {
  readonly key?: string;
  readonly body?: unknown;
  readonly network?: string;
}
const times = 'POST /api/races/{raceId}/results/{setId}/times';
const startList = 'PUT /api/races/{raceId}/results/{setId}/start-list';
const ask = async (route: string, { raceId, setId }: MadeResultSet, { key, body, network = '203.0.113.7' }: Asked) => {
  const event = requestEvent({
    routeKey: route,
    path: { raceId, setId },
    headers: {
      'x-startline-origin': 'word',
      'x-startline-viewer': `${network}:4711`,
      ...(key !== undefined && { authorization: `Bearer ${key}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const answer = await handler(event);
  return [answer.statusCode, JSON.parse(answer.body ?? '')] as const;
};

const at = '2026-06-01T10:00:00Z';
/** A set with one entry, of bib 1. */
const openSet = async () => {
  const set = await makeResultSet(database.postgres);
  await database.postgres.query(`INSERT INTO result (set_id, bib, name, status) VALUES ($1, 1, 'Ada', 'entered')`, [
    set.setId,
  ]);
  return set;
};
const batch = (rows: readonly object[], batchId: string = uuid7()) => ({
  batchId,
  rows: rows.map((row) => ({ at, ...row })),
});
const refusedFor = (reason: string) => [401, expect.objectContaining({ type: '/problems/key-refused', reason })];
const entry = async ({ setId }: MadeResultSet) =>
  (
    await database.postgres.query(
      'SELECT status, gun_ms AS gun, chip_ms AS chip, splits, source_at FROM result WHERE set_id = $1 AND bib = 1',
      [setId],
    )
  )[0];

test('times that are posted are applied once, and rows that cannot be taken are named and stop no other', async () => {
  const set = await openSet();
  const { key, keyId } = await makeKey(set);
  const body = batch([
    { bib: 1, gunMs: 5_000 },
    { bib: 2, gunMs: 5_000 },
    { bib: 3, status: 'dnf' },
  ]);
  const taken = [
    200,
    {
      applied: 1,
      unchanged: 0,
      refused: [
        { bib: 2, reason: 'unknown-bib' },
        { bib: 3, reason: 'unknown-bib' },
      ],
      seq: 1,
    },
  ];
  expect(await ask(times, set, { key, body })).toEqual(taken);
  expect(await entry(set)).toMatchObject({ status: 'finished', gun: 5_000, source_at: new Date(at) });
  // Sent again, as after an answer that was lost; and other rows under the same id.
  expect(await ask(times, set, { key, body })).toEqual(taken);
  expect(await ask(times, set, { key, body: { ...body, rows: body.rows.slice(1) } })).toEqual([
    422,
    expect.objectContaining({ type: '/problems/idempotency-key-reused' }),
  ]);
  const kept = await database.postgres.query('SELECT api_key_id FROM result_batch WHERE set_id = $1', [set.setId]);
  expect(kept).toEqual([{ api_key_id: keyId }]);
  expect(await keys().list(set.raceId)).toMatchObject([{ keyId, lastUsedAt: expect.any(String), withdrawnAt: null }]);
});

test('a row that comes late fills in what nobody knew, and replaces nothing; one from the future is refused', async () => {
  const set = await openSet();
  await database.postgres.query(
    `UPDATE result_set SET points = '[{"code":"5k","label":"5","metres":5000},{"code":"10k","label":"10","metres":10000}]' WHERE id = $1`,
    [set.setId],
  );
  const { key } = await makeKey(set);
  const post = async (row: object) => (await ask(times, set, { key, body: batch([{ bib: 1, ...row }]) }))[1];
  await post({ gunMs: 9_000, splits: { '10k': 6_000 } });
  const early = '2026-06-01T09:00:00Z';
  expect(await post({ gunMs: 8_000, chipMs: 7_000, splits: { '5k': 3_000, '10k': 1 }, at: early })).toMatchObject({
    applied: 1,
  });
  expect(await entry(set)).toMatchObject({ gun: 9_000, chip: 7_000, splits: { '5k': 3_000, '10k': 6_000 } });
  expect(await post({ gunMs: 8_000, at: early })).toMatchObject({ unchanged: 1 });
  expect(await post({ splits: { half: 1 } })).toMatchObject({ refused: [{ bib: 1, reason: 'unknown-point' }] });
  const future = new Date(Date.now() + 3_600_000).toISOString();
  expect(await post({ gunMs: 1_000, at: future })).toMatchObject({ refused: [{ reason: 'from-the-future' }] });
});

test('without a key of this race and for this, nobody writes, and a stranger learns nothing of keys', async () => {
  const [set, other] = [await openSet(), await openSet()];
  const { key, keyId } = await makeKey(set);
  const body = batch([{ bib: 1, gunMs: 5_000 }]);
  for (const route of [times, startList]) {
    const asked = route === times ? { body } : {};
    expect(await ask(route, set, asked)).toEqual(refusedFor('none'));
    expect(await ask(route, set, { ...asked, key: 'x' })).toEqual(refusedFor('none'));
    // The id is no proof.
    expect(await ask(route, set, { ...asked, key: keyId })).toEqual(refusedFor('none'));
    const wrong = `${key.slice(0, -43)}${'A'.repeat(43)}`;
    expect(await ask(route, set, { ...asked, key: wrong })).toEqual(refusedFor('unknown'));
    const nobodys = `slk_${'0'.repeat(32)}_${'A'.repeat(43)}`;
    expect(await ask(route, set, { ...asked, key: nobodys })).toEqual(refusedFor('unknown'));
    expect(await ask(route, other, { ...asked, key })).toEqual(refusedFor('another-race'));
    const feed = await makeKey(set, 'feed');
    expect(await ask(route, set, { ...asked, key: feed.key })).toEqual(refusedFor('another-scope'));
    // A set of another race, by way of one's own.
    expect((await ask(route, { ...set, setId: other.setId }, { ...asked, key }))[0]).toBe(404);
    expect((await ask(route, { ...set, setId: uuid7() }, { ...asked, key }))[0]).toBe(404);
  }
  await keys().withdraw(set.raceId, keyId, false);
  expect(await ask(times, set, { key, body })).toEqual(refusedFor('withdrawn'));
  expect(await entry(set)).toMatchObject({ gun: null });
  expect(await keys().withdraw(other.raceId, keyId, false)).toBe(false);
});

test('a withdrawal waits for a batch that is being written, and after it the key writes nothing', async () => {
  const set = await openSet();
  const { key, keyId } = await makeKey(set);
  // That it is used is noted once a minute, which locks its row as well: so it was used a moment ago.
  expect((await ask(startList, set, { key }))[0]).toBe(200);
  const waits = (what: string) =>
    until(async () => {
      const found = await database.postgres.query(
        `SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database() AND query LIKE $1`,
        [what],
      );
      return found.length > 0;
    });
  const { posted, withdrawn } = await database.postgres.transaction(async (sql) => {
    await sql.query('SELECT FROM result_set WHERE id = $1 FOR UPDATE', [set.setId]);
    // The batch waits for the set, and has its key by then.
    const posted = ask(times, set, { key, body: batch([{ bib: 1, gunMs: 5_000 }]) });
    await waits('%result_set%');
    const withdrawn = keys().withdraw(set.raceId, keyId, false);
    await waits('%FROM api_key%');
    return { posted, withdrawn };
  });
  expect((await posted)[0]).toBe(200);
  expect(await withdrawn).toBe(true);
  expect(await ask(times, set, { key, body: batch([{ bib: 1, gunMs: 6_000 }]) })).toEqual(refusedFor('withdrawn'));
  expect(await entry(set)).toMatchObject({ gun: 5_000 });
});

test('what cannot be read is refused whole, and the answer names the field', async () => {
  const set = await openSet();
  const { key } = await makeKey(set);
  const wrong = async (body: unknown) => {
    const [status, { errors, limit }] = await ask(times, set, { key, body });
    return [status, errors?.map(({ field }: { field: string }) => field) ?? limit];
  };
  expect(await wrong({ batchId: 'x', rows: [] })).toEqual([422, ['batchId', 'rows']]);
  expect(await wrong(batch([{ bib: 1.5, gunMs: '5' }]))).toEqual([422, ['rows.0.bib', 'rows.0.gunMs']]);
  expect(await wrong(batch([{ bib: 1, at: '2027-02-30T00:00:00Z' }]))).toEqual([422, ['rows.0.at']]);
  expect(await wrong(batch([{ bib: 1, name: 'Eve' }]))).toEqual([422, ['rows.0.name']]);
  expect(await wrong(batch(Array.from({ length: 1_001 }, (_, n) => ({ bib: n + 1 }))))).toEqual([422, ['rows']]);
  expect((await ask(times, set, { key, body: batch([{ bib: 1, splits: [1, 2] }]) }))[1].errors).toEqual([
    { field: 'rows.0.splits', message: 'must be an object, not a list' },
  ]);
  expect(await wrong(batch([{ bib: 1, splits: { x: 'y'.repeat(300_000) } }]))).toEqual([413, 256 * 1024]);
  expect((await ask(times, set, { body: batch([{ bib: 1 }]) }))[0]).toBe(401);
});

test('whatever software with a key sends, it is told what was taken or what is wrong, and nobody else has a time', async () => {
  const set = await openSet();
  const number = fc.oneof(
    fc.constantFrom(0, -1, 1, 1.5, 359_999_999, 360_000_000, 2 ** 31, 2 ** 53, -(2 ** 31), Number.MAX_VALUE),
    fc.integer({ min: 1, max: 400_000_000 }),
  );
  const usual = fc.oneof(
    { weight: 9, arbitrary: fc.integer({ min: 1, max: 9_000_000 }) },
    { weight: 1, arbitrary: number },
  );
  const odd = fc.oneof(number, fc.constantFrom(null, '', 'x', '\u0000', true, [], {}, '\ud800', '\u202e'), fc.string());
  const aRow = fc.record(
    {
      bib: fc.oneof({ weight: 5, arbitrary: fc.constant(1) }, { weight: 1, arbitrary: odd }),
      status: fc.constantFrom('finished', 'finished', 'dnf', 'dns', 'dsq', 'entered'),
      gunMs: fc.oneof({ weight: 5, arbitrary: usual }, { weight: 1, arbitrary: odd }),
      chipMs: usual,
      splits: fc.dictionary(fc.constantFrom('5k', '__proto__', 'constructor', 'x y', ''), number),
      at: fc.constantFrom(at, at, at, at, '2026-02-30T00:00:00Z', '9999-12-31T23:59:59Z', '0001-01-01T00:00:00Z', ''),
    },
    { requiredKeys: ['bib', 'at'] },
  );
  // Many keys: that one is good for twenty requests a second is another test.
  const keysInTurn = await Promise.all(Array.from({ length: 30 }, () => makeKey(set)));
  let asked = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(aRow, { minLength: 1, maxLength: 3 }), async (rows) => {
      const { key } = keysInTurn[asked++ % keysInTurn.length] ?? { key: '' };
      const [status, body] = await ask(times, set, { key, body: { batchId: uuid7(), rows } });
      expect([200, 422]).toContain(status);
      if (status === 200) expect(body).toMatchObject({ applied: expect.any(Number), refused: expect.any(Array) });
      else expect(body.errors).not.toEqual([]);
    }),
    { numRuns: 150 },
  );
  expect(await database.postgres.query('SELECT bib FROM result WHERE set_id = $1', [set.setId])).toEqual([{ bib: 1 }]);
});

test('a key is good for twenty requests a second, and a network that guesses is not listened to for a minute', async () => {
  const set = await openSet();
  const { key } = await makeKey(set);
  jest.useFakeTimers({
    now: Date.parse('2026-06-01T12:00:00Z'),
    doNotFake: ['nextTick', 'setImmediate', 'setTimeout', 'clearTimeout', 'queueMicrotask', 'performance'],
  });
  try {
    const post = (sender = key) => ask(times, set, { key: sender, body: batch([{ bib: 1 }]) });
    const statuses: (number | undefined)[] = [];
    for (let n = 0; n < 22; n++) statuses.push((await post())[0]);
    expect(statuses.filter((status) => status === 200)).toHaveLength(20);
    expect(await post()).toEqual([429, expect.objectContaining({ type: '/problems/too-fast', retryAfter: 1 })]);
    // Others, and the same key a second later.
    expect((await post((await makeKey(set)).key))[0]).toBe(200);
    jest.setSystemTime(Date.now() + 1_000);
    expect((await post())[0]).toBe(200);

    const network = '198.51.100.9';
    const guess = (n: number) => `slk_${'0'.repeat(32)}_${String(n).padStart(43, 'A')}`;
    for (let n = 0; n < 60; n++) await ask(startList, set, { key: guess(n), network });
    expect((await ask(startList, set, { key: guess(60), network }))[0]).toBe(429);
    expect((await post())[0]).toBe(200);
    // The timer has the address of the stranger, and posted before.
    expect((await ask(times, set, { key, body: batch([{ bib: 1 }]), network }))[0]).toBe(200);
    jest.setSystemTime(Date.now() + 60_000);
    expect((await ask(startList, set, { key: guess(61), network }))[0]).toBe(401);
  } finally {
    jest.useRealTimers();
  }
});

test('a key has a start list of a set once in ten seconds, and goes on posting times', async () => {
  const set = await openSet();
  const other = await makeResultSet(database.postgres);
  const { key } = await makeKey(set);
  jest.useFakeTimers({
    now: Date.parse('2026-06-01T12:00:00Z'),
    doNotFake: ['nextTick', 'setImmediate', 'setTimeout', 'clearTimeout', 'queueMicrotask', 'performance'],
  });
  try {
    const build = async (more: Asked = { key }) => (await ask(startList, set, more))[0];
    expect([await build(), await build()]).toEqual([200, 429]);
    expect((await ask(startList, set, { key }))[1]).toMatchObject({ type: '/problems/too-fast', retryAfter: 10 });
    expect((await ask(times, set, { key, body: batch([{ bib: 1 }]) }))[0]).toBe(200);
    // Another set, another key and no key at all are not meant.
    expect(await ask(startList, other, { key })).toEqual(refusedFor('another-race'));
    expect(await build(await makeKey(set))).toBe(200);
    expect([await build({}), await build({})]).toEqual([401, 401]);
    jest.setSystemTime(Date.now() + 10_000);
    expect(await build()).toBe(200);
  } finally {
    jest.useRealTimers();
  }
});
