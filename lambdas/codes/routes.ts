import { type EventsOpened, openEventsRequest } from '../api/messages/access';
import { ProblemError } from '../api/problem-error';
import type { Route } from '../contract/routes';
import type { Handlers } from '../platform/http/api';
import { problemReply, reply } from '../platform/http/reply';
import type { SessionCookie } from '../platform/http/session-cookie';
import { eventMessage } from '../races/routes';
import type { OpenEvents, OpenEventsAnswer } from './open-events';
import { trySeconds } from './tries';

interface Needs {
  readonly openEvents: OpenEvents;
  readonly sessions: Pick<SessionCookie, 'of'>;
  readonly now: () => Date;
}

export const accessRoutes = ({ openEvents, sessions, now }: Needs) =>
  ({
    'POST /api/races/{raceId}/access': async (request) => {
      const { raceId = '' } = request.path;
      const { code } = request.json(openEventsRequest);
      const session = await sessions.of(request);
      const answer = await openEvents({ raceId, code, sessionHash: session.hash, address: request.viewer });
      // With the session's cookie: the next try counts for the same session.
      if (answer.kind !== 'opened') return problemReply(refusal(answer, raceId).problem, session.cookies);
      const { events, revision, form, token, expiresAt } = answer;
      const body = {
        raceId,
        events: events.map(eventMessage),
        form: { raceId, revision, ...form },
        access: token,
        expiresAt: expiresAt.toISOString(),
        now: now().toISOString(),
      } as unknown as EventsOpened;
      return reply(200, body, {}, session.cookies);
    },
  }) satisfies Handlers<Route>;

const refusal = ({ kind }: Exclude<OpenEventsAnswer, { kind: 'opened' }>, raceId: string): ProblemError => {
  switch (kind) {
    case 'no-such-race':
      return new ProblemError('not-found', { reason: 'race', raceId });
    case 'code-unknown':
    case 'code-expired':
      return new ProblemError(kind, { code: 0 });
    case 'too-many-tries':
      return new ProblemError('too-many-tries', { retryAfter: trySeconds });
    case 'unsettled':
      return new ProblemError('busy', { reason: 'slow', retryAfter: 2 });
  }
};
