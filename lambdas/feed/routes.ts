import type { FeedHeadMessage, FeedSegmentMessage } from '../api/messages/race-day/feed';
import { ProblemError } from '../api/problem-error';
import type { Route } from '../contract/routes';
import type { Handlers } from '../platform/http/api';
import { cached, problemReply, type Reply, reply } from '../platform/http/reply';
import type { ShowFeed, ShownHead } from './show-feed';

/**
 * The CDN keeps a live head for a second, and the head of a feed that is over for as long as a segment. While the CDN asks for the next
 * head, it gives out the last one, so nobody waits for us. A browser keeps no live head: it would be old by the next request. When we
 * are away, followers get the last head for ten minutes.
 */
const headCaching = ({ state, isOver }: ShownHead): string => {
  if (state === 'live') return 'public, max-age=0, s-maxage=1, stale-while-revalidate=1, stale-if-error=600';
  const seconds = isOver ? overSeconds : 5;
  return ['public', `max-age=${seconds}`, `s-maxage=${seconds}`, 'stale-if-error=600'].join(', ');
};
/**
 * Around its day, each visitor of a race's page asks whether there is a feed. That there is none is kept as long as the head of one that
 * is not live, so they cause one statement together. It says nothing of segments: what is missing there is cached nowhere.
 */
const noFeed = (raceId: string): Reply => {
  const none = problemReply(new ProblemError('not-found', { reason: 'feed', raceId }).problem);
  return { ...none, headers: { ...none.headers, 'cache-control': 'public, max-age=5, s-maxage=5' } };
};
/** A browser keeps what it has shown; the CDN asks again after five minutes, so that what is taken out leaves it by then. */
const segmentCaching = 'public, max-age=86400, s-maxage=300, immutable';
/** An unchanged head counts as the same for so long: less than a follower takes for old, and longer than the pause of a lively feed. */
const sameHeadMs = 10_000;
/** The head of a feed that is over. */
const overSeconds = 300;

/** What everybody reads of a live feed. A segment that is not there is cached nowhere. */
export const feedRoutes = (feed: ShowFeed) =>
  ({
    'GET /api/races/{raceId}/feed': async (request) => {
      const { raceId = '' } = request.path;
      const head = await feed.head(raceId);
      if (!head) return noFeed(raceId);
      const { allowedPerSecond: _, isOver: __, takenOut, ...shown } = head;
      const body = {
        raceId,
        ...shown,
        messages: [...head.messages],
        ...(takenOut && { takenOut: { ...takenOut, numbers: [...takenOut.numbers] } }),
      } satisfies FeedHeadMessage;
      // With its instant, roughly: whoever keeps an unchanged head must not take it for an old one (static/src/feed/head-age.ts).
      const madeAt = Math.floor(Date.parse(head.now) / sameHeadMs);
      const tag = [head.epoch, head.head, head.state, head.pollAfter, head.presenceOneIn, madeAt].join('.');
      return cached(request, body, headCaching(head), tag);
    },

    'GET /api/races/{raceId}/feed/{epoch}/{segment}': async (request) => {
      const { raceId = '', epoch, segment } = request.path;
      const found = await feed.segment(raceId, Number(epoch), Number(segment));
      switch (found.kind) {
        case 'segment': {
          const body: FeedSegmentMessage = { segment: Number(segment), messages: [...found.messages] };
          return cached(request, body, segmentCaching);
        }
        case 'not-yet':
          throw new ProblemError('segment-not-yet');
        case 'gone':
          throw new ProblemError('segment-gone');
        case 'no-feed':
          throw new ProblemError('not-found', { reason: 'feed', raceId });
      }
    },

    'POST /api/races/{raceId}/feed/presence': async (request) => {
      const { raceId = '' } = request.path;
      await feed.present(raceId, Number(request.query.in ?? 1), request.viewer);
      return reply(204, undefined);
    },
  }) satisfies Handlers<Route>;
