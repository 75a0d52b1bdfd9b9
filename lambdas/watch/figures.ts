import type { Order } from '../mail/order';
import type { PaymentOrder } from '../payment/payment';

/** How many there are, and the ids of the first few, for whoever looks for the cause. */
export interface Some {
  readonly count: number;
  readonly samples: readonly string[];
}

/** What the tables say about one event, all in one instant. */
export interface EventBooks {
  readonly eventId: string;
  readonly capacity: number;
  /** The first number never yet used. */
  readonly nextNumber: number;
  /** Rows of the ledger. */
  readonly spots: number;
  readonly highestNumber: number;
  readonly sellable: number;
  /** Live registrations. */
  readonly live: number;
  /** Spots of open blocks that nobody is registered on. */
  readonly held: number;
}

/** Where the spots of all watched events are, in rows. */
export interface Standing {
  /** Nobody has them. */
  readonly left: number;
  /** Of open blocks, with nobody registered on them: dealt, or soon to be. */
  readonly held: number;
  readonly registered: number;
}

export const standingOf = (events: readonly EventBooks[]): Standing => ({
  left: total(events, ({ sellable }) => sellable),
  held: total(events, ({ held }) => held),
  registered: total(events, ({ live }) => live),
});

const total = (events: readonly EventBooks[], part: (event: EventBooks) => number) =>
  events.reduce((sum, event) => sum + part(event), 0);

/** An order that was given and, it seems, not carried out. */
export interface StuckPayment extends PaymentOrder {
  readonly raceId: string;
  readonly eventId: string;
}

/** An order for a mail that, it seems, was lost. */
export type MissingMail = Order;

/** What one look at the database brings. */
export interface Figures {
  readonly events: readonly EventBooks[];
  readonly paymentsStuck: Some & { readonly orders: readonly StuckPayment[] };
  /** Refunds that the bank sent back, and that nobody has paid by hand. */
  readonly refundsFailed: Some;
  readonly outboxLeft: Some;
  readonly blocksOverdue: Some;
  readonly waitingInVain: Some;
  /** The blocks that spots are dealt from now. */
  readonly dealing: readonly DealtBlock[];
  /** Races that anybody can register for now. */
  readonly racesOnSale: readonly string[];
}

/** What can be seen only by reading every registration of a race. */
export interface Comparison {
  /** Registrations with a spot whose money is neither held nor taken. */
  readonly runnersWithoutMoney: Some;
  /** Money taken for a registration that has no spot, and nobody has said that it may be kept or goes back. */
  readonly moneyWithoutRunner: Some;
  readonly mailsMissing: Some & { readonly orders: readonly MissingMail[] };
  readonly mailsUnknown: Some;
}

export interface DealtBlock {
  readonly blockId: string;
  /** The furthest place in the block, from 1, that somebody is registered on; 0 while nobody is. */
  readonly furthest: number;
}

/** How long something may take before it counts as late; in seconds. */
export interface LateAfterSeconds {
  readonly payment: number;
  readonly mail: number;
  /** SES's events tell the fate of most mails within the hour. */
  readonly unknownMail: number;
  readonly outbox: number;
  readonly reclaim: number;
  readonly offer: number;
}

export const lateAfterSeconds: LateAfterSeconds = {
  payment: 300,
  mail: 900,
  unknownMail: 3600,
  outbox: 120,
  reclaim: 180,
  offer: 120,
};

/** What the cache says that the database knows better. */
export interface CacheFaults {
  readonly countersBehind: readonly CounterBehind[];
  /** Races whose shown count of spots is older than it may be. */
  readonly staleCounts: readonly string[];
}

/** A block that somebody is registered further on in than its counter says: it came back with old data. */
export interface CounterBehind {
  readonly blockId: string;
  readonly by: number;
}
