import * as examples from '../examples/feed-examples';
import { feedHead, feedSegment } from '../messages/race-day/feed';
import { messagesPublished, publishRequest } from '../messages/race-day/feed-publishing';
import { unreadable } from '../problems';
import type { Operation } from './operation';

/** The live feed of a race. */
export const feedOperations = {
  'GET /api/races/{raceId}/feed': {
    id: 'readFeed',
    summary: 'The end of the live feed',
    description:
      'The last messages, ten of them or more, and the highest number. Numbers are 1, 2, 3 … without gaps, so a client knows what it lacks: segments have the rest, and it applies messages in the order of their numbers. Ask again after `pollAfter` seconds. A head with a lower number than one that was read is an older copy: ask again. `takenOut` names the messages whose text is to go from what was read in an older epoch; when that epoch is below `since`, begin again with this head.',
    answer: {
      status: 200,
      description: 'The end of the feed.',
      body: { name: 'FeedHead', schema: feedHead, examples: { head: examples.feedHead } },
    },
    cached: true,
    problems: [],
  },
  'GET /api/races/{raceId}/feed/{epoch}/{segment}': {
    id: 'readFeedSegment',
    summary: 'Ten messages of the live feed',
    description:
      'Segment 1 has the numbers 1 to 10, segment 2 those from 11 to 20. A segment is there once it is complete, and then never changes within its epoch. The head names the epoch: it grows when a text is taken out.',
    answer: {
      status: 200,
      description: 'The messages.',
      body: { name: 'FeedSegment', schema: feedSegment, examples: { segment: examples.feedSegment } },
    },
    cached: true,
    problems: ['segment-not-yet', 'segment-gone'],
  },
  'POST /api/races/{raceId}/feed/messages': {
    id: 'publishMessages',
    summary: 'Tells those who follow',
    description:
      'Needs a key of the race with the scope `feed`; 20 requests a second. Up to 50 messages, all of which are published, or none. The same id is the same message and keeps its number, so after an answer that was lost the same request is sent again. A correction or a withdrawal names the number of what it is about.',
    security: 'key',
    request: { name: 'PublishMessages', schema: publishRequest, examples: { messages: examples.publishRequest } },
    answer: {
      status: 201,
      description: 'The numbers of the messages.',
      body: {
        name: 'MessagesPublished',
        schema: messagesPublished,
        examples: { published: examples.messagesPublished },
      },
    },
    otherAnswer: {
      status: 200,
      description: 'All of them were published before, with these numbers.',
      body: {
        name: 'MessagesPublished',
        schema: messagesPublished,
        examples: { published: examples.messagesPublished },
      },
    },
    problems: [
      ...unreadable,
      'key-refused',
      'too-fast',
      'idempotency-key-reused',
      'feed-closed',
      'message-not-possible',
    ],
  },
  'POST /api/races/{raceId}/feed/presence': {
    id: 'sayThatOneFollows',
    summary: 'Somebody follows',
    description:
      'Sent every thirty seconds by one in `presenceOneIn` of those who follow, chosen by lot, so that about how many follow is known. It has no body and names nobody.',
    query: { in: 'The `presenceOneIn` of the head that the lot was drawn with.' },
    answer: { status: 204, description: 'It is counted, if the feed is live.' },
    problems: ['cross-site'],
  },
} as const satisfies Readonly<Record<string, Operation>>;
