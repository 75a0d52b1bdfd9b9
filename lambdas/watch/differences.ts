import type { CacheFaults, Comparison, EventBooks, Figures, PoolBooks, Some } from './figures';

/**
 * `broken`: the books contradict each other, and a person must look. `late`: something was ordered and has not
 * happened; what can be ordered again is ordered again.
 */
export type Severity = 'broken' | 'late';

/**
 * All differences; each name is also the name of its metric. `see`: the heading of docs/runbook.md that says what to
 * do. `alarm`: it must ring at once, also while the alarm of all others rings. Its metric is published only when something was found,
 * because a metric is paid by the hour.
 */
export const differences = {
  SpotsMissing: { severity: 'broken', see: 'Spots do not add up' },
  SpotsToSpare: { severity: 'broken', see: 'Spots do not add up' },
  SpotsStranded: { severity: 'broken', see: 'Spots do not add up' },
  NumbersUnsafe: { severity: 'broken', see: 'Spots do not add up' },
  EventsOversold: { severity: 'broken', see: 'Spots do not add up' },
  RunnersWithoutSpot: { severity: 'broken', see: 'Spots do not add up' },
  UnitsMissing: { severity: 'broken', see: 'Stock does not add up' },
  UnitsToSpare: { severity: 'broken', see: 'Stock does not add up' },
  UnitsStranded: { severity: 'broken', see: 'Stock does not add up' },
  LinesWithoutUnit: { severity: 'broken', see: 'Stock does not add up' },
  UsesOver: { severity: 'broken', see: 'More uses than a code has' },
  RunnersWithoutMoney: { severity: 'broken', see: 'Money and spots disagree' },
  MoneyWithoutRunner: { severity: 'broken', see: 'Money and spots disagree' },
  RefundsFailed: { severity: 'broken', see: 'Refunds that came back' },
  ChargesUnpaid: { severity: 'broken', see: 'Charges that failed after a move or a transfer' },
  PaymentsGivenBack: { severity: 'broken', see: 'Payments that were given back by hand' },
  AuthorisationsExpiring: { severity: 'broken', see: 'Authorisations expire' },
  ConsentsMissing: { severity: 'broken', see: 'Consents are missing' },
  DisputesDue: { severity: 'late', see: 'Disputes' },
  PaymentsStuck: { severity: 'late', see: 'Something is late' },
  MailsMissing: { severity: 'late', see: 'Something is late' },
  MailsUnknown: { severity: 'late', see: 'Mails of unknown fate' },
  OutboxLeft: { severity: 'late', see: 'Something is late' },
  BlocksOverdue: { severity: 'late', see: 'Something is late' },
  WaitingInVain: { severity: 'late', see: 'Something is late' },
  CancellationsStalled: { severity: 'late', see: 'Refunds of a cancelled race stall' },
  LinesStanding: { severity: 'late', see: 'A line stands still', alarm: 'own' },
  CountersBehind: { severity: 'late', see: 'Something is late' },
  CountsStale: { severity: 'late', see: 'Something is late' },
} as const satisfies Record<string, { severity: Severity; see: string; alarm?: 'own' }>;

export type Difference = keyof typeof differences;
export const differenceNames = Object.keys(differences).map((name) => name as Difference);

export interface Finding extends Some {
  readonly name: Difference;
  readonly severity: Severity;
  readonly see: string;
  readonly alarm?: 'own';
}

/** What was read in one pass. */
export interface WatchPass {
  readonly figures: Figures;
  /** Undefined in a pass that did not read whole races. */
  readonly comparison: Comparison | undefined;
  /** Undefined while the cache does not answer. */
  readonly cache: CacheFaults | undefined;
}

