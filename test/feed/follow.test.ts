import fc from 'fast-check';
import type { FeedHeadMessage, FeedMessageRead } from '../../lambdas/api/messages/feed';
import { beginFollowing, type Following, follow } from '../../static/src/feed/follow';
import { type History, liveThrough, type Wrong } from './histories';

/** So many random histories are lived through; the night asks for more. */
const histories = Number(process.env.STARTLINE_FEED_HISTORIES ?? 500);

const seconds = (most: number) => fc.double({ min: 0, max: most, noNaN: true });
const aHistory: fc.Arbitrary<History> = fc.record({
  seed: fc.nat(),
  publishSeconds: fc.integer({ min: 30, max: 600 }),
  everySeconds: fc.constantFrom(0.5, 2, 10),
  burst: fc.constantFrom(1, 3, 25),
  start: seconds(400),
  sleeps: fc.array(fc.record({ at: seconds(600), seconds: seconds(600), isHidden: fc.boolean() }), { maxLength: 4 }),
  reloads: fc.array(seconds(600), { maxLength: 2 }),
  redactions: fc.array(seconds(600), { maxLength: 3 }),
  setBack: fc.option(fc.record({ at: seconds(600), messages: fc.integer({ min: 1, max: 40 }) }), {
    nil: undefined,
    freq: 4,
  }),
  lossPercent: fc.constantFrom(0, 5, 40),
  pollAfter: fc.constantFrom(2, 5, 15),
});

const runs = (wrong: Wrong = {}, numRuns = histories) =>
  fc.check(
    fc.property(aHistory, (history) => {
      const fault = liveThrough(history, wrong);
      if (fault !== undefined) throw new Error(fault);
    }),
    { numRuns, seed: 21, endOnFailure: true },
  );

test('whatever is lost, late, asleep or behind: a follower gets each number once, in order, and is in step at the end', () => {
  const { failed, counterexample, errorInstance } = runs();
  expect(failed ? { error: String(errorInstance), counterexample } : 'nothing failed').toBe('nothing failed');
});

/** It shows what the head says, and asks for nothing in between. */
const trustsHead: typeof follow = (before, event) => {
  const followed = follow(before, event);
  if (event.kind !== 'head' || before.from === 0) return followed;
  const applied = event.head.messages.filter(({ number }) => number > before.have);
  const following: Following = { ...followed.following, have: Math.max(before.have, event.head.head), asked: [] };
  return { ...followed, following, applied, wishes: [{ kind: 'head', least: 5, most: 5 }] };
};

test.each([
  ['a follower that trusts the head alone', { react: trustsHead }],
  ['an edge that keeps what is missing', { keepsMissing: true }],
  ['numbers of a sequence, which are seen out of order', { isSequence: true }],
] as const)('the histories notice %s', (_, wrong) => {
  expect(runs(wrong, 300).failed).toBe(true);
});

const aHead = (last: number, more: Partial<FeedHeadMessage> = {}): FeedHeadMessage => ({
  raceId: 'a-race',
  epoch: 0,
  state: 'live',
  head: last,
  messages: numbered(Math.max(1, last - 9), last),
  latest: {},
  pollAfter: 5,
  presenceOneIn: 1,
  now: '2027-01-01T00:00:00.000Z',
  ...more,
});
const numbered = (first: number, last: number): FeedMessageRead[] =>
  Array.from({ length: last - first + 1 }, (_, n) => ({
    number: first + n,
    at: '2027-01-01T00:00:00.000Z',
    kind: 'comment',
    body: {},
  }));
const inStepAt = (last: number) => follow(beginFollowing(), { kind: 'head', head: aHead(last) }).following;

test('somebody in step makes one request for what is new', () => {
  const { applied, wishes, following } = follow(inStepAt(20), { kind: 'head', head: aHead(23) });
  expect(applied.map(({ number }) => number)).toEqual([21, 22, 23]);
  expect(wishes).toEqual([{ kind: 'head', least: 3.75, most: 6.25 }]);
  expect(following.have).toBe(23);
});

test('what lies between is read by whole segments, four at a time, before the next head', () => {
  const { wishes, following } = follow(inStepAt(20), { kind: 'head', head: aHead(97) });
  expect(wishes.map((wish) => (wish.kind === 'segment' ? wish.segment : wish.kind))).toEqual([3, 4, 5, 6]);
  const late = follow(following, { kind: 'segment', epoch: 0, segment: 4, messages: numbered(31, 40) });
  expect(late.applied).toEqual([]);
  const next = follow(late.following, { kind: 'segment', epoch: 0, segment: 3, messages: numbered(21, 30) });
  expect(next.applied.map(({ number }) => number)).toEqual(numbered(21, 40).map(({ number }) => number));
});

test('a follower who is far behind is asked, and a jump says that it begins again', () => {
  const asked = follow(inStepAt(20), { kind: 'head', head: aHead(1_260) });
  expect(asked.following).toMatchObject({ choice: 'asked', have: 20 });
  expect(asked.wishes).toEqual([expect.objectContaining({ kind: 'head' })]);
  expect(follow(asked.following, { kind: 'jump' }).following).toMatchObject({
    from: 1_251,
    have: 1_260,
    choice: 'none',
  });
  expect(follow(asked.following, { kind: 'catch-up' }).wishes).toHaveLength(4);
});

test('nobody who does not look asks, and coming back asks once within two seconds', () => {
  const hidden = follow(inStepAt(20), { kind: 'hidden' });
  expect(hidden.wishes).toEqual([]);
  expect(follow(hidden.following, { kind: 'no-head' }).wishes).toEqual([]);
  expect(follow(hidden.following, { kind: 'visible' }).wishes).toEqual([{ kind: 'head', least: 0, most: 2 }]);
});

test('a server that is busy is left alone for as long as it says, and longer each time', () => {
  const first = follow(inStepAt(20), { kind: 'no-head', retryAfter: 7 });
  expect(first.wishes).toEqual([{ kind: 'head', least: 7, most: 9 }]);
  const second = follow(first.following, { kind: 'no-head' });
  expect(second.wishes).toEqual([{ kind: 'head', least: 0, most: 4 }]);
});

test('edges that serve an old head for minutes are not asked every second', () => {
  let state = inStepAt(20);
  const pauses: number[] = [];
  for (let n = 0; n < 5; n++) {
    const { following, wishes } = follow(state, { kind: 'head', head: aHead(12) });
    state = following;
    pauses.push(wishes[0]?.most ?? 0);
  }
  expect(pauses).toEqual([1, 2, 4, 5, 5]);
  expect(state.have).toBe(20);
});

test('what a device has read before is not read again: it goes on from there', () => {
  const again = follow(beginFollowing({ epoch: 0, have: 20 }), { kind: 'head', head: aHead(55) });
  expect(again.following).toMatchObject({ from: 21, have: 20 });
  expect(again.wishes.map((wish) => (wish.kind === 'segment' ? wish.segment : 0))).toEqual([3, 4, 5]);
  // Numbers that are gone, in a later epoch: the database was set back.
  expect(follow(beginFollowing({ epoch: 0, have: 90 }), { kind: 'head', head: aHead(55, { epoch: 1 }) })).toMatchObject(
    {
      isNew: true,
      following: { from: 46, have: 55 },
    },
  );
});
