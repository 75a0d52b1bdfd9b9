import { mostPublishBytes, publishRequest } from '../api/messages/race-day/feed-publishing';
import { ProblemError } from '../api/problem-error';
import type { Route } from '../contract/routes';
import type { Handlers } from '../platform/http/api';
import { reply } from '../platform/http/reply';
import { bearerOf } from '../platform/http/request';
import { newMessageOf } from './messages';
import type { MessagesTaken, TakeMessages } from './take-messages';

/** What machines tell those who follow. */
export const publishRoutes = (take: TakeMessages) =>
  ({
    'POST /api/races/{raceId}/feed/messages': async (request) => {
      const { raceId = '' } = request.path;
      const { messages } = request.json(publishRequest, mostPublishBytes);
      const from = { raceId, key: bearerOf(request), network: request.viewer };
      const { isNew, ...published } = publishedOf(await take(from, messages.map(newMessageOf)), raceId);
      return reply(isNew ? 201 : 200, published);
    },
  }) satisfies Handlers<Route>;

const publishedOf = (answer: MessagesTaken, raceId: string) => {
  switch (answer.kind) {
    case 'published': {
      const { kind: _, ...published } = answer;
      return published;
    }
    case 'key-refused':
      throw new ProblemError('key-refused', { reason: answer.reason });
    case 'too-fast':
      throw new ProblemError('too-fast', { retryAfter: 1 });
    case 'id-reused':
      throw new ProblemError('idempotency-key-reused');
    case 'not-live':
      throw new ProblemError('feed-closed');
    case 'no-feed':
      throw new ProblemError('not-found', { reason: 'feed', raceId });
    case 'told-meanwhile':
      throw new Error('A machine names no message that it saw.');
    case 'not-possible':
      throw new ProblemError('message-not-possible', { reason: answer.why });
    case 'too-many-lists':
      throw new ProblemError('message-not-possible', { reason: 'too-many-lists' });
  }
};
