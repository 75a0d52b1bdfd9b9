import {
  type CurveMessage,
  type OpeningMessage,
  type SalesMessage,
  salesAsked,
} from '../../api/console/sales-messages';
import { ProblemError } from '../../api/problem-error';
import { read } from '../../api/read';
import { type Reply, reply } from '../../platform/http/reply';
import type { Openings, SalesFigures } from '../../sales/ports';
import type { ConsoleHandlers, SignedRequest } from '../../staff/guarded-routes';
import { raceIn } from './command-routes';

interface Needs {
  readonly sales: SalesFigures;
  readonly openings: Openings;
}

/** What a race has sold, and how its opening goes. However many people look, it is counted once in a while. */
export const salesRoutes = ({ sales, openings }: Needs) =>
  ({
    'GET /api/console/races/{raceId}/sales': async ({ request }: SignedRequest) => {
      const asked = read(salesAsked, request.query);
      if ('errors' in asked) throw new ProblemError('invalid-request', { reason: 'fields', errors: asked.errors });
      const sold: SalesMessage | undefined = await sales.read(raceIn(request), asked.output.range);
      return found(sold, raceIn(request));
    },

    'GET /api/console/races/{raceId}/live': async ({ request }: SignedRequest) => {
      const sample: OpeningMessage | undefined = await openings.sample(raceIn(request));
      return found(sample, raceIn(request));
    },

    'GET /api/console/races/{raceId}/live/curve': async ({ request }: SignedRequest) => {
      const curve: CurveMessage = { points: await openings.curve(raceIn(request)) };
      return reply(200, curve);
    },
  }) satisfies Partial<ConsoleHandlers>;

const found = (value: object | undefined, raceId: string): Reply => {
  if (!value) throw new ProblemError('not-found', { reason: 'race', raceId });
  return reply(200, value);
};
