import type { Ticket } from '../spots/ports';
import type { Order } from './order';
import type { LastDay, Quota } from './quota';
import type { Registered } from './registered';
import type { TransferOffer } from './transfer-offer';
import type { WaitingPlace } from './waiting-place';

/** Remembers which mails may have left, so that none leaves twice. */
export interface MailLedger {
  /**
   * `claimed` for one caller only, ever. `suppressed`: the address bounced or complained, or its mailbox got enough of what
   * others can order. `taken`: somebody was first. `isPaid`: somebody's money was taken for what it tells of.
   */
  claim(order: Order, recipient: string, isPaid?: boolean): Promise<'claimed' | 'suppressed' | 'taken'>;
  /** Takes a claim back. Only for a mail that certainly did not leave: the next delivery sends it. */
  release(order: Order): Promise<void>;
  accepted(order: Order, messageId: string): Promise<void>;
  rejected(order: Order, reason: string): Promise<void>;
  unknown(order: Order, reason: string): Promise<void>;
  /** Not sent, and never will be: listed with the reason. */
  suppressed(order: Order, recipient: string, reason: string): Promise<void>;
  /** A mail that cannot be written: listed with the reason, not sent. */
  unwritten(order: Order, reason: string): Promise<void>;
  /** Claims older than ten minutes become `unknown`; how many. Their sender died between claim and answer. */
  giveUpOldClaims(): Promise<number>;
}

/** What a mail tells, from the database that decides. */
export interface MailRecords {
  find(registrationId: string): Promise<Registered | undefined>;
  /** The newest registrations with a spot under this address, at most five. */
  ofAddress(email: string): Promise<readonly Registered[]>;
}

/** The same of the waiting list: places of those who wait, or for whom a spot is kept at this moment. */
export interface WaitingPlaces {
  find(placeId: string): Promise<WaitingPlace | undefined>;
  /** The same, though it may be on no list any more. */
  findAny(placeId: string): Promise<WaitingPlace | undefined>;
  /** The place before all who only asked that a refused registration led to. */
  inFrontAfter(registrationId: string): Promise<WaitingPlace | undefined>;
  /** The newest confirmed places under this address, at most five. */
  ofAddress(email: string): Promise<readonly WaitingPlace[]>;
}

/** The same of spots on their way from one runner to another. */
export interface TransferOffers {
  /** None when it was taken, taken back, or came too late. */
  find(transferId: string): Promise<TransferOffer | undefined>;
}

/** Addresses of pages, each with a token that opens that one page to whoever has it. */
export interface Links {
  /** Of a registration. */
  to(registrationId: string): Promise<string>;
  /** Of a place on the waiting list. */
  toPlace(ticket: Ticket): Promise<string>;
  /** Of a spot that is offered by its runner. */
  toTransfer(transferId: string): Promise<string>;
}

/** A mail as people see it. */
export interface Letter {
  readonly senderName: string;
  readonly recipient: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

export type Posted =
  | { readonly kind: 'accepted'; readonly messageId: string }
  /** Too many this second. The mail did not leave. */
  | { readonly kind: 'too-fast' }
  /** Too many these 24 hours. The mail did not leave. */
  | { readonly kind: 'quota-used-up' }
  /** Nothing can be sent until somebody acts. The mail did not leave. */
  | { readonly kind: 'stopped'; readonly reason: string }
  /** The post office was never reached. The mail did not leave. */
  | { readonly kind: 'unreachable'; readonly reason: string }
  /** This mail will never be taken. */
  | { readonly kind: 'rejected'; readonly reason: string }
  /** It may have left or not. */
  | { readonly kind: 'unknown'; readonly reason: string };

export interface Post {
  send(order: Order, letter: Letter): Promise<Posted>;
  /** What the account may send, at most a minute old. */
  quota(): Promise<Quota>;
}

/** Looks back on what was sent. */
export interface DayBook {
  /** At most a minute old; the same object until it is looked up anew. */
  lastDay(): Promise<LastDay>;
}

/** A mail as the queue delivered it. */
export interface Delivery {
  readonly messageId: string;
  readonly receiptHandle: string;
  readonly queueName: string;
  readonly lane: number;
  readonly order: Order;
}

export interface MessageVisibility {
  /** Hides messages for so many seconds, at most 12 hours. A FIFO lane stands still meanwhile. */
  hide(deliveries: readonly Pick<Delivery, 'receiptHandle' | 'queueName'>[], seconds: number): Promise<void>;
}

/** Tells the operators. */
export interface Alerts {
  count(metric: string, amount?: number): void;
  warn(message: string, keys?: Readonly<Record<string, unknown>>): void;
  error(message: string, error?: unknown, keys?: Readonly<Record<string, unknown>>): void;
}

/** Sends what waits in the outbox. */
export type Relay = (outboxIds: readonly string[]) => Promise<unknown>;

/** Counts who asks for links how often. It may forget. */
export interface LinkLimit {
  /** How often this network has asked within the hour, this time included. */
  countOneMore(caller: string): Promise<number>;
}

/** Requests for a lost link. */
export interface LinkRequests {
  /** Orders a mail when the address is registered or waits, and has not got enough of them: ids in the outbox. */
  order(email: string): Promise<readonly string[]>;
}

/** What SES tells about a mail afterwards. */
export interface MailEvents {
  /** Writes them down together, whatever came before; answers those about mails we do not know. */
  record(events: readonly MailEvent[]): Promise<ReadonlySet<MailEvent>>;
}

export interface MailEvent {
  readonly kind: EventKind;
  readonly messageId: string;
  /** From the tags; undefined for mail that is not ours. */
  readonly order: Order | undefined;
  /** Addresses nobody should write to again. */
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
