import type { FunctionName } from './functions';

/** Which function answers which route of the HTTP API. */
export const routes = {
  'GET /api/races': 'browse-races',
  'GET /api/races/{raceId}': 'browse-races',
  'GET /api/races/{raceId}/availability': 'browse-races',
  'GET /api/races/{raceId}/stock': 'browse-races',
  'GET /api/races/{raceId}/teams': 'browse-races',
  'GET /api/teams/{teamId}': 'browse-races',
  'GET /api/races/{raceId}/forms/{revision}': 'browse-races',
  'GET /api/races/{raceId}/forms/{revision}/schema': 'browse-races',
  'GET /api/races/{raceId}/texts/{hash}': 'browse-races',
  'GET /api/races/{raceId}/fundraisers': 'browse-races',
  'GET /api/races/{raceId}/fundraisers/{slug}': 'browse-races',
  'GET /api/openapi.json': 'browse-races',
  'POST /api/races/{raceId}/holds': 'register',
  'POST /api/races/{raceId}/access': 'register',
  'GET /api/session': 'register',
  'PUT /api/session/draft': 'register',
  'DELETE /api/session': 'register',
  'PUT /api/registrations/{registrationId}/quote': 'quote-registration',
  'PUT /api/registrations/{registrationId}': 'pay',
  'GET /api/registrations/{registrationId}': 'show-registration',
  'GET /api/registrations/{registrationId}/team': 'show-registration',
  'PATCH /api/registrations/{registrationId}/team': 'change-registration',
  'GET /api/registrations/{registrationId}/bib': 'show-registration',
  'POST /api/registrations/{registrationId}/check-in-code': 'change-registration',
  'GET /api/registrations/{registrationId}/receipt': 'show-registration',
  'POST /api/registrations/{registrationId}/receipt': 'change-registration',
  'PUT /api/registrations/{registrationId}/billing': 'change-registration',
  'POST /api/registrations/{registrationId}/checks': 'show-registration',
  'POST /api/registrations/{registrationId}/card-tries': 'register',
  'POST /api/registrations/{registrationId}/cancellation': 'change-registration',
  'GET /api/registrations/{registrationId}/deferral': 'change-registration',
  'POST /api/registrations/{registrationId}/deferral': 'change-registration',
  'PUT /api/registrations/{registrationId}/items/{position}': 'change-registration',
  'GET /api/registrations/{registrationId}/fundraiser': 'change-registration',
  'PUT /api/registrations/{registrationId}/fundraiser': 'change-registration',
  'GET /api/registrations/{registrationId}/donation': 'change-registration',
  'PUT /api/registrations/{registrationId}/donation': 'change-registration',
  'PUT /api/registrations/{registrationId}/transfer': 'change-registration',
  'DELETE /api/registrations/{registrationId}/transfer': 'change-registration',
  'DELETE /api/registrations/{registrationId}/result-name': 'change-registration',
  'GET /api/transfers/{transferId}': 'change-registration',
  'PUT /api/transfers/{transferId}': 'change-registration',
  'POST /api/transfers/{transferId}/quote': 'change-registration',
  'POST /api/races/{raceId}/waiting-list': 'join-waiting-list',
  'GET /api/waiting-list/{placeId}': 'show-registration',
  'POST /api/waiting-list/{placeId}/confirmation': 'change-registration',
  'DELETE /api/waiting-list/{placeId}': 'change-registration',
  'POST /api/registration-links': 'show-registration',
  'GET /api/opt-outs/{token}': 'change-registration',
  'POST /api/opt-outs/{token}': 'change-registration',
  'POST /api/payment-events': 'receive-webhook',
  'POST /api/races/{raceId}/results/{setId}/times': 'take-race-day',
  'PUT /api/races/{raceId}/results/{setId}/start-list': 'take-race-day',
  'GET /api/races/{raceId}/results': 'browse-results',
  'GET /api/races/{raceId}/results/names': 'browse-results',
  'GET /api/races/{raceId}/results/search': 'browse-results',
  'GET /api/races/{raceId}/results/{setId}/entries/{bib}': 'browse-results',
  'GET /api/races/{raceId}/results/{setId}/versions': 'browse-results',
  'GET /api/races/{raceId}/line': 'show-line',
  'POST /api/races/{raceId}/line/arrival': 'enter-line',
  'POST /api/races/{raceId}/line/pass': 'enter-line',
  'POST /api/races/{raceId}/line/pass/move': 'enter-line',
  'POST /api/races/{raceId}/line/pass/take': 'enter-line',
  'GET /api/races/{raceId}/feed': 'read-feed',
  'GET /api/races/{raceId}/feed/{epoch}/{segment}': 'read-feed',
  'POST /api/races/{raceId}/feed/presence': 'read-feed',
  'POST /api/races/{raceId}/feed/messages': 'take-race-day',
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
 * `news-token`: in the address, of a mail with news. It ends news for one mail address, and does nothing else.
 * `key`: of a machine, which a director made for this race and this purpose, and may withdraw.
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
  | 'signature'
  | 'news-token'
  | 'key';

interface Access {
  /** Each of them is enough. */
  readonly proofs: readonly Proof[];
  /** The problem type that everybody else is answered with. */
  readonly refusal?: string;
  /** What bounds how often a caller may ask; the firewall and the stage's throttle bound every route. */
  readonly bound?: string;
}

/**
 * Which proofs each route accepts. test/end-to-end/access.contract.ts tries every other one on every route. Spots of the
 * canary's race are held only with the canary's signed token: for everybody else there is no such race.
 */
export const access = {
  'GET /api/races': { proofs: ['nothing'] },
  'GET /api/races/{raceId}': { proofs: ['nothing'] },
  'GET /api/races/{raceId}/availability': { proofs: ['nothing'] },
  'GET /api/races/{raceId}/stock': { proofs: ['nothing'] },
  'GET /api/races/{raceId}/teams': { proofs: ['nothing'] },
  'GET /api/teams/{teamId}': { proofs: ['nothing'] },
  'GET /api/races/{raceId}/forms/{revision}': { proofs: ['nothing'], bound: 'revisions that the director published' },
  'GET /api/races/{raceId}/forms/{revision}/schema': {
    proofs: ['nothing'],
    bound: 'revisions that the director published',
  },
  'GET /api/races/{raceId}/texts/{hash}': { proofs: ['nothing'], bound: 'texts that the director saved' },
  'GET /api/races/{raceId}/fundraisers': { proofs: ['nothing'] },
  'GET /api/races/{raceId}/fundraisers/{slug}': { proofs: ['nothing'] },
  'GET /api/openapi.json': { proofs: ['nothing'] },
  'POST /api/races/{raceId}/holds': { proofs: ['nothing'], bound: 'unpaid spots of a session and an address' },
  'POST /api/races/{raceId}/access': { proofs: ['nothing'], bound: 'codes that a session and an address may try' },
  'GET /api/session': { proofs: ['nothing'] },
  'PUT /api/session/draft': { proofs: ['session'], refusal: 'no-session' },
  'DELETE /api/session': { proofs: ['nothing'] },
  'PUT /api/registrations/{registrationId}/quote': {
    proofs: ['hold'],
    refusal: 'hold-invalid',
    bound: 'thirty quotes of a hold',
  },
  'PUT /api/registrations/{registrationId}': {
    proofs: ['hold'],
    refusal: 'hold-invalid',
    bound: 'cards that a hold lets be tried',
  },
  'GET /api/registrations/{registrationId}': { proofs: ['hold', 'link'], refusal: 'not-yours' },
  'GET /api/registrations/{registrationId}/team': { proofs: ['hold', 'link'], refusal: 'not-yours' },
  'GET /api/registrations/{registrationId}/bib': { proofs: ['hold', 'link'], refusal: 'not-yours' },
  'POST /api/registrations/{registrationId}/check-in-code': {
    proofs: ['hold', 'link'],
    refusal: 'not-yours',
    bound: 'five new codes in 24 hours',
  },
  'PATCH /api/registrations/{registrationId}/team': {
    proofs: ['hold', 'link'],
    refusal: 'not-yours',
    bound: 'thirty changes of a registration in an hour',
  },
  'GET /api/registrations/{registrationId}/receipt': { proofs: ['hold', 'link'], refusal: 'not-yours' },
  'POST /api/registrations/{registrationId}/receipt': {
    proofs: ['hold', 'link'],
    refusal: 'not-yours',
    bound: 'one request for each document: every other changes nothing',
  },
  'PUT /api/registrations/{registrationId}/billing': {
    proofs: ['hold', 'link'],
    refusal: 'not-yours',
    bound: 'one row for each payment, until its invoice is issued',
  },
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
  'GET /api/registrations/{registrationId}/deferral': { proofs: ['hold', 'link'], refusal: 'not-yours' },
  'POST /api/registrations/{registrationId}/deferral': { proofs: ['hold', 'link'], refusal: 'not-yours' },
  'PUT /api/registrations/{registrationId}/items/{position}': {
    proofs: ['hold', 'link'],
    refusal: 'not-yours',
    bound: 'ten exchanges of a registration in 24 hours',
  },
  'GET /api/registrations/{registrationId}/fundraiser': { proofs: ['hold', 'link'], refusal: 'not-yours' },
  'PUT /api/registrations/{registrationId}/fundraiser': {
    proofs: ['hold', 'link'],
    refusal: 'not-yours',
    bound: 'twenty changes in 24 hours',
  },
  'GET /api/registrations/{registrationId}/donation': { proofs: ['hold', 'link'], refusal: 'not-yours' },
  'PUT /api/registrations/{registrationId}/donation': {
    proofs: ['hold', 'link'],
    refusal: 'not-yours',
    bound: 'a name is shown twenty times in 24 hours',
  },
  'PUT /api/registrations/{registrationId}/transfer': { proofs: ['hold', 'link'], refusal: 'not-yours' },
  'DELETE /api/registrations/{registrationId}/transfer': { proofs: ['hold', 'link'], refusal: 'not-yours' },
  'DELETE /api/registrations/{registrationId}/result-name': {
    proofs: ['hold', 'link'],
    refusal: 'not-yours',
    bound: 'ten requests of a registration in an hour',
  },
  'GET /api/transfers/{transferId}': { proofs: ['transfer-link'], refusal: 'not-yours' },
  'PUT /api/transfers/{transferId}': {
    proofs: ['transfer-link'],
    refusal: 'not-yours',
    bound: 'ten answers about people in 24 hours',
  },
  'POST /api/transfers/{transferId}/quote': {
    proofs: ['transfer-link'],
    refusal: 'not-yours',
    bound: 'ten quotes of an offer in 24 hours, with three declined cards each',
  },
  'POST /api/races/{raceId}/waiting-list': {
    proofs: ['permit'],
    refusal: 'no-permit',
    bound: 'permits of a session and an address',
  },
  'GET /api/waiting-list/{placeId}': { proofs: ['ticket', 'mailed-ticket'], refusal: 'not-yours' },
  'POST /api/waiting-list/{placeId}/confirmation': { proofs: ['mailed-ticket'], refusal: 'not-yours' },
  'DELETE /api/waiting-list/{placeId}': { proofs: ['ticket', 'mailed-ticket'], refusal: 'not-yours' },
  'POST /api/registration-links': { proofs: ['nothing'], bound: 'mails to an address' },
  'GET /api/opt-outs/{token}': { proofs: ['news-token'], bound: 'tokens that mails contained' },
  'POST /api/opt-outs/{token}': { proofs: ['news-token'], bound: 'one row for each token' },
  'POST /api/payment-events': { proofs: ['signature'], refusal: 'invalid-request' },
  'POST /api/races/{raceId}/results/{setId}/times': {
    proofs: ['key'],
    refusal: 'key-refused',
    bound: 'twenty requests of a key in a second, and sixty unknown keys of an address in a minute',
  },
  'PUT /api/races/{raceId}/results/{setId}/start-list': {
    proofs: ['key'],
    refusal: 'key-refused',
    bound: 'twenty requests of a key in a second, and sixty unknown keys of an address in a minute',
  },
  'GET /api/races/{raceId}/results': { proofs: ['nothing'], bound: 'pages of lists that were published' },
  'GET /api/races/{raceId}/results/names': { proofs: ['nothing'], bound: 'eight names of an answer' },
  'GET /api/races/{raceId}/results/search': {
    proofs: ['nothing'],
    bound: 'thirty searches of a network in a minute, and two of all at once',
  },
  'GET /api/races/{raceId}/results/{setId}/entries/{bib}': { proofs: ['nothing'], bound: 'bibs that were published' },
  'GET /api/races/{raceId}/results/{setId}/versions': { proofs: ['nothing'], bound: 'sets that were published' },
  'GET /api/races/{raceId}/line': { proofs: ['nothing'], bound: 'one document of a race in a second' },
  'POST /api/races/{raceId}/line/arrival': { proofs: ['nothing'], bound: 'a cookie, and nothing is stored' },
  'POST /api/races/{raceId}/line/pass': {
    proofs: ['nothing'],
    bound: 'passes of the draw for an address; one message to a queue',
  },
  'POST /api/races/{raceId}/line/pass/move': {
    proofs: ['nothing'],
    bound: 'the cookie of an arrival; nothing is stored',
  },
  'POST /api/races/{raceId}/line/pass/take': {
    proofs: ['nothing'],
    bound: 'a link that was made for this line, for ten minutes; one message to a queue',
  },
  'GET /api/races/{raceId}/feed': { proofs: ['nothing'] },
  'GET /api/races/{raceId}/feed/{epoch}/{segment}': { proofs: ['nothing'], bound: 'segments that are complete' },
  'POST /api/races/{raceId}/feed/messages': {
    proofs: ['key'],
    refusal: 'key-refused',
    bound: 'twenty requests of a key in a second, and sixty unknown keys of an address in a minute',
  },
  'POST /api/races/{raceId}/feed/presence': {
    proofs: ['nothing'],
    bound: 'two counters of a feed that is live, up to two seconds of the requests that it allows for each address',
  },
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
