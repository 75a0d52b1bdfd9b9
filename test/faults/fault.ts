import type { Client } from './crowd';
import type { Ordeal } from './ordeal';

/** Where a burst is just now. */
export interface Moment {
  readonly eventId: string;
  /** Resolves when this share of the spots has been promised to somebody, or everybody has gone home. */
  held(share: number): Promise<void>;
  readonly isOver: () => boolean;
  /** Nobody new sets off meanwhile: small openings would be over before a delicate fault is prepared. */
  standStill<T>(work: () => Promise<T>): Promise<T>;
}

export interface Fault {
  readonly name: string;
  /** What is done, and when: for the report. */
  readonly what: string;
  /** Who pays with which card: the n-th of the crowd. Default: one that is accepted. */
  readonly cardOf?: (n: number) => string;
  /** What is needed before the crowd sets off. */
  prepare?(ordeal: Ordeal, runners: number): Promise<void>;
  /** Called when the crowd sets off; breaks something among them. Resolves when it is whole again. */
  strike(ordeal: Ordeal, moment: Moment): Promise<void>;
  /** Whether it came to nothing among these clients: then it proves nothing, and strikes another crowd. */
  isIdle?(clients: readonly Client[]): boolean;
  /** Ends what `prepare` began, when the crowd has gone home. */
  cease?(ordeal: Ordeal): Promise<void>;
  /** Holds expire, and others buy their spots, before what is late in the queues is let through. */
  readonly isLate?: true;
  /** Seconds something is broken: runners wait so much longer. */
  readonly lasts?: number;
}

export const acceptedCard = '4242424242424242';

/** A share somewhere in between: when exactly a process dies is left to chance. */
export const somewhere = (least: number, most: number): number => least + Math.random() * (most - least);

/** Two faults in one burst. */
export const together = (one: Fault, other: Fault): Fault => ({
  name: `${one.name}, ${other.name}`,
  what: `${one.what} At the same time: ${other.what}`,
  cardOf: (n) => (one.cardOf ?? other.cardOf)?.(n) ?? acceptedCard,
  lasts: Math.max(one.lasts ?? 0, other.lasts ?? 0),
  ...((one.isLate || other.isLate) && { isLate: true }),
  async prepare(ordeal, runners) {
    await one.prepare?.(ordeal, runners);
    await other.prepare?.(ordeal, runners);
  },
  async strike(ordeal, moment) {
    await Promise.all([one.strike(ordeal, moment), other.strike(ordeal, moment)]);
  },
  async cease(ordeal) {
    await one.cease?.(ordeal);
    await other.cease?.(ordeal);
  },
});
