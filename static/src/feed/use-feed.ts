import { useEffect, useRef, useState } from 'preact/hooks';
import type { FeedMessageRead } from '../../../lambdas/api/messages/race-day/feed';
import { sayPresent } from '../http/crowd';
import { serverClock } from '../time/ticker';
import { createFollower, type Follower } from './drive';
import { beginFollowing, type Following, readAfter, withoutTakenOut } from './follow';
import { isOldHead } from './head-age';
import { feedSource } from './read-feed';
import { latestReader } from './read-latest';

export interface Feed {
  readonly following: Following;
  /** All that was read, in the order of their numbers. */
  readonly messages: readonly FeedMessageRead[];
  /** What still holds of before the first of them: the last order of each list, and the pinned notice. */
  readonly before: readonly FeedMessageRead[];
  /** The race has no feed. */
  readonly isGone: boolean;
  /** The feed began again while somebody read. */
  readonly isNew: boolean;
  /** The instant of the race that the page shows: when the newest head was made, which a cache may have kept. */
  readonly newsAt: number | undefined;
  /** Answers come, and say nothing new because the server itself cannot be asked. */
  readonly isOld: boolean;
  readonly tell: Follower['tell'];
}

const nothingKnown: Pick<Feed, 'newsAt' | 'isOld'> = { newsAt: undefined, isOld: false };
const presenceSeconds = 30;

const keptKey = (raceId: string) => `feed:${raceId}`;

/** Up to where this tab has read before. */
const readKept = (raceId: string): Pick<Following, 'epoch' | 'have'> | undefined => {
  try {
    const [epoch, have] = JSON.parse(sessionStorage.getItem(keptKey(raceId)) ?? '[]');
    return Number.isInteger(epoch) && Number.isInteger(have) ? { epoch, have } : undefined;
  } catch {
    return undefined;
  }
};

const keep = (raceId: string, { epoch, have }: Following): void => {
  try {
    sessionStorage.setItem(keptKey(raceId), JSON.stringify([epoch, have]));
  } catch {
    // A browser that keeps nothing begins again after a reload.
  }
};

/** Follows the feed of a race as long as the page is shown. */
export const useFeed = (raceId: string): Feed => {
  const [feed, setFeed] = useState<Omit<Feed, 'tell'>>({
    following: beginFollowing(),
    messages: [],
    before: [],
    isGone: false,
    isNew: false,
    ...nothingKnown,
  });
  const follower = useRef<Follower | undefined>(undefined);

  useEffect(() => {
    const read = feedSource(raceId);
    let isCurrent = true;
    let isGone = false;
    let last: Following['head'];
    let known = nothingKnown;
    /** Looks at the age of a head as it comes: while nobody looks at the page, none comes, and that says nothing. */
    const learn = ({ head, olderCopies }: Following) => {
      if (head && (head !== last || olderCopies > 1))
        known = {
          newsAt: Math.max(known.newsAt ?? 0, Date.parse(head.now)),
          isOld: isOldHead(head, serverClock.now()),
        };
      last = head;
    };
    const source: typeof read = {
      ...read,
      head: (answered) =>
        read.head((event) => {
          isGone = event.kind === 'no-head' && event.isGone === true;
          answered(event);
        }),
    };
    const waiting = {
      random: Math.random,
      later: (seconds: number, run: () => void) => {
        const timer = setTimeout(() => isCurrent && run(), seconds * 1000);
        return () => clearTimeout(timer);
      },
    };
    const readLatest = latestReader({
      ...waiting,
      source: read,
      found: (message) =>
        setFeed((now) => ({
          ...now,
          before: [...now.before.filter(({ number }) => number !== message.number), message].sort(
            (a, b) => a.number - b.number,
          ),
        })),
    });
    const mine = createFollower({
      ...waiting,
      source,
      kept: readKept(raceId),
      told: (followed) => {
        if (!isCurrent) return;
        const { following } = followed;
        if (following.from > 0) keep(raceId, following);
        learn(following);
        setFeed((now) => ({
          following,
          messages: readAfter(now.messages, followed),
          before: followed.isNew ? [] : withoutTakenOut(now.before, following.head),
          isGone,
          isNew: now.isNew || followed.isNew,
          ...known,
        }));
        readLatest(followed);
      },
    });
    follower.current = mine;
    const look = () => mine.tell({ kind: document.visibilityState === 'visible' ? 'visible' : 'hidden' });
    document.addEventListener('visibilitychange', look);
    addEventListener('online', look);
    mine.start();
    return () => {
      isCurrent = false;
      mine.stop();
      document.removeEventListener('visibilitychange', look);
      removeEventListener('online', look);
    };
  }, [raceId]);

  const oneIn = feed.following.head?.state === 'live' ? feed.following.head.presenceOneIn : 0;
  const lot = useRef(0);
  lot.current = oneIn;
  useEffect(() => {
    if (oneIn === 0) return;
    // From the first look on, so each who follows is in each window once.
    const draw = () => {
      const chance = lot.current;
      if (chance > 0 && document.visibilityState === 'visible' && Math.random() < 1 / chance)
        sayPresent(raceId, chance);
    };
    draw();
    const timer = setInterval(draw, presenceSeconds * 1000);
    return () => clearInterval(timer);
  }, [raceId, oneIn > 0]);

  return { ...feed, tell: (event) => follower.current?.tell(event) };
};
