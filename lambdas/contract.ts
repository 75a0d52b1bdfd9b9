/**
 * What the stacks and the functions agree on: which function needs which address, and which headers the CDN adds.
 * Imported by lib/, local/ and lambdas/functions/, so this file imports nothing.
 *
 * An address is a URL wherever the technology allows it, so that everything that differs between machines is in one
 * string: `postgres://user@host:5432/startline?sslmode=verify-full`, `memcacheds://host:11211?discovery=on`.
 */
export const needs = {
  /** Shows the race list, a race, the spots left, and the API's own description. */
  'browse-races': ['READER_URL', 'DATA_CACHE_URL', 'ORIGIN_SECRET_ID'],
  /** Deals a spot and signs the hold; keeps the sessions. */
  register: [
    'DATABASE_URL',
    'READER_URL',
    'DATA_CACHE_URL',
    'SESSION_A_CACHE_URL',
    'SESSION_B_CACHE_URL',
    'MAIL_LANES',
    'SIGNING_KEYS_SECRET_ID',
    'ORIGIN_SECRET_ID',
    'SITE_URL',
  ],
  /** Authorises the card and queues the registration. Outside the VPC: needs neither cache nor database. */
  pay: [
    'REGISTRATIONS_QUEUE_URL',
    'PROCESSOR_URL',
    'PROCESSOR_SECRET_ID',
    'SIGNING_KEYS_SECRET_ID',
    'ORIGIN_SECRET_ID',
    'SITE_URL',
  ],
  /** Shows what became of a registration; sends a lost link again. */
  'show-registration': [
    'DATABASE_URL',
    'READER_URL',
    'DATA_CACHE_URL',
    'URGENT_MAIL_QUEUE_URL',
    'SIGNING_KEYS_SECRET_ID',
    'ORIGIN_SECRET_ID',
    'SITE_URL',
  ],
  /** Gives spots back, passes them on, leaves the waiting list. */
  'change-registration': [
    'DATABASE_URL',
    'DATA_CACHE_URL',
    'PAYMENTS_QUEUE_URL',
    'MAIL_QUEUE_URL',
    'MAIL_LANES',
    'SIGNING_KEYS_SECRET_ID',
    'ORIGIN_SECRET_ID',
    'SITE_URL',
  ],
  /** Takes requests for the waiting list. Outside the VPC: needs neither cache nor database. */
  'join-waiting-list': ['REGISTRATIONS_QUEUE_URL', 'SIGNING_KEYS_SECRET_ID', 'ORIGIN_SECRET_ID', 'SITE_URL'],
  /** Receives the processor's webhook events. Outside the VPC. */
  'receive-webhook': ['SETTLEMENTS_QUEUE_URL', 'PROCESSOR_URL', 'PROCESSOR_SECRET_ID'],
  /** Records registrations, one statement per batch; decides every outcome. */
  'record-registrations': ['DATABASE_URL', 'DATA_CACHE_URL', 'PAYMENTS_QUEUE_URL', 'MAIL_QUEUE_URL', 'MAIL_LANES'],
  /** Captures or voids what the database decided. Outside the VPC. */
  'settle-payments': ['SETTLEMENTS_QUEUE_URL', 'PROCESSOR_URL', 'PROCESSOR_SECRET_ID'],
  /** Records what the processor did, and orders the mail. */
  'record-settlements': ['DATABASE_URL', 'DATA_CACHE_URL', 'MAIL_QUEUE_URL', 'MAIL_LANES'],
  /** Sends mail within both SES quotas. */
  'send-mail': [
    'DATABASE_URL',
    'MAIL_QUEUE_URL',
    'URGENT_MAIL_QUEUE_URL',
    'MAIL_SENDER',
    'MAIL_CONFIGURATION_SET',
    'MAIL_LANES',
    'SITE_URL',
    'SIGNING_KEYS_SECRET_ID',
  ],
  /** Records bounces, complaints and deliveries. */
  'receive-mail-events': ['DATABASE_URL'],
  /** Every minute: takes back spots of expired blocks, and offers them to the waiting list. */
  'reclaim-spots': ['DATABASE_URL', 'DATA_CACHE_URL', 'MAIL_LANES'],
  /** Every minute: sends what a crash left in the outbox. */
  'relay-outbox': ['DATABASE_URL', 'PAYMENTS_QUEUE_URL', 'MAIL_QUEUE_URL', 'URGENT_MAIL_QUEUE_URL'],
  /**
   * Every minute: compares what must agree, orders again what was lost, raises an alarm when the books contradict each
   * other.
   */
  'watch-invariants': ['DATABASE_URL', 'DATA_CACHE_URL', 'MAIL_LANES'],
  /** Every quarter of an hour: finds payments that no registration wants. Outside the VPC. */
  'reconcile-payments': ['PROCESSOR_URL', 'PROCESSOR_SECRET_ID', 'REGISTRATIONS_QUEUE_URL'],
  /** Every minute: orders what must be warm now for the races that open soon. */
  'plan-capacity': ['DATABASE_URL', 'CAPACITY_QUEUE_URL'],
  /** Keeps environments warm and the database large, as ordered. Outside the VPC: it calls AWS's own APIs. */
  'set-capacity': ['CAPACITY_TARGETS'],
  /** Creates races, changes capacities, cancels. Called by `aws lambda invoke`: IAM decides who may. */
  direct: ['DATABASE_URL', 'DATA_CACHE_URL', 'MAIL_LANES'],
  'migrate-database': ['OWNER_DATABASE_URL'],
} as const;

