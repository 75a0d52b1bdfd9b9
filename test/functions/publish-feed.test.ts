import fc from 'fast-check';
import type { KeyScope } from '../../lambdas/api-keys/api-key';
import { PostgresApiKeys } from '../../lambdas/api-keys/postgres-api-keys';
import { uuid7 } from '../../lambdas/platform/uuid';
import { openFeed } from '../feed/a-feed';
import { requestEvent } from '../platform/http/request-event';
import { type FreshMemcached, freshMemcached } from '../support/memcached';
import { type FreshDatabase, freshDatabase } from '../support/postgres/database';
import { type FreshSecrets, freshSecrets } from '../support/secrets';

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

const makeKey = async (raceId: string, scope: KeyScope = 'feed') => {
  const keys = new PostgresApiKeys(database.postgres, uuid7);
  const made = await keys.make({ raceId, label: 'Timer', scopes: [scope] }, false);
  if (made.kind !== 'made') throw new Error(made.kind);
  return { key: made.key ?? '', keyId: made.keyId, withdraw: () => keys.withdraw(raceId, made.keyId, false) };
};
const publish = async (raceId: string, key: string | undefined, ...messages: readonly object[]) => {
  const answer = await handler(
    requestEvent({
      routeKey: 'POST /api/races/{raceId}/feed/messages',
      path: { raceId },
      headers: {
        'x-startline-origin': 'word',
        'x-startline-viewer': '203.0.113.7:4711',
        'content-type': 'application/json',
        ...(key !== undefined && { authorization: `Bearer ${key}` }),
      },
      body: JSON.stringify({ messages }),
    }),
  );
  return { status: answer.statusCode, body: JSON.parse(answer.body ?? '') };
};
const comment = (text: string, id: string = uuid7()) => ({ id, kind: 'comment', text });

test('a machine publishes with its key, and sent again it is the same message', async () => {
  const { raceId, change } = await openFeed(database.postgres);
  const { key, keyId } = await makeKey(raceId);
  const message = comment('They are off.');
  const first = await publish(raceId, key, message);
  expect(first).toMatchObject({
    status: 201,
    body: { messages: [{ id: message.id, number: 1 }], head: 1, viewers: null },
  });
  expect(await publish(raceId, key, message)).toEqual({ status: 200, body: first.body });
  expect(await publish(raceId, key, comment('Otherwise.', message.id))).toMatchObject({
    status: 422,
    body: { type: '/problems/idempotency-key-reused' },
  });
  const rows = await database.postgres.query('SELECT api_key_id FROM feed_message WHERE race_id = $1', [raceId]);
  expect(rows).toEqual([{ api_key_id: keyId }]);
  expect(await publish(raceId, key, { id: uuid7(), kind: 'withdrawal', of: 9 })).toMatchObject({
    status: 422,
    body: { type: '/problems/message-not-possible', reason: 'no-such-message' },
  });
  await change('ended');
  expect(await publish(raceId, key, comment('Late.'))).toMatchObject({
    status: 409,
    body: { type: '/problems/feed-closed' },
  });
});

test('without a key of this race and for the feed nobody publishes, and a withdrawn one writes nothing', async () => {
  const [own, foreign] = [await openFeed(database.postgres), await openFeed(database.postgres)];
  const [{ key, withdraw }, times, other] = [
    await makeKey(own.raceId),
    await makeKey(own.raceId, 'times'),
    await makeKey(foreign.raceId),
  ];
  const reasonOf = async (used: string | undefined) => {
    const { status, body } = await publish(own.raceId, used, comment('In.'));
    return status === 401 ? body.reason : status;
  };
  expect(await reasonOf(undefined)).toBe('none');
  expect(await reasonOf(`slk_${'0'.repeat(32)}_${'A'.repeat(43)}`)).toBe('unknown');
  expect(await reasonOf(times.key)).toBe('another-scope');
  expect(await reasonOf(other.key)).toBe('another-race');
  expect(await reasonOf(key)).toBe(201);
  await withdraw();
  expect(await reasonOf(key)).toBe('withdrawn');
  expect(await database.postgres.query('SELECT head FROM feed WHERE race_id = $1', [own.raceId])).toEqual([
    { head: 1 },
  ]);
});

