import { randomBytes } from 'node:crypto';

/** `pi_…`, `pm_…`, `re_…`, `evt_…` */
export const newId = (kind: 'pi' | 'pm' | 're' | 'evt'): string => `${kind}_${randomBytes(12).toString('hex')}`;

/** Stripe's error object. */
export interface Problem {
  readonly type: 'card_error' | 'invalid_request_error' | 'idempotency_error' | 'api_error';
  readonly code?: string;
  readonly decline_code?: string;
  readonly message: string;
  readonly param?: string;
}

/** A PaymentIntent, as little of it as has to be kept. Never changed: every step makes another one. */
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
  /** How often a card was declined. */
  readonly declines?: number;
}

/** A card handed in by a browser. Its number is never kept: only which of the test cards it was. */
export interface Method {
  readonly id: string;
  readonly created: number;
  readonly card: string;
  readonly month: number;
  readonly year: number;
}

/** Money on its way back, as little of it as has to be kept. */
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
  /** When the bank sends it back, in milliseconds since the epoch. */
  readonly failsAt?: number;
}

/** What one request did and was answered: a line of the journal. */
export interface Entry {
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly status: number;
  readonly intent?: Intent;
  readonly method?: Method;
  readonly refund?: Refund;
  readonly problem?: Problem;
  /** The idempotency key, and what was asked under it. */
  readonly key?: string;
  readonly print?: string;
}