export type FunctionName = keyof typeof needs;
export const functionNames = Object.keys(needs).map((name) => name as FunctionName);
export type Address = (typeof needs)[FunctionName][number];

/** The functions that answer people in the opening minute: `set-capacity` may keep these warm. */
export const warmed = [
  'browse-races',
  'register',
  'pay',
  'show-registration',
  'join-waiting-list',
] as const satisfies readonly FunctionName[];

/** Only CloudFront knows this header's value: a request without it did not come through the CDN. */
export const originHeader = 'x-startline-origin';

/**
 * Sent to the functions besides the runner's own headers: `<address>:<port>` of the runner. CloudFront's own header for
 * it is not used: CloudFront sends it only together with the runner's `Host`, which API Gateway refuses.
 */
export const viewerHeader = 'x-startline-viewer';

/** Which function answers which route of the HTTP API. */
export const routes = {
  'GET /api/races': 'browse-races',
  'GET /api/races/{raceId}': 'browse-races',
  'GET /api/races/{raceId}/availability': 'browse-races',
  'GET /api/openapi.json': 'browse-races',
  'POST /api/races/{raceId}/holds': 'register',
  'GET /api/session': 'register',
  'PUT /api/session/draft': 'register',
  'DELETE /api/session': 'register',
  'PUT /api/registrations/{registrationId}': 'pay',
  'GET /api/registrations/{registrationId}': 'show-registration',
  'POST /api/registrations/{registrationId}/checks': 'show-registration',
  'POST /api/registrations/{registrationId}/card-tries': 'register',
  'POST /api/registrations/{registrationId}/cancellation': 'change-registration',
  'PUT /api/registrations/{registrationId}/transfer': 'change-registration',
  'DELETE /api/registrations/{registrationId}/transfer': 'change-registration',
  'GET /api/transfers/{transferId}': 'change-registration',
  'PUT /api/transfers/{transferId}': 'change-registration',
  'POST /api/races/{raceId}/waiting-list': 'join-waiting-list',
  'GET /api/waiting-list/{placeId}': 'show-registration',
  'POST /api/waiting-list/{placeId}/confirmation': 'change-registration',
  'DELETE /api/waiting-list/{placeId}': 'change-registration',
  'POST /api/registration-links': 'show-registration',
  'POST /api/payment-events': 'receive-webhook',
} as const satisfies Record<string, FunctionName>;

export type Route = keyof typeof routes;

/**
 * What a caller must bring. An id is never a proof: clients make ids, and ids appear in addresses and logs.
 * `nothing`: the route is for everybody. `session`: the cookie of a browser's session, or its secret in the header.
 * `hold`: a signed hold in the session it was made in and, once its registration has a row, in the session of the row.
 * `link`: the token of a mail about the registration. `permit`: from the answer that refused a spot, in the session
 * that answer went to.
 * `ticket`: the token of a place on the waiting list that was given at joining, for the person who has the place, until
 * it is confirmed. `mailed-ticket`: the one in its mails.
 * `transfer-link`: the token of the mail that offers a spot. `signature`: the payment processor's.
 */
