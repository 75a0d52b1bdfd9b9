import type { AddressInfo } from 'node:net';
import type { FeedHeadMessage } from '../../lambdas/api/messages/race-day/feed';
import { httpRoutes } from '../../lambdas/contract/routes';
import { MemcachedViewers } from '../../lambdas/feed/memcached-viewers';
import { PostgresFeedPages } from '../../lambdas/feed/postgres-feed-pages';
import { showFeed } from '../../lambdas/feed/show-feed';
import type { Sql } from '../../lambdas/platform/postgres/postgres';
import { gatewayAnswer } from '../../local/gateway/answer';
import { httpApi } from '../../local/gateway/api';
import { createGateway } from '../../local/gateway/gateway';
import type { HttpServer } from '../../local/http/serve-http';
import { openFeed } from '../feed/a-feed';
import { type FreshMemcached, freshMemcached } from '../support/memcached';
import { type FreshDatabase, freshDatabase } from '../support/postgres/database';
import { makeResultSet } from '../support/result-set';
import { type FreshSecrets, freshSecrets } from '../support/secrets';
import { until } from '../support/until';

let database: FreshDatabase;
let memcached: FreshMemcached;
let secrets: FreshSecrets;
/** How often the function was asked, by path; and whether it is away. */
let asked: string[] = [];
let isAway = false;
/** It answers when this has come. */
let held: Promise<void> | undefined;
/** The clock of the edges, in ms. It goes on by itself in no test: a busy machine takes longer than a second for a few requests. */
let edgeMs = 0;
const edges: HttpServer[] = [];

/** Two edges, each with a cache of its own, in front of the one function. */
const openEdges = async () => {
  const { handler } = await import('../../lambdas/functions/read-feed');
  const routes = Object.fromEntries(
    Object.entries(httpRoutes).flatMap(([route, name]) => (name === 'read-feed' ? [[route, name] as const] : [])),
  );
  const answered = httpApi<'read-feed'>({
    routes,
    handlers: { 'read-feed': handler as never },
    now: () => new Date(),
    log: () => {},
  });
  const api = {
    answer: async (arrival: Parameters<typeof answered.answer>[0]) => {
      asked.push(`${arrival.method} ${arrival.path}`);
      await held;
      return isAway ? gatewayAnswer(503, 'Service Unavailable') : answered.answer(arrival);
    },
  };
  const none = async () => gatewayAnswer(404, 'Not Found');
  return Promise.all(
    [1, 2].map(async () => {
      const server = createGateway({
        api,
        site: none,
        files: none,
        originSecret: 'word',
        processorOrigin: 'http://processor',
        clock: () => edgeMs,
        log: () => {},
      });
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      edges.push(server);
      return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    }),
  );
};

let urls: readonly string[] = [];
beforeAll(async () => {
  [database, memcached] = await Promise.all([freshDatabase(), freshMemcached()]);
  secrets = await freshSecrets({ current: 'word' });
  Object.assign(process.env, {
    DATABASE_URL: database.url,
    DATA_CACHE_URL: `${memcached.url}?timeout=2000`,
    SITE_URL: 'https://startline.example',
    ORIGIN_SECRET_ID: 'origin',
    AWS_ENDPOINT_URL_SECRETS_MANAGER: secrets.url,
  });
  urls = await openEdges();
});
afterAll(async () => {
  for (const edge of edges) edge.close();
  await Promise.all([database?.close(), memcached?.stop(), secrets?.stop()]);
});
beforeEach(() => {
  asked = [];
  isAway = false;
  held = undefined;
});

const get = (edge: number, path: string, headers: Record<string, string> = {}) =>
  fetch(`${urls[edge]}${path}`, { headers });
const headOf = async (edge: number, raceId: string): Promise<FeedHeadMessage> =>
  (await get(edge, `/api/races/${raceId}/feed`)).json() as never;

