import type { TeamMessage, TeamPageMessage } from '../api/messages/form/teams';
import { ProblemError } from '../api/problem-error';
import type { Route } from '../contract/routes';
import type { Handlers } from '../platform/http/api';
import { keepAnswers } from '../platform/http/kept-answers';
import { cached, kept } from '../platform/http/reply';
import type { ListTeams, ShowTeam } from './list-teams';

const listCaching = 'public, max-age=0, s-maxage=10, stale-while-revalidate=30';
/** A name is not longer, so a longer search finds nothing. */
const maxSearchLength = 60;
/** Some five thousand pages. A list that was loaded again has other ones. */
const keptLimits = { maxBytes: 16 * 1024 * 1024, keepMs: 60_000 };

export const teamRoutes = ({ list, show }: { readonly list: ListTeams; readonly show: ShowTeam }) => {
  const answers = keepAnswers(keptLimits);

  return {
    'GET /api/races/{raceId}/teams': async (request) => {
      const { raceId = '' } = request.path;
      const { event: eventId = '', q: words = '', after } = request.query;
      const page = await list({ raceId, eventId, words: words.slice(0, maxSearchLength), after });
      if (!page) throw new ProblemError('not-found', { reason: 'event', raceId, eventId });
      const answer = await answers.find(page.name, async (): Promise<TeamPageMessage> => {
        const { teams, next } = page.read();
        return { raceId, eventId, teams: [...teams], ...(next && { next }) };
      });
      return kept(request, answer, listCaching);
    },

    'GET /api/teams/{teamId}': async (request) => {
      const found = await show(request.path.teamId ?? '');
      if (!found) throw new ProblemError('not-found', { reason: 'id', what: 'team' });
      const { raceId, eventId, team } = found;
      const { takenLegs, ...shown } = team;
      const body: TeamMessage = { raceId, eventId, ...shown, ...(takenLegs && { takenLegs: [...takenLegs] }) };
      return cached(request, body, listCaching);
    },
  } satisfies Handlers<Route>;
};
