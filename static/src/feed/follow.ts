import type { FeedHeadMessage, FeedMessageRead } from '../../../lambdas/api/messages/race-day/feed';
import { firstOf, segmentOf } from '../../../lambdas/feed/segments';
import { backoff, longPause, retry, type Wish } from './wishes';

/** What a follower has of a feed. Messages are handed on as they are applied; nothing of them is kept here. */
export interface Following {
  /** -1: no head was read yet. */
  readonly epoch: number;
  /** The first number that was applied, and the last. All between them were applied, each once, in their order. */
  readonly from: number;
  readonly have: number;
  /** The newest head of this epoch. */
  readonly head: FeedHeadMessage | undefined;
  /** Segments that came before those in front of them. */
  readonly early: Readonly<Record<number, readonly FeedMessageRead[]>>;
  /** Segments that were asked for and have not come. */
  readonly asked: readonly number[];
  /** Messages of before `from` are wanted. */
  readonly wantsOlder: boolean;
  /** Far behind: whether to read all of it, or to go on from now, is asked. */
  readonly choice: 'none' | 'asked' | 'catch-up';
  /** Answers in a row that did not come, or said that something complete is missing. */
  readonly misses: number;
  /** Heads in a row that were older than what was read. */
  readonly olderCopies: number;
  /** Nobody looks, so nothing is asked for. */
  readonly isHidden: boolean;
}

export type FollowEvent =
  | { readonly kind: 'head'; readonly head: FeedHeadMessage }
  /** `isGone`: there is no such feed. */
  | { readonly kind: 'no-head'; readonly retryAfter?: number | undefined; readonly isGone?: boolean }
  | {
      readonly kind: 'segment';
      readonly epoch: number;
      readonly segment: number;
      readonly messages: readonly FeedMessageRead[];
    }
  | {
      readonly kind: 'no-segment';
      readonly epoch: number;
      readonly segment: number;
      readonly why: 'missing' | 'gone' | 'failed';
      readonly retryAfter?: number | undefined;
    }
  | { readonly kind: 'hidden' | 'visible' | 'older' | 'catch-up' | 'jump' };

export interface Followed {
  readonly following: Following;
  readonly wishes: readonly Wish[];
  /** Newer messages, in their order. */
  readonly applied: readonly FeedMessageRead[];
  /** Messages from before the first one, in their order. */
  readonly earlier: readonly FeedMessageRead[];
  /** What was shown may be of another feed: the database was set back. Everything begins again. */
  readonly isNew: boolean;
}

/** `kept`: up to where this device has read before. */
export const beginFollowing = (kept?: Pick<Following, 'epoch' | 'have'>): Following => ({
  epoch: kept?.epoch ?? -1,
  from: 0,
  have: kept?.have ?? 0,
  head: undefined,
  early: {},
  asked: [],
  wantsOlder: false,
  choice: 'none',
  misses: 0,
  olderCopies: 0,
  isHidden: false,
});

/** So many segments are asked for at once. */
const mostAsked = 4;
/** Who is behind by more is asked whether to read it all. */
const farBehind = 500;
/** A wake-up of thousands of phones at once is spread over so many seconds. */
const wakeSeconds = 2;
/** A segment that must be there and is not is asked for so often before the head is read again. */
const segmentTries = 3;

/** The number of the first message in a head. */
const firstIn = ({ messages, head }: FeedHeadMessage): number => messages[0]?.number ?? head + 1;

/** Whether everything up to the last head was applied. */
export const isInStep = ({ head, have }: Following): boolean => head !== undefined && have >= head.head;

/** Without the texts that were taken out by the time of this head. */
export const withoutTakenOut = (
  messages: readonly FeedMessageRead[],
  head: FeedHeadMessage | undefined,
): readonly FeedMessageRead[] =>
  messages.map((one) => (one.body && head?.takenOut?.numbers.includes(one.number) ? { ...one, body: null } : one));

/** What somebody has read, in its order, by what they had read before a step. */
export const readAfter = (
  before: readonly FeedMessageRead[],
  { applied, earlier, isNew, following: { from, have, head } }: Followed,
): readonly FeedMessageRead[] => {
  const kept = isNew ? [] : before.filter(({ number }) => number >= from && number <= have);
  return withoutTakenOut([...earlier, ...kept, ...applied], head);
};

