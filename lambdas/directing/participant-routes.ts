import { participantsAsked, type ParticipantsMessage } from '../api/console/messages';
import { ConsoleError } from '../api/console/problems';
import { ProblemError } from '../api/problem-error';
import type { ListParticipants } from '../participants/list-participants';
import { readSearch } from '../participants/participant';
import { reply } from '../platform/http/reply';
import type { ConsoleHandlers, SignedRequest } from '../staff/guarded-routes';
import { raceIn } from './command-routes';

interface Needs {
  readonly listParticipants: ListParticipants;
}

/** Who registered in a race, and what became of them. */
export const participantRoutes = ({ listParticipants }: Needs) =>
  ({
    'POST /api/console/races/{raceId}/participants': async ({ request }: SignedRequest) => {
      const raceId = raceIn(request);
      const { q, event, state, payment, mail, sort, after } = request.json(participantsAsked);
      const search = readSearch(q);
      if (search.kind === 'too-short') throw new ConsoleError('search-too-short');
      const filter = { raceId, search, eventId: event, state, payment, isUnreached: mail === 'unreached' };
      const listed: ParticipantsMessage | undefined = await listParticipants({ filter, sort, after });
      if (!listed) throw new ProblemError('not-found', { reason: 'race', raceId });
      return reply(200, listed);
    },
  }) satisfies Partial<ConsoleHandlers>;
