import * as v from 'valibot';
import type { FeedHeadMessage, FeedSegmentMessage } from '../../../lambdas/api/messages/race-day/feed';
import { at } from '../http/api';
import { readOfCrowd } from '../http/crowd';
import { type Failure, retryAfterOf } from '../http/failure';
import { learnTime } from '../time/ticker';
import type { FeedSource } from './drive';
import { hasMessages, isHead } from './feed-answers';

const head = v.custom<FeedHeadMessage>(isHead);
const segmentOfTen = v.custom<FeedSegmentMessage>(hasMessages);

const statusOf = (failure: Failure): number | undefined => (failure.kind === 'unreadable' ? failure.status : undefined);
const named = (failure: Failure, name: string): boolean => failure.kind === 'problem' && failure.name === name;

/** The feed of a race, by the HTTP API. */
export const feedSource = (raceId: string): FeedSource => ({
  head: (answered) =>
    void readOfCrowd({ url: at`/api/races/${raceId}/feed`, schema: head, timeoutSeconds: 8 }).then((answer) => {
      if (answer.kind !== 'ok')
        return answered({
          kind: 'no-head',
          retryAfter: retryAfterOf(answer),
          isGone: named(answer, 'not-found') || statusOf(answer) === 404,
        });
      learnTime(answer.value.now);
      return answered({ kind: 'head', head: answer.value });
    }),
  segment: (epoch, segment, answered) =>
    void readOfCrowd({
      url: at`/api/races/${raceId}/feed/${String(epoch)}/${String(segment)}`,
      schema: segmentOfTen,
      timeoutSeconds: 8,
    }).then((answer) => {
      if (answer.kind === 'ok') return answered({ kind: 'segment', epoch, segment, messages: answer.value.messages });
      const why = named(answer, 'segment-gone') ? 'gone' : named(answer, 'segment-not-yet') ? 'missing' : 'failed';
      return answered({ kind: 'no-segment', epoch, segment, why, retryAfter: retryAfterOf(answer) });
    }),
});
