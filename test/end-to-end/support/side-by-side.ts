import { added, type Figures, settled, sumOf, wrongIn } from './books';
import type { Onlookers, Windows } from './onlookers';
import { raceId } from './program';
import type { RunningSystem } from './running-system';

interface Walk {
  readonly what: string;
  /** What it adds to the totals of the race. */
  readonly adds: Figures;
  readonly work: (windows: Windows) => Promise<void>;
  readonly opensWindows: boolean;
}

/** Walks of different people that do not disturb each other. */
export interface Walks {
  /** A walk without a browser. */
  walk(what: string, adds: Figures, work: () => Promise<void>): void;
  /** A walk with windows of its own. */
  walkInBrowser(what: string, adds: Figures, work: (windows: Windows) => Promise<void>): void;
}

/**
 * Of walks with a browser at the same time. All have the address of this machine, and more unpaid spots of one address
 * would need proofs of work.
 */
const mostInBrowser = 4;

/**
 * All walks are under way at the same time, because most of each is waiting for queues. Each is a test of its own. What all
 * together add to the totals of the race is a test, too.
 */
export const sideBySide = (
  system: RunningSystem,
  onlookers: Onlookers,
  name: string,
  describeWalks: (walks: Walks) => void,
): void =>
  describe(name, () => {
    const walks: Walk[] = [];
    describeWalks({
      walk: (what, adds, work) => walks.push({ what, adds, work, opensWindows: false }),
      walkInBrowser: (what, adds, work) => walks.push({ what, adds, work, opensWindows: true }),
    });

    let ends: readonly Promise<PromiseSettledResult<void>>[] = [];
    let totals: Promise<PromiseSettledResult<Figures>>;
    beforeAll(() => {
      const lanes = openLanes(mostInBrowser);
      let begin = () => {};
      const begun = new Promise<void>((resolve) => {
        begin = resolve;
      });
      ends = walks.map(({ work, opensWindows }) => {
        const walk = () => onlookers.beside(work);
        return settle(begun.then(() => (opensWindows ? lanes(walk) : walk())));
      });
      totals = settle(
        added(system, raceId, () => {
          begin();
          return Promise.all(ends);
        }),
      );
    });

    test.each(walks.map(({ what }, index) => [what, index] as const))(
      '%s',
      system.watched(async (_, index) => {
        const end = await ends[index];
        if (end?.status !== 'fulfilled') throw end?.reason;
      }),
    );

    test(
      'and the totals of the race say the same',
      system.watched(async () => {
        const end = await totals;
        if (end.status !== 'fulfilled') throw end.reason;
        expect(end.value).toEqual(sumOf(walks.map(({ adds }) => adds)));
        const books = await settled(system);
        expect([books.balance, wrongIn(books)]).toEqual(['yes', []]);
      }),
    );
  });

/** A failure is thrown when its test asks for it, not before. */
const settle = async <T>(work: Promise<T>): Promise<PromiseSettledResult<T>> => {
  const [end] = await Promise.allSettled([work]);
  return end;
};

/** Runs what it is given in this order, and this many at the same time. */
const openLanes = (most: number) => {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async (work: () => Promise<void>): Promise<void> => {
    if (running === most) await new Promise<void>((resolve) => waiting.push(resolve));
    else running += 1;
    try {
      await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
};