/** What a follower does about anything that happens. It is pure: the page, the tests and the load test run it alike. */
export const follow = (before: Following, event: FollowEvent): Followed => {
  switch (event.kind) {
    case 'head':
      return tookHead(before, event.head);
    case 'no-head': {
      const missed = { ...before, misses: before.misses + 1 };
      return asking(missed, event.isGone ? longPause : retry(missed, event.retryAfter));
    }
    case 'segment':
      return event.epoch === before.epoch ? tookSegment(before, event.segment, event.messages) : still(before);
    case 'no-segment':
      return event.epoch === before.epoch ? missedSegment(before, event) : still(before);
    case 'hidden':
      return still({ ...before, isHidden: true, asked: [] });
    case 'visible':
      return asking({ ...before, isHidden: false, asked: [] }, { kind: 'head', least: 0, most: wakeSeconds });
    case 'older':
      return readOn({ ...before, wantsOlder: before.from > 1 });
    // An answer that comes when nothing is asked any more, as by two fingers at once, says nothing.
    case 'catch-up':
      return before.choice === 'asked' ? readOn({ ...before, choice: 'catch-up' }) : still(before);
    case 'jump':
      return before.head && before.choice === 'asked' ? fromNow(before, before.head, false) : still(before);
  }
};

const nothing = { wishes: [], applied: [], earlier: [], isNew: false } as const;
const still = (following: Following): Followed => ({ following, ...nothing });
/** Who is hidden asks for nothing; becoming visible asks. */
const asking = (following: Following, wish: Wish): Followed => ({
  ...still(following),
  wishes: following.isHidden ? [] : [wish],
});

const tookHead = (before: Following, head: FeedHeadMessage): Followed => {
  if (before.from > 0 && (head.epoch < before.epoch || (head.epoch === before.epoch && head.head < before.have))) {
    if (hasLostNumbers(before.head, head)) return fromNow(before, head, true);
    // A copy from before, of an edge that is behind the one that answered last.
    const seconds = Math.min(2 ** before.olderCopies, Math.max(1, head.pollAfter));
    const olderCopies = before.olderCopies + 1;
    return asking({ ...before, misses: 0, olderCopies }, { kind: 'head', least: seconds, most: seconds });
  }
  const answered = { ...before, misses: 0, olderCopies: 0 };
  if (before.from === 0) return begin(answered, head);
  if (head.epoch === before.epoch) return readOn({ ...answered, head });
  return isOther(before, head)
    ? fromNow(answered, head, true)
    : readOn({ ...answered, head, epoch: head.epoch, early: {}, asked: [] });
};

/** Whether what was read in an older epoch may be wrong in more than the head names: numbers are gone, or others are told under them. */
const isOther = ({ have, epoch }: Following, head: FeedHeadMessage): boolean =>
  have > 0 && epoch < head.epoch && (head.head < have || epoch < (head.takenOut?.since ?? head.epoch));

/** Longer than an edge keeps a head while the server is away, and longer than clocks of two databases differ. */
const setBackMs = 900_000;

/** A head with a smaller number that was made so much later is no copy from before: the database was set back, and has lost numbers. */
const hasLostNumbers = (known: FeedHeadMessage | undefined, head: FeedHeadMessage): boolean =>
  known !== undefined && Date.parse(head.now) - Date.parse(known.now) > setBackMs;

/** The first head. What this device has not seen yet is read as well, if it is known. */
const begin = (before: Following, head: FeedHeadMessage): Followed => {
  const isNew = isOther(before, head);
  const isKnown = before.have > 0 && !isNew && before.have <= head.head && before.epoch <= head.epoch;
  if (!isKnown || before.have + 1 >= firstIn(head)) return fromNow(before, head, isNew);
  return readOn({ ...before, head, epoch: head.epoch, from: before.have + 1 });
};

/** Begins with the messages of this head. */
const fromNow = (before: Following, head: FeedHeadMessage, isNew: boolean): Followed => {
  const following = {
    ...beginFollowing(),
    isHidden: before.isHidden,
    epoch: head.epoch,
    from: firstIn(head),
    have: firstIn(head) - 1,
    head,
  };
  return { ...readOn(following), isNew };
};

