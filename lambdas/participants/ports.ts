import type { PaidCard } from '../domain/money/payment';
import type { Identity, Runner } from '../domain/person/person';
import type { KeptSignature } from '../domain/person/signatures';
import type { MoneyState, ParticipantState, Search } from './participant';

/** A person who registered or tried to. Money is in the currency's smallest unit. */
export interface Participant {
  readonly registrationId: string;
  readonly eventId: string;
  readonly number?: number | undefined;
  readonly bib?: number | undefined;
  /** Empty: the form of this registration has not arrived yet. */
  readonly firstName: string;
  readonly lastName: string;
  readonly state: ParticipantState;
  readonly payment?: MoneyState | undefined;
  readonly amount?: number | undefined;
  readonly refund: number;
  readonly recordedAt: string;
}

export interface ParticipantFilter {
  readonly raceId: string;
  readonly search: Exclude<Search, { kind: 'too-short' }>;
  readonly eventId?: string | undefined;
  readonly state?: ParticipantState | undefined;
  readonly payment?: MoneyState | undefined;
  /** Only people whom a mail did not reach. */
  readonly isUnreached: boolean;
  /** Only people with a bib that no mail has told them. Then `isUnreached` says nothing. */
  readonly isBibUntold?: boolean | undefined;
}

export type Sort = 'newest' | 'name' | 'number';

/** Where a page ends. `key`: the value that the list is sorted by, as text. */
export interface Position {
  readonly key: string;
  readonly registrationId: string;
}

export interface ParticipantPage {
  readonly participants: readonly Participant[];
  /** Undefined: this is the last page. */
  readonly next?: Position | undefined;
}

export interface Participants {
  page(filter: ParticipantFilter, sort: Sort, after: Position | undefined): Promise<ParticipantPage>;
}

/** How much of a race the copy has. */
export interface CaughtUp {
  /** Everything before this instant is in the copy. Undefined: it was never complete. */
  readonly upTo?: string | undefined;
  readonly rows: number;
  /** False: there is more to copy. */
  readonly isComplete: boolean;
}

/** The copy of registrations that is searched. */
export interface Projection {
  /** Copies what is new, as far as that is quick. Undefined: there is no such race. */
  catchUp(raceId: string): Promise<CaughtUp | undefined>;
  /** Deletes the copy of a race, so that the next look makes it again. False: there is no such race. */
  forget(raceId: string): Promise<boolean>;
}

/** `due`: nobody has decided yet. `moved`: they were moved on, to another event. */
type Unpaid = 'due' | 'paid' | 'waived' | 'moved';

