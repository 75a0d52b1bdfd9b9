import type { Challenge } from '../../loadtest/people/journey';
import type { Client } from './crowd/crowd';
import type { FaultSystem } from './system/fault-system';

/** The state of a running burst. */
export interface Moment {
  readonly eventId: string;
  /** Resolves when this share of the spots has been promised, or everybody has given up. */
  held(share: number): Promise<void>;
  readonly isOver: () => boolean;
  /**
   * No further runner sets off meanwhile. Without it, small openings would be over before a delicate fault is prepared.
   */
  standStill<T>(work: () => Promise<T>): Promise<T>;
}

export interface Fault {
  readonly name: string;
  /** What is done, and when: for the report. */
  readonly what: string;
  /** The card of the n-th runner. Default: one that is accepted. */
  readonly cardOf?: (n: number) => string;
  /** In a race with a form, whose card is declined changes what they buy, and pays with this one. Default: they leave. */
  readonly secondCard?: string;
  /** A cache lies, or a queue is so late that units are given to others: lines may be short, and uses over. */
  readonly mayBeShort?: true;
  /** The bank of the n-th runner's card asks them. Default: none does. */
  readonly challengeOf?: (n: number) => Challenge | undefined;
  /** Runs before the crowd sets off. */
  prepare?(target: FaultSystem, runners: number): Promise<void>;
  /** Called when the crowd sets off: breaks something among them. Resolves when it is repaired. */
  strike(target: FaultSystem, moment: Moment): Promise<void>;
  /** True when the fault had no effect on these clients. Then it proves nothing, and is tried on another crowd. */
  isIdle?(clients: readonly Client[]): boolean;
  /** Ends what `prepare` began, after the crowd has gone. */
  cease?(target: FaultSystem): Promise<void>;
  /** In a race with a form, the crowd runs its relay: everybody is in a team and runs a leg. Default: a run for each by themselves. */
  readonly isRelay?: true;
  /** Holds end, and others buy their spots, before late queue messages are let through. */
  readonly isLate?: true;
  /** Seconds that something is broken: runners wait longer by that much. */
  readonly lasts?: number;
}

export const acceptedCard = '4242424242424242';

/** A random share in between: when exactly a process dies is left to chance. */
export const somewhere = (least: number, most: number): number => least + Math.random() * (most - least);

/** The same in the relay of a race with a form. */
export const inRelay = (fault: Fault): Fault => ({ ...fault, name: `${fault.name}, relay`, isRelay: true });

/** Two faults in one burst. */
export const bothFaults = (one: Fault, other: Fault): Fault => ({
  name: `${one.name}, ${other.name}`,
  what: `${one.what} At the same time: ${other.what}`,
  cardOf: (n) => (one.cardOf ?? other.cardOf)?.(n) ?? acceptedCard,
  ...((one.secondCard ?? other.secondCard) !== undefined && { secondCard: acceptedCard }),
  challengeOf: (n) => one.challengeOf?.(n) ?? other.challengeOf?.(n),
  lasts: Math.max(one.lasts ?? 0, other.lasts ?? 0),
  ...((one.isLate || other.isLate) && { isLate: true }),
  ...((one.mayBeShort || other.mayBeShort) && { mayBeShort: true }),
  isIdle: (clients) => (one.isIdle?.(clients) ?? false) || (other.isIdle?.(clients) ?? false),
  async prepare(target, runners) {
    await one.prepare?.(target, runners);
    await other.prepare?.(target, runners);
  },
  async strike(target, moment) {
    await Promise.all([one.strike(target, moment), other.strike(target, moment)]);
  },
  async cease(target) {
    await one.cease?.(target);
    await other.cease?.(target);
  },
});
