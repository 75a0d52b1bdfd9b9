import type { ShortKind } from '../domain/hold';
import type { Order } from '../domain/mail-order';
import type { Credit } from '../domain/money/credit';
import type { PaidCard, PaymentState } from '../domain/money/payment';
import type { Actor, Ended, Outcome } from '../domain/registration';
import type { Ticket } from '../domain/waiting';
import type { GuardianCopy, MoveOffer } from './letters/ports';
import type { OptOutLinks } from './opt-out/ports';
import type { LastDay, Quota } from './send/quota';

/** What a mail can tell of registrations. */
export interface MailRecords {
  /** By their ids. Those that do not exist, or have no address, are missing. */
  findAll(registrationIds: readonly string[]): Promise<ReadonlyMap<string, Registered>>;
  /** The registrations with a spot under this address, at most fifty: races to come first, then what was paid for, then the newest. */
  ofAddress(email: string): Promise<readonly Registered[]>;
  /** What this runner gave up their spot for, or what had paid for it and is theirs again. */
  creditOf(registrationId: string): Promise<Credit | undefined>;
  /** What a guardian signed. `undefined`: nobody signed for this runner. */
  signedByGuardian(registrationId: string): Promise<GuardianCopy | undefined>;
  /** The offer of this count, from 1. `undefined`: it does not stand. */
  moveOfferOf(registrationId: string, count: number): Promise<MoveOffer | undefined>;
}

/** What a mail can tell of places on the waiting list. */
export interface WaitingPlaces {
  find(placeId: string): Promise<WaitingPlace | undefined>;
  /** A place, also when it is on the list no longer. */
  findAny(placeId: string): Promise<WaitingPlace | undefined>;
  /** The place at the front of the list that a refused paid registration led to. */
  inFrontAfter(registrationId: string): Promise<WaitingPlace | undefined>;
  /** The newest confirmed places under this address, at most five. */
  ofAddress(email: string): Promise<readonly WaitingPlace[]>;
}

/** What a mail can tell of spots that their runner wants to transfer. */
export interface TransferOffers {
  /** `undefined` when the offer was accepted or withdrawn, or is over. */
  find(transferId: string): Promise<TransferOffer | undefined>;
}

/** What a mail can tell somebody who works on races. */
export interface StaffLetters {
  /** By the id of a link; `undefined` when it was opened, is over, or its owner may not sign in. */
  byLink(linkId: string): Promise<StaffLetter | undefined>;
  /** By the id of the person who gets it. */
  ofStaff(staffId: string): Promise<StaffLetter | undefined>;
}

export interface StaffLetter {
  readonly email: string;
  readonly name: string;
  /** Until when the link can be opened; now, where there is none. */
  readonly until: Date;
  /** What its owner calls each of their passkeys. */
  readonly passkeys: readonly string[];
}

/** Addresses of pages. Each contains a token that opens that one page to anybody who has it. */
export interface Links {
  /** Of a registration. */
  to(registered: Pick<Registered, 'registrationId' | 'linkVersion'>): Promise<string>;
  /** Of a place on the waiting list. */
  toPlace(ticket: Ticket): Promise<string>;
  /** Of a spot that its runner offers to somebody. */
  toTransfer(transferId: string): Promise<string>;
  /** Of the console, which signs in who opens it. */
  toConsole(linkId: string): Promise<string>;
  /** Where somebody ends the news of a race: a page, and an address to which their mail program posts. */
  toOptOut(email: string, raceId: string): Promise<OptOutLinks>;
  /** Of the console, without a token. */
  readonly console: string;
}

/** A mail as its recipient sees it. */
export interface Letter {
  readonly senderName: string;
  readonly recipient: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** Where a mail program posts when its reader wants no more news. */
  readonly oneClick?: string | undefined;
}

export type Posted =
  | { readonly kind: 'accepted'; readonly messageId: string }
  /** Too many mails this second. The mail did not leave. */
  | { readonly kind: 'too-fast' }
  /** Too many mails in 24 hours. The mail did not leave. */
  | { readonly kind: 'quota-used-up' }
  /** Nothing can be sent until an operator, or a deployment, has done something. The mail did not leave. */
  | { readonly kind: 'stopped'; readonly reason: string }
  /** SES could not be reached. The mail did not leave. */
  | { readonly kind: 'unreachable'; readonly reason: string }
  /** SES refuses this mail for good. */
  | { readonly kind: 'rejected'; readonly reason: string }
  /** The mail may or may not have left. */
  | { readonly kind: 'unknown'; readonly reason: string };

export interface Post {
  send(order: Order, letter: Letter): Promise<Posted>;
  /** The limits of the account, at most a minute old. */
  quota(): Promise<Quota>;
}

/** Counts the mails of the last day. */
export interface DayBook {
  /** At most a minute old; the same object until it is read again. */
  lastDay(): Promise<LastDay>;
}

/** A mail as the queue delivered it. */
export interface Delivery {
  readonly messageId: string;
  readonly receiptHandle: string;
  readonly queueName: string;
  readonly lane: number;
  /** How often the message was delivered, this time included. */
  readonly times: number;
  readonly order: Order;
}

