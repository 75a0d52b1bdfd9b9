import type { FeedHeadMessage, FeedMessageRead } from '../../lambdas/api/messages/race-day/feed';
import { messagesOfHead, pollAfterOf } from '../../lambdas/feed/pace';
import { firstOf, isComplete, mostInHead, segmentSize } from '../../lambdas/feed/segments';
import { type KeptTakenOut, takenOutAt, withTakenOut } from '../../lambdas/feed/taken-out';
import { isPossibleLot, oneInOf, viewersOf, windowSeconds } from '../../lambdas/feed/viewers';
import { createFollower, type FeedSource } from '../../static/src/feed/drive';
import { type follow, isInStep } from '../../static/src/feed/follow';
import { latestReader } from '../../static/src/feed/read-latest';
import { random } from '../support/random';
import { openTime } from './virtual-time';

/** A crowd before one edge, without a network: what it asks of the edge, and what the edge asks of the origin. */
export interface CrowdWish {
  readonly followers: number;
  readonly seconds: number;
  readonly allowedPerSecond: number;
  /** Messages a second. */
  readonly rate: number;
  /** Everybody has come when the order that holds, and that they read as they came, is taken out. */
  readonly isRedacted?: boolean;
  /** Tests put a wrong one in its place. */
  readonly react?: typeof follow;
  /** Is built wrongly: what holds again is read by everybody as they learn of it. */
  readonly isAtOnce?: boolean;
  /** Is built wrongly: each who asks while the answer is on its way asks the origin as well. */
  readonly isAlone?: boolean;
  /** Is built wrongly: a head has the last ten, however long followers wait. */
  readonly isShort?: boolean;
  /** Is built wrongly: a crowd is known when its first window is over. */
  readonly isLate?: boolean;
}

interface CrowdCount {
  /** The most in one second. */
  readonly heads: number;
  /** In the whole time. */
  readonly segments: number;
  /** Segments that there are. */
  readonly complete: number;
  /** Those who said in a window of thirty seconds that they follow: in the first two, and the most in one of the others. */
  readonly comingPresences: number;
  readonly presences: number;
  /** Requests a second at the edge, once everybody is there and counted. */
  readonly atEdge: number;
  /** The most requests for segments in a second at the edge, then. */
  readonly segmentsAtEdge: number;
  readonly inStep: number;
}

/** Everybody comes within so many seconds. */
const comingSeconds = 20;
/** From the edge to the origin and back. */
const flightSeconds = 0.06;

