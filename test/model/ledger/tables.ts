import type { EventSale } from '../../../lambdas/domain/event-sale';
import type { PaymentState } from '../../../lambdas/domain/money/payment';
import type { Outcome } from '../../../lambdas/domain/registration';
import type { Waiter, WaitingState } from '../../../lambdas/domain/waiting';
import type { Spot } from './spot';

/**
 * The ledger of one event in memory: what PostgreSQL keeps, as plain immutable data. The transactions beside this file
 * are pure functions `(tables, request) → { tables, … }`; every decision in them is a call of the project's own rules
 * (see rules.ts). To use it behind the ports: keep one `Tables` for each event, run a transaction on it, and replace it
 * by the returned tables to commit (drop them to roll back). The `orders` of an answer belong in the outbox of the same
 * commit. Ids and clock readings come from the caller; times are milliseconds since the epoch.
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
  /** The first number that was never used. */
  readonly nextNumber: number;
  readonly currentBlock: string | null;
  readonly sale: EventSale;
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
  readonly via: 'block' | 'late' | 'none' | 'sweep' | 'transfer' | 'move';
  readonly ended: 'cancelled' | 'transferred' | 'payment-failed' | null;
  /** The registration id that the processor knows the payment under, when it is another one. */
  readonly paidAs: string | null;
  /** What this member of a group cost, in cents; null outside groups. */
  readonly share: number | null;
  /** Cents that go back to this one, or went. */
  readonly refund: number | null;
}

export interface PaymentRow {
  readonly registrationId: string;
  readonly authorisation: string | null;
  readonly amount: number;
  /** Cents of `amount` that are to be taken; null: all of it. */
  readonly captureAmount: number | null;
  readonly currency: string;
  readonly wanted: 'capture' | 'void' | 'refund';
  /** Cents of `amount` to be refunded in all, including what went back. Only set where a refund is wanted. */
  readonly refund: number | null;
  /** The refund total of an order that is on its way, to which more was added since. */
  readonly refundOrdered: number | null;
  /** Cents refunded so far. */
  readonly refunded: number;
  readonly state: PaymentState;
}

export interface WaitingRow extends Waiter {
  /** The id of the place, not of a registration: each try to pay for an offer is a registration of its own. */
  readonly placeId: string;
  readonly person: string;
  readonly state: WaitingState;
  /** Set when the link in the mail was opened: only then the place counts. */
  readonly isConfirmed: boolean;
  /** The block that is offered. */
  readonly block: string | null;
  /** How often something was offered. */
  readonly offers: number;
}

/** The fields of a submission that the ledger uses. */
export interface Submitted {
  readonly id: string;
  readonly person: string;
  readonly spot: number;
  readonly block: string;
  readonly authorisation: string;
  readonly amount: number;
  readonly currency: string;
  /**
   * Companions in the group, paid by this one payment: all of them get in or none. Their spots are in the same block.
   */
  readonly companions?: readonly Member[] | undefined;
  /** Cents of `amount` that are not taken, because the writer cannot give all that was quoted. */
  readonly short?: number | undefined;
}

/** One of those a submission is for. */
export type Member = Pick<Submitted, 'id' | 'person' | 'spot'>;

/** The one who pays comes first. */
export const membersOf = (submitted: Submitted): readonly Member[] => [submitted, ...(submitted.companions ?? [])];

/** What the processor must do because of a commit. */
export interface Order {
  readonly registrationId: string;
  readonly action: PaymentRow['wanted'];
  /** Null when the processor must be asked whether there is a payment. */
  readonly authorisation: string | null;
  /** Of a refund: the total in cents that is refunded once it is carried out. Of a capture: what is taken. */
  readonly amount: number;
  /** What the card holds, in cents, where less is taken. */
  readonly held?: number;
  /** The part of that total, in cents, from earlier orders. */
  readonly before?: number;
  readonly currency: string;
}

export const orderOf = (
  { registrationId, authorisation, amount, currency }: Omit<Order, 'action'>,
  action: Order['action'],
): Order => ({ registrationId, action, authorisation, amount, currency });

/** What is taken of a payment, in cents, or was. */
export const takenOf = ({ captureAmount, amount }: Pick<PaymentRow, 'captureAmount' | 'amount'>): number =>
  captureAmount ?? amount;

/** A payment that is taken whole, and of which no refund is wanted. */
export const asHeld = { captureAmount: null, refund: null, refundOrdered: null, refunded: 0 } as const;

export const emptyTables = (capacity: number): Tables => ({
  event: { capacity, nextNumber: capacity + 1, currentBlock: null, sale: 'on' },
  spots: Array.from({ length: capacity }, (_, n) => ({ number: n + 1, block: null })),
  blocks: [],
  registrations: [],
  payments: [],
  waiting: [],
});
