import { type RegistrationChecked, registrationCheck } from '../../api/messages/registrations';
import { ProblemError } from '../../api/problem-error';
import type { Route } from '../../contract/routes';
import type { Handlers } from '../../platform/http/api';
import { reply } from '../../platform/http/reply';
import { bearerOf } from '../../platform/http/request';
import type { SessionCookie } from '../../platform/http/session-cookie';
import { holdInvalid } from '../submit/routes';
import type { CheckRegistered } from './check-registered';

interface Needs {
  readonly check: CheckRegistered;
  readonly sessions: Pick<SessionCookie, 'find'>;
}

export const checkRoutes = ({ check, sessions }: Needs) =>
  ({
    'POST /api/registrations/{registrationId}/checks': async (request) => {
      const { registrationId = '' } = request.path;
      const { runner } = request.json(registrationCheck);
      const sessionHash = await sessions.find(request);
      const answer = await check({ registrationId, hold: bearerOf(request), sessionHash, runner });
      switch (answer.kind) {
        case 'checked':
          return reply(200, { registrationId, registered: answer.registered } satisfies RegistrationChecked);
        case 'hold-invalid':
          throw holdInvalid();
        case 'hold-expired':
          throw new ProblemError('hold-expired', { reason: 'before-payment' });
      }
    },
  }) satisfies Handlers<Route>;