test('a head may be a second old at one edge, has the number of every answer before at the origin, and is shared by all who ask', async () => {
  const { raceId, say } = await openFeed(database.postgres);
  await say(3);
  expect(await headOf(0, raceId)).toMatchObject({ head: 3, state: 'live', epoch: 0, presenceOneIn: 1 });
  await say(1);
  expect((await headOf(1, raceId)).head).toBe(4);
  // The other edge still has its copy.
  const many = await Promise.all(Array.from({ length: 50 }, () => headOf(0, raceId)));
  expect(new Set(many.map(({ head }) => head)).size).toBe(1);
  expect(asked).toHaveLength(2);
  const again = await get(1, `/api/races/${raceId}/feed`);
  expect(again.headers.get('cache-control')).toBe(
    'public, max-age=0, s-maxage=1, stale-while-revalidate=1, stale-if-error=600',
  );
  const head: FeedHeadMessage = await again.json();
  // An unchanged head has another tag after ten seconds: else its copies would say for hours that it is of the past.
  const tenSeconds = Math.floor(Date.parse(head.now) / 10_000);
  expect(again.headers.get('etag')).toBe(`"0.4.live.${head.pollAfter}.1.${tenSeconds}"`);
  const unchanged = await get(1, `/api/races/${raceId}/feed`, { 'if-none-match': again.headers.get('etag') ?? '' });
  expect(unchanged.status).toBe(304);
});

test('nobody waits while an edge asks for the next head, and no head is given out for more than two seconds', async () => {
  const { raceId, say } = await openFeed(database.postgres);
  await say(1);
  await headOf(0, raceId);
  await say(1);
  let answer = () => {};
  held = new Promise((resolve) => {
    answer = resolve;
  });
  edgeMs += 1_000;
  const meanwhile = await Promise.all(Array.from({ length: 50 }, () => headOf(0, raceId)));
  expect(new Set(meanwhile.map(({ head }) => head))).toEqual(new Set([1]));
  expect(asked).toHaveLength(2);
  answer();
  await until(async () => (await headOf(0, raceId)).head === 2);
  expect(asked).toHaveLength(2);
  await say(1);
  edgeMs += 2_000;
  expect((await headOf(0, raceId)).head).toBe(3);
});

test('a segment is asked for once by each edge, and its bytes stay; what is not there or gone is cached nowhere', async () => {
  const { raceId, say, redact } = await openFeed(database.postgres);
  await say(10);
  const path = (segment: number | string, epoch: number | string = 0) =>
    `/api/races/${raceId}/feed/${epoch}/${segment}`;
  const first = await (await get(0, path(1))).text();
  await say(7);
  expect(await (await get(0, path(1))).text()).toBe(first);
  expect(await (await get(1, path(1))).text()).toBe(first);
  expect(asked).toHaveLength(2);
  expect((await get(0, path(1))).headers.get('cache-control')).toBe('public, max-age=86400, s-maxage=300, immutable');

  for (const missing of [path(2), path(999_999_999), path(1, 1)]) {
    for (let n = 0; n < 2; n++) {
      const answer = await get(0, missing);
      expect([answer.status, answer.headers.get('cache-control')]).toEqual([404, 'no-store']);
    }
    expect(asked.filter((one) => one.endsWith(missing))).toHaveLength(2);
  }
  for (const wrong of [path(0), path(-1), path('1e12'), path('1.5'), path(1, -1), path(1, 'x'), path('%00')])
    expect((await get(0, wrong)).status).toBe(404);
  // It is there the moment it is complete.
  await say(3);
  expect((await get(0, path(2))).status).toBe(200);

  await redact(4);
  const gone = await get(1, path(2));
  expect([gone.status, gone.headers.get('cache-control')]).toEqual([410, 'no-store']);
  expect(JSON.stringify(await (await get(0, path(1, 1))).json())).not.toContain('said 4');
  expect((await headOf(0, raceId)).takenOut).toEqual({ since: 0, numbers: [4] });
});

