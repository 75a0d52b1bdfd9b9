import type { EventSale } from '../../lambdas/domain/event-sale';
import type { JobState } from '../../lambdas/jobs/ports';
import type { Spot } from '../model/ledger/spot';
import type { BlockRow, PaymentRow, RegistrationRow, WaitingRow } from '../model/ledger/tables';
import type { Temper } from './people/temper';
import type { Fault } from './world/fault-plan';
import type { Consent, GoodsLine, GoodsUnit } from './world/goods';
import type { MoveMade, MoveOffer } from './world/moves';

export interface MailRow {
  readonly registrationId: string;
  readonly template: string;
  readonly generation: number;
  readonly state: string;
}

/** What one transaction changed: only rows that differ. */
export interface Changes {
  readonly registrations: readonly RegistrationRow[];
  readonly payments: readonly PaymentRow[];
  readonly spots: readonly Spot[];
  readonly blocks: readonly BlockRow[];
  readonly waiting: readonly WaitingRow[];
  readonly mails: readonly MailRow[];
  readonly units: readonly GoodsUnit[];
  readonly lines: readonly GoodsLine[];
  readonly consents: readonly Consent[];
  /** Numbers of deleted spots. */
  readonly gone: readonly number[];
  /** Of the other event. */
  readonly otherSpots: readonly Spot[];
  readonly otherBlocks: readonly BlockRow[];
  readonly otherGone: readonly number[];
  readonly offers: readonly MoveOffer[];
  readonly moves: readonly MoveMade[];
  /** The event's capacity from now on, when it changed. */
  readonly capacity?: number;
  /** What the director decided about the sale, when it changed. */
  readonly sale?: EventSale;
}

/** The race, as far as the checks need it. Times in milliseconds since the epoch. */
export interface RaceFacts {
  readonly capacity: number;
  readonly opensAt: number;
  readonly closesAt: number;
  readonly dearerAt: number;
  readonly refundPercent: number;
  readonly holdSeconds: number;
  /** What passing a spot on costs the person who gets it, in cents. */
  readonly transferFee?: number;
  /** The other event, to which runners are moved. */
  readonly other?: { readonly spots: number; readonly price: number };
  /** Nothing fails from then on. */
  readonly calmFrom: number;
  /** Mails a second that the post office accepts. */
  readonly maxSendRate: number;
  readonly lanes: number;
  /** How many units each pool has, in a race with a form. */
  readonly stock?: Readonly<Record<string, number>>;
  /** How many units may be claimed and not paid for, of all pools together. Absent: more than there are. */
  readonly perAddress?: number;
}

