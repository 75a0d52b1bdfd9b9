import type { TeamMessage, TeamPageMessage } from '../api/messages/form/teams';
import { ProblemError } from '../api/problem-error';
import type { Route } from '../contract/routes';
import type { Handlers } from '../platform/http/api';
import { cached } from '../platform/http/reply';
import type { ListTeams, ShowTeam } from './list-teams';

const listCaching = 'public, max-age=0, s-maxage=10, stale-while-revalidate=30';
/** A name is not longer, so a longer search finds nothing. */
const maxSearchLength = 60;

export const teamRoutes = ({ list, show }: { readonly list: ListTeams; readonly show: ShowTeam }) =>
  ({
    'GET /api/races/{raceId}/teams': async (request) => {
      const { raceId = '' } = request.path;
      const { event: eventId = '', q: words = '', after } = request.query;
      const page = await list({ raceId, eventId, words: words.slice(0, maxSearchLength), after });
      if (!page) throw new ProblemError('not-found', { reason: 'event', raceId, eventId });
      const { teams, next } = page;
      const body: TeamPageMessage = { raceId, eventId, teams: teams.map((one) => ({ ...one })), ...(next && { next }) };
      return cached(request, body, listCaching);
    },

    'GET /api/teams/{teamId}': async (request) => {
      const found = await show(request.path.teamId ?? '');
      if (!found) throw new ProblemError('not-found', { reason: 'id', what: 'team' });
      const { raceId, eventId, team } = found;
      const { takenLegs, ...shown } = team;
      const body: TeamMessage = { raceId, eventId, ...shown, ...(takenLegs && { takenLegs: [...takenLegs] }) };
      return cached(request, body, listCaching);
    },
  }) satisfies Handlers<Route>;