test('a feed that can no longer go on is asked for once in five minutes by each edge, however many look', async () => {
  const { raceId, say, change } = await openFeed(database.postgres);
  await say(3);
  await change('ended');
  const path = `/api/races/${raceId}/feed`;
  expect((await get(0, path)).headers.get('cache-control')).toBe('public, max-age=5, s-maxage=5, stale-if-error=600');
  await database.postgres.query(
    `UPDATE feed SET ended_at = clock_timestamp() - interval '24 hours' WHERE race_id = $1`,
    [raceId],
  );
  const over = await get(1, path);
  expect(over.headers.get('cache-control')).toBe('public, max-age=300, s-maxage=300, stale-if-error=600');
  const shown = await over.json();
  expect(shown).toMatchObject({ state: 'ended', head: 4 });
  expect(shown).not.toHaveProperty('isOver');
});

test('a race without a feed says so, and all who look at its page within five seconds ask the origin once', async () => {
  const answers = await Promise.all(Array.from({ length: 20 }, () => get(0, '/api/races/nowhere/feed')));
  for (const answer of answers) {
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([404, 'public, max-age=5, s-maxage=5']);
    expect(await answer.json()).toMatchObject({ type: '/problems/not-found', reason: 'feed', raceId: 'nowhere' });
  }
  expect(asked).toHaveLength(1);
  // Of a feed that does not exist, no segment is missing for longer than the answer takes.
  for (let n = 0; n < 2; n++) {
    const { status, headers } = await get(0, '/api/races/nowhere/feed/0/1');
    expect([status, headers.get('cache-control')]).toEqual([404, 'no-store']);
  }
  expect(asked).toHaveLength(3);
});

test('while the function is away, followers keep the last head, and what it answers instead is not kept', async () => {
  const { raceId, say } = await openFeed(database.postgres);
  await say(2);
  await headOf(0, raceId);
  isAway = true;
  edgeMs += 999;
  expect((await headOf(0, raceId)).head).toBe(2);
  expect(asked).toHaveLength(1);
  // Once its copy is a second old, the edge asks the origin, and gets nothing; after two seconds it waits for that.
  for (const [later, times] of [
    [1, 2],
    [1_000, 3],
  ] as const) {
    edgeMs += later;
    expect((await headOf(0, raceId)).head).toBe(2);
    expect(asked).toHaveLength(times);
  }
  expect((await get(1, `/api/races/${raceId}/feed`)).status).toBe(503);
  isAway = false;
  await say(1);
  expect((await headOf(0, raceId)).head).toBe(3);
  expect((await headOf(1, raceId)).head).toBe(3);
});

const present = (of: string, oneIn: number | string) =>
  fetch(`${urls[0]}/api/races/${of}/feed/presence?in=${oneIn}`, { method: 'POST' });

test('who follows is counted while the feed is live, says nothing of who they are, and a lot that nobody drew counts nothing', async () => {
  const { raceId, change } = await openFeed(database.postgres);
  const { patientMemcached } = await import('../support/memcached');
  const client = patientMemcached(memcached.url);
  const window = Math.floor(Date.now() / 30_000);
  await headOf(0, raceId);
  const answers = await Promise.all(Array.from({ length: 60 }, () => present(raceId, 1)));
  expect(answers.map(({ status }) => status)).toEqual(Array(60).fill(204));
  for (const wrong of [3, 0, -1, 4_096, 1e9, 'x', '']) expect((await present(raceId, wrong)).status).toBe(204);
  expect((await present('nowhere', 1)).status).toBe(204);
  expect(answers[0]?.headers.get('set-cookie')).toBeNull();
  // The window may have ended in between.
  const sums = await Promise.all([0, 1].map((later) => client.get(`feed-viewers:${raceId}:${window + later}:sum`)));
  expect(sums.reduce((sum, value) => sum + Number(value ?? 0), 0)).toBe(60);
  expect(await client.get(`feed-viewers:nowhere:${window}:sum`)).toBeUndefined();
  await change('ended');
  client.close();
});

