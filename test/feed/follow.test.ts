import type { FeedHeadMessage, FeedMessageRead } from '../../lambdas/api/messages/race-day/feed';
import {
  beginFollowing,
  type FollowEvent,
  type Followed,
  type Following,
  follow,
  readAfter,
} from '../../static/src/feed/follow';
import { isOldHead } from '../../static/src/feed/head-age';
import { firstFault } from './many-lives';

test('whatever is lost, late, asleep or behind: a follower gets each number once, in order, and is in step at the end', () => {
  expect(firstFault(300)).toBeUndefined();
});

/** A follower with one thing wrong: what becomes of each of their steps. */
const wrongly =
  (change: (followed: Followed, event: FollowEvent, before: Following) => Partial<Followed>): typeof follow =>
  (before, event) => {
    const followed = follow(before, event);
    return { ...followed, ...change(followed, event, before) };
  };

/** It shows what the head says, and asks for nothing in between. */
const trustsHead = wrongly(({ following }, event, before) => {
  if (event.kind !== 'head' || before.from === 0) return {};
  return {
    following: { ...following, have: Math.max(before.have, event.head.head), asked: [] },
    applied: event.head.messages.filter(({ number }) => number > before.have),
    wishes: [{ kind: 'head', least: 5, most: 5 }],
  };
});
/** It takes the segment that the head begins in for a part of the head. */
const roundsDown = wrongly(({ following, wishes }) => ({
  wishes: wishes.filter(
    (wish) => wish.kind === 'head' || wish.segment < Math.ceil((following.head?.messages[0]?.number ?? 0) / 10),
  ),
}));
/** It goes on without a segment that does not come. */
const passesOver = wrongly(({ following }, event) =>
  event.kind === 'no-segment'
    ? { following: { ...following, have: Math.max(following.have, event.segment * 10) } }
    : {},
);
const showsTwice = wrongly(({ applied }, event) =>
  event.kind === 'head' ? { applied: event.head.messages } : { applied },
);
const keepsWhatWasTakenOut = wrongly(({ following }) => ({
  following: { ...following, head: following.head && { ...following.head, takenOut: { since: 0, numbers: [] } } },
}));
/** It believes that a head names all that changed since any epoch. */
const believesTheList: typeof follow = (before, event) =>
  follow(
    before,
    event.kind === 'head'
      ? { ...event, head: { ...event.head, takenOut: { since: 0, numbers: event.head.takenOut?.numbers ?? [] } } }
      : event,
  );
/** It takes an older head of another edge for a database that was set back. */
const believesOlder = wrongly((_, event, before) =>
  event.kind === 'head' && before.from > 0 && event.head.head < before.have ? follow(beginFollowing(), event) : {},
);

test.each([
  ['a follower that trusts the head alone', { react: trustsHead }],
  ['a follower that leaves out the segment in front of the head', { react: roundsDown }],
  ['a follower that passes over what does not come', { react: passesOver }],
  ['a follower that shows what it has once more', { react: showsTwice }],
  ['a follower that keeps what was taken out', { react: keepsWhatWasTakenOut }],
  ['a follower that takes what a head names for all that was taken out', { react: believesTheList }],
  ['a follower that begins anew with each older copy', { react: believesOlder }],
  ['an edge that keeps what is missing', { keepsMissing: true }],
  ['numbers of a sequence, which are seen out of order', { isSequence: true }],
] as const)('the histories notice %s', (_, wrong) => {
  expect(firstFault(300, { wrong })).toBeDefined();
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
  const reading = follow(asked.following, { kind: 'catch-up' });
  expect(reading.wishes).toHaveLength(4);
  // Nothing is asked any more.
  for (const late of ['jump', 'catch-up'] as const)
    expect(follow(reading.following, { kind: late })).toEqual({
      ...reading,
      wishes: [],
    });
});

test('what is taken out is gone at the next head, which names it, and nothing is read again', () => {
  const texts = numbered(1, 30).map((message) => ({ ...message, body: { text: `Text ${message.number}` } }));
  const known = inStepAt(30);
  const takenOut = { since: 0, numbers: [7, 28] };
  const followed = follow(known, { kind: 'head', head: aHead(31, { epoch: 2, takenOut }) });
  expect(followed).toMatchObject({ isNew: false, following: { epoch: 2, have: 31, asked: [] } });
  expect(followed.wishes).toEqual([{ kind: 'head', least: 3.75, most: 6.25 }]);
  const { following } = followed;
  const read = readAfter(texts, { ...followed, following: { ...following, from: 1 } });
  expect(read.flatMap(({ number, body }) => (body === null ? [number] : []))).toEqual([7, 28]);
  expect(read).toHaveLength(31);
});

