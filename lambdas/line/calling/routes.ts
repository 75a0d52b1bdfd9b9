import type { LineDocumentMessage } from '../../api/messages/line';
import { ProblemError } from '../../api/problem-error';
import type { Route } from '../../contract/routes';
import type { Handlers } from '../../platform/http/api';
import { cached } from '../../platform/http/reply';
import type { LineDocument, LineDocuments } from '../ports';

/**
 * A second at the CDN, and up to two more while it asks for the next one: nobody waits for that (docs/decisions/148-nobody-waits-for-the-next-look.md).
 * While we are away, those who wait keep the last one for five minutes.
 */
const caching = 'public, max-age=0, s-maxage=1, stale-while-revalidate=2, stale-if-error=300';

export const lineRoutes = (lines: LineDocuments) =>
  ({
    'GET /api/races/{raceId}/line': async (request) => {
      const { raceId = '' } = request.path;
      const line = await lines.find(raceId);
      if (!line) throw new ProblemError('not-found', { reason: 'line', raceId });
      return cached(request, messageOf(line), caching);
    },
  }) satisfies Handlers<Route>;

const messageOf = (line: LineDocument): LineDocumentMessage => ({
  ...line,
  waves: line.waves.map(([...wave]) => wave),
  events: line.events.map((event) => ({
    ...event,
    curve: event.curve.map(([...point]) => point),
    past: event.past.map(([...reading]) => reading),
  })),
});
