import type { Decision, Submission } from '../../domain/registration';
import type { Sweep } from '../submit/ports';

/** Where outcomes are written, once each. */
export interface Registrations {
  /**
   * Decides all single submissions of one event in one transaction, and puts what must leave because of it in the
   * outbox. `deferred`: no spot is free for them, but some are held and may come back.
   */
  record(eventId: string, submissions: readonly Submission[]): Promise<Recorded>;
  /**
   * Decides a group in one transaction: all members get the same outcome, each with a row and a number of their own.
   * `deferred` names the registration that pays.
   */
  recordGroup(submission: Submission): Promise<Recorded>;
  /**
   * Gives every id without an outcome one (refused, money back), and orders again what was never settled. `deferred`:
   * ids that may still come in by the database's clock; a refused row would shut them out.
   */
  sweep(sweeps: readonly Sweep[]): Promise<Recorded>;
}

export interface Recorded {
  readonly decisions: readonly Decision[];
  readonly deferred: readonly string[];
  /** Outbox ids to relay now; the minute job relays what this misses. */
  readonly outbox: readonly string[];
}