test.each([
  ['more was taken out than it names', { since: 1, numbers: [7] }],
  ['nobody knows what changed', undefined],
])('a head of another epoch begins the feed again when %s', (_, takenOut) => {
  const head = aHead(97, { epoch: 2, ...(takenOut && { takenOut }) });
  const began = { isNew: true, following: { from: 88, have: 97 }, wishes: [{ kind: 'head' }] };
  expect(follow(inStepAt(20), { kind: 'head', head })).toMatchObject(began);
  expect(follow(beginFollowing({ epoch: 0, have: 20 }), { kind: 'head', head })).toMatchObject(began);
  // Who came after that goes on.
  expect(follow(beginFollowing({ epoch: 1, have: 87 }), { kind: 'head', head })).toMatchObject({
    isNew: takenOut === undefined,
  });
});

test('nobody who does not look asks, and coming back asks once within two seconds', () => {
  const hidden = follow(inStepAt(20), { kind: 'hidden' });
  expect(hidden.wishes).toEqual([]);
  expect(follow(hidden.following, { kind: 'no-head' }).wishes).toEqual([]);
  expect(follow(hidden.following, { kind: 'visible' }).wishes).toEqual([{ kind: 'head', least: 0, most: 2 }]);
});

test('a server that is busy is left alone for as long as it says', () => {
  const first = follow(inStepAt(20), { kind: 'no-head', retryAfter: 7 });
  expect(first.wishes).toEqual([{ kind: 'head', least: 7, most: 12 }]);
  const second = follow(first.following, { kind: 'no-head', retryAfter: 30 });
  expect(second.wishes).toEqual([{ kind: 'head', least: 30, most: 35 }]);
});

test('an outage is asked about every ten seconds, or as seldom as the head said', () => {
  const pausesOf = (start: Following) => {
    let [state, pauses] = [start, [] as (readonly [number, number])[]];
    for (let n = 0; n < 4; n++) {
      const { following, wishes } = follow(state, { kind: 'no-head' });
      state = following;
      pauses = [...pauses, [wishes[0]?.least ?? 0, wishes[0]?.most ?? 0]];
    }
    return pauses;
  };
  expect(pausesOf(inStepAt(20))).toEqual([
    [0, 5],
    [7.5, 12.5],
    [7.5, 12.5],
    [7.5, 12.5],
  ]);
  const seldom = follow(beginFollowing(), { kind: 'head', head: aHead(20, { pollAfter: 40 }) }).following;
  expect(pausesOf(seldom)).toEqual([
    [0, 40],
    [30, 50],
    [30, 50],
    [30, 50],
  ]);
  // Who never read a head does not know how large the crowd is.
  expect(pausesOf(beginFollowing())).toEqual([
    [0, 2],
    [0, 4],
    [0, 8],
    [0, 16],
  ]);
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

test.each([
  ['the same epoch', 0],
  ['an epoch of before a redaction', -1],
])(
  'numbers that are lost are not waited for: a later head with fewer of them, in %s, begins the feed again',
  (_, more) => {
    const known = follow(beginFollowing(), { kind: 'head', head: aHead(40, { epoch: 1 }) }).following;
    const answered = (now: string) =>
      follow(known, { kind: 'head', head: aHead(25, { epoch: 1 + more, now: `2027-01-01T00:${now}.000Z` }) });
    // As old as an edge may keep it, or of a database whose clock is ahead.
    expect(answered('15:00')).toMatchObject({ isNew: false, following: { have: 40, epoch: 1 }, applied: [] });
    expect(answered('15:01')).toMatchObject({ isNew: true, following: { from: 16, have: 25, epoch: 1 + more } });
  },
);

test('a head that a cache kept while its server was away is old, unless the feed has nothing more to tell', () => {
  const seconds = (old: number, state: FeedHeadMessage['state'] = 'live') =>
    isOldHead(aHead(20, { state }), Date.parse('2027-01-01T00:00:00.000Z') + old * 1000);
  expect([seconds(0), seconds(20), seconds(21)]).toEqual([false, false, true]);
  expect([seconds(300, 'ended'), seconds(300, 'planned')]).toEqual([false, false]);
});
