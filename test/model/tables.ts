import type { PaymentState } from '../../lambdas/payment/payment';
import type { Outcome } from '../../lambdas/registration/registration';
import type { Spot } from '../../lambdas/spots/spot';
import type { Waiter, WaitingState } from '../../lambdas/spots/waiting';

/**
 * The ledger of one event in memory: what PostgreSQL keeps, as plain data that nobody ever changes. The transactions
 * beside this file are pure functions `(tables, wish) → { tables, … }`, atomic by nature, and every decision in them is
 * a call of the project's own rules (see law.ts).
 *
 * To stand behind the ports: keep one `Tables` for each event, run a transaction on it, and put the returned tables in
 * its place when it "commits" (leave them away to roll back). What the answer lists as `orders` belongs in the outbox
 * of the same commit. Ids and clock readings come from the caller; times are milliseconds since the epoch.
 */
export interface Tables {
  readonly event: EventRow;
  /** By number. */
  readonly spots: readonly Spot[];
  readonly blocks: readonly BlockRow[];
  readonly registrations: readonly RegistrationRow[];
  readonly payments: readonly PaymentRow[];
  readonly waiting: readonly WaitingRow[];
}

export interface EventRow {
  readonly capacity: number;
  /** The first number never yet used. */
  readonly nextNumber: number;
  readonly currentBlock: string | null;
}

export interface BlockRow {
  readonly id: string;
  readonly owner: string | null;
  readonly numbers: readonly number[];
  readonly dealUntil: number;
  readonly closesAt: number;
  readonly holdSeconds: number;
  readonly isClosed: boolean;
}

export interface RegistrationRow {
  readonly id: string;
  /** Null in a row that only a sweep wrote. */
  readonly person: string | null;
  readonly outcome: Outcome;
  readonly isLive: boolean;
  readonly spot: number | null;
  readonly block: string | null;
  readonly number: number | null;
  readonly via: 'block' | 'late' | 'none' | 'sweep' | 'transfer';
  readonly ended: 'cancelled' | 'transferred' | 'payment-failed' | null;
  /** The registration the processor knows the money under, when that is another. */
  readonly paidAs: string | null;
  /** What this one cost, of those who register together; null of who registers alone. */
  readonly share: number | null;
  /** How much goes back to this one, or went. */
  readonly refund: number | null;
}

export interface PaymentRow {
  readonly registrationId: string;
  readonly authorisation: string | null;
  readonly amount: number;
  readonly currency: string;
  readonly wanted: 'capture' | 'void' | 'refund';
  /** How much of `amount` is to be given back, or was, in all. Only where that is wanted. */
  readonly refund: number | null;
  /** Up to which sum an order is on its way that more was added to since. */
  readonly refundOrdered: number | null;
  /** How much went back so far. */
  readonly refunded: number;
  readonly state: PaymentState;
}

export interface WaitingRow extends Waiter {
  /** Of the place, not of the registration it may lead to: each try to pay for an offer is a registration of its own. */
  readonly placeId: string;
  readonly person: string;
  readonly state: WaitingState;
  /** Who reads the mail of its address wants it: only then does it count. */
  readonly isConfirmed: boolean;
  /** The block that is offered. */
  readonly block: string | null;
  /** How often something was offered. */
  readonly offers: number;
}

/** A submission as far as the ledger looks at it. */
export interface Submitted {
  readonly id: string;
  readonly person: string;
  readonly spot: number;
  readonly block: string;
  readonly authorisation: string;
  readonly amount: number;
  readonly currency: string;
  /** Who registers together with him, by one payment, which is his: all of them or none. Their spots are in the same block. */
  readonly companions?: readonly Member[] | undefined;
}

/** One of those a submission is for. */
export type Member = Pick<Submitted, 'id' | 'person' | 'spot'>;

/** Who pays comes first. */
export const membersOf = (submitted: Submitted): readonly Member[] => [submitted, ...(submitted.companions ?? [])];

/** What must be done with a card because of what was committed. */
export interface Order {
  readonly registrationId: string;
  readonly action: PaymentRow['wanted'];
  /** Null when the processor must be asked whether it has any. */
  readonly authorisation: string | null;
  /** Of a refund: how much is to be given back in all, once it is carried out. */
  readonly amount: number;
  /** How much of that went back by orders before this one. */
  readonly before?: number;
  readonly currency: string;
}

export const orderOf = (
  { registrationId, authorisation, amount, currency }: Omit<Order, 'action'>,
  action: Order['action'],
): Order => ({ registrationId, action, authorisation, amount, currency });

/** Of a payment that nobody wants back. */
export const notGivenBack = { refund: null, refundOrdered: null, refunded: 0 } as const;

export const emptyTables = (capacity: number): Tables => ({
  event: { capacity, nextNumber: capacity + 1, currentBlock: null },
  spots: Array.from({ length: capacity }, (_, n) => ({ number: n + 1, block: null })),
  blocks: [],
  registrations: [],
  payments: [],
  waiting: [],
});
