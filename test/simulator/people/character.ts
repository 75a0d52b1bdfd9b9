import type { HoldAnswer } from '../../../lambdas/spots/holds/hold-spot';
import type { Mind } from './change-of-mind';

/** They all share one address. */
export const address = '192.0.2.1';

export interface Character {
  /** The runner's name; two with one name are one person. */
  readonly person: string;
  readonly registrationId: string;
  /** The companions they register with. */
  readonly companions?: readonly Friend[];
  readonly session: string;
  /** Milliseconds after the opening at which they come. */
  readonly arrives: number;
  /** Milliseconds to fill in the form; it may be longer than a hold lasts. */
  readonly thinks: number;
  /** How often they ask for a spot before they give up. */
  readonly tries: number;
  /** Sends the form twice at once, like a double click. */
  readonly clicksTwice: boolean;
  /** A stranger tries what they can with the hold and the registration. */
  readonly isRobbed: boolean;
  /** Their bank wants to know that it is them before it holds money. */
  readonly isAsked?: boolean;
  /** Answers the bank at once, and rightly. */
  readonly isSteady?: boolean;
  /** Joins the waiting list when everything is sold. */
  readonly waits: boolean;
  /** From a mail: the ticket of an offered spot. */
  readonly ticket?: string;
  /** Is registered, and cannot come after all. */
  readonly mind?: Mind;
}

/** A companion, for whom somebody else pays. */
export interface Friend {
  readonly person: string;
  readonly registrationId: string;
  readonly mind?: Mind;
}

export type Granted = Extract<HoldAnswer, { kind: 'granted' }>;