test('a stranger who says ten thousand times that they follow causes no statement, whether the feed is live or not', async () => {
  const { raceId, change } = await openFeed(database.postgres);
  await change('ended');
  const { patientMemcached } = await import('../support/memcached');
  const client = patientMemcached(memcached.url);
  let statements = 0;
  const counting: Sql = {
    query: (text, values) => {
      statements++;
      return database.postgres.query(text, values);
    },
  };
  const feed = showFeed({
    pages: new PostgresFeedPages(counting),
    viewers: new MemcachedViewers(client, () => new Date()),
    report: (error) => {
      throw error;
    },
  });
  const races = [raceId, 'nowhere', ...Array.from({ length: 98 }, (_, n) => `nowhere-${n}`)];
  const shout = async (times: number) => {
    for (let n = 0; n < times; n += races.length)
      await Promise.all(races.map((race) => feed.present(race, 1, '203.0.113.7')));
  };
  await shout(10_000);
  expect(statements).toBe(0);
  await change('live');
  await feed.head(raceId);
  statements = 0;
  await shout(1_000);
  expect(statements).toBe(0);
  client.close();
});

test('those who read live results are counted also in a race without a feed, and never by a statement of theirs', async () => {
  const { raceId } = await makeResultSet(database.postgres);
  const { patientMemcached } = await import('../support/memcached');
  const client = patientMemcached(memcached.url);
  let nowMs = Date.now();
  const feed = showFeed({
    pages: new PostgresFeedPages(database.postgres),
    viewers: new MemcachedViewers(client, () => new Date(nowMs)),
    report: (error) => {
      throw error;
    },
  });
  const say = async () => Promise.all(Array.from({ length: 90 }, (_, n) => feed.present(raceId, 1, `203.0.113.${n}`)));
  await say();
  nowMs += 30_000;
  expect(await feed.resultsPace(raceId)).toEqual({ pollAfter: 2, presenceOneIn: 1 });
  await say();
  // The race has a feed that allows less: what its followers would be told.
  await database.postgres.query('INSERT INTO feed (race_id, allowed_per_second) VALUES ($1, 10)', [raceId]);
  nowMs += 30_000;
  expect(await feed.resultsPace(raceId)).toEqual({ pollAfter: 10, presenceOneIn: 1 });
  client.close();
});

test('one address makes nobody wait longer than a lively feed does, however often it says that it follows', async () => {
  const { raceId, change } = await openFeed(database.postgres);
  await change('live', 100);
  const { patientMemcached } = await import('../support/memcached');
  const client = patientMemcached(memcached.url);
  let nowMs = Date.now();
  const viewers = new MemcachedViewers(client, () => new Date(nowMs));
  const feed = showFeed({
    pages: new PostgresFeedPages(database.postgres),
    viewers,
    report: (error) => {
      throw error;
    },
  });
  /** As many as can be in a window, each for as many as is believed. */
  const flood = async (address: (n: number) => string) => {
    for (let window = 0; window < 4; window++) {
      const oneIn = 4 * ((await feed.head(raceId))?.presenceOneIn ?? 0);
      await Promise.all(Array.from({ length: 200 }, (_, n) => feed.present(raceId, oneIn, address(n))));
      nowMs += 30_000;
    }
    const { to = 0 } = (await viewers.count(raceId)) ?? {};
    return { to, pollAfter: (await feed.head(raceId))?.pollAfter };
  };
  const one = await flood(() => '203.0.113.7');
  expect(one.pollAfter).toBe(5);
  expect(one.to).toBeGreaterThan(100);
  expect(one.to).toBeLessThan(300);
  // Of a /48 with as many households as there are requests, as of four addresses.
  expect((await flood((n) => `2001:db8:1:${n.toString(16)}::/64`)).to).toBeLessThan(1_100);
  // A crowd that comes from many addresses is believed.
  expect((await flood((n) => `203.0.113.${n}`)).pollAfter).toBe(60);
  client.close();
});
