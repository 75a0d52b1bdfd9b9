import type { CacheFaults, Comparison, CounterBehind, DealtBlock, Figures, MissingMail, StuckPayment } from './figures';

/** The tables, looked at as a whole. */
export interface Books {
  /** Each comparison is made in one instant, so what moves meanwhile is no difference. */
  look(): Promise<Figures>;
  /** Reads every registration of the races that are watched. */
  compare(): Promise<Comparison>;
}

/** What the cache remembers of what the database decides. */
export interface Remembered {
  /** Throws while the cache does not answer. */
  compare(dealing: readonly DealtBlock[], racesOnSale: readonly string[]): Promise<CacheFaults>;
  /** Moves a counter forward, so that it deals no more of what is registered already. */
  advance(counter: CounterBehind): Promise<void>;
  /** Forgets what a race's page shows of its spots: the next to ask has them counted. */
  forgetCount(raceId: string): Promise<void>;
  /** True for the first caller in so many seconds: an order is not repeated every minute. */
  mayRepeat(what: string, seconds: number): Promise<boolean>;
}

/** Gives an order again, word for word. Whoever carries it out bears repeats. */
export interface Orders {
  repeatPayments(payments: readonly StuckPayment[]): Promise<void>;
  repeatMails(mails: readonly MissingMail[]): Promise<void>;
}
