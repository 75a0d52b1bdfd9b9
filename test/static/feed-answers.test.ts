import { createFollower } from '../../static/src/feed/drive';
import type { Following } from '../../static/src/feed/follow';
import { feedSource } from '../../static/src/feed/read-feed';

const message = (number: number) => ({ number, at: '2027-01-01T00:00:00.000Z', kind: 'comment', body: { text: 'Hi' } });
const upTo = (last: number, count = 10) => Array.from({ length: count }, (_, n) => message(last - count + 1 + n));
const head = (more: object = {}) => ({
  raceId: 'a-race',
  epoch: 0,
  state: 'live',
  head: 10,
  messages: upTo(10),
  latest: {},
  pollAfter: 5,
  presenceOneIn: 1,
  now: '2027-01-01T00:00:00.000Z',
  ...more,
});

const { fetch } = globalThis;
afterEach(() => {
  globalThis.fetch = fetch;
});

type Answer = readonly [status: number, body: unknown, headers?: Record<string, string>];

/** A follower whose requests are answered so, one after the other. `wait`: seconds until each request. */
const follows = async (...answers: readonly Answer[]) => {
  const rest = [...answers];
  const waits: number[] = [];
  let following: Following | undefined;
  let done = () => {};
  const all = new Promise<void>((resolve) => {
    done = resolve;
  });
  globalThis.fetch = async (url) => {
    if (String(url).endsWith('/config.json')) return Response.json({});
    const [status, body, headers] = rest.shift() ?? [503, ''];
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    return new Response(status === 304 ? null : text, { status, ...(headers && { headers }) });
  };
  const follower = createFollower({
    source: feedSource('a-race'),
    random: () => 0,
    later: (seconds, run) => {
      waits.push(seconds);
      if (rest.length === 0) done();
      else queueMicrotask(run);
      return () => {};
    },
    told: (followed) => {
      following = followed.following;
    },
  });
  follower.start();
  await all;
  follower.stop();
  return { waits, following };
};

test.each<[string, Answer]>([
  ['the sign-in page of a network', [200, '<!doctype html><title>Welcome to the stadium</title>']],
  ['an answer that was cut off', [200, JSON.stringify(head()).slice(0, 200)]],
  ['a part of an answer', [206, JSON.stringify(head()).slice(100)]],
  ['nothing new, though nobody asked so', [304, '']],
  ['a range that nobody asked for', [416, '']],
  ['an error page of a proxy', [502, '<h1>Bad gateway</h1>']],
  ['the answer of another API', [200, { success: false, errors: [], messages: [], result: null }]],
  ['messages that are none', [200, head({ messages: [null, 'news', 7] })]],
  ['messages with a number that is missing', [200, head({ messages: upTo(10).filter(({ number }) => number !== 6) })]],
  ['messages in another order', [200, head({ messages: upTo(10).reverse() })]],
  ['a number without its messages', [200, head({ head: 40, messages: [] })]],
  ['a number that is none', [200, head({ head: null })]],
  ['no pause', [200, head({ pollAfter: 0 })]],
  ['a pause that is none', [200, head({ pollAfter: null })]],
  ['an instant that is none', [200, head({ now: 'soon' })]],
])('a follower who is answered with %s asks again, and has everything afterwards', async (_, answer) => {
  const { following, waits } = await follows(answer, answer, [200, head()], answer, [
    200,
    head({ head: 12, messages: upTo(12) }),
  ]);
  expect(following).toMatchObject({ from: 1, have: 12, misses: 0 });
  expect(waits.every((seconds) => seconds >= 0 && seconds < 60)).toBe(true);
});

test.each([
  [1e12, 300],
  [7, 5.25],
])('a head that says to ask after %d seconds makes no crowd that always asks', async (pollAfter, wait) => {
  expect((await follows([200, head({ pollAfter })])).waits).toEqual([wait]);
});

test.each([
  [1e12, 300],
  [-9, 0],
  [20, 20],
])('a failure that says to come back after %d seconds is believed within bounds', async (retryAfter, wait) => {
  const problem = { type: '/problems/busy', title: 'Busy', status: 503, detail: 'Busy.', retryAfter };
  expect((await follows([503, problem])).waits).toEqual([wait]);
});

test('a segment of nonsense is asked for again, and passed over by nobody', async () => {
  const far = [200, head({ head: 25, messages: upTo(25) })] as const;
  const whole = [200, { segment: 2, messages: upTo(20) }] as const;
  const { following } = await follows(
    [200, head()],
    far,
    [200, { segment: 2, messages: [null] }],
    [200, { segment: 2, messages: upTo(20).slice(1) }],
    whole,
  );
  expect(following).toMatchObject({ from: 1, have: 25 });
});
