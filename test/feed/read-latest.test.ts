import type { FeedHeadMessage } from '../../lambdas/api/messages/race-day/feed';
import type { FeedSource } from '../../static/src/feed/drive';
import { beginFollowing, follow } from '../../static/src/feed/follow';
import { latestReader } from '../../static/src/feed/read-latest';

const messages = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, n) => ({
    number: first + n,
    at: '2027-01-01T00:00:00.000Z',
    kind: 'positions',
    body: { list: 'men' },
  }));
const head = (more: Partial<FeedHeadMessage> = {}): FeedHeadMessage => ({
  raceId: 'a-race',
  epoch: 0,
  state: 'live',
  head: 100,
  messages: messages(91, 100),
  latest: { 'positions:men': 55 },
  pollAfter: 10,
  presenceOneIn: 1,
  now: '2027-01-01T00:00:00.000Z',
  ...more,
});

/** A page that reads heads, one after the other. */
const openPage = () => {
  const asked: { readonly segment: number; answer: Parameters<FeedSource['segment']>[2] }[] = [];
  const waits: number[] = [];
  const found: number[] = [];
  const read = latestReader({
    source: { segment: (_, segment, answer) => asked.push({ segment, answer }) },
    random: () => 0.5,
    later: (seconds, run) => {
      waits.push(seconds);
      run();
    },
    found: ({ number }) => found.push(number),
  });
  let following = beginFollowing();
  const take = (given: FeedHeadMessage) => {
    const followed = follow(following, { kind: 'head', head: given });
    following = followed.following;
    read(followed);
  };
  const answer = (n: number, epoch: number) => {
    const { segment = 0, answer: answered } = asked[n] ?? {};
    answered?.({ kind: 'segment', epoch, segment, messages: messages(segment * 10 - 9, segment * 10) });
  };
  const fail = (n: number) => asked[n]?.answer({ kind: 'no-segment', epoch: 0, segment: 0, why: 'failed' });
  return { take, answer, fail, waits, found, segments: () => asked.map(({ segment }) => segment) };
};

test('who comes reads at once what holds, and only that', () => {
  const page = openPage();
  page.take(head());
  expect([page.segments(), page.waits]).toEqual([[6], []]);
  page.answer(0, 0);
  page.take(head());
  expect([page.segments(), page.found]).toEqual([[6], [55]]);
});

test('what holds again after a redaction is read within twenty pauses, and what held all the time is not read again', () => {
  const page = openPage();
  page.take(head({ latest: { 'positions:men': 55, notice: 71 } }));
  page.answer(0, 0);
  page.answer(1, 0);
  const takenOut = { since: 0, numbers: [55] };
  page.take(head({ epoch: 1, takenOut, latest: { 'positions:men': 32, notice: 71 } }));
  expect([page.segments(), page.waits]).toEqual([[6, 8, 4], [100]]);
});

test('after the database was set back, everything is read again, within twenty pauses', () => {
  const page = openPage();
  page.take(head());
  page.answer(0, 0);
  page.take(head({ epoch: 1_000 }));
  expect([page.segments(), page.waits]).toEqual([[6, 6], [100]]);
});

test('an answer of before a redaction is shown to nobody, and what failed is read later', () => {
  const page = openPage();
  page.take(head());
  page.take(head({ epoch: 1, takenOut: { since: 0, numbers: [51] } }));
  page.answer(0, 0);
  expect(page.found).toEqual([]);
  page.take(head({ epoch: 1 }));
  page.fail(1);
  page.take(head({ epoch: 1 }));
  page.answer(2, 1);
  expect([page.segments(), page.found]).toEqual([[6, 6, 6], [55]]);
});
