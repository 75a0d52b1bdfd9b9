import * as v from 'valibot';
import type { FieldError } from './faults';

/**
 * Every problem that the API can answer with, and its HTTP status: RFC 9457 problem details
 * (https://www.rfc-editor.org/rfc/rfc9457). The type is stable: clients may branch on it. Its sentences are in
 * `texts/en.ts`. `retryAfter` is in seconds, in the body and in the header Retry-After.
 */
export const problems = {
  'invalid-request': 422,
  'not-json': 415,
  'too-large': 413,
  'cross-site': 403,
  'wrong-door': 403,
  'not-found': 404,
  'method-not-allowed': 405,
  'not-open-yet': 409,
  'sale-paused': 409,
  closed: 409,
  'sold-out': 409,
  'all-held': 409,
  'too-few-spots': 409,
  'waiting-list': 409,
  'too-many-holds': 429,
  'registration-id-taken': 409,
  'too-many-requests': 429,
  'too-many-transfers': 429,
  'too-many-exchanges': 429,
  'too-many-check-in-codes': 429,
  'prove-work': 429,
  'no-permit': 403,
  'access-needed': 403,
  'offer-ended': 410,
  'wrong-size': 409,
  'hold-expired': 410,
  'hold-invalid': 403,
  'no-session': 409,
  'waiver-changed': 409,
  'page-outdated': 409,
  'form-changed': 409,
  'not-eligible': 409,
  'too-many-quotes': 429,
  'too-many-claims': 429,
  'item-gone': 409,
  'item-held': 409,
  'code-unknown': 409,
  'code-expired': 409,
  'code-used-up': 409,
  'code-held': 409,
  'code-free-today': 429,
  'too-many-tries': 429,
  'list-tried-too-often': 429,
  'team-code-wrong': 409,
  'team-closed': 409,
  'team-full': 409,
  'team-held': 409,
  'not-captain': 403,
  'team-name-taken': 409,
  'quote-invalid': 403,
  'entry-changed': 409,
  'paid-otherwise': 409,
  'card-declined': 402,
  'payment-differs': 409,
  'no-more-tries': 429,
  'payment-unknown': 503,
  'not-the-one-who-waited': 403,
  'change-too-late': 409,
  'still-settling': 409,
  'dispute-open': 409,
  'document-issued': 409,
  'no-spot': 409,
  'refund-changed': 409,
  'terms-changed': 409,
  'deferred-before': 409,
  'passed-on': 409,
  'transfer-gone': 410,
  'already-registered': 409,
  'segment-not-yet': 404,
  'segment-gone': 410,
  'join-line': 409,
  'not-your-turn': 409,
  'line-off': 409,
  'move-ended': 410,
  'results-withdrawn': 410,
  'feed-closed': 409,
  'message-not-possible': 422,
  'not-yours': 403,
  'key-refused': 401,
  'idempotency-key-reused': 422,
  'too-fast': 429,
  busy: 503,
  'internal-error': 500,
} as const satisfies Record<string, number>;

export type ProblemName = keyof typeof problems;

type None = Readonly<Record<string, never>>;

const missingItem = v.object({
  variant: v.string(),
  state: v.picklist(['held', 'gone']),
  left: v.number(),
  ofNetwork: v.optional(v.literal(true)),
});
type MissingItem = v.InferOutput<typeof missingItem>;

/** `retryAfter` in seconds. */
type Retry = { readonly retryAfter: number };
type Permit = { readonly permit?: string | undefined };

/**
 * What a problem tells besides its type: extension members of the answer, and all that its sentences are made of. A
 * client can make its own sentences from them, in another language. `reason` tells the causes of one type apart.
 */
