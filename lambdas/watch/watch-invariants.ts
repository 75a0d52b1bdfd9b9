import { type Difference, measure } from './differences';
import { type CacheFaults, type Some, type Standing, standingOf } from './figures';
import type { Books, Orders, Remembered } from './ports';

interface Needs {
  readonly books: Books;
  readonly remembered: Remembered;
  readonly orders: Orders;
  /** Called when the cache could not be compared or corrected: the next pass does it. */
  readonly report: (error: unknown) => void;
}

export interface Watched {
  readonly measured: ReadonlyMap<Difference, Some>;
  readonly standing: Standing;
  /** How many of each were corrected or ordered again. */
  readonly repaired: Readonly<Record<'payments' | 'mails' | 'counters' | 'counts', number>>;
}

export type WatchInvariants = () => Promise<Watched>;

/** Reading whole races each minute would slow down an opening, and what it finds is minutes old anyway. */
const compareEverySeconds = 570;

/** Longer than an order takes. For a mail, as long as a used-up quota may hold it back. */
const repeatAfterSeconds = { payment: 600, mail: 43_200 };

/**
 * Compares what must agree, and corrects what the database alone can correct: it repeats orders and corrects the cache.
 * Where spots and money contradict each other it changes nothing, because only a person can say which of them is wrong.
 * Throws when the database does not answer.
 */
export const watchInvariants =
  ({ books, remembered, orders, report }: Needs): WatchInvariants =>
  async () => {
    const figures = await books.look();
    const isDue = await orElse(true, report, remembered.mayRepeat('comparison', compareEverySeconds));
    const comparison = isDue ? await books.compare() : undefined;
    const cache = await orElse(undefined, report, remembered.compare(figures.dealing, figures.racesOnSale));

    // Without the cache an order is repeated in every pass: more work, but no harm.
    const due = async <T>(some: readonly T[], nameOf: (one: T) => string, seconds: number) => {
      const may = await Promise.all(
        some.map((one) => orElse(true, report, remembered.mayRepeat(nameOf(one), seconds))),
      );
      return some.filter((_, index) => may[index]);
    };
    const payments = await due(
      figures.paymentsStuck.orders,
      ({ registrationId }) => `payment:${registrationId}`,
      repeatAfterSeconds.payment,
    );
    const mails = await due(
      comparison?.mailsMissing.orders ?? [],
      ({ registrationId, template, generation }) => `mail:${registrationId}:${template}:${generation}`,
      repeatAfterSeconds.mail,
    );
    await orders.repeatPayments(payments);
    await orders.repeatMails(mails);

    const corrected = await orElse(nothing, report, correct(remembered, cache ?? nothing));
    return {
      measured: measure({ figures, comparison, cache }),
      standing: standingOf(figures.events),
      repaired: {
        payments: payments.length,
        mails: mails.length,
        counters: corrected.countersBehind.length,
        counts: corrected.staleCounts.length,
      },
    };
  };

const nothing: CacheFaults = { countersBehind: [], staleCounts: [] };

const correct = async (remembered: Remembered, faults: CacheFaults): Promise<CacheFaults> => {
  await Promise.all([
    ...faults.countersBehind.map((counter) => remembered.advance(counter)),
    ...faults.staleCounts.map((raceId) => remembered.forgetCount(raceId)),
  ]);
  return faults;
};

/** The watch must go on when the cache does not answer. */
const orElse = <T>(otherwise: T, report: (error: unknown) => void, work: Promise<T>): Promise<T> =>
  work.catch((error: unknown) => {
    report(error);
    return otherwise;
  });