const countCrowd = ({
  followers,
  seconds,
  allowedPerSecond,
  rate,
  isRedacted,
  react,
  isAtOnce,
  isAlone,
  isShort,
  isLate,
}: CrowdWish): CrowdCount => {
  const chance = random(followers);
  const time = openTime();
  const told: FeedMessageRead[] = [];
  const iso = (at: number) => new Date(1_800_000_000_000 + Math.round(at * 1000)).toISOString();
  const perSecond = new Map<number, number>();
  const windows = new Map<number, { sum: number; squares: number; presences: number }>();
  const windowAt = (number: number) => {
    const window = windows.get(number) ?? { sum: 0, squares: 0, presences: 0 };
    windows.set(number, window);
    return window;
  };
  const windowNow = () => Math.floor(time.now() / windowSeconds);
  const crowdNow = () => {
    const before = windowAt(windowNow() - 1);
    return viewersOf(before, isLate ? { sum: 0, squares: 0 } : windowAt(windowNow()))?.to ?? 0;
  };

  let epoch = 0;
  let redactions: KeptTakenOut | null = null;
  /** The number of the order that holds. */
  let order = 41;
  const countedFrom = comingSeconds + 2 * windowSeconds;

  const headAtOrigin = (): FeedHeadMessage => {
    const second = Math.floor(time.now());
    perSecond.set(second, (perSecond.get(second) ?? 0) + 1);
    const feed = { state: 'live', messages: told.slice(-mostInHead), now: iso(time.now()), allowedPerSecond } as const;
    const pollAfter = pollAfterOf(feed, crowdNow());
    const takenOut = takenOutAt(epoch, redactions);
    return {
      raceId: 'a-race',
      epoch,
      state: 'live',
      head: told.length,
      messages: isShort ? told.slice(-segmentSize) : [...messagesOfHead(feed, pollAfter)],
      latest: { 'positions:all': order },
      ...(takenOut && { takenOut: { ...takenOut, numbers: [...takenOut.numbers] } }),
      pollAfter,
      presenceOneIn: oneInOf(crowdNow()),
      now: feed.now,
    };
  };
  let [segmentsAtOrigin, atEdge] = [0, 0];
  const segmentAtOrigin = (of: number, segment: number): readonly FeedMessageRead[] | undefined => {
    segmentsAtOrigin++;
    if (of !== epoch) return undefined;
    const first = firstOf(segment);
    return isComplete(segment, told.length) ? told.slice(first - 1, first - 1 + segmentSize) : undefined;
  };

  /** One answer for all who ask while it is kept, or on its way. When it is old, it is given out while the next one is on its way. */
  const openCopy = <T>(fetch: () => T, freshSeconds: number, oldSeconds = 0) => {
    let kept: { readonly answer: T; readonly until: number } | undefined;
    let waiting: ((answer: T) => void)[] = [];
    return (answered: (answer: T) => void) => {
      const now = time.now();
      const isServed = kept !== undefined && now < kept.until + oldSeconds;
      if (kept && isServed) {
        const { answer } = kept;
        time.at(now + 0.02, () => answered(answer));
      }
      if (kept && now < kept.until) return;
      waiting.push(isServed ? () => {} : answered);
      if (waiting.length > 1 && !isAlone) return;
      time.at(time.now() + flightSeconds / 2, () => {
        const answer = fetch();
        time.at(time.now() + flightSeconds / 2, () => {
          kept = { answer, until: time.now() + freshSeconds };
          const all = waiting;
          waiting = [];
          for (const one of all) one(answer);
        });
      });
    };
  };
  const head = openCopy(headAtOrigin, 1, 1);
  const copies = new Map<string, ReturnType<typeof openCopy<readonly FeedMessageRead[] | undefined>>>();
  const segmentOfEdge = (of: number, segment: number) => {
    const key = `${of} ${segment}`;
    const known = copies.get(key) ?? openCopy(() => segmentAtOrigin(of, segment), 300);
    copies.set(key, known);
    return known;
  };

  const publish = () => {
    told.push({ number: told.length + 1, at: iso(time.now()), kind: 'comment', body: null });
    time.at(time.now() + 1 / rate, publish);
  };
  // Minutes before anybody came.
  for (let n = 0; n < 60; n++) told.push({ number: n + 1, at: iso(-300), kind: 'comment', body: null });
  publish();
  if (isRedacted)
    time.at(countedFrom, () => {
      redactions = withTakenOut(epoch, redactions, [order]);
      epoch++;
      order -= segmentSize;
    });

  const isThere = new Set<object>();
  const countAtEdge = () => {
    if (time.now() >= countedFrom) atEdge++;
  };
  const segmentsPerSecond = new Map<number, number>();
  const countSegment = () => {
    const second = Math.floor(time.now());
    segmentsPerSecond.set(second, (segmentsPerSecond.get(second) ?? 0) + 1);
  };
  for (let n = 0; n < followers; n++) {
    const me = {};
    let oneIn = 0;
    const source: FeedSource = {
      head: (answered) => {
        countAtEdge();
        head((found) => answered({ kind: 'head', head: found }));
      },
      segment: (of, segment, answered) => {
        countAtEdge();
        countSegment();
        segmentOfEdge(
          of,
          segment,
        )((messages) =>
          answered(
            messages
              ? { kind: 'segment', epoch: of, segment, messages }
              : { kind: 'no-segment', epoch: of, segment, why: of < epoch ? 'gone' : 'missing' },
          ),
        );
      },
    };
    const waiting = {
      random: () => chance.next(),
      later: (after: number, run: () => void) => time.at(time.now() + after, run),
    };
    const readLatest = latestReader({ ...waiting, ...(isAtOnce && { random: () => 0 }), source, found: () => {} });
    const follower = createFollower({
      ...waiting,
      source,
      ...(react && { react }),
      // A few were here before, so all that was missed meanwhile is read by segments.
      kept: n % 100 === 0 ? { epoch: 0, have: 5 } : undefined,
      told: (followed) => {
        const { following } = followed;
        readLatest(followed);
        const isFirst = oneIn === 0;
        oneIn = following.head?.presenceOneIn ?? oneIn;
        if (isInStep(following)) isThere.add(me);
        else isThere.delete(me);
        if (isFirst && oneIn > 0) draw();
      },
    });
    const draw = (): void => {
      if (chance.chance(1 / oneIn)) {
        const window = windowAt(windowNow());
        window.presences++;
        if (isPossibleLot(oneIn, oneInOf(crowdNow()))) {
          window.sum += oneIn;
          window.squares += oneIn ** 2;
        }
      }
      time.at(time.now() + windowSeconds, draw);
    };
    time.at(comingSeconds * chance.next(), () => follower.start());
  }
  time.runTo(seconds);
  return {
    heads: Math.max(...perSecond.values()),
    segments: segmentsAtOrigin,
    complete: Math.floor(told.length / segmentSize),
    comingPresences: windowAt(0).presences + windowAt(1).presences,
    presences: Math.max(...[...windows].map(([window, { presences }]) => (window > 1 ? presences : 0))),
    atEdge: atEdge / (seconds - countedFrom),
    segmentsAtEdge: Math.max(...[...segmentsPerSecond].map(([second, count]) => (second < countedFrom ? 0 : count))),
    inStep: isThere.size,
  };
};

/** What is too much for the origin, or for the edge; or who is left behind. */
export const tooMuchOf = (wish: CrowdWish): readonly string[] => {
  const { heads, segments, complete, comingPresences, presences, atEdge, segmentsAtEdge, inStep } = countCrowd(wish);
  const bounds: readonly (readonly [string, number, number])[] = [
    ['heads a second', heads, 2],
    ['segments', segments, complete],
    ['counted while they come', comingPresences, 6_000],
    ['counted in a window', presences, 700],
    ['requests a second', atEdge, wish.allowedPerSecond],
    ['segments in a second', segmentsAtEdge, wish.allowedPerSecond / 10],
    ['out of step', wish.followers - inStep, wish.followers / 100],
  ];
  return bounds.flatMap(([what, found, most]) => (found > most ? [`${what}: ${found}, at most ${most}`] : []));
};
