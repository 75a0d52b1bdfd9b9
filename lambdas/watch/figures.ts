import type { Order } from '../domain/mail-order';
import type { PaymentOrder } from '../domain/money/payment';

/** A count, and the ids of the first few as samples to start looking from. */
export interface Some {
  readonly count: number;
  readonly samples: readonly string[];
}

/** What the tables say about one event, all at one instant. */
export interface EventBooks {
  readonly eventId: string;
  readonly capacity: number;
  /** The lowest number that was never used. */
  readonly nextNumber: number;
  /** Rows of the ledger. */
  readonly spots: number;
  readonly highestNumber: number;
  readonly sellable: number;
  /** Live registrations. */
  readonly live: number;
  /** Spots of open blocks without a registration. */
  readonly held: number;
}

/** What the tables say about one pool, all at one instant. */
export interface PoolBooks {
  readonly poolId: string;
  readonly stock: number;
  /** Rows of the ledger. */
  readonly units: number;
  readonly sellable: number;
  /** Money lines that have a unit. */
  readonly given: number;
  /** Units of open blocks without a line. */
  readonly held: number;
}

/** Where the spots of all watched events are, in rows. */
export interface Standing {
  /** Spots that nobody has. */
  readonly left: number;
  /** Spots of open blocks without a registration: dealt, or soon to be. */
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

/** A payment order that seems not to have been carried out. */
export interface StuckPayment extends PaymentOrder {
  readonly raceId: string;
  readonly eventId: string;
}

/** A mail order that seems to be lost. */
export type MissingMail = Order;

/** What one pass reads from the database. */
export interface Figures {
  readonly events: readonly EventBooks[];
  readonly pools: readonly PoolBooks[];
  readonly paymentsStuck: Some & { readonly orders: readonly StuckPayment[] };
  /** Refunds that the bank sent back and that nobody has paid by hand. */
  readonly refundsFailed: Some;
  /** Differences and fees that could not be charged, of people who keep their spot, and about which no director has decided. */
  readonly chargesUnpaid: Some;
  /** People who keep a spot whose payment somebody gave back at the processor, and about whom no director has decided. */
  readonly paymentsGivenBack: Some;
  /** Money that is to be taken and was not, while the time for it runs out. */
  readonly authorisationsExpiring: Some;
  /** Disputes whose evidence is due soon. */
  readonly disputesDue: Some;
  readonly outboxLeft: Some;
  readonly blocksOverdue: Some;
  readonly waitingInVain: Some;
  /** Cancelled races whose runners wait for their money, and nothing goes on. */
  readonly cancellationsStalled: Some;
  /** Lines in which people wait, and nothing goes on. */
  readonly linesStanding: Some;
  /** The blocks that spots are dealt from now. */
  readonly dealing: readonly DealtBlock[];
  /** Races that are open for registration now. */
  readonly racesOnSale: readonly string[];
}

/** What can be seen only by reading every registration of a race. */
export interface Comparison {
  /** Registrations with a spot whose money is neither authorised nor captured. */
  readonly runnersWithoutMoney: Some;
  /** Money captured for a registration without a spot, when no change says that it may be kept or goes back. */
  readonly moneyWithoutRunner: Some;
  readonly mailsMissing: Some & { readonly orders: readonly MissingMail[] };
  readonly mailsUnknown: Some;
  /** Registrations whose signatures, or whose guardian's, are not there, or whose signed text is gone. */
  readonly consentsMissing: Some;
  /** Registrations that use a code beyond its limit. */
  readonly usesOver: Some;
}

export interface DealtBlock {
  readonly blockId: string;
  /** The furthest position in the block, from 1, that somebody is registered on; 0 when nobody is. */
  readonly furthest: number;
}

/** After how many seconds something counts as late. */
export interface LateAfterSeconds {
  readonly payment: number;
  readonly mail: number;
  /** SES's events tell the fate of most mails within the hour. */
  readonly unknownMail: number;
  readonly outbox: number;
  readonly reclaim: number;
  readonly offer: number;
  /** How long money may be reserved before somebody must look. Banks let it go after seven days. */
  readonly authorisation: number;
  /** How long before the end evidence must be sent. */
  readonly evidence: number;
  /** How long nobody may be given their money back after their race was cancelled. */
  readonly cancellation: number;
  /** How long nobody may step a line forward, while many look at it. */
  readonly lineStep: number;
  /** How long a line may call nobody while spots are free. */
  readonly lineCall: number;
}

export const lateAfterSeconds: LateAfterSeconds = {
  payment: 300,
  mail: 900,
  unknownMail: 3600,
  outbox: 120,
  reclaim: 180,
  offer: 120,
  authorisation: 4 * 86_400,
  evidence: 2 * 86_400,
  cancellation: 900,
  lineStep: 10,
  lineCall: 60,
};

/** Cache entries that the database contradicts. */
export interface CacheFaults {
  readonly countersBehind: readonly CounterBehind[];
  /** Races whose shown count of spots is older than it may be. */
  readonly staleCounts: readonly string[];
}

/** A block with a registration further on than its counter says: the counter came back with old data. */
export interface CounterBehind {
  readonly blockId: string;
  readonly by: number;
}