test('whatever a machine with a key sends, it is told the numbers or what is wrong, and numbers have no gap', async () => {
  const { raceId } = await openFeed(database.postgres);
  const number = fc.oneof(
    fc.constantFrom(0, -1, 1, 1.5, 2 ** 31, 2 ** 53, Number.MAX_VALUE),
    fc.integer({ min: 1, max: 9 }),
  );
  const text = fc.oneof(
    fc.constantFrom('They are off.', 'عداء', 'a'),
    fc.string(),
    fc.constantFrom('x'.repeat(500), '\u202e', '\ud800', '漢'.repeat(500), '<b>'),
  );
  const of = <T extends Record<string, fc.Arbitrary<unknown>>>(kind: string, more: T) =>
    fc.record({ kind: fc.constant(kind), ...more });
  const leaders = fc.array(fc.record({ bib: number, ms: number }), { maxLength: 21 });
  const aMessage = fc.oneof(
    of('comment', { text }),
    of('split', { bib: number, point: text, ms: number }),
    of('positions', { list: text, point: text, leaders }),
    of('notice', { text, level: fc.constantFrom('info', 'warning', '') }),
    of('correction', { of: number, body: fc.record({ text }) }),
    of('withdrawal', { of: number, reason: text }),
    of('end', { text }),
    of('__proto__', { text }),
    of('results', { set: text, kind: text }),
  );
  const [id1, id2] = [uuid7(), uuid7()];
  // Many keys: that one is good for ten requests a second is another test.
  const keysInTurn = await Promise.all(Array.from({ length: 30 }, () => makeKey(raceId)));
  let asked = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(aMessage, { minLength: 1, maxLength: 2 }), fc.boolean(), async (messages, isAgain) => {
      const { key } = keysInTurn[asked++ % keysInTurn.length] ?? { key: '' };
      const ids = isAgain ? [id1, id2] : [uuid7(), uuid7()];
      const { status, body } = await publish(raceId, key, ...messages.map((one, n) => ({ id: ids[n], ...one })));
      expect([200, 201, 409, 422]).toContain(status);
      if (status === 200 || status === 201) expect(body.messages).toHaveLength(messages.length);
      if (status === 409) await database.postgres.query(`UPDATE feed SET state = 'live' WHERE race_id = $1`, [raceId]);
    }),
    { numRuns: 150 },
  );
  const [told] = await database.postgres.query(
    `SELECT f.head::int AS head, count(m.number)::int AS count, max(m.number)::int AS last
     FROM feed f LEFT JOIN feed_message m USING (race_id) WHERE race_id = $1 GROUP BY f.head`,
    [raceId],
  );
  expect(told).toEqual({ head: told?.head, count: told?.head, last: told?.head });
  expect(told?.head).toBeGreaterThan(0);
});

test('what cannot be read is refused whole, and the answer names the field', async () => {
  const { raceId } = await openFeed(database.postgres);
  const { key } = await makeKey(raceId);
  const wrong = async (...messages: readonly object[]) => {
    const { status, body } = await publish(raceId, key, ...messages);
    return [status, body.errors?.map(({ field }: { field: string }) => field)];
  };
  const id = uuid7();
  expect(await wrong()).toEqual([422, ['messages']]);
  expect(await wrong(...Array.from({ length: 51 }, () => comment('x')))).toEqual([422, ['messages']]);
  expect(await wrong(comment('a', id), comment('b', id))).toEqual([422, ['messages']]);
  expect(await wrong(comment('x'.repeat(501)))).toEqual([422, ['messages.0.text']]);
  for (const text of ['', 'right \u202e left', 'a\u0000b', 'half \ud800'])
    expect((await wrong(comment(text)))[0]).toBe(422);
  expect(await wrong({ id, kind: 'split', bib: 0, point: '5k', ms: -1 })).toEqual([
    422,
    ['messages.0.bib', 'messages.0.ms'],
  ]);
  expect(await wrong({ id, kind: 'withdrawal', of: 0 })).toEqual([422, ['messages.0.of']]);
  expect((await wrong({ id, kind: 'results', set: 'Ten', sort: 'official' }))[0]).toBe(422);
  // A script is a text like any other: pages show it, and run nothing.
  expect((await publish(raceId, key, comment('<script>alert(1)</script>'))).status).toBe(201);
});
