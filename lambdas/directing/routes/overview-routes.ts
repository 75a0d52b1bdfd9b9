import type { RaceDetailsMessage, RaceOverviewMessage } from '../../api/console/messages';
import { ProblemError } from '../../api/problem-error';
import type { RaceDocuments } from '../../editing/ports';
import { reply } from '../../platform/http/reply';
import type { ConsoleHandlers, SignedRequest } from '../../staff/guarded-routes';
import type { RaceOverviews } from '../ports';
import { raceIn } from './command-routes';

interface Needs {
  readonly races: RaceOverviews;
  readonly documents: Pick<RaceDocuments, 'unpublished'>;
}

/** The races that somebody has a role in. */
export const overviewRoutes = ({ races, documents }: Needs) =>
  ({
    'GET /api/console/races': async ({ signed: { roles } }: SignedRequest) => {
      const own = roles.flatMap(({ raceId }) => raceId ?? []);
      const seen = own.length < roles.length ? undefined : own;
      const listed: readonly RaceOverviewMessage[] = await races.list(seen);
      return reply(200, { races: listed, drafts: await documents.unpublished(seen) });
    },

    'GET /api/console/races/{raceId}': async ({ request }: SignedRequest) => {
      const raceId = raceIn(request);
      const race: RaceDetailsMessage | undefined = await races.find(raceId);
      if (!race) throw new ProblemError('not-found', { reason: 'race', raceId });
      return reply(200, race);
    },
  }) satisfies Partial<ConsoleHandlers>;
