import { lineEventsOf } from '../../../line/calling/arm-lines';
import { PostgresLineFigures } from '../../../line/orders/postgres-line-figures';
import { PostgresLineOrders } from '../../../line/orders/postgres-line-orders';
import { steerLine } from '../../../line/orders/steer-line';
import { log } from '../../../platform/observability';
import type { Postgres } from '../../../platform/postgres/postgres';
import { PostgresRaces } from '../../../races/postgres-races';
import type { RaceNews } from '../../../races/race';

/** What directors order about the line of a race. */
export const openLineOrders = (postgres: Postgres, news: RaceNews) => ({
  lineOrders: steerLine({
    orders: new PostgresLineOrders(postgres, async (raceId) => {
      const race = await new PostgresRaces(postgres).find(raceId);
      return race ? lineEventsOf(race) : [];
    }),
    news,
    report: (error) => log.warn('The caches of a race were not told of its line.', { reason: String(error) }),
  }),
  lineDesk: new PostgresLineFigures(postgres),
});
