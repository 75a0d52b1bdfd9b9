import { randomBytes, randomUUID } from 'node:crypto';
import type { Wallet } from './cards';

/** The version of Stripe's API that the sandbox speaks. */
export const apiVersion = '2026-08-26.dahlia';

/** A new id, such as `pi_…`, `pm_…`, `ctoken_…`, `re_…` or `evt_…`. */
export const newId = (kind: 'pi' | 'pm' | 'ctoken' | 're' | 'du' | 'issfr' | 'evt'): string =>
  `${kind}_${randomUUID().replaceAll('-', '').slice(8)}`;

/** The part of a client secret that nobody can guess. */
export const newSecret = (): string => randomBytes(18).toString('base64url');

/** Stripe's [error object](https://docs.stripe.com/api/errors). */
export interface Problem {
  readonly type: 'card_error' | 'invalid_request_error' | 'idempotency_error' | 'api_error';
  readonly code?: string;
  readonly decline_code?: string;
  readonly advice_code?: string;
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
  readonly capture: 'manual' | 'automatic' | 'automatic_async';
  /** With `manual` only a confirmation of the server, with the secret key, authorises. Default: automatic. */
  readonly confirmation?: 'manual' | 'automatic';
  /** The part of the client secret after the id. Intents of older journals have none. */
  readonly secret?: string;
  readonly metadata: Readonly<Record<string, string>>;
  readonly description?: string;
  readonly status:
    | 'requires_payment_method'
    | 'requires_action'
    | 'requires_confirmation'
    | 'requires_capture'
    | 'succeeded'
    | 'canceled';
  /** How often the runner passed the challenge of the bank, with the present card. */
  readonly challengesPassed?: number;
  readonly suffix?: string;
  readonly paymentMethod?: string;
  /** The payment method that the last error is about. */
  readonly lastMethod?: string;
  /** Token of the test card behind the payment method. */
  readonly card?: string;
  readonly received?: number;
  readonly canceledAt?: number;
  readonly cancellation?: string;
  readonly lastError?: Problem;
  /** The number of declined cards. */
  readonly declines?: number;
}

/** Proof of a browser that it may see the intent and answer the bank's question. */
export const clientSecretOf = ({ id, secret }: Intent): string | null =>
  secret === undefined ? null : `${id}_secret_${secret}`;

/** A card sent by a browser. The sandbox never keeps its number, only which test card it was. */
export interface Method {
  readonly id: string;
  readonly created: number;
  readonly card: string;
  readonly month: number;
  readonly year: number;
  readonly wallet?: Wallet;
}

/** What the browser collected for one confirmation. It can be used once. */
export interface ConfirmationToken {
  readonly id: string;
  readonly created: number;
  readonly method: Method;
  /** The payment intent that it was used for. */
  readonly usedFor?: string;
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

/** https://docs.stripe.com/api/disputes/object#dispute_object-status */
export const disputeStatuses = [
  'needs_response',
  'under_review',
  'won',
  'lost',
  'prevented',
  'warning_needs_response',
  'warning_under_review',
  'warning_closed',
] as const;
export type DisputeStatus = (typeof disputeStatuses)[number];

/** The fields of a dispute that the sandbox needs. */
export interface Dispute {
  readonly id: string;
  /** Seconds since the epoch. */
  readonly created: number;
  readonly intent: string;
  readonly amount: number;
  readonly currency: string;
  readonly reason: string;
  readonly status: DisputeStatus;
  /** What the bank decides, and when: in milliseconds since the epoch. */
  readonly becomes?: { readonly status: 'won' | 'lost'; readonly at: number };
}

/** The id of the charge of an intent. The sandbox has one charge for each intent, and shows it by its id only. */
export const chargeOf = (intentId: string): string => intentId.replace(/^pi_/, 'ch_');

/** One request's effect and its reply: a line of the journal. */
export interface Entry {
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly status: number;
  readonly intent?: Intent;
  readonly method?: Method;
  readonly token?: ConfirmationToken;
  readonly refund?: Refund;
  readonly dispute?: Dispute;
  readonly problem?: Problem;
  /** The idempotency key, and a hash of the request that came with it. */
  readonly key?: string;
  readonly print?: string;
}