/** Every difference that was looked for, with its count. */
export const measure = ({ figures, comparison, cache }: WatchPass): ReadonlyMap<Difference, Some> => {
  const { events, pools } = figures;
  const measured: Readonly<Record<Difference, Some | undefined>> = {
    // Fewer rows than the capacity: some spots can never be sold.
    SpotsMissing: sumOf(events, ({ spots, capacity }) => capacity - spots),
    // More rows than the capacity are right only while the surplus is not sellable.
    SpotsToSpare: sumOf(events, ({ spots, capacity, sellable }) => Math.min(sellable, spots - capacity)),
    // Neither sellable nor registered nor in an open block: nobody will ever get these spots.
    SpotsStranded: sumOf(events, unaccounted),
    // The next spot that is made would get a number that was used before.
    NumbersUnsafe: sumOf(events, ({ highestNumber, nextNumber }) => highestNumber + 1 - nextNumber),
    EventsOversold: sumOf(events, ({ live, capacity }) => live - capacity),
    // Somebody is registered on a spot that is for sale or promised to another runner.
    RunnersWithoutSpot: sumOf(events, (event) => -unaccounted(event)),
    // The same for the units of pools.
    UnitsMissing: sumOfPools(pools, ({ units, stock }) => stock - units),
    UnitsToSpare: sumOfPools(pools, ({ units, stock, sellable }) => Math.min(sellable, units - stock)),
    UnitsStranded: sumOfPools(pools, ({ units, sellable, given, held }) => units - sellable - given - held),
    LinesWithoutUnit: sumOfPools(pools, ({ units, sellable, given, held }) => sellable + given + held - units),
    // A cache lied, or a queue was late: the price that was quoted stands.
    UsesOver: comparison?.usesOver,
    RunnersWithoutMoney: comparison?.runnersWithoutMoney,
    MoneyWithoutRunner: comparison?.moneyWithoutRunner,
    // The processor does not try again: a person has to pay.
    RefundsFailed: figures.refundsFailed,
    // A runner keeps a spot that is not paid in full. A director decides what becomes of it.
    ChargesUnpaid: figures.chargesUnpaid,
    // Somebody did that at the processor, where nobody could ask what becomes of the spot.
    PaymentsGivenBack: figures.paymentsGivenBack,
    // The bank lets the money go after seven days, and the runner is in.
    AuthorisationsExpiring: figures.authorisationsExpiring,
    // Nobody may start without the consent that the race asks for.
    ConsentsMissing: comparison?.consentsMissing,
    DisputesDue: figures.disputesDue,
    PaymentsStuck: figures.paymentsStuck,
    MailsMissing: comparison?.mailsMissing,
    MailsUnknown: comparison?.mailsUnknown,
    OutboxLeft: figures.outboxLeft,
    BlocksOverdue: figures.blocksOverdue,
    WaitingInVain: figures.waitingInVain,
    // Whoever is left has paid for a race that does not take place.
    CancellationsStalled: figures.cancellationsStalled,
    // A sale that people wait for stands still.
    LinesStanding: figures.linesStanding,
    CountersBehind: cache && someOf(cache.countersBehind.map(({ blockId }) => blockId)),
    CountsStale: cache && someOf(cache.staleCounts),
  };
  return new Map(
    differenceNames.flatMap((name) => {
      const some = measured[name];
      return some ? [[name, some] as const] : [];
    }),
  );
};

const unaccounted = ({ spots, sellable, live, held }: EventBooks) => spots - sellable - live - held;

/** What does not agree. An empty list means that the pass found nothing. */
export const findingsIn = (measured: ReadonlyMap<Difference, Some>): readonly Finding[] =>
  [...measured].flatMap(([name, { count, samples }]) =>
    count > 0 ? { name, ...differences[name], count, samples } : [],
  );

const maxSamples = 5;

const someOf = (ids: readonly string[]): Some => ({ count: ids.length, samples: ids.slice(0, maxSamples) });

/** Sums only what is above zero: too many in one event does not make up for too few in another. */
const sumOf = (events: readonly EventBooks[], difference: (event: EventBooks) => number): Some =>
  sumOfAll(events, difference, ({ eventId }) => eventId);

const sumOfPools = (pools: readonly PoolBooks[], difference: (pool: PoolBooks) => number): Some =>
  sumOfAll(pools, difference, ({ poolId }) => poolId);

const sumOfAll = <T>(all: readonly T[], difference: (one: T) => number, idOf: (one: T) => string): Some => {
  const wrong = all.filter((one) => difference(one) > 0);
  return {
    count: wrong.reduce((sum, one) => sum + difference(one), 0),
    samples: wrong.map(idOf).slice(0, maxSamples),
  };
};
