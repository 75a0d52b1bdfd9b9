import { messagesOfHead, pollAfterOf, resultsPollAfterOf } from '../../lambdas/feed/pace';
import type { FeedPages, Viewers } from '../../lambdas/feed/ports';
import { showFeed } from '../../lambdas/feed/show-feed';
import { estimateOf, isPossibleLot, oneInOf, viewersOf } from '../../lambdas/feed/viewers';
import { random } from '../support/random';

/** So many of `crowd` are drawn, each alone. */
const draw = (crowd: number, oneIn: number, chance: ReturnType<typeof random>): number => {
  let drawn = 0;
  for (let n = 0; n < crowd; n++) if (chance.chance(1 / oneIn)) drawn++;
  return drawn;
};

test.each([40, 700, 5_000, 60_000])(
  'of %d who follow, the range has the truth in nineteen of twenty windows',
  (crowd) => {
    const chance = random(crowd);
    const windows = 300;
    let [right, widest] = [0, 0];
    for (let n = 0; n < windows; n++) {
      const oneIn = oneInOf(crowd);
      const drawn = draw(crowd, oneIn, chance);
      const { from, to } = estimateOf({ sum: drawn * oneIn, squares: drawn * oneIn * oneIn });
      if (from <= crowd && crowd <= to) right++;
      widest = Math.max(widest, (to - from) / 2 / crowd);
    }
    expect(right / windows).toBeGreaterThanOrEqual(0.95);
    // And says something: it is no wider than it must be.
    expect(widest).toBeLessThan(0.2);
  },
);

test('about six hundred answer in a window, however many follow', () => {
  expect([1, 600, 601, 60_000, 1_000_000].map((crowd) => oneInOf(crowd))).toEqual([1, 1, 2, 128, 2_048]);
  for (const crowd of [2_000, 60_000, 1_000_000, 9_000_000]) {
    const answers = crowd / oneInOf(crowd);
    expect(answers).toBeGreaterThanOrEqual(300);
    expect(answers).toBeLessThanOrEqual(600);
  }
});

test.each([
  [1, 1, true],
  [4, 1, true],
  [8, 1, false],
  [32, 128, true],
  [16, 128, false],
  [3, 2, false],
  [0.5, 1, false],
  [Number.NaN, 1, false],
])('a lot as one in %d is possible where one in %d is drawn: %s', (oneIn, present, isPossible) =>
  expect(isPossibleLot(oneIn, present)).toBe(isPossible),
);

const at = (secondsAgo: number) => new Date(1_000_000_000 - 1000 * secondsAgo).toISOString();
const messages = (...ages: readonly number[]) =>
  ages.map((age, n) => ({ number: n + 1, at: at(age), kind: 'comment', body: {} }));
const feed = { state: 'live', now: at(0), allowedPerSecond: 20_000 } as const;

test.each([
  ['ten messages in a minute', messages(50, 45, 40, 35, 30, 25, 20, 15, 10, 5), 2],
  ['ten messages, none just now', messages(59, 55, 54, 53, 52, 51, 50, 49, 48, 40), 5],
  ['now and then', messages(500, 100), 5],
  ['nothing for minutes', messages(500, 121), 15],
  ['nothing yet', [], 5],
])('a feed with %s is asked for after its time', (_, told, seconds) =>
  expect(pollAfterOf({ ...feed, messages: told }, 0)).toBe(seconds),
);

test('a crowd never causes more requests a second than are allowed, until it asks once a minute', () => {
  for (const viewers of [10, 60_000, 100_001, 1_000_000, 1_200_000]) {
    const seconds = pollAfterOf({ ...feed, messages: messages(100) }, viewers);
    expect(viewers / seconds).toBeLessThanOrEqual(20_000);
    expect(seconds).toBeLessThanOrEqual(60);
  }
  expect(pollAfterOf({ ...feed, messages: messages(100) }, 9_000_000)).toBe(60);
  expect(pollAfterOf({ ...feed, state: 'planned', messages: [] }, 0)).toBe(30);
  expect(pollAfterOf({ ...feed, state: 'ended', messages: messages(1) }, 0)).toBe(60);
});

