import type { LineDesk } from '../line/orders/ports';
import { lookAgain } from './look-again';
import type { OpeningFigures, OpeningSample, OpeningSamples, OutsideFigures, SlowFigures, SpotsOfEvent } from './ports';

interface Needs {
  readonly figures: Pick<OpeningFigures, 'now'>;
  /** Counts less often than it is asked. */
  readonly slow: (raceId: string) => Promise<SlowFigures>;
  readonly lines: LineDesk;
  readonly outside: OutsideFigures;
  readonly samples: Pick<OpeningSamples, 'keep'>;
  /** Called when a part could not be looked at, or a sample was not kept. It is shown all the same. */
  readonly report: (error: unknown) => void;
}

/** Makes a sample of a race and keeps it. Undefined: there is no such race. */
export type LookAtOpening = (raceId: string) => Promise<OpeningSample | undefined>;

export const lookAtOpening =
  ({ figures, slow, lines, outside, samples, report }: Needs): LookAtOpening =>
  async (raceId) => {
    const now = await figures.now(raceId);
    if (!now) return undefined;
    const [queues, readiness] = await Promise.all([outside.queues(), outside.readiness()]);
    const line = await lines.figures(raceId).catch(report);
    const seen = {
      ...now,
      totals: totalsOf(now.events),
      slow: await slow(raceId),
      ...(line && { line }),
      ...(queues && { queues }),
      ...(readiness && { readiness }),
    };
    const sample = { ...seen, lookAgain: lookAgain(seen) };
    await samples.keep(raceId, sample).catch(report);
    return sample;
  };

/** Gifts have no end, and tickets are not what people come for at an opening. */
const totalsOf = (events: readonly SpotsOfEvent[]): OpeningSample['totals'] => {
  const runs = events.filter(({ kind }) => kind === 'run');
  const sum = (of: (event: SpotsOfEvent) => number) => runs.reduce((total, event) => total + of(event), 0);
  return {
    capacity: sum(({ capacity }) => capacity),
    registered: sum(({ registered }) => registered),
    held: sum(({ held, comingBack, offered }) => held + comingBack + offered),
    free: sum(({ free }) => free),
    waiting: sum(({ waiting }) => waiting.reduce((people, { size, places }) => people + size * places, 0)),
  };
};
