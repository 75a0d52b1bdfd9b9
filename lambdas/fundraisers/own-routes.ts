import { fundraiserRequest, type OwnFundraiserMessage } from '../api/messages/form/fundraisers';
import { ProblemError } from '../api/problem-error';
import type { Route } from '../contract/routes';
import type { Handlers } from '../platform/http/api';
import { reply } from '../platform/http/reply';
import { bearerOf } from '../platform/http/request';
import type { SessionCookie } from '../platform/http/session-cookie';
import type { Saved } from './ports';
import type { OwnFundraisers } from './save-fundraiser';

interface Needs {
  readonly own: OwnFundraisers;
  readonly sessions: Pick<SessionCookie, 'find'>;
}

export const ownFundraiserRoutes = ({ own, sessions }: Needs) =>
  ({
    'GET /api/registrations/{registrationId}/fundraiser': async (request) => {
      const { registrationId = '' } = request.path;
      const found = await own.show({
        registrationId,
        token: bearerOf(request),
        sessionHash: await sessions.find(request),
      });
      if (found === 'not-yours') throw new ProblemError('not-yours', { reason: 'registration' });
      if (!found) throw noFundraiser();
      return reply(200, { registrationId, ...found } satisfies OwnFundraiserMessage);
    },

    'PUT /api/registrations/{registrationId}/fundraiser': async (request) => {
      const { registrationId = '' } = request.path;
      const wish = request.json(fundraiserRequest);
      const saved = await own.save(
        { registrationId, token: bearerOf(request), sessionHash: await sessions.find(request) },
        wish,
      );
      if (saved.kind !== 'saved') throw refusal(saved.kind);
      return reply(200, { registrationId, ...saved.fundraiser } satisfies OwnFundraiserMessage);
    },
  }) satisfies Handlers<Route>;

const noFundraiser = () => new ProblemError('not-found', { reason: 'id', what: 'fundraiser' });

const refusal = (kind: Exclude<Saved['kind'], 'saved'> | 'not-yours'): ProblemError => {
  switch (kind) {
    case 'not-yours':
      return new ProblemError('not-yours', { reason: 'change' });
    case 'not-found':
      return new ProblemError('not-found', { reason: 'id', what: 'registration' });
    case 'not-here':
      return noFundraiser();
    case 'no-spot':
      return new ProblemError('no-spot');
    case 'no-such-cause':
      return new ProblemError('invalid-request', {
        reason: 'fields',
        errors: [{ field: 'cause', code: 'not-an-option' }],
      });
    case 'too-often':
      return new ProblemError('too-many-requests', { reason: 'changes', retryAfter: 3600 });
  }
};