/** Everything that is known of one registration. Instants are ISO 8601, money is in the currency's smallest unit. */
export interface PersonRecord {
  readonly registrationId: string;
  readonly eventId: string;
  readonly number?: number;
  readonly bib?: number;
  readonly checkedIn?: { readonly at: string; readonly station: string; readonly note?: string };
  readonly state: ParticipantState;
  readonly payment?: MoneyState;
  readonly amount?: number;
  readonly refund: number;
  readonly currency: string;
  /** How the registration got its spot: `block`, `late`, `sweep` or `transfer`; `none`: it got none. */
  readonly via: string;
  readonly submittedAt?: string;
  readonly recordedAt: string;
  readonly runner?: Runner;
  readonly signatures: readonly KeptSignature[];
  /** The definition of the form that the answers belong to. */
  readonly form?: unknown;
  /** The version of the waiver that they accepted. */
  readonly waiver?: string;
  readonly team?: string;
  readonly leg?: number;
  /** The payment of this registration. It may be for other people, too. */
  readonly paidWith?: {
    readonly processorId?: string;
    readonly state: string;
    readonly total?: number;
    readonly captured?: number;
    readonly refund?: number;
    readonly refunded: number;
    /** Why the bank sent a refund back, and how much. */
    readonly refundFailed?: string;
    readonly refundLost?: number;
    readonly refundPaidAt?: string;
    readonly settledAt?: string;
    readonly card?: PaidCard;
  };
  /** What this runner paid to take the spot over. `refund`: what of it goes back. `unpaid`: see `moveOffers`. */
  readonly transferFee?: {
    readonly amount: number;
    readonly refund: number;
    readonly state: string;
    readonly unpaid?: Unpaid;
  };
  /**
   * Offers of a dearer event, the newest first. `payment`: the state of what was paid for it. `refund`: what of it goes back. `unpaid`: it
   * could not be charged, and what was decided about that. `bar`: why nobody can pay for an open offer now. It may pass: who is checked in by
   * mistake has the offer back once the check-in is taken back.
   */
  readonly moveOffers: readonly {
    readonly to: string;
    readonly amount: number;
    readonly state: 'open' | 'over' | 'taken' | 'withdrawn';
    readonly endsAt: string;
    readonly bar?: 'cancelled' | 'checked-in' | 'disputed' | 'settling' | 'has-spot';
    readonly payment?: string;
    readonly refund?: number;
    readonly unpaid?: Unpaid;
  }[];
  readonly lines: readonly {
    readonly position: number;
    readonly kind: string;
    readonly ref: string;
    readonly label?: string;
    readonly list: number;
    readonly amount: number;
    readonly state: string;
    readonly refund?: number;
    /** Of a donation: the page of the fundraiser names who gave it. */
    readonly isNamed?: true;
    readonly handedOutAt?: string;
  }[];
  readonly documents: readonly {
    readonly number: string;
    readonly kind: string;
    readonly gross: number;
    readonly currency: string;
    readonly issuedAt: string;
  }[];
  /** The audit row of a correction has the correction's id. */
  readonly corrections: readonly {
    readonly id: string;
    readonly before: Partial<Identity>;
    readonly after: Partial<Identity>;
    readonly reason: string;
  }[];
  readonly disputes: readonly {
    readonly id: string;
    readonly amount: number;
    readonly currency: string;
    readonly reason: string;
    readonly status: string;
    readonly decided?: string;
  }[];
  readonly mails: readonly {
    readonly template: string;
    readonly generation: number;
    readonly recipient: string;
    readonly state: string;
    /** What SES said last, and when. */
    readonly event: string | null;
    readonly reason: string | null;
    readonly orderedAt: string;
    readonly toldAt: string;
  }[];
  readonly audit: readonly {
    readonly id: number;
    readonly at: string;
    readonly actor: string;
    readonly action: string;
    /** The name of a staff member, or an operator. */
    readonly by: string | null;
    readonly detail: unknown;
  }[];
  readonly related: readonly {
    readonly registrationId: string;
    readonly relation: 'passed-by' | 'passed-to' | 'paid-together' | 'same-address';
    readonly firstName: string;
    readonly lastName: string;
    readonly state: string;
  }[];
}

export interface PersonRecords {
  /** Undefined: the race has no such registration. */
  find(raceId: string, registrationId: string): Promise<PersonRecord | undefined>;
}

/** A participant in a file. */
export interface ExportedRow {
  readonly registrationId: string;
  readonly number: number | null;
  readonly event: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly birthDate: string;
  readonly gender: string;
  readonly state: string;
  readonly payment: string | null;
  readonly amount: number | null;
  readonly refund: number;
  readonly currency: string;
  readonly recordedAt: string;
  readonly bib: number | null;
  readonly checkedInAt: string | null;
  readonly station: string | null;
  /** Absent unless it is asked for. */
  readonly more?: MoreOfRow | undefined;
}

/** What a registration has besides. Amounts are in the currency's smallest unit. */
export interface MoreOfRow {
  readonly emergencyContact: string | null;
  /** They said after they registered that they want no name in results. */
  readonly isNameWithheld: boolean;
  readonly team: string | null;
  readonly leg: number | null;
  /** Batches and hints of the codes that were used. */
  readonly codes: string | null;
  readonly answers: Readonly<Record<string, unknown>> | null;
  readonly orderAnswers: Readonly<Record<string, unknown>> | null;
  readonly lines:
    | readonly { readonly kind: string; readonly ref: string; readonly amount: number; readonly state: string }[]
    | null;
}

export interface Exports {
  /** In the order of numbers. The audit notes who took how many. Undefined: there are more than `most`, and none is taken. */
  take(filter: ParticipantFilter, most: number, staffId: string): Promise<readonly ExportedRow[] | undefined>;
}
