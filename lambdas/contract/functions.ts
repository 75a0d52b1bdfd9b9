/**
 * What the stacks and the functions agree on: which function needs which setting. `lambdas/contract` is imported by
 * lib/, local/ and lambdas/functions/, so it imports nothing.
 *
 * A setting is a URL wherever the technology allows it, so that everything that differs between machines is in one
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
    'LINE_PASSES_QUEUE_URL',
    'SIGNING_KEYS_SECRET_ID',
    'ORIGIN_SECRET_ID',
    'SITE_URL',
  ],
  /** Checks an entry against the form of its race, claims what is limited, prices it and signs the price. */
  'quote-registration': [
    'DATABASE_URL',
    'READER_URL',
    'DATA_CACHE_URL',
    'SESSION_A_CACHE_URL',
    'SESSION_B_CACHE_URL',
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
  /** Every minute: works on what takes longer than a request, such as cancelling a race and writing to all runners. */
  'run-jobs': [
    'DATABASE_URL',
    'DATA_CACHE_URL',
    'MAIL_LANES',
    'MAIL_QUEUE_URL',
    'WEBHOOKS_QUEUE_URL',
    'MEDIA_BUCKET_URL',
    'FILES_BUCKET_URL',
  ],
  /** Posts webhooks to the endpoints of races. Outside the VPC: addresses that directors chose. */
  'send-webhooks': ['WEBHOOK_RESULTS_QUEUE_URL', 'SIGNING_KEYS_SECRET_ID', 'WEBHOOK_HOSTS'],
  /** Notes what became of them. */
  'record-webhooks': ['DATABASE_URL'],
  /** Every minute: sends what a crash left in the outbox. */
  'relay-outbox': [
    'DATABASE_URL',
    'PAYMENTS_QUEUE_URL',
    'MAIL_QUEUE_URL',
    'URGENT_MAIL_QUEUE_URL',
    'PUBLICATIONS_QUEUE_URL',
  ],
  /** Every minute: issues invoices and credit notes, with numbers that have no gap. */
  'issue-documents': ['DATABASE_URL'],
  /**
   * Every minute: compares what must agree, orders again what was lost, raises an alarm when the books contradict each
   * other.
   */
  'watch-invariants': ['DATABASE_URL', 'DATA_CACHE_URL', 'MAIL_LANES'],
  /** Every quarter of an hour: finds payments that no registration wants, and new disputes. Outside the VPC. */
  'reconcile-payments': ['PROCESSOR_URL', 'PROCESSOR_SECRET_ID', 'REGISTRATIONS_QUEUE_URL', 'SETTLEMENTS_QUEUE_URL'],
  /** Every minute: orders what must be warm now for the races that open soon, reads what they will read, and makes their lines. */
  'plan-capacity': [
    'DATABASE_URL',
    'READER_URL',
    'DATA_CACHE_URL',
    'CAPACITY_QUEUE_URL',
    'LINE_WORK_QUEUE_URL',
    'LINE_ERRANDS_QUEUE_URL',
    'LINE_RATE_MAX',
  ],
  /** Every five minutes: registers in a hidden race as a runner would, and gives the spot back. Outside the VPC. */
  'run-canary': ['SITE_URL', 'SIGNING_KEYS_SECRET_ID'],
  /** Takes what machines post on the day of a race with a key: times, start lists and messages of the live feed. */
  'take-race-day': ['DATABASE_URL', 'DATA_CACHE_URL', 'PUBLICATIONS_QUEUE_URL', 'ORIGIN_SECRET_ID', 'SITE_URL'],
  /** Shows the end of a live feed and its segments, and counts about how many follow. It reads the writer: nothing acknowledged is missing. */
  'read-feed': ['DATABASE_URL', 'DATA_CACHE_URL', 'ORIGIN_SECRET_ID', 'SITE_URL'],
  /** Shows results that were published, from the same files that browsers read: pages, names, one bib, versions. */
  'browse-results': ['READER_URL', 'DATA_CACHE_URL', 'RESULTS_BUCKET_URL', 'ORIGIN_SECRET_ID'],
  /** Lets people into the line: stamps when they came, and gives them a pass. */
  'enter-line': [
    'READER_URL',
    'DATA_CACHE_URL',
    'LINE_PASSES_QUEUE_URL',
    'SIGNING_KEYS_SECRET_ID',
    'ORIGIN_SECRET_ID',
    'SITE_URL',
  ],
  /** Shows the line of a race to everybody, and steps all lines forward while somebody looks. */
  'show-line': ['DATABASE_URL', 'DATA_CACHE_URL', 'LINE_WORK_QUEUE_URL', 'LINE_RATE_MAX', 'ORIGIN_SECRET_ID'],
  /** Publishes results as files that readers find by a pointer; every minute also what was left. */
  'publish-results': ['DATABASE_URL', 'DATA_CACHE_URL', 'RESULTS_BUCKET_URL', 'PUBLICATIONS_QUEUE_URL'],
  /** Records passes of a line, and turns that had a hold. */
  'record-passes': ['DATABASE_URL'],
  /** Closes the list of a draw, draws, and publishes the proof. */
  'keep-line': ['DATABASE_URL', 'LINE_ERRANDS_QUEUE_URL', 'PROOF_BUCKET_URL', 'BEACON_URLS'],
  /** Asks the public beacon of a draw, and tells the edge which lines there are. Outside the VPC. */
  'line-errands': ['BEACON_URLS', 'LINE_WORK_QUEUE_URL', 'EDGE_STORE_URL', 'SIGNING_KEYS_SECRET_ID'],
  /** Keeps environments warm and the database large, as ordered. Outside the VPC: it calls AWS's own APIs. */
  'set-capacity': ['CAPACITY_TARGETS', 'STATE_BUCKET_URL'],
  /** Answers the directors' console: signs staff in, shows races, and carries out commands. */
  console: [
    'DATABASE_URL',
    'READER_URL',
    'STATE_BUCKET_URL',
    'FILES_BUCKET_URL',
    'MEDIA_BUCKET_URL',
    'WATCHED_QUEUES',
    'DATA_CACHE_URL',
    'URGENT_MAIL_QUEUE_URL',
    'PUBLICATIONS_QUEUE_URL',
    'MAIL_LANES',
    'SIGNING_KEYS_SECRET_ID',
    'ORIGIN_SECRET_ID',
    'SITE_URL',
    'WEBHOOK_HOSTS',
  ],
  /** Creates races, changes capacities, cancels, invites staff. Called by `aws lambda invoke`: IAM decides who may. */
  direct: [
    'DATABASE_URL',
    'DATA_CACHE_URL',
    'PUBLICATIONS_QUEUE_URL',
    'MAIL_LANES',
    'SIGNING_KEYS_SECRET_ID',
    'SITE_URL',
    'WEBHOOK_HOSTS',
  ],
  'migrate-database': ['OWNER_DATABASE_URL'],
} as const;

export type FunctionName = keyof typeof needs;
export const functionNames = Object.keys(needs).map((name) => name as FunctionName);

/** The functions that answer people in the opening minute: `set-capacity` may keep these warm. */
export const warmed = [
  'browse-races',
  'register',
  'quote-registration',
  'pay',
  'show-registration',
  'join-waiting-list',
] as const satisfies readonly FunctionName[];
