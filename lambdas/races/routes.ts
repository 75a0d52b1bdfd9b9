import type { AvailabilityMessage, ListedRaceMessage, RaceMessage, RaceSummaryMessage } from '../api/messages/races';
import { ProblemError } from '../api/problem-error';
import type { Route } from '../contract/routes';
import type { Handlers } from '../platform/http/api';
import { cached } from '../platform/http/reply';
import type { BrowseRaces } from './browse-races';
import type { ListedRace, Race, RaceEvent, RaceMedia, RaceSummary } from './race';

// Browsers revalidate each time; the CDN asks us at these intervals, and may answer with the old version meanwhile.
const listCaching = 'public, max-age=0, s-maxage=2, stale-while-revalidate=5';
const availabilityCaching = 'public, max-age=0, s-maxage=1';

/** `openapi` is the API's own description. */
export const raceRoutes = (browse: BrowseRaces, openapi: unknown) =>
  ({
    'GET /api/races': async (request) => {
      const races = await browse.list();
      return cached(request, { races: races.map(listedMessage) }, listCaching);
    },

    'GET /api/races/{raceId}': async (request) => {
      const { raceId = '' } = request.path;
      const answer = await browse.show(raceId);
      if (answer.kind === 'no-such-race') throw noSuchRace(raceId);
      return cached(request, raceMessage(answer.race), listCaching);
    },

    'GET /api/races/{raceId}/availability': async (request) => {
      const { raceId = '' } = request.path;
      const answer = await browse.availability(raceId);
      if (answer.kind === 'no-such-race') throw noSuchRace(raceId);
      const { now, revision, events, line } = answer;
      const body: AvailabilityMessage = {
        raceId,
        now: now.toISOString(),
        ...(revision !== undefined && { revision }),
        events: [...events],
        ...(line && { line }),
      };
      return cached(request, body, availabilityCaching);
    },

    'GET /api/openapi.json': async (request) => cached(request, openapi, listCaching),
  }) satisfies Handlers<Route>;

const noSuchRace = (raceId: string) => new ProblemError('not-found', { reason: 'race', raceId });

const summaryMessage = ({ id, name, place, date, timeZone, opensAt, closesAt }: RaceSummary): RaceSummaryMessage => ({
  id,
  name,
  place,
  date,
  timeZone,
  opensAt: opensAt.toISOString(),
  closesAt: closesAt.toISOString(),
});

const listedMessage = (race: ListedRace): ListedRaceMessage => ({
  ...summaryMessage(race),
  ...(race.sale && { sale: race.sale }),
});

/** An event as runners see it. */
export const eventMessage = ({ prices, isHidden: _, ...event }: RaceEvent): RaceMessage['events'][number] => ({
  ...event,
  prices: prices.map(({ label, from, amount }) => ({ label, from: from.toISOString(), amount })),
});

const mediaMessage = ({ picture, logo, files, sponsors }: RaceMedia): NonNullable<RaceMessage['media']> => ({
  ...(picture && { picture: { ...picture, alt: picture.alt ?? '' } }),
  ...(logo && { logo: { ...logo, alt: logo.alt ?? '' } }),
  ...(files && { files: [...files] }),
  ...(sponsors && { sponsors: [...sponsors] }),
});

const changesMessage = ({ changes, isCancelled }: Race): RaceMessage['changes'] => ({
  refundPercent: changes.refundPercent,
  ...(!isCancelled && {
    ...(changes.cancelUntil && { cancelUntil: changes.cancelUntil.toISOString() }),
    ...(changes.transferUntil && { transferUntil: changes.transferUntil.toISOString() }),
    ...(changes.transferFee && { transferFee: changes.transferFee }),
    ...(changes.deferral && { deferUntil: changes.deferral.until.toISOString() }),
  }),
});

const raceMessage = (race: Race): RaceMessage => ({
  ...summaryMessage(race),
  description: race.description,
  currency: race.currency,
  waiver: race.waiver,
  events: race.events.map(eventMessage),
  changes: changesMessage(race),
  ...(race.form !== undefined && { form: race.form }),
  ...(race.notice !== undefined && { notice: race.notice }),
  ...(race.media && { media: mediaMessage(race.media) }),
  ...(race.revision !== undefined && { revision: race.revision }),
  ...(race.draw !== undefined && { draw: race.draw }),
  ...(race.hasCodes && { codes: true as const }),
  ...(race.givesBibs && { bibs: true as const }),
  ...(race.isCancelled && { cancelled: true as const }),
});
