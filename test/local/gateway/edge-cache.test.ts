import type { Answer } from '../../../local/gateway/answer';
import { edgeCache } from '../../../local/gateway/edge-cache';

const answer = (body: string, cacheControl = 's-maxage=5', more: Partial<Answer> = {}): Answer => ({
  status: 200,
  body: Buffer.from(body),
  ...more,
  headers: { 'cache-control': cacheControl, ...more.headers },
});

/** An origin whose answers the test triggers. */
const slowOrigin = () => {
  const waiting: ((answer: Answer) => void)[] = [];
  const fetch = jest.fn(() => new Promise<Answer>((resolve) => waiting.push(resolve)));
  return { fetch, answerNext: (with_: Answer) => waiting.shift()?.(with_) };
};

const clockedCache = () => {
  let now = 0;
  const cache = edgeCache({ clock: () => now });
  return { cache, wait: (seconds: number) => (now += seconds * 1_000) };
};

test('a thousand runners who ask at once cause one fetch', async () => {
  const { cache } = clockedCache();
  const { fetch, answerNext } = slowOrigin();
  const asked = Array.from({ length: 1_000 }, () => cache('/api/races', fetch));
  answerNext(answer('races'));
  const got = await Promise.all(asked);
  expect(fetch).toHaveBeenCalledTimes(1);
  expect(new Set(got.map((one) => one.answer.body.toString()))).toEqual(new Set(['races']));
  expect(got.filter(({ from }) => from === 'miss')).toHaveLength(1);
});

test('an answer is given again as long as it says itself, with its age, and no longer', async () => {
  const { cache, wait } = clockedCache();
  let fetches = 0;
  const fetch = async () => answer(`answer ${++fetches}`);
  await cache('/a', fetch);
  wait(4.9);
  expect(await cache('/a', fetch)).toMatchObject({ from: 'hit', age: 4 });
  wait(0.1);
  const third = await cache('/a', fetch);
  expect(third).toMatchObject({ from: 'miss', age: 0 });
  expect(third.answer.body.toString()).toBe('answer 2');
});

test('two addresses never share an answer', async () => {
  const { cache } = clockedCache();
  await cache('/a', async () => answer('a'));
  expect((await cache('/b', async () => answer('b'))).answer.body.toString()).toBe('b');
});

test.each(['no-store', 'private, max-age=60', 'no-cache', 'max-age=0', ''])(
  'an answer that says "%s" is fetched again for every request',
  async (said) => {
    const { cache } = clockedCache();
    const { fetch, answerNext } = slowOrigin();
    const [first, second] = [cache('/a', fetch), cache('/a', fetch)];
    answerNext(answer('for one', said));
    expect((await first).answer.body.toString()).toBe('for one');
    await Promise.resolve();
    answerNext(answer('for another', said));
    expect((await second).answer.body.toString()).toBe('for another');
  },
);

test('an answer that sets a cookie is kept for nobody else, whatever it says', async () => {
  const { cache } = clockedCache();
  const fetch = jest.fn(async () => answer('mine', 's-maxage=60', { headers: { 'set-cookie': ['session=1'] } }));
  await cache('/a', fetch);
  await cache('/a', fetch);
  expect(fetch).toHaveBeenCalledTimes(2);
});

test.each([
  [404, 'no-store'],
  [404, ''],
  [410, 's-maxage=60'],
  [500, 's-maxage=60'],
  [503, 's-maxage=60'],
])('a %s that says "%s" is not kept', async (status, said) => {
  const { cache } = clockedCache();
  await cache('/a', async () => answer('trouble', said, { status }));
  expect((await cache('/a', async () => answer('good'))).answer.body.toString()).toBe('good');
});

test('a 404 is kept for as long as it says itself, and no longer', async () => {
  const { cache, wait } = clockedCache();
  const fetch = jest.fn(async () => answer('none', 's-maxage=5', { status: 404 }));
  await cache('/a', fetch);
  expect((await cache('/a', fetch)).answer.status).toBe(404);
  expect(fetch).toHaveBeenCalledTimes(1);
  wait(6);
  expect((await cache('/a', async () => answer('good'))).answer.status).toBe(200);
});

test('while one fetches the next answer the others are given the old one at once', async () => {
  const { cache, wait } = clockedCache();
  const { fetch, answerNext } = slowOrigin();
  await cache('/a', async () => answer('old', 's-maxage=5, stale-while-revalidate=10'));
  wait(6);
  const [first, second] = await Promise.all([cache('/a', fetch), cache('/a', fetch)]);
  expect([first, second].map(({ from, age }) => [from, age])).toEqual([
    ['stale', 6],
    ['stale', 6],
  ]);
  expect(fetch).toHaveBeenCalledTimes(1);
  answerNext(answer('new'));
  await new Promise(setImmediate);
  expect((await cache('/a', fetch)).answer.body.toString()).toBe('new');
});

test('when the origin fails the old answer helps, for as long as it allowed that', async () => {
  const { cache, wait } = clockedCache();
  const failing = async () => answer('broken', 'no-store', { status: 503 });
  await cache('/a', async () => answer('old', 's-maxage=5, stale-if-error=60'));
  wait(30);
  expect((await cache('/a', failing)).answer.body.toString()).toBe('old');
  wait(40);
  expect((await cache('/a', failing)).answer.status).toBe(503);
});

test('a fetch that throws is not remembered', async () => {
  const { cache } = clockedCache();
  await expect(cache('/a', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect((await cache('/a', async () => answer('yes'))).answer.body.toString()).toBe('yes');
});