const segmentsBetween = (first: number, last: number): readonly number[] =>
  first > last ? [] : Array.from({ length: segmentOf(last) - segmentOf(first) + 1 }, (_, n) => segmentOf(first) + n);

/** The segments between what was applied and the head. All of them are complete: the head has the last ten. */
const missing = ({ have, head }: Following): readonly number[] =>
  head && firstIn(head) > have + 1 ? segmentsBetween(have + 1, firstIn(head) - 1) : [];

/** Applies what can be, and asks for what is missing in front of it, or for the next head. */
const readOn = (before: Following): Followed => {
  const { head } = before;
  if (!head) return still(before);
  const applied: FeedMessageRead[] = [];
  let have = before.have;
  const apply = (messages: readonly FeedMessageRead[]) => {
    for (const message of messages)
      if (message.number === have + 1) {
        applied.push(message);
        have++;
      }
  };
  const early = { ...before.early };
  for (let next = early[segmentOf(have + 1)]; next; next = early[segmentOf(have + 1)]) {
    delete early[segmentOf(have + 1)];
    apply(next);
  }
  apply(head.messages);

  const following: Following = {
    ...before,
    have,
    early: Object.fromEntries(Object.entries(early).filter(([segment]) => lastOf(Number(segment)) > have)),
  };
  const behind = missing(following);
  const isFar = head.head - have > farBehind && following.choice !== 'catch-up';
  const choice = behind.length === 0 ? 'none' : isFar ? 'asked' : following.choice;
  const older = following.wantsOlder && following.from > 1 ? [segmentOf(following.from - 1)] : [];
  const wanted = [...new Set([...(choice === 'asked' ? [] : behind), ...older])].filter(
    (segment) => !early[segment] && !following.asked.includes(segment),
  );
  const more = following.isHidden ? [] : wanted.slice(0, Math.max(0, mostAsked - following.asked.length));
  const asked = [...following.asked, ...more];
  const wishes: Wish[] = more.map((segment) => ({
    kind: 'segment',
    epoch: following.epoch,
    segment,
    least: 0,
    most: 0,
  }));
  // While segments are on their way, they are what the next head would ask for.
  if (asked.length === 0 && !following.isHidden)
    wishes.push({ kind: 'head', least: head.pollAfter * 0.75, most: head.pollAfter * 1.25 });
  return { ...nothing, following: { ...following, choice, asked }, wishes, applied };
};

const lastOf = (segment: number): number => firstOf(segment + 1) - 1;

/** A segment that lacks a number is none. */
const isWhole = (segment: number, messages: readonly FeedMessageRead[]): boolean =>
  messages.length === lastOf(segment) - firstOf(segment) + 1 &&
  messages.every(({ number }, n) => number === firstOf(segment) + n);

const tookSegment = (before: Following, segment: number, messages: readonly FeedMessageRead[]): Followed => {
  if (!isWhole(segment, messages))
    return missedSegment(before, { kind: 'no-segment', epoch: before.epoch, segment, why: 'missing' });
  const asked = before.asked.filter((one) => one !== segment);
  const earlier =
    before.wantsOlder && segment === segmentOf(before.from - 1)
      ? messages.filter(({ number }) => number < before.from)
      : [];
  const next: Following = {
    ...before,
    asked,
    misses: 0,
    from: earlier[0]?.number ?? before.from,
    wantsOlder: before.wantsOlder && earlier.length === 0,
    early: lastOf(segment) > before.have ? { ...before.early, [segment]: messages } : before.early,
  };
  return { ...readOn(next), earlier };
};

const missedSegment = (
  before: Following,
  { segment, why, retryAfter = 0 }: Extract<FollowEvent, { kind: 'no-segment' }>,
): Followed => {
  if (before.isHidden || !before.asked.includes(segment)) return still(before);
  const misses = before.misses + 1;
  // It was complete when the head was read. So it is asked for again, and then the head: it is never passed over.
  if (why === 'gone' || misses > segmentTries)
    return asking({ ...before, asked: [], misses }, retry({ head: before.head, misses }, Math.max(1, retryAfter)));
  const seconds = why === 'missing' ? 2 ** (misses - 1) : retryAfter;
  const most = why === 'missing' ? seconds : seconds + backoff(misses);
  return {
    ...still({ ...before, misses }),
    wishes: [{ kind: 'segment', epoch: before.epoch, segment, least: seconds, most }],
  };
};
