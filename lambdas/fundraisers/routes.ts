import type { FundraiserListMessage, FundraiserPageMessage } from '../api/messages/form/fundraisers';
import { ProblemError } from '../api/problem-error';
import type { Route } from '../contract/routes';
import type { Handlers } from '../platform/http/api';
import { cached } from '../platform/http/reply';
import type { Races } from '../races/race';
import { pageOf } from './fundraiser';
import type { Fundraisers } from './ports';

const caching = 'public, max-age=0, s-maxage=10, stale-while-revalidate=30';
/** Longer searches find nothing that a shorter one does not. */
const maxQuery = 80;

export const fundraiserRoutes = (races: Pick<Races, 'find'>, fundraisers: Fundraisers) => {
  const raceOf = async (raceId: string) => {
    const race = await races.find(raceId);
    if (!race) throw new ProblemError('not-found', { reason: 'race', raceId });
    return race;
  };
  return {
    'GET /api/races/{raceId}/fundraisers': async (request) => {
      const { raceId = '' } = request.path;
      const { currency } = await raceOf(raceId);
      const { q, after } = request.query;
      const page = pageOf(await fundraisers.list(raceId), { q: q?.slice(0, maxQuery), after });
      const body: FundraiserListMessage = {
        raceId,
        currency,
        ...page,
        fundraisers: page.fundraisers.map((one) => ({ ...one })),
      };
      return cached(request, body, caching);
    },

    'GET /api/races/{raceId}/fundraisers/{slug}': async (request) => {
      const { raceId = '', slug = '' } = request.path;
      const { currency } = await raceOf(raceId);
      const found = await fundraisers.find(raceId, slug);
      if (!found) throw new ProblemError('not-found', { reason: 'id', what: 'fundraiser' });
      const { id: _, ...page } = found;
      const body: FundraiserPageMessage = {
        raceId,
        currency,
        ...page,
        publicGifts: page.publicGifts.map((gift) => ({ ...gift })),
      };
      return cached(request, body, caching);
    },
  } satisfies Handlers<Route>;
};
