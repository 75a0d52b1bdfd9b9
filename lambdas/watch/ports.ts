import type { Difference } from './differences';
import type {
  CacheFaults,
  Comparison,
  CounterBehind,
  DealtBlock,
  Figures,
  MissingMail,
  Some,
  StuckPayment,
} from './figures';

/** The tables as a whole. */
export interface Books {
  /** Each comparison is made at one instant, so what changes meanwhile is no difference. */
  look(): Promise<Figures>;
  /** Reads every registration of the watched races. */
  compare(): Promise<Comparison>;
}

/** What the cache remembers of what the database decides. */
export interface Remembered {
  /** Throws while the cache does not answer. */
  compare(dealing: readonly DealtBlock[], racesOnSale: readonly string[]): Promise<CacheFaults>;
  /** Moves a counter forward, so that it no longer deals what is registered already. */
  advance(counter: CounterBehind): Promise<void>;
  /** Forgets a race's shown count of spots: the next request has it counted. */
  forgetCount(raceId: string): Promise<void>;
  /** True for the first caller within `seconds`: an order is not repeated every minute. */
  mayRepeat(what: string, seconds: number): Promise<boolean>;
}

/** Repeats an order unchanged. Consumers of orders handle repeats. */
export interface Orders {
  repeatPayments(payments: readonly StuckPayment[]): Promise<void>;
  repeatMails(mails: readonly MissingMail[]): Promise<void>;
}

/** The last verdict, for directors who watch an opening. */
export interface Verdicts {
  /** Notes what a pass found. `isComparison`: whole races were compared in it. */
  keep(measured: ReadonlyMap<Difference, Some>, isComparison: boolean): Promise<void>;
}