export interface MessageVisibility {
  /** Hides messages for a number of seconds, at most 12 hours. Meanwhile their FIFO lane delivers nothing. */
  hide(deliveries: readonly Pick<Delivery, 'receiptHandle' | 'queueName'>[], seconds: number): Promise<void>;
}

/** Logs and metrics for the operators. */
export interface Alerts {
  count(metric: string, amount?: number): void;
  warn(message: string, keys?: Readonly<Record<string, unknown>>): void;
  error(message: string, error?: unknown, keys?: Readonly<Record<string, unknown>>): void;
}

/** Events of SES about mails that were sent. */
export interface MailEvents {
  /** Records all in one transaction, in any order. Returns the events about mails that we do not know. */
  record(events: readonly MailEvent[]): Promise<ReadonlySet<MailEvent>>;
}

export interface MailEvent {
  readonly kind: EventKind;
  readonly messageId: string;
  /** From the tags; `undefined` for mail that is not ours. */
  readonly order: Order | undefined;
  /** Addresses that must get no more mail. */
  readonly suppress: readonly string[];
}

export type EventKind =
  | 'send'
  | 'delivery-delay'
  | 'soft-bounce'
  | 'delivery'
  | 'rendering-failure'
  | 'reject'
  | 'bounce'
  | 'complaint';

/** The facts about the race that every mail uses. */
export interface Occasion {
  readonly eventName: string;
  readonly raceName: string;
  readonly place: string;
  /** The day of the race in its own time zone: `yyyy-mm-dd`. */
  readonly raceDate: string;
  readonly timeZone: string;
}

/** All that a mail can tell of a registration. */
export interface Registered extends Occasion {
  readonly registrationId: string;
  readonly outcome: Outcome;
  readonly number: number | undefined;
  /** Of a runner in a race that gives bibs; `later`: they have none yet. Absent: they wear the number of the spot. */
  readonly bib?: number | 'later' | undefined;
  readonly firstName: string;
  readonly email: string;
  /** How often the address was corrected. */
  readonly linkVersion?: number | undefined;
  readonly recordedAt: Date;
  /** Why it has lost its spot after it was confirmed. */
  readonly ended: Ended | undefined;
  /** Who asked for the cancellation. */
  readonly cancelledBy: Actor | undefined;
  /** What runners were told when the race was cancelled. Absent while it is not. */
  readonly raceCancelled?: string | undefined;
  /** The first name of the runner who has the spot now, as the former runner wrote it. */
  readonly passedTo: string | undefined;
  /** The spot was transferred to this runner: an earlier runner paid for it. */
  readonly isPaidByAnother: boolean;
  readonly payment: Paid | undefined;
  /** Absent where the event is run. */
  readonly kind?: ShortKind | undefined;
  /** How many things that were chosen could not be given, and were not charged. */
  readonly short?: number | undefined;
  /** The team that they run in. */
  readonly team?: { readonly name: string; readonly isCaptain: boolean } | undefined;
  /** For a group: registrations that were paid in one payment. */
  readonly group?: Group | undefined;
  /** A difference that could not be charged, and that they can pay once more. Only where links are mailed. */
  readonly due?: { readonly amount: number; readonly currency: string } | undefined;
  /** It is the canary's: no mail about it leaves. */
  readonly isMuted?: boolean;
}

export interface Group {
  /** How many people, including this one. */
  readonly size: number;
  /** The total for all of them, in the currency's smallest unit. */
  readonly total: number;
  /** The first name of the runner who paid, as they wrote it; `undefined` when it was this runner. */
  readonly payer: string | undefined;
}

export interface Paid {
  readonly state: PaymentState;
  /** For this runner, in the currency's smallest unit. */
  readonly amount: number;
  /** How much of it is refunded or will be; `undefined` for none. */
  readonly refund: number | undefined;
  /** How much of the payment was given back before, at the processor. It counts towards the refund. */
  readonly givenBack?: 'all' | 'some';
  readonly currency: string;
  readonly card?: PaidCard | undefined;
}

/** A spot that its runner wants to transfer; the offer still stands. */
export interface TransferOffer extends Occasion {
  readonly transferId: string;
  /** First and last name of the runner who offers it. */
  readonly from: string;
  readonly firstName: string;
  readonly email: string;
  readonly until: Date;
  /** What they pay for it, in the currency's smallest unit. */
  readonly fee?: { readonly amount: number; readonly currency: string } | undefined;
}

/** All that a mail can tell of a place on the waiting list. */
export interface WaitingPlace extends Occasion {
  readonly ticket: Ticket;
  /** It is on the list, or something is offered to it at this moment. */
  readonly isOnTheList: boolean;
  /** A director took it off the list. */
  readonly isRemoved: boolean;
  /** Somebody opened the link in its mail. */
  readonly isConfirmed: boolean;
  readonly firstName: string;
  readonly email: string;
  /** How many spots are wanted. */
  readonly size: number;
  /** The offer for that many spots, while it stands. */
  readonly offer: Kept | undefined;
}

export interface Kept {
  /** How many offers this place has had, this one included; from 1. */
  readonly count: number;
  readonly until: Date;
}
