import { pauseAfter, pollAfter } from '../../lambdas/api/pace';
import { waitedOf } from '../../lambdas/platform/http/request';
import { missedPollSeconds, pollSeconds, waitedQuery } from '../../static/src/http/backoff';
import { random } from '../support/random';

const waitedIn = (search: string) => waitedOf({ query: Object.fromEntries(new URLSearchParams(search)) });

test('a client that waits asks again after as long again, and at least once a minute', () => {
  expect([0, 1, 2, 3, 6, 7, 15, 31, 62, 63, 600, 1e6].map(pauseAfter)).toEqual([
    1, 2, 2, 4, 4, 8, 16, 32, 32, 60, 60, 60,
  ]);
});

test('behind a long queue nobody asks before half of the rest is over; behind none as ever', () => {
  expect(pollAfter(1, 41)).toBe(20);
  expect(pollAfter(21, 41)).toBe(16);
  expect(pollAfter(41, 41)).toBe(32);
  expect(pollAfter(1, 3_600)).toBe(60);
  expect([pollAfter(1, 1), pollAfter(1), pollAfter()]).toEqual([2, 2, 2]);
});

test('how long somebody waits is what they say, or nothing that can be read', () => {
  expect(waitedIn(waitedQuery(37.9))).toBe(37);
  expect(waitedIn(waitedQuery(-3))).toBe(0);
  for (const said of ['', '?waited=', '?waited=-1', '?waited=1e3', '?waited=1234567', '?waited=a', '?waited=1,2'])
    expect(waitedIn(said)).toBeUndefined();
  // By lying, a client can ask at most as often as it could anyway.
  expect(pollAfter(waitedIn('?waited=0'))).toBe(1);
  expect(pollAfter(waitedIn('?waited=999999'))).toBe(60);
});

const minute = 60;
const crowd = 50_000;

/**
 * When each runner asks, if all submit within the first minute of a ten-minute outage. Page and load test ask this way.
 */
const polls = (pause: (waited: number, random: number) => number) => {
  const { next } = random(7);
  const bySecond = new Uint32Array(11 * minute);
  let most = 0;
  for (let n = 0; n < crowd; n++) {
    const began = next() * minute;
    let asked = 0;
    for (let at = began + pollSeconds(pollAfter(0), next()); at < 10 * minute; asked++) {
      bySecond[Math.floor(at)] = (bySecond[Math.floor(at)] ?? 0) + 1;
      at += pause(at - began, next());
    }
    most = Math.max(most, asked);
  }
  const all = bySecond.reduce((sum, count) => sum + count, 0);
  return { all, most, busiestLater: Math.max(...bySecond.subarray(2 * minute, 10 * minute)) };
};

test.each([
  ['the writer is away', (waited: number, random: number) => pollSeconds(pollAfter(Math.floor(waited)), random)],
  [
    'the database is away too, and nobody is answered',
    (waited: number, random: number) => missedPollSeconds(waited, random, 2),
  ],
])('during ten minutes in which %s 50,000 who wait ask 15 times each at most, and not all at once', (_, pause) => {
  const { all, most, busiestLater } = polls(pause);
  expect(most).toBeLessThanOrEqual(15);
  expect(all).toBeLessThanOrEqual(15 * crowd);
  // It was 25,000 a second when everybody asked every two seconds.
  expect(busiestLater).toBeLessThan(2_000);
});