interface Parameters {
  readonly 'invalid-request':
    | { readonly reason: 'fields' | 'json-fault'; readonly errors: readonly FieldError[] }
    | { readonly reason: 'empty' | 'not-json' | 'not-utf8' }
    | {
        readonly reason: 'webhook';
        readonly cause: 'no-signature' | 'wrong-time' | 'wrong-signature' | 'unknown-payment';
      };
  readonly 'too-large': { readonly limit: number };
  readonly 'not-found':
    | { readonly reason: 'race' | 'form' | 'text' | 'feed' | 'line' | 'results'; readonly raceId: string }
    | { readonly reason: 'page'; readonly list: string; readonly pages: number }
    | { readonly reason: 'event'; readonly raceId: string; readonly eventId: string }
    | { readonly reason: 'id'; readonly what: string }
    | { readonly reason: 'address' | 'not-yet-registered' | 'not-on-the-list' | 'nothing-paid' | 'no-documents' };
  readonly 'method-not-allowed': { readonly allow: readonly string[] };
  readonly 'not-open-yet': { readonly opensAt: string } & Retry;
  readonly 'sale-paused': Retry;
  readonly 'not-your-turn': { readonly calledTo: number } & Retry;
  readonly 'sold-out': Permit;
  readonly 'all-held': Permit & Retry;
  readonly 'too-few-spots': { readonly people: number; readonly free: number } & Permit;
  readonly 'waiting-list': Permit;
  /** `free-*`: the spots cost nothing. They count for the time of a hold, and for a day. */
  readonly 'too-many-holds': {
    readonly reason: 'session' | 'network' | 'free-network' | 'free-network-today' | 'place';
  } & Retry;
  /** `changes`: of one registration. */
  readonly 'too-many-requests': { readonly reason?: 'changes' } & Retry;
  readonly 'too-many-transfers': Retry;
  readonly 'too-many-exchanges': Retry;
  readonly 'too-many-check-in-codes': Retry;
  readonly 'prove-work': { readonly challenge: { readonly token: string; readonly work: number } };
  readonly 'wrong-size': { readonly size: number };
  readonly 'hold-expired': { readonly reason: 'before-payment' | 'at-payment' };
  readonly 'waiver-changed': { readonly reason: 'at-payment' | 'at-transfer' };
  /** The reasons are those of `domain/payment.ts`. They are written out because this file is published and imports no rule. */
  readonly 'card-declined': {
    readonly reason:
      | 'declined'
      | 'insufficient-funds'
      | 'expired'
      | 'wrong-number'
      | 'wrong-code'
      | 'not-supported'
      | 'limit'
      | 'try-again'
      | 'do-not-try-again'
      | 'authentication-failed'
      | 'canceled'
      | 'too-many-cards'
      | 'card-data-invalid';
    readonly mayRetrySameCard: boolean;
    readonly triesLeft: number;
  };
  /** `form`: the present revision. `errors`: what of the entry does not fit it. */
  readonly 'form-changed': { readonly form: number; readonly errors: readonly FieldError[] };
  /** `errors`: which rule who breaks; `field` is the person, as `people.1`. */
  readonly 'not-eligible': { readonly errors: readonly FieldError[] };
  /** `left`: how many more units of limited variants, codes and teams may be claimed. */
  readonly 'too-many-claims': { readonly reason: 'session' | 'network'; readonly left: number } & Retry;
  /**
   * Limited variants that lack what is wanted; `left`: how many there are all the same. `ofNetwork`: what one connection may put aside is
   * used up, and others may still have some.
   */
  readonly 'item-gone': { readonly items: readonly MissingItem[] };
  readonly 'item-held': { readonly items: readonly MissingItem[] } & Retry;
  /** `code`: which of the codes that were sent, from 0. The code itself is never repeated. */
  readonly 'code-unknown': { readonly code: number };
  readonly 'code-expired': { readonly code: number };
  /** `left`: how many people could use it all the same. */
  readonly 'code-used-up': { readonly code: number; readonly left: number };
  readonly 'code-held': { readonly code: number; readonly left: number } & Retry;
  /** With it the spots cost nothing. Those count for a day. `code`: absent where it is the one that opened the event. */
  readonly 'code-free-today': { readonly code?: number | undefined } & Retry;
  readonly 'too-many-tries': Retry;
  readonly 'list-tried-too-often': Retry;
  /** `left`: how many of the people would find a place all the same. */
  readonly 'team-full': { readonly left: number };
  readonly 'team-held': { readonly left: number } & Retry;
  readonly 'no-more-tries': { readonly reason: 'hold' | 'session' | 'network' | 'place' };
  readonly 'payment-unknown': Retry;
  readonly 'still-settling': Retry;
  readonly 'refund-changed': { readonly refund: number };
  /** `worth`: `entry` is a whole one. Amounts are in the currency's smallest unit. */
  readonly 'terms-changed': { readonly terms: { readonly worth: number | 'entry'; readonly fee: number } };
  readonly 'message-not-possible': {
    readonly reason: 'no-such-message' | 'not-correctable' | 'withdrawn' | 'other-kind' | 'too-many-lists';
  };
  /** `withdrawn`: the code that was typed. Absent: none was typed. */
  readonly 'access-needed': { readonly reason?: 'withdrawn' | undefined };
  readonly 'not-yours': { readonly reason: 'registration' | 'change' | 'place' | 'place-by-mail' | 'ticket' };
  /** Only who has the right secret learns more than `unknown`. */
  readonly 'key-refused': { readonly reason: 'none' | 'unknown' | 'withdrawn' | 'another-race' | 'another-scope' };
  readonly 'too-fast': Retry;
  readonly busy: { readonly reason: 'crowd' | 'slow' | 'unavailable' } & Retry;
  readonly 'internal-error': { readonly requestId: string };
}