test.each([
  [3, 10],
  [25, 25],
  [200, 60],
])('who waits while %d messages are told reads %d of them with the head', (told, read) => {
  const ages = [...Array(60).fill(500), ...Array.from({ length: told }, (_, n) => 22 - (22 * n) / told)];
  const head = { messages: messages(...ages).slice(-60), now: at(0) };
  const shown = messagesOfHead(head, 15);
  expect(shown).toHaveLength(read);
  expect(shown.at(-1)).toBe(head.messages.at(-1));
});

test('a crowd that is coming is believed before its first window is over, and a window that has only begun says nothing', () => {
  const counted = (sum: number, oneIn: number) => ({ sum, squares: sum * oneIn });
  const nobody = counted(0, 1);
  expect(viewersOf(nobody, nobody)).toBeUndefined();
  expect(viewersOf(nobody, counted(9_000, 1))?.about).toBe(9_000);
  expect(viewersOf(counted(9_600, 32), counted(320, 32))?.about).toBe(9_600);
  expect(viewersOf(counted(9_600, 32), counted(20_000, 32))?.about).toBe(20_000);
});

test('while nobody can be counted, the crowd of a moment ago is believed, and followers are answered', async () => {
  let isAway = false;
  const pages: Pick<FeedPages, 'head'> = {
    head: async () => ({ ...feed, isOver: false, epoch: 0, head: 1, messages: messages(100), latest: {} }),
  };
  const viewers: Pick<Viewers, 'count'> = {
    count: async () => {
      if (isAway) throw new Error('memcached is away');
      return { about: 190_000, from: 180_000, to: 200_000 };
    },
  };
  const reported: unknown[] = [];
  const show = showFeed({
    pages: { ...pages, segment: async () => ({ kind: 'no-feed' }), allowedPerSecond: async () => 20_000 },
    viewers: { ...viewers, expect: async () => {}, add: async () => {} },
    report: (error) => reported.push(error),
  });
  expect(await show.head('a-race')).toMatchObject({ pollAfter: 10, presenceOneIn: 512 });
  isAway = true;
  expect(await show.head('a-race')).toMatchObject({ pollAfter: 10, presenceOneIn: 512 });
  // Readers of live results are of the same crowd.
  expect(await show.resultsPace('a-race')).toEqual({ pollAfter: 10, presenceOneIn: 512 });
  expect(reported).toHaveLength(2);
});

test('who reads live results is counted as long beside a live feed as without one', async () => {
  const seconds: number[] = [];
  const show = showFeed({
    pages: {
      head: async () => ({ ...feed, isOver: false, epoch: 0, head: 1, messages: messages(100), latest: {} }),
      segment: async () => ({ kind: 'no-feed' }),
      allowedPerSecond: async () => undefined,
    },
    viewers: {
      count: async () => undefined,
      expect: async (_raceId, _most, forSeconds) => void seconds.push(forSeconds),
      add: async () => {},
    },
    report: (error) => {
      throw error;
    },
  });
  await show.resultsPace('a-race');
  await show.head('a-race');
  const [ofResults = 0, ofHead] = seconds;
  expect(ofHead).toBe(ofResults);
  // Longer than results are without a finisher.
  expect(ofResults).toBeGreaterThanOrEqual(3_600);
});

test.each([
  [0, 20_000, 2],
  [40_000, 20_000, 2],
  [60_001, 20_000, 4],
  [60_000, 3_000, 20],
  [5_000_000, 20_000, 60],
])('of %d who read live results with %d requests a second, each looks every %d seconds', (crowd, allowed, seconds) => {
  expect(resultsPollAfterOf(allowed, crowd)).toBe(seconds);
});