export type Proof =
  | 'nothing'
  | 'session'
  | 'hold'
  | 'link'
  | 'permit'
  | 'ticket'
  | 'mailed-ticket'
  | 'transfer-link'
  | 'signature';

interface Access {
  /** Each of them is enough. */
  readonly proofs: readonly Proof[];
  /** The problem type that everybody else is answered with. */
  readonly refusal?: string;
  /** What bounds how often a caller may ask; the firewall and the stage's throttle bound every route. */
  readonly bound?: string;
}

/** Which proofs each route accepts. test/end-to-end/access.contract.ts tries every other one on every route. */
export const access = {
  'GET /api/races': { proofs: ['nothing'] },
  'GET /api/races/{raceId}': { proofs: ['nothing'] },
  'GET /api/races/{raceId}/availability': { proofs: ['nothing'] },
  'GET /api/openapi.json': { proofs: ['nothing'] },
  'POST /api/races/{raceId}/holds': { proofs: ['nothing'], bound: 'unpaid spots of a session and an address' },
  'GET /api/session': { proofs: ['nothing'] },
  'PUT /api/session/draft': { proofs: ['session'], refusal: 'no-session' },
  'DELETE /api/session': { proofs: ['nothing'] },
  'PUT /api/registrations/{registrationId}': {
    proofs: ['hold'],
    refusal: 'hold-invalid',
    bound: 'cards that a hold lets be tried',
  },
  'GET /api/registrations/{registrationId}': { proofs: ['hold', 'link'], refusal: 'not-yours' },
  'POST /api/registrations/{registrationId}/checks': {
    proofs: ['hold'],
    refusal: 'hold-invalid',
    bound: 'ten answers for each runner of a hold',
  },
  'POST /api/registrations/{registrationId}/card-tries': {
    proofs: ['hold'],
    refusal: 'hold-invalid',
    bound: 'tries of a session, an address and who an offer is for',
  },
  'POST /api/registrations/{registrationId}/cancellation': { proofs: ['hold', 'link'], refusal: 'not-yours' },
  'PUT /api/registrations/{registrationId}/transfer': { proofs: ['hold', 'link'], refusal: 'not-yours' },
  'DELETE /api/registrations/{registrationId}/transfer': { proofs: ['hold', 'link'], refusal: 'not-yours' },
  'GET /api/transfers/{transferId}': { proofs: ['transfer-link'], refusal: 'not-yours' },
  'PUT /api/transfers/{transferId}': { proofs: ['transfer-link'], refusal: 'not-yours' },
  'POST /api/races/{raceId}/waiting-list': {
    proofs: ['permit'],
    refusal: 'no-permit',
    bound: 'permits of a session and an address',
  },
  'GET /api/waiting-list/{placeId}': { proofs: ['ticket', 'mailed-ticket'], refusal: 'not-yours' },
  'POST /api/waiting-list/{placeId}/confirmation': { proofs: ['mailed-ticket'], refusal: 'not-yours' },
  'DELETE /api/waiting-list/{placeId}': { proofs: ['ticket', 'mailed-ticket'], refusal: 'not-yours' },
  'POST /api/registration-links': { proofs: ['nothing'], bound: 'mails to an address' },
  'POST /api/payment-events': { proofs: ['signature'], refusal: 'invalid-request' },
} as const satisfies Record<Route, Access>;

/** API Gateway's name for requests that fit no other route. */
export const elsewhere = '$default';

/**
 * The routes of the HTTP API, which knows only the methods it is told. What can be read can also be requested by HEAD.
 * One function answers all other requests: which methods an address takes, or that there is no such address.
 */
export const httpRoutes: Readonly<Record<string, FunctionName>> = {
  ...routes,
  ...Object.fromEntries(
    Object.entries(routes).flatMap(([route, name]) =>
      route.startsWith('GET ') ? [[route.replace('GET', 'HEAD'), name]] : [],
    ),
  ),
  [elsewhere]: 'browse-races',
};
