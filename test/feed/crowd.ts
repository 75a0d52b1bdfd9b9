import type { FeedHeadMessage, FeedMessageRead } from '../../lambdas/api/messages/race-day/feed';
import { messagesOfHead, pollAfterOf } from '../../lambdas/feed/pace';
import { firstOf, isComplete, mostInHead, segmentSize } from '../../lambdas/feed/segments';
import { isPossibleLot, oneInOf, viewersOf, windowSeconds } from '../../lambdas/feed/viewers';
import { createFollower } from '../../static/src/feed/drive';
import { isInStep } from '../../static/src/feed/follow';
import { random } from '../support/random';
import { openTime } from './virtual-time';

/** A crowd before one edge, without a network: what it asks of the edge, and what the edge asks of the origin. */
export interface CrowdWish {
  readonly followers: number;
  readonly seconds: number;
  readonly allowedPerSecond: number;
  /** Messages a second. */
  readonly rate: number;
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

  const headAtOrigin = (): FeedHeadMessage => {
    const second = Math.floor(time.now());
    perSecond.set(second, (perSecond.get(second) ?? 0) + 1);
    const feed = { state: 'live', messages: told.slice(-mostInHead), now: iso(time.now()), allowedPerSecond } as const;
    const pollAfter = pollAfterOf(feed, crowdNow());
    return {
      raceId: 'a-race',
      epoch: 0,
      state: 'live',
      head: told.length,
      messages: isShort ? told.slice(-segmentSize) : [...messagesOfHead(feed, pollAfter)],
      latest: {},
      pollAfter,
      presenceOneIn: oneInOf(crowdNow()),
      now: feed.now,
    };
  };
  let [segmentsAtOrigin, atEdge] = [0, 0];
  const segmentAtOrigin = (segment: number): readonly FeedMessageRead[] | undefined => {
    segmentsAtOrigin++;
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
  const copies = new Map<number, ReturnType<typeof openCopy<readonly FeedMessageRead[] | undefined>>>();
  const segmentOfEdge = (segment: number) => {
    const known = copies.get(segment) ?? openCopy(() => segmentAtOrigin(segment), 300);
    copies.set(segment, known);
    return known;
  };

  const publish = () => {
    told.push({ number: told.length + 1, at: iso(time.now()), kind: 'comment', body: null });
    time.at(time.now() + 1 / rate, publish);
  };
  for (let n = 0; n < 60; n++) told.push({ number: n + 1, at: iso(0), kind: 'comment', body: null });
  publish();

  const isThere = new Set<object>();
  const countedFrom = comingSeconds + 2 * windowSeconds;
  const countAtEdge = () => {
    if (time.now() >= countedFrom) atEdge++;
  };
  for (let n = 0; n < followers; n++) {
    const me = {};
    let oneIn = 0;
    const follower = createFollower({
      random: () => chance.next(),
      later: (after, run) => time.at(time.now() + after, run),
      // A few were here before, so all that was missed meanwhile is read by segments.
      kept: n % 100 === 0 ? { epoch: 0, have: 5 } : undefined,
      source: {
        head: (answered) => {
          countAtEdge();
          head((found) => answered({ kind: 'head', head: found }));
        },
        segment: (epoch, segment, answered) => {
          countAtEdge();
          segmentOfEdge(segment)((messages) =>
            answered(
              messages
                ? { kind: 'segment', epoch, segment, messages }
                : { kind: 'no-segment', epoch, segment, why: 'missing' },
            ),
          );
        },
      },
      told: ({ following }) => {
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
    inStep: isThere.size,
  };
};

/** What is too much for the origin, or for the edge; or who is left behind. */
export const tooMuchOf = (wish: CrowdWish): readonly string[] => {
  const { heads, segments, complete, comingPresences, presences, atEdge, inStep } = countCrowd(wish);
  const bounds: readonly (readonly [string, number, number])[] = [
    ['heads a second', heads, 2],
    ['segments', segments, complete],
    ['counted while they come', comingPresences, 6_000],
    ['counted in a window', presences, 700],
    ['requests a second', atEdge, wish.allowedPerSecond],
    ['out of step', wish.followers - inStep, wish.followers / 100],
  ];
  return bounds.flatMap(([what, found, most]) => (found > most ? [`${what}: ${found}, at most ${most}`] : []));
};
