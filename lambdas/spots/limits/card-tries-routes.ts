import type { CardTriesGiven } from '../../api/messages/card-tries';
import { ProblemError } from '../../api/problem-error';
import type { Route } from '../../contract/routes';
import type { Handlers } from '../../platform/http/api';
import { reply } from '../../platform/http/reply';
import { bearerOf } from '../../platform/http/request';
import type { SessionCookie } from '../../platform/http/session-cookie';
import type { MoreCardTries } from './more-card-tries';

interface Needs {
  readonly moreCardTries: MoreCardTries;
  readonly sessions: Pick<SessionCookie, 'find'>;
}

export const cardTriesRoutes = ({ moreCardTries, sessions }: Needs) =>
  ({
    'POST /api/registrations/{registrationId}/card-tries': async (request) => {
      const { registrationId = '' } = request.path;
      const sessionHash = await sessions.find(request);
      const address = request.viewer;
      const answer = await moreCardTries({ registrationId, hold: bearerOf(request), sessionHash, address });
      switch (answer.kind) {
        case 'given': {
          const { token: hold, cardTries } = answer;
          return reply(200, { registrationId, hold, cardTries } satisfies CardTriesGiven);
        }
        case 'hold-invalid':
          throw new ProblemError('hold-invalid');
        case 'hold-expired':
          throw new ProblemError('hold-expired', { reason: 'before-payment' });
        case 'no-more-tries':
          throw new ProblemError('no-more-tries', { reason: answer.of });
      }
    },
  }) satisfies Handlers<Route>;
