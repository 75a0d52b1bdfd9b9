import { readFileSync } from 'node:fs';
import { committedFollowers, following, followingTable } from '../../../operations/cost/following';
import { readingLive, readingTable } from '../../../operations/cost/reading-live';
import { followersReport } from '../../../operations/forecast/followers';

const crowd = { viewers: 60_000, hours: 3, allowedPerSecond: 6_000 };

test('what a race allows bounds the requests of its crowd, and so what it costs', () => {
  const [few, many] = [following(crowd), following({ ...crowd, viewers: 360_000 })];
  expect([few.pollAfter, few.requestsPerSecond, few.requests]).toEqual([10, 6_000, 64_800_000]);
  expect([many.pollAfter, many.requestsPerSecond, many.requests]).toEqual([60, 6_000, 64_800_000]);
  // Ten million of them are free in each month.
  expect(few.usd.requests).toBeCloseTo(54.8);
  expect(few.usd.traffic).toBe(0);
  expect(many.originPerSecond).toBe(few.originPerSecond);
  expect(following({ ...crowd, hours: 6 }).usd['functions, API, firewall']).toBeCloseTo(
    2 * few.usd['functions, API, firewall'],
  );
});

test('what a race allows bounds how often readers of live results look, whoever takes them', () => {
  const [few, many] = [readingLive(crowd), readingLive({ ...crowd, viewers: 120_000 })];
  expect([few.pollAfter, many.pollAfter]).toEqual([10, 20]);
  // A minute's three files come on top.
  expect(few.requestsPerSecond).toBeCloseTo(6_000 + 3 * 1_000);
  expect(many.usd.publishing).toBe(few.usd.publishing);
});

test('the committed page has the crowds of the feed and of live results; npm run cost writes it again', () => {
  const committed = readFileSync('bench/cost/result.md', 'utf8');
  expect(committed).toContain(followingTable(committedFollowers));
  expect(committed).toContain(readingTable(committedFollowers));
});

test('the forecast of a crowd says how often it asks, and what is too small for it', () => {
  const small = followersReport(crowd, 10);
  expect(small).toContain('every 10 s');
  expect(small).toContain('Red list: nothing.');
  const large = followersReport({ ...crowd, viewers: 1_000_000 }, 2);
  expect(large).toContain('raise allowedPerSecond to 16,667');
  expect(large).toContain('concurrency.feed reserves 2 environments');
  expect(followersReport({ viewers: 1_000_000, hours: 1, allowedPerSecond: 1_000_000 }, 0)).toContain(
    'CloudFront serves 250,000',
  );
});
