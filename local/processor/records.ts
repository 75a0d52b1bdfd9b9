import { randomBytes } from 'node:crypto';

/** A new id, such as `pi_…`, `pm_…`, `re_…` or `evt_…`. */
export const newId = (kind: 'pi' | 'pm' | 're' | 'evt'): string => `${kind}_${randomBytes(12).toString('hex')}`;

/** Stripe's [error object](https://docs.stripe.com/api/errors). */
export interface Problem {
  readonly type: 'card_error' | 'invalid_request_error' | 'idempotency_error' | 'api_error';
  readonly code?: string;
  readonly decline_code?: string;
  readonly message: string;
  readonly param?: string;
}

/** The fields of a PaymentIntent that the sandbox needs. Never changed: every step makes a new one. */
export interface Intent {
  readonly id: string;
  /** Seconds since the epoch. */
  readonly created: number;
  readonly amount: number;
  readonly currency: string;
  readonly capture: 'manual' | 'automatic';
  readonly metadata: Readonly<Record<string, string>>;
  readonly description?: string;
  readonly status: 'requires_payment_method' | 'requires_capture' | 'succeeded' | 'canceled';
  readonly paymentMethod?: string;
  /** Token of the test card behind the payment method. */
  readonly card?: string;
  readonly received?: number;
  readonly canceledAt?: number;
  readonly cancellation?: string;
  readonly lastError?: Problem;
  /** The number of declined cards. */
  readonly declines?: number;
}

/** A card sent by a browser. The sandbox never keeps its number, only which test card it was. */
export interface Method {
  readonly id: string;
  readonly created: number;
  readonly card: string;
  readonly month: number;
  readonly year: number;
}

/** The fields of a refund that the sandbox needs. */
export interface Refund {
  readonly id: string;
  /** Seconds since the epoch. */
  readonly created: number;
  readonly intent: string;
  readonly amount: number;
  readonly currency: string;
  readonly metadata: Readonly<Record<string, string>>;
  readonly reason?: string;
  readonly status: 'pending' | 'succeeded' | 'failed';
  /** When the bank returns the refunded money to the shop, in milliseconds since the epoch. */
  readonly failsAt?: number;
}

/** One request's effect and its reply: a line of the journal. */
export interface Entry {
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly status: number;
  readonly intent?: Intent;
  readonly method?: Method;
  readonly refund?: Refund;
  readonly problem?: Problem;
  /** The idempotency key, and a hash of the request that came with it. */
  readonly key?: string;
  readonly print?: string;
}
