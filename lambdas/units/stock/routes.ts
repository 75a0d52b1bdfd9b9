import type { StockMessage } from '../../api/messages/form/stock';
import { ProblemError } from '../../api/problem-error';
import type { Route } from '../../contract/routes';
import type { Handlers } from '../../platform/http/api';
import { cached } from '../../platform/http/reply';
import type { ShowStock } from './show-stock';

const stockCaching = 'public, max-age=0, s-maxage=2';

export const stockRoutes = (show: ShowStock) =>
  ({
    'GET /api/races/{raceId}/stock': async (request) => {
      const { raceId = '' } = request.path;
      const variants = await show(raceId);
      if (!variants) throw new ProblemError('not-found', { reason: 'race', raceId });
      const body: StockMessage = { raceId, variants: [...variants] };
      return cached(request, body, stockCaching);
    },
  }) satisfies Handlers<Route>;
