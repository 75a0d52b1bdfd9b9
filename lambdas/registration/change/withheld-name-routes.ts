import type { NameWithheld } from '../../api/messages/changes';
import { ProblemError } from '../../api/problem-error';
import type { Route } from '../../contract/routes';
import type { Handlers } from '../../platform/http/api';
import { reply } from '../../platform/http/reply';
import { bearerOf } from '../../platform/http/request';
import type { SessionCookie } from '../../platform/http/session-cookie';
import { type WithholdName, withholdWindowSeconds } from './withhold-name';

interface Needs {
  readonly withhold: WithholdName;
  readonly sessions: Pick<SessionCookie, 'find'>;
}

export const withheldNameRoutes = ({ withhold, sessions }: Needs) =>
  ({
    'DELETE /api/registrations/{registrationId}/result-name': async (request) => {
      const { registrationId = '' } = request.path;
      const access = { registrationId, token: bearerOf(request), sessionHash: await sessions.find(request) };
      const { kind } = await withhold(access);
      switch (kind) {
        case 'withheld':
          return reply(200, { registrationId, status: 'withheld' } satisfies NameWithheld);
        case 'no-spot':
          throw new ProblemError('no-spot');
        case 'too-many-requests':
          throw new ProblemError('too-many-requests', { reason: 'changes', retryAfter: withholdWindowSeconds });
        case 'not-yours':
          throw new ProblemError('not-yours', { reason: 'change' });
        case 'not-found':
          throw new ProblemError('not-found', { reason: 'id', what: 'registration' });
      }
    },
  }) satisfies Handlers<Route>;
