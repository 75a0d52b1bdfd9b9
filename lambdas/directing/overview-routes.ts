import type { RaceDetailsMessage, RaceOverviewMessage } from '../api/console/messages';
import { ProblemError } from '../api/problem-error';
import { reply } from '../platform/http/reply';
import type { ConsoleHandlers, SignedRequest } from '../staff/guarded-routes';
import type { RaceOverviews } from './ports';

/** What somebody sees of the races that they have a role in. */
export const overviewRoutes = ({ races }: { readonly races: RaceOverviews }) =>
  ({
    'GET /api/console/races': async ({ signed: { roles } }: SignedRequest) => {
      const own = roles.flatMap(({ raceId }) => raceId ?? []);
      const listed: readonly RaceOverviewMessage[] = await races.list(own.length < roles.length ? undefined : own);
      return reply(200, { races: listed });
    },

    'GET /api/console/races/{raceId}': async ({ request }: SignedRequest) => {
      const { raceId = '' } = request.path;
      const race: RaceDetailsMessage | undefined = await races.find(raceId);
      if (!race) throw new ProblemError('not-found', { reason: 'race', raceId });
      return reply(200, race);
    },
  }) satisfies Partial<ConsoleHandlers>;
