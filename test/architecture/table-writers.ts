import { capabilityOf } from './house-plan';
import { type Source, withoutComments } from './read-source';

/**
 * Which capability may write which table of the database. Spots, blocks, registrations, payments and the waiting list are one
 * ledger with one lock order (lambdas/ledger/event-sql.ts). A capability that is listed for one of them takes its locks in
 * that order. A new capability owns new tables, and reaches these by the ports of the listed capabilities.
 */
export const mayWrite: Readonly<Record<string, readonly string[]>> = {
  race: ['races', 'capacity', 'payment', 'forms', 'jobs'],
  race_document: ['editing'],
  race_revision: ['editing'],
  legal_text: ['races', 'forms'],
  form: ['forms'],
  allowed_person: ['forms'],
  event: ['races', 'spots', 'ledger', 'jobs'],
  price: ['races'],
  spot: ['races', 'spots', 'registration', 'payment', 'ledger'],
  block: ['spots', 'ledger', 'jobs'],
  registration: ['registration', 'payment', 'ledger'],
  payment: ['payment', 'ledger'],
  dispute: ['payment'],
  seller: ['payment'],
  billing: ['payment'],
  document: ['payment'],
  document_due: ['payment'],
  waiting: ['spots', 'ledger', 'jobs'],
  code: ['codes'],
  correction: ['registration'],
  credit: ['registration'],
  team: ['ledger', 'teams'],
  pool: ['ledger'],
  unit: ['ledger'],
  unit_block: ['ledger'],
  registration_line: ['registration', 'ledger'],
  fundraiser: ['fundraisers'],
  transfer: ['registration'],
  move_offer: ['registration', 'ledger'],
  outbox: ['ledger'],
  audit: ['ledger', 'spots'],
  mail: ['mail'],
  mail_suppression: ['mail'],
  mail_optout: ['mail'],
  mail_quota: ['mail'],
  webhook_endpoint: ['webhooks'],
  webhook_message: ['webhooks'],
  webhook_attempt: ['webhooks'],
  announcement: ['announcements'],
  announcement_mail: ['announcements'],
  bib_told: ['announcements'],
  ended_session: ['sessions'],
  staff: ['staff'],
  staff_role: ['staff'],
  staff_link: ['staff'],
  staff_challenge: ['staff'],
  staff_passkey: ['staff'],
  staff_session: ['staff'],
  command: ['staff'],
  participant: ['participants'],
  projection: ['participants'],
  waiting_copy: ['participants'],
  export_file: ['participants'],
  upload: ['uploads'],
  media_file: ['uploads'],
  live_sample: ['sales'],
  verdict: ['watch'],
  job: ['jobs'],
  job_failure: ['jobs'],
  api_key: ['api-keys'],
  result_set: ['results'],
  result: ['results'],
  result_batch: ['results'],
  result_change: ['results'],
  result_erased_name: ['results'],
  result_search: ['results'],
  result_version: ['results'],
  result_unmatched: ['results'],
  bib_plan: ['bibs'],
  // A number goes on with the spot.
  bib: ['bibs', 'ledger'],
  desk: ['bibs'],
  check_in: ['bibs'],
  replaced_code: ['bibs'],
  feed: ['feed'],
  feed_message: ['feed'],
  line: ['line'],
  line_event: ['line'],
  line_call: ['line'],
  line_tick: ['line'],
  line_pass: ['line'],
  line_wave: ['line'],
  line_turn: ['line'],
};

const write = /\b(?:INSERT\s+INTO|UPDATE|DELETE\s+FROM|MERGE\s+INTO|TRUNCATE)\s+(?:ONLY\s+)?("?)([a-z_]+)\1/g;

/** Words that follow UPDATE where nothing is written: `FOR UPDATE OF`, `DO UPDATE SET`, `FOR NO KEY UPDATE SKIP LOCKED`. */
const isNoTable = new Set(['of', 'set', 'skip', 'nowait']);

/** The tables that a file's SQL writes, each once. SQL keywords are upper case in this project, names are lower case. */
export const tablesWrittenIn = (text: string): readonly string[] =>
  [...new Set([...withoutComments(text).matchAll(write)].map(([, , table = '']) => table))].filter(
    (table) => !isNoTable.has(table),
  );

/** Every table that a capability writes and may not, one line each. Migrations and functions belong to no capability. */
export const findStrayWrites = (sources: readonly Source[]): string[] =>
  sources.flatMap(([file, text]) => {
    const capability = capabilityOf(file);
    if (capability === undefined) return [];
    return tablesWrittenIn(text)
      .filter((table) => !(mayWrite[table] ?? []).includes(capability))
      .map((table) => `${file} writes ${table}`);
  });