export type ParametersOf<N extends ProblemName> = N extends keyof Parameters ? Parameters[N] : None;

/** How a problem's sentence is made in one language. */
export type ProblemSentences = { readonly [N in ProblemName]: (parameters: ParametersOf<N>) => string };

export const problem = v.object({
  type: v.string(),
  title: v.string(),
  status: v.number(),
  detail: v.string(),
  /** Which of a type's causes it is. */
  reason: v.optional(v.string()),
  retryAfter: v.optional(v.number()),
  /** With `not-open-yet`: when registration opens. */
  opensAt: v.optional(v.string()),
  /** With `item-gone` and `item-held`: what is lacking, and how much there is. `ofNetwork`: only for one connection that does not pay. */
  items: v.optional(v.array(missingItem)),
  /** With `code-unknown`, `code-expired`, `code-used-up`, `code-held` and `code-free-today`: which of the codes that were sent, from 0. */
  code: v.optional(v.number()),
  /**
   * With `code-used-up`, `code-held`, `team-full` and `team-held`: for how many people there is enough all the same. With
   * `too-many-claims`: how many more may be put aside.
   */
  left: v.optional(v.number()),
  /** With `not-your-turn`: turns below it may ask for a spot of this event. */
  calledTo: v.optional(v.number()),
  /** With `too-few-spots`: how many are free. */
  free: v.optional(v.number()),
  /** When no spot can be had: this permit allows to join the waiting list under the id of the refused request. */
  permit: v.optional(v.string()),
  /** With `refund-changed`: the present refund, in the currency's smallest unit. */
  refund: v.optional(v.number()),
  /** With `terms-changed`: the present terms of a deferral. */
  terms: v.optional(v.object({ worth: v.union([v.literal('entry'), v.number()]), fee: v.number() })),
  /** With `method-not-allowed`: the methods of this address. */
  allow: v.optional(v.array(v.string())),
  /**
   * With `prove-work`: the challenge that `proof` answers with a nonce. The first 48 bits of SHA-256(token + ':' +
   * nonce), as a whole number, must be less than 2^48 / work, which takes `work` tries on average. The token is good
   * for three minutes.
   */
  challenge: v.optional(v.object({ token: v.string(), work: v.number() })),
  /** With `form-changed`: the present revision of the race's form. */
  form: v.optional(v.number()),
  /** With `card-declined`: whether it makes sense to enter or try the same card once more. */
  mayRetrySameCard: v.optional(v.boolean()),
  /** With `card-declined`: how many other cards may be tried with this hold, at most. */
  triesLeft: v.optional(v.number()),
  /** With `invalid-request`, `form-changed` and `not-eligible`: what is wrong, field by field, as English sentences. */
  errors: v.optional(v.array(v.strictObject({ field: v.string(), message: v.string() }))),
  /** The same without sentences, in the same order. Not in `errors`, whose members older pages compare exactly. */
  faults: v.optional(
    v.array(
      v.object({
        field: v.string(),
        code: v.string(),
        limit: v.optional(v.number()),
        expected: v.optional(v.string()),
        given: v.optional(v.string()),
        other: v.optional(v.string()),
      }),
    ),
  ),
  /** With `invalid-request`: why a webhook is not believed. */
  cause: v.optional(v.string()),
  /** With `too-large`: how many bytes a body may have. */
  limit: v.optional(v.number()),
  /** With `too-few-spots`: how many were asked for. */
  people: v.optional(v.number()),
  /** With `wrong-size`: how many runners the offer is for. */
  size: v.optional(v.number()),
  /** With `not-found`: the race or event that does not exist, or what the id in the address would be of. */
  raceId: v.optional(v.string()),
  eventId: v.optional(v.string()),
  what: v.optional(v.string()),
  /** With `internal-error`: the number of the request in our logs. */
  requestId: v.optional(v.string()),
});

export type Problem = v.InferOutput<typeof problem>;

/** The stable `type` of a problem. */
export const problemType = (name: ProblemName) => `/problems/${name}`;

/** Problems of a message that cannot be read. */
export const unreadable: readonly ProblemName[] = ['cross-site', 'invalid-request', 'not-json', 'too-large'];
