import * as v from 'valibot';

/**
 * Every problem that the API can answer with: RFC 9457 problem details (https://www.rfc-editor.org/rfc/rfc9457). The
 * `type` is stable: clients may branch on it. `retryAfter` is in seconds, in the body and in the header Retry-After.
 */
export const problems = {
  'invalid-request': { status: 422, title: 'The request is not what this address expects' },
  'not-json': { status: 415, title: 'The body must be JSON' },
  'too-large': { status: 413, title: 'The body is larger than 16 KB' },
  'cross-site': { status: 403, title: 'Requests from other sites are refused' },
  'wrong-door': { status: 403, title: 'This address is reached through the site only' },
  'not-found': { status: 404, title: 'There is nothing here' },
  'method-not-allowed': { status: 405, title: 'This address does not take this method' },
  'not-open-yet': { status: 409, title: 'Registration has not opened yet' },
  closed: { status: 409, title: 'Registration is closed' },
  'sold-out': { status: 409, title: 'Sold out' },
  'all-held': { status: 409, title: 'All spots are held right now' },
  'too-few-spots': { status: 409, title: 'Fewer spots are free than you are' },
  'waiting-list': { status: 409, title: 'What comes back goes to the waiting list first' },
  'too-many-holds': { status: 429, title: 'No more spots can be held from here for now' },
  'registration-id-taken': { status: 409, title: 'This registration belongs to another browser' },
  'too-many-requests': { status: 429, title: 'Too many requests from your network' },
  'too-many-transfers': { status: 429, title: 'This spot was offered too often today' },
  'prove-work': { status: 429, title: 'More from your network only for some work' },
  'no-permit': { status: 403, title: 'Joining the waiting list needs a permit' },
  'offer-ended': { status: 410, title: 'Nothing is offered to this place on the waiting list' },
  'wrong-size': { status: 409, title: 'The offer is for another number of runners' },
  'hold-expired': { status: 410, title: 'The hold has expired' },
  'hold-invalid': { status: 403, title: 'This hold is not valid here' },
  'no-session': { status: 409, title: 'This browser has no session' },
  'waiver-changed': { status: 409, title: 'The waiver is not the one you were shown' },
  'card-declined': { status: 402, title: 'The card was declined' },
  'payment-differs': { status: 409, title: 'The payment of this registration is another one' },
  'no-more-tries': { status: 429, title: 'No other card can be tried' },
  'payment-unknown': { status: 503, title: 'The payment processor did not answer in time' },
  'not-the-one-who-waited': { status: 403, title: 'This spot is kept for the runner who waited for it' },
  'change-too-late': { status: 409, title: 'It is too late to change this registration' },
  'still-settling': { status: 409, title: 'The card is being charged this moment' },
  'no-spot': { status: 409, title: 'This registration has no spot' },
  'refund-changed': { status: 409, title: 'The refund is not the one you were shown' },
  'passed-on': { status: 409, title: 'This spot was passed on already' },
  'transfer-gone': { status: 410, title: 'This spot is no longer offered to you' },
  'already-registered': { status: 409, title: 'This runner is registered for the event already' },
  'not-yours': { status: 403, title: 'This registration is not open to you' },
  busy: { status: 503, title: 'Too many people at once' },
  'internal-error': { status: 500, title: 'Something broke on our side' },
} as const satisfies Record<string, { status: number; title: string }>;

export type ProblemName = keyof typeof problems;

export const problem = v.object({
  type: v.string(),
  title: v.string(),
  status: v.number(),
  detail: v.string(),
  retryAfter: v.optional(v.number()),
  /** With `not-open-yet`: when registration opens. */
  opensAt: v.optional(v.string()),
  /** With `too-few-spots`: how many are free. */
  free: v.optional(v.number()),
  /** When no spot can be had: this permit allows to join the waiting list under the id of the refused request. */
  permit: v.optional(v.string()),
  /** With `refund-changed`: the present refund, in the currency's smallest unit. */
  refund: v.optional(v.number()),
  /** With `method-not-allowed`: the methods of this address. */
  allow: v.optional(v.array(v.string())),
  /**
   * With `prove-work`: the challenge that `proof` answers with a nonce. The first 48 bits of SHA-256(token + ':' +
   * nonce), as a whole number, must be less than 2^48 / work, which takes `work` tries on average. The token is good
   * for three minutes.
   */
  challenge: v.optional(v.object({ token: v.string(), work: v.number() })),
  /** With `card-declined`: how many other cards may be tried with this hold. */
  triesLeft: v.optional(v.number()),
  /** With `invalid-request`: what is wrong, field by field. */
  errors: v.optional(v.array(v.strictObject({ field: v.string(), message: v.string() }))),
});

export type Problem = v.InferOutput<typeof problem>;

/** The stable `type` of a problem. */
export const problemType = (name: ProblemName) => `/problems/${name}`;

/** Problems of a message that cannot be read. */
export const unreadable: readonly ProblemName[] = ['cross-site', 'invalid-request', 'not-json', 'too-large'];
