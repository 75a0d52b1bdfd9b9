import { type OwnTeamMessage, teamChangeOf } from '../api/messages/form/teams';
import { ProblemError } from '../api/problem-error';
import type { Route } from '../contract/routes';
import type { Handlers } from '../platform/http/api';
import { reply } from '../platform/http/reply';
import { bearerOf, type Request } from '../platform/http/request';
import type { SessionCookie } from '../platform/http/session-cookie';
import type { ChangeTeam, OwnRequest, ShowOwnTeam } from './change-team';
import type { OwnTeamFound } from './ports';

type Sessions = Pick<SessionCookie, 'find'>;

export const showOwnTeamRoutes = ({ show, sessions }: { readonly show: ShowOwnTeam; readonly sessions: Sessions }) =>
  ({
    'GET /api/registrations/{registrationId}/team': async (request) => {
      const asked = await ownRequestOf(request, sessions);
      return reply(200, bodyOf(asked.registrationId, await show(asked)));
    },
  }) satisfies Handlers<Route>;

export const changeTeamRoutes = ({ change, sessions }: { readonly change: ChangeTeam; readonly sessions: Sessions }) =>
  ({
    'PATCH /api/registrations/{registrationId}/team': async (request) => {
      const asked = await ownRequestOf(request, sessions);
      const answer = await change(asked, request.json(teamChangeOf));
      switch (answer.kind) {
        case 'changed':
          return reply(200, bodyOf(asked.registrationId, answer.team));
        case 'not-yours':
          throw new ProblemError('not-yours', { reason: 'change' });
        case 'not-found':
          throw new ProblemError('not-found', { reason: 'id', what: 'registration' });
        case 'no-team':
          throw new ProblemError('not-found', { reason: 'id', what: 'team' });
        case 'no-such-member':
          throw new ProblemError('not-found', { reason: 'id', what: 'member' });
        case 'no-such-leg':
          throw new ProblemError('invalid-request', {
            reason: 'fields',
            errors: [{ field: 'leg', code: 'no-such-leg' }],
          });
        case 'not-captain':
          throw new ProblemError('not-captain');
        case 'team-name-taken':
          throw new ProblemError('team-name-taken');
        case 'too-many-changes':
          throw new ProblemError('too-many-requests', { reason: 'changes', retryAfter: 3600 });
      }
    },
  }) satisfies Handlers<Route>;

const ownRequestOf = async (request: Request, sessions: Sessions): Promise<OwnRequest> => ({
  registrationId: request.path.registrationId ?? '',
  token: bearerOf(request),
  sessionHash: await sessions.find(request),
});

const bodyOf = (registrationId: string, found: OwnTeamFound): OwnTeamMessage => {
  if (found === 'not-yours') throw new ProblemError('not-yours', { reason: 'registration' });
  if (found === undefined) throw new ProblemError('not-found', { reason: 'not-yet-registered' });
  if (found === 'no-team') return { registrationId };
  const { captains, ...team } = found;
  return {
    registrationId,
    team: { ...team, ...(captains && { code: captains.code, people: captains.people.map((one) => ({ ...one })) }) },
  };
};
