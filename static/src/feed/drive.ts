import { beginFollowing, type FollowEvent, type Followed, type Following, follow } from './follow';
import type { Wish } from './wishes';

type HeadEvent = Extract<FollowEvent, { kind: 'head' | 'no-head' }>;
type SegmentEvent = Extract<FollowEvent, { kind: 'segment' | 'no-segment' }>;

/** Where the feed is read. Each request is answered exactly once, also when it fails. */
export interface FeedSource {
  head(answered: (event: HeadEvent) => void): void;
  segment(epoch: number, segment: number, answered: (event: SegmentEvent) => void): void;
}

interface Drive {
  readonly source: FeedSource;
  /** From 0 up to 1. */
  readonly random: () => number;
  /** Runs it after so many seconds, unless the returned function is called before. */
  readonly later: (seconds: number, run: () => void) => () => void;
  /** Called after each event. */
  readonly told: (followed: Followed) => void;
  /** Up to where this device has read before. */
  readonly kept?: Pick<Following, 'epoch' | 'have'> | undefined;
  /** Tests put a wrong one in its place. */
  readonly react?: typeof follow;
}

export interface Follower {
  /** Asks for the first head at once. */
  start(): void;
  tell(event: Extract<FollowEvent, { kind: 'hidden' | 'visible' | 'older' | 'catch-up' | 'jump' }>): void;
  stop(): void;
}

/** Seconds. Nobody of ours asks for more, and a timer of a browser that is set for a month runs at once. */
const mostPause = 300;

/** Does what `follow` wishes, and tells it what came of it. */
export const createFollower = ({ source, random, later, told, kept, react = follow }: Drive): Follower => {
  let following = beginFollowing(kept);
  let cancelHead = () => {};
  // What was asked for before the page was hidden is forgotten: its answer says nothing about now.
  let round = 0;

  const step = (event: FollowEvent): void => {
    const followed = react(following, event);
    following = followed.following;
    told(followed);
    for (const wish of followed.wishes) grant(wish);
  };
  const ofRound = (asked: number) => (event: FollowEvent) => {
    if (asked === round) step(event);
  };
  const grant = (wish: Wish): void => {
    const asked = round;
    const seconds = Math.min(mostPause, Math.max(0, wish.least + (wish.most - wish.least) * random()));
    if (wish.kind === 'head') {
      cancelHead();
      cancelHead = later(seconds, () => {
        if (asked === round) source.head(ofRound(asked));
      });
      return;
    }
    const ask = () => {
      if (asked === round) source.segment(wish.epoch, wish.segment, ofRound(asked));
    };
    if (seconds > 0) later(seconds, ask);
    else ask();
  };
  const leave = () => {
    round++;
    cancelHead();
  };

  return {
    start: () => source.head(ofRound(round)),
    tell: (event) => {
      if (event.kind === 'hidden') leave();
      step(event);
    },
    stop: leave,
  };
};
