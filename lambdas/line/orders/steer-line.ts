import type { RaceNews } from '../../races/race';
import type { LineOrders } from './ports';

interface Needs {
  readonly orders: LineOrders;
  readonly news: RaceNews;
  readonly report: (error: unknown) => void;
}

/** Carries out what a director orders about a line, and tells the caches of its race. */
export const steerLine = ({ orders, news, report }: Needs): LineOrders => ({
  async carryOut(raceId, wish, isDryRun) {
    const answer = await orders.carryOut(raceId, wish, isDryRun);
    // Caches that are not told learn it within a minute. Ticks and the document of the line read it at once.
    if (answer.kind === 'steered' && answer.isChanged && !isDryRun) await news.changed(raceId).catch(report);
    return answer;
  },
});