/** Something that happened, as plain data. */
export type Happening =
  | ({ readonly kind: 'race' } & RaceFacts)
  | { readonly kind: 'fault'; readonly fault: Fault; readonly about: string }
  | { readonly kind: 'died'; readonly machine: string }
  /** The director was told that the sale is not on, and that no block is dealt from. */
  | { readonly kind: 'stopped' }
  /** A director cancelled the race: everybody gets this much of what they paid. */
  | { readonly kind: 'race-cancelled'; readonly refundPercent: number }
  /** What became of the job that does it. */
  | { readonly kind: 'job'; readonly state: JobState }
  | { readonly kind: 'committed'; readonly by: string; readonly changes: Changes }
  /** The answer to a runner who asked for a spot. */
  | {
      readonly kind: 'hold';
      readonly registrationId: string;
      readonly session: string;
      readonly answer: string;
      readonly block?: string;
      /** One for each of the group; the one who pays first. */
      readonly spots?: readonly number[];
      readonly total?: number;
      readonly expiresAt?: number;
    }
  /** A counter was increased by this much, and the caller got the answer. */
  | { readonly kind: 'counted'; readonly block: string; readonly upTo: number; readonly size: number }
  | { readonly kind: 'joined'; readonly person: string; readonly placeId: string; readonly answer: string }
  | {
      readonly kind: 'submit';
      readonly registrationId: string;
      /** The companions who register in this group. */
      readonly companions: readonly string[];
      readonly session: string;
      /** The processor's id of the payment that is to go on. `isStrange`: it is somebody else's. */
      readonly resume?: string;
      readonly isStrange?: true;
      readonly trick?: string;
    }
  | { readonly kind: 'submitted'; readonly registrationId: string; readonly answer: string; readonly trick?: string }
  /** The answer to a runner who asked what it costs. In cents; `people`: the share and the lines of each. */
  | {
      readonly kind: 'quoted';
      readonly registrationId: string;
      readonly answer: string;
      /** How many units of each pool were asked for. */
      readonly wanted: readonly number[];
      readonly total?: number;
      readonly people?: readonly { readonly share: number; readonly amounts: readonly number[] }[];
      /** Of the people of the entry that was priced, by registration id. */
      readonly birthDates?: Readonly<Record<string, string>>;
    }
  /** The same, of somebody who takes a spot over; until when it is good. */
  | {
      readonly kind: 'fee-quoted';
      readonly registrationId: string;
      readonly answer: string;
      readonly total?: number;
      readonly expiresAt?: number;
    }
  /** The same, of a runner who is offered a move. */
  | {
      readonly kind: 'move-quoted';
      readonly registrationId: string;
      readonly offerId: string;
      readonly answer: string;
      readonly total?: number;
      readonly expiresAt?: number;
    }
  /** The answer to a director who moves a runner. `isOffered`: once they have paid. */
  | {
      readonly kind: 'move-ordered';
      readonly registrationId: string;
      readonly answer: string;
      readonly number?: number;
      readonly isOffered?: true;
    }
  /** A runner's bank asks them. */
  | { readonly kind: 'questioned'; readonly registrationId: string; readonly does: Temper }
  /** What a runner was shown. */
  | {
      readonly kind: 'shown';
      readonly registrationId: string;
      readonly answer: string;
      readonly outcome?: string;
      readonly number?: number;
      readonly payment?: string;
      readonly isStranger?: true;
    }
  /** The answer to a runner who gave their spot back, or passed it on. */
  | {
      readonly kind: 'changed';
      readonly registrationId: string;
      readonly what: 'cancel' | 'offer' | 'withdraw' | 'accept';
      readonly answer: string;
      readonly refund?: number;
      readonly number?: number;
      readonly isStranger?: true;
    }
  /** What the bank did, whether or not the answer arrived. `asked`: it wants to know first that it is its customer. */
  | {
      readonly kind:
        | 'opened'
        | 'amount-changed'
        | 'asked'
        | 'authenticated'
        | 'not-authenticated'
        | 'declined'
        | 'authorised'
        | 'captured'
        | 'voided'
        | 'capture-refused'
        | 'refunded';
      readonly registrationId: string;
      readonly authorisation: string;
      readonly amount: number;
    }
  /** What the post office accepted, whether or not the answer arrived. */
  | {
      readonly kind: 'posted';
      readonly registrationId: string;
      readonly template: string;
      readonly generation: number;
      readonly recipient: string;
      readonly result: string;
    }
  | { readonly kind: 'dead-letter'; readonly queue: string; readonly body: string }
  | { readonly kind: 'note'; readonly about: string }
  /** Everything is at rest. */
  | {
      readonly kind: 'end';
      readonly waiting: Readonly<Record<string, number>>;
      readonly outbox: number;
      /** Every runner who wanted a spot could have one. */
      readonly isOpen: boolean;
      readonly mails: readonly MailRow[];
    };

export type Entry = Happening & { readonly step: number; readonly at: number };

/** Everything that happened, in order. */
export class History {
  readonly entries: Entry[] = [];
  readonly #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
  }

  add(happening: Happening): void {
    this.entries.push({ ...happening, step: this.entries.length, at: this.#now() });
  }
}
