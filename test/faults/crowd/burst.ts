import { acceptedCard, type Fault, type Moment } from '../fault';
import type { FaultSystem } from '../system/fault-system';
import { type Client, letRun } from './crowd';
import { type FreshRace, freshRace } from './fresh-race';
import type { Received, RetryRule } from './watched-browser';

/** An opening with a fault in it, as the crowd saw it. */
export interface Burst {
  readonly fault: Fault;
  readonly race: FreshRace;
  /** The clients of the burst, and later all who came after it. */
  readonly clients: Client[];
  /** Share of the requests that had no answer or a 5xx while something was broken, from 0 to 1. */
  readonly errorShare: number;
  /** How often each error was seen. */
  readonly errors: Readonly<Record<string, number>>;
  /**
   * Seconds from the end of the fault until spots were held and registrations confirmed again; undefined when the burst
   * was over by then.
   */
  readonly recoverySeconds: number | undefined;
  readonly seconds: number;
}

export interface Size {
  readonly runners: number;
  readonly spots: number;
  /** Seconds within which all set off. */
  readonly within: number;
  /** Seconds that a runner tries, besides the duration of the fault. */
  readonly trySeconds: number;
  readonly retryRule: RetryRule;
  /** Percent of the runners who bring somebody. */
  readonly together: number;
  /** The race has a form that uses everything. Default: a plain race. */
  readonly form?: boolean;
}

/** Counts the promised spots, and wakes those who wait for a share of them. */
const countHolds = (spots: number) => {
  let [held, over] = [0, false];
  const waiting = new Set<() => void>();
  return {
    more: (some: number) => {
      held += some;
      for (const look of waiting) look();
    },
    end: () => {
      over = true;
      for (const look of waiting) look();
    },
    isOver: () => over,
    reaches: (share: number) =>
      new Promise<void>((resolve) => {
        const look = () => {
          if (!over && held < share * spots) return;
          waiting.delete(look);
          resolve();
        };
        waiting.add(look);
        look();
      }),
  };
};

const tally = (words: readonly string[]): Record<string, number> => {
  const counts: Record<string, number> = {};
  for (const word of words) counts[word] = (counts[word] ?? 0) + 1;
  return counts;
};

const recovery = (notes: readonly Received[], healedAt: number): number | undefined => {
  const first = (wanted: Received['kind']) => notes.find(({ kind, at }) => kind === wanted && at >= healedAt)?.at;
  const [held, confirmed] = [first('held'), first('confirmed')];
  return held && confirmed ? (Math.max(held, confirmed) - healedAt) / 1000 : undefined;
};

/** All runners register for a fresh race, and the fault happens among them. */
export const burst = async (target: FaultSystem, fault: Fault, size: Size): Promise<Burst> => {
  const race = await freshRace(target, size.spots, size.form ?? false, fault.isRelay);
  await fault.prepare?.(target, size.runners);
  const notes: Received[] = [];
  const holds = countHolds(size.spots);
  let gate = Promise.resolve();
  let struckAt = Number.POSITIVE_INFINITY;
  const moment: Moment = {
    eventId: race.eventId,
    isOver: holds.isOver,
    async held(share) {
      await holds.reaches(share);
      struckAt = Math.min(struckAt, Date.now());
    },
    async standStill(work) {
      let open = () => {};
      gate = new Promise((resolve) => {
        open = resolve;
      });
      return work().finally(() => open());
    },
  };
  const startedAt = Date.now();

  const crowd = letRun({
    ...size,
    site: target.site,
    race,
    trySeconds: size.trySeconds + (fault.lasts ?? 0),
    cardOf: fault.cardOf ?? (() => acceptedCard),
    challengeOf: fault.challengeOf,
    secondCard: fault.secondCard,
    mayGo: () => gate,
    listener: (received) => {
      notes.push(received);
      if (received.kind === 'held') holds.more(received.spots ?? 1);
    },
  }).finally(holds.end);
  const strike = async () => {
    await fault.strike(target, moment);
    return Date.now();
  };
  const [clients, healedAt] = await Promise.all([crowd, strike()]);
  await fault.cease?.(target);

  const during = notes.filter(({ at }) => at >= struckAt && at <= healedAt + 1000);
  const failed = during.filter(({ kind }) => kind === 'failure');
  return {
    fault,
    race,
    clients: [...clients],
    errorShare: during.length === 0 ? 0 : failed.length / during.length,
    errors: tally(failed.map(({ why = '' }) => why)),
    recoverySeconds: recovery(notes, healedAt),
    seconds: (Date.now() - startedAt) / 1000,
  };
};
