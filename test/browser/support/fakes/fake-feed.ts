import type { FeedMessageRead } from '../../../../lambdas/api/messages/race-day/feed';
import { firstOf, isComplete, segmentSize } from '../../../../lambdas/feed/segments';
import { type Answer, type ApiRequest, problemAnswer } from './fake-answer';

/** A live feed that a test writes. */
export interface FakeFeed {
  state: 'none' | 'planned' | 'live' | 'ended';
  epoch: number;
  readonly messages: FeedMessageRead[];
  readonly latest: Record<string, number>;
  readonly takenOut: number[];
  pollAfter: number;
  /** Nothing of it is answered. */
  isAway: boolean;
  /** When its first message was told, in ms since the epoch. */
  readonly beganAt: number;
  /** A cache serves the head of this instant. Undefined: a new one each time. */
  keptAt: number | undefined;
}

export const newFeed = (): FakeFeed => ({
  state: 'none',
  epoch: 0,
  messages: [],
  latest: {},
  takenOut: [],
  pollAfter: 0.2,
  isAway: false,
  beganAt: Date.now() - 60_000,
  keptAt: undefined,
});

/** Tells one message, a second after the one before. */
export const tell = (feed: FakeFeed, kind: string, body: FeedMessageRead['body'], of?: number): void => {
  const number = feed.messages.length + 1;
  const at = new Date(feed.beganAt + 1000 * number).toISOString();
  feed.messages.push({ number, at, kind, body, ...(of !== undefined && { of }) });
  if (kind === 'positions') feed.latest[`positions:${String(body?.list)}`] = number;
  if (kind === 'notice' && body?.level === 'important') feed.latest.notice = number;
};

/** Takes the text of a message out. */
export const redact = (feed: FakeFeed, number: number): void => {
  feed.epoch++;
  feed.takenOut.push(number);
  feed.messages.splice(number - 1, 1, { ...feed.messages[number - 1], body: null } as FeedMessageRead);
};

/** Tells so many comments. */
export const chat = (feed: FakeFeed, count: number): void => {
  for (let n = 0; n < count; n++) tell(feed, 'comment', { text: `Comment ${feed.messages.length + 1}` });
};

const order = (list: string, point: string, ms: number, bibs: readonly number[]) => ({
  list,
  point,
  leaders: bibs.map((bib, n) => ({ bib, ms: ms + n * 7_000, ...(n > 0 && { gap: n * 7_000 }) })),
});

/** A feed with something of every kind. */
export const tellAll = (feed: FakeFeed): void => {
  feed.state = 'live';
  tell(feed, 'comment', { text: 'They are off, three minutes late, because of the tide.' });
  tell(feed, 'positions', order('Women', '2 km', 424_000, [32, 12, 2, 44]));
  tell(feed, 'positions', order('Men', '2 km', 391_000, [401, 17, 5]));
  tell(feed, 'notice', { text: 'The bridge at kilometre eight is slippery.', level: 'important' });
  tell(feed, 'split', { bib: 401, point: 'Old bridge', ms: 955_000 });
  tell(feed, 'comment', { text: 'Bib 12 leads the women by ten seconds.' });
  tell(feed, 'correction', { kind: 'comment', text: 'Bib 2 leads the women by ten seconds.' }, 6);
  tell(feed, 'positions', order('Women', 'Old bridge', 1_040_000, [2, 32, 12, 44]));
  tell(feed, 'positions', order('Men', 'Old bridge', 955_000, [401, 5, 17]));
  tell(feed, 'comment', { text: 'عداء من الرياض في المقدمة', language: 'ar' });
  tell(feed, 'comment', { text: 'Bib 44 has given up.' });
  tell(feed, 'withdrawal', {}, 11);
  tell(feed, 'comment', null);
  tell(feed, 'weather', { degrees: 14 });
  tell(feed, 'results', { set: '10 km', kind: 'preliminary' });
};

export const feedAnswer = (feed: FakeFeed, { method, path }: ApiRequest): Answer | undefined => {
  const [, , room, raceId, what, epoch, segment] = path.split('/');
  if (room !== 'races' || what !== 'feed') return undefined;
  if (feed.isAway) return { cut: true };
  if (feed.state === 'none') return problemAnswer('not-found', { reason: 'feed' });
  if (method === 'POST') return { status: 204 };
  const head = feed.messages.length;
  if (segment === undefined)
    return {
      body: {
        raceId,
        epoch: feed.epoch,
        state: feed.state,
        head,
        messages: feed.messages.slice(-segmentSize),
        latest: feed.latest,
        takenOut: { since: 0, numbers: feed.takenOut },
        pollAfter: feed.pollAfter,
        presenceOneIn: 1,
        now: new Date(feed.keptAt ?? Date.now()).toISOString(),
      },
    };
  if (Number(epoch) < feed.epoch) return problemAnswer('segment-gone');
  const first = firstOf(Number(segment));
  return isComplete(Number(segment), head)
    ? { body: { segment: Number(segment), messages: feed.messages.slice(first - 1, first - 1 + segmentSize) } }
    : problemAnswer('segment-not-yet');
};
