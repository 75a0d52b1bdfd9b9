// What people read about what was done: by whom, when, and what came of it.
import { money } from '../../src/page/money';
import { saleWords } from './commands';
import { eventFields, fieldName, lineModes } from './editing';
import { kinds } from './results';

export const title = 'Sign-ins and changes';
export const lead = 'What people of the staff did, and what was ordered by the command line, the newest first.';
export const columns = { at: 'When', action: 'What', by: 'Who', race: 'Race', detail: 'Details' };
export const none = 'Nobody has done anything yet';
export const whose = 'See whose registration';

/** What an entry of the audit is about, by its name. */
export const times = (times: number) => `${times} times in a row`;

export const actions: Readonly<Record<string, string>> = {
  'signed-in': 'Signed in',
  'signed-out': 'Signed out',
  'signed-out-everywhere': 'Signed out everywhere',
  confirmed: 'Used a passkey again',
  'passkey-made': 'Made a passkey',
  'passkey-deleted': 'Deleted a passkey',
  'passkey-locked': 'A copied passkey was locked',
  'passkeys-reset': 'Reset passkeys',
  'role-given': 'Gave a role',
  'role-removed': 'Removed a role',
  'staff-active': 'Unlocked somebody',
  'staff-locked': 'Locked somebody',
  'staff-gone': 'Let somebody go',
  'link-made': 'A link was made by command',
  exported: 'Took a file of participants',
  command: 'Ordered',
  'command-refused': 'Ordered, and was refused',
  'export-ordered': 'Ordered a file',
  'file-uploaded': 'Uploaded a file',
  'file-refused': 'Uploaded a file, which was refused',
  'race-begun': 'Began the race',
  'race-published': 'Published changes',
  'race-unpublished': 'Took the race off the page',
  'race-cancelled': 'Cancelled the race',
  'job-stopped': 'Stopped a job',
  'job-resumed': 'Resumed a job',
  'draft-saved': 'Saved the draft',
  'draft-discarded': 'Discarded the draft',
  'sale-changed': 'Paused, closed or reopened a sale',
  'capacity-changed': 'Changed a capacity',
  'stock-changed': 'Changed a stock',
  'removed-from-waiting-list': 'Took a place off the waiting list',
  'codes-made': 'Made codes',
  'codes-withdrawn': 'Withdrew codes',
  'team-renamed': 'Renamed a team',
  'team-opened': 'Opened a team',
  'team-closed': 'Closed a team',
  'team-leg-changed': 'Changed a leg',
  'team-left': 'Took somebody out of a team',
  'fundraiser-hidden': 'Hid a fundraiser',
  'fundraiser-shown': 'Showed a fundraiser again',
  'bib-ranges-saved': 'Saved ranges of bibs',
  'bibs-given': 'Gave bibs',
  'bibs-imported': 'Imported bibs',
  'line-steered': 'Steered the line',
  'announcement-sent': 'Sent an announcement',
  'announcement-stopped': 'Stopped an announcement',
  'announcement-resumed': 'Resumed an announcement',
  'feed-changed': 'Changed the live feed',
  'feed-published': 'Wrote in the live feed',
  'feed-redacted': 'Took back what the live feed said',
  'result-set-saved': 'Saved a ranking',
  'results-published': 'Published results',
  'result-name-erased': 'Took a name out of results',
  'api-key-made': 'Made a key',
  'api-key-withdrawn': 'Withdrew a key',
  'webhook-saved': 'Made a webhook',
  'webhook-changed': 'Changed a webhook',
  'webhook-secret-changed': 'Changed the secret of a webhook',
  'webhook-tested': 'Tested a webhook',
  'webhooks-replayed': 'Posted messages again',
  'webhook-disabled': 'A webhook was switched off: it answered nothing but errors',
  'announcement-given-up': 'An announcement was given up',
};

/** What an entry is about beside its action. */
interface About {
  /** The name of the staff member to whom it was done, or for whom it was sent. */
  readonly staff: string | undefined;
  readonly detail: Readonly<Record<string, unknown>>;
}

const counted = (one: string, many: string) => (count: unknown) => `${count} ${count === 1 ? one : many}`;
const spots = counted('spot', 'spots');
const codes = counted('code', 'codes');
const ranges = counted('range', 'ranges');
const bibs = counted('bib', 'bibs');
const mails = counted('mail', 'mails');
const messages = counted('message', 'messages');
const rows = counted('row', 'rows');

const words = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);
const listed = (...parts: readonly (string | undefined)[]) => parts.filter((part) => part !== undefined).join(', ');

/** `changeCapacity` is read as “change capacity”. */
const commandName = (name: unknown) => String(name).replace(/[A-Z]/g, (capital) => ` ${capital.toLowerCase()}`);

/** More of the values that were published are counted, and not named. */
const mostNamedValues = 5;

/** What was published: `Revision 4: spots, waiver` */
const publishedWords = ({ revision, paths }: About['detail']) => {
  const names = new Set(
    (Array.isArray(paths) ? paths : []).map((path: string) => {
      const [, field] = /^events\.[^.]+\.?(\w*)/.exec(path) ?? [];
      return (field === undefined ? fieldName(path) : (eventFields[field] ?? 'events')).toLowerCase();
    }),
  );
  const more = names.size - mostNamedValues;
  const named = [...names].slice(0, mostNamedValues).join(', ');
  return `Revision ${revision}${named === '' ? '' : `: ${named}`}${more > 0 ? `, and ${more} more` : ''}`;
};

interface Steered {
  readonly mode?: keyof typeof lineModes;
  /** The share of the calls that are let through: 1 is all of them. */
  readonly pace?: number;
  /** Why it calls nobody. */
  readonly held?: string;
  readonly state?: string;
}

/** What is different in the line: how turns are given, and how people are called. */
const steeredWords = ({ from, to }: About['detail']) => {
  const [before, after] = [(from ?? {}) as Steered, (to ?? {}) as Steered];
  return listed(
    after.mode !== before.mode && after.mode ? lineModes[after.mode] : undefined,
    !after.held === !before.held ? undefined : after.held ? 'it calls nobody' : 'it calls people again',
    after.pace === before.pace || after.pace === undefined
      ? undefined
      : `${Math.round(after.pace * 100)} % of its speed`,
    after.state !== before.state ? lineStates[after.state ?? ''] : undefined,
  );
};

const lineStates: Readonly<Record<string, string>> = {
  lobby: 'people come to it',
  closing: 'its list closes',
  drawing: 'turns are drawn',
  calling: 'it calls people',
  open: 'everybody is let in',
};

const sale = (state: unknown) => saleWords[state as keyof typeof saleWords] ?? String(state);

const ofStaff = ({ staff }: About) => staff ?? '';

/** What somebody did at a desk whose device sent it when another person was signed in. */
const ofScan = ({ staff }: About) => (staff === undefined ? '' : `sent for ${staff}, who was at the desk`);

/** The name of the person, and how many of their keys and webhooks were kept. */
const ofLeaver = ({ staff, detail: { kept } }: About) => {
  const { keys = 0, webhooks = 0 } = (kept ?? {}) as { readonly keys?: number; readonly webhooks?: number };
  return listed(
    staff,
    keys > 0 ? `${keys} ${keys === 1 ? 'key' : 'keys'} kept` : undefined,
    webhooks > 0 ? `${webhooks} ${webhooks === 1 ? 'webhook' : 'webhooks'} kept` : undefined,
  );
};

const detailsOf: Readonly<Record<string, (about: About) => string>> = {
  'signed-in': ({ detail: { by } }) => (by === 'passkey' ? 'by passkey' : 'by a mailed link'),
  'role-given': ({ staff, detail }) => listed(staff, words(detail.role)),
  'role-removed': ofLeaver,
  'staff-active': ofStaff,
  'staff-locked': ofLeaver,
  'staff-gone': ofLeaver,
  'passkeys-reset': ofStaff,
  command: ({ detail }) => commandName(detail.name),
  'command-refused': ({ detail }) => commandName(detail.name),
  'export-ordered': ({ detail: { format, isSensitive } }) =>
    listed(words(format)?.toUpperCase(), isSensitive === true ? 'with sensitive answers' : undefined),
  exported: ({ detail }) => rows(detail.rows),
  'file-uploaded': ({ detail }) => words(detail.name) ?? '',
  'race-published': ({ detail }) => publishedWords(detail),
  'race-cancelled': ({ detail }) => `${detail.refundPercent} % goes back`,
  'sale-changed': ({ detail: { from, to } }) => (from === undefined ? sale(to) : `${sale(from)} → ${sale(to)}`),
  'capacity-changed': ({ detail: { from, to } }) => `${from} → ${spots(to)}`,
  'stock-changed': ({ detail: { from, to } }) => `${from} → ${to}`,
  'codes-made': ({ detail }) => `${codes(detail.codes)}, ${detail.batch}`,
  'codes-withdrawn': ({ detail }) => words(detail.batch) ?? '',
  'checked-in': ofScan,
  'check-in-undone': ofScan,
  'code-forged': ofScan,
  'old-code-shown': ofScan,
  'bib-ranges-saved': ({ detail }) => ranges(detail.ranges),
  'bibs-given': ({ detail: { given, left } }) => listed(bibs(given), left === 0 ? undefined : `${left} without one`),
  'bibs-imported': ({ detail: { changed, refused } }) =>
    listed(bibs(changed), refused === 0 ? undefined : `${rows(refused)} refused`),
  'line-steered': ({ detail }) => steeredWords(detail),
  'announcement-sent': ({ detail }) => mails(detail.mails),
  'feed-changed': ({ detail }) => words(detail.state) ?? '',
  'feed-published': ({ detail: { from, to } }) => (from === to ? `message ${to}` : `messages ${from} to ${to}`),
  'feed-redacted': ({ detail: { numbers, reason } }) =>
    listed(Array.isArray(numbers) ? `message ${numbers.join(', ')}` : undefined, words(reason)),
  'results-published': ({ detail: { kind, note } }) => listed(kinds[kind as keyof typeof kinds], words(note)),
  'result-name-erased': ({ detail: { bib, reason } }) => listed(`bib ${bib}`, words(reason)),
  'api-key-made': ({ detail }) => words(detail.label) ?? '',
  'webhook-saved': ({ detail }) => words(detail.host) ?? '',
  'webhook-changed': ({ detail }) => words(detail.state) ?? '',
  'webhooks-replayed': ({ detail }) => messages(detail.messages),
};

/** What was done to one registration: the money, the bib, the reason. */
const ofRegistration = ({ refund, amount, currency, number, reason }: About['detail']): string => {
  const back = typeof refund === 'number' ? refund : amount;
  return listed(
    typeof back === 'number' && back > 0 && typeof currency === 'string' ? money(back, currency) : undefined,
    typeof number === 'number' ? `bib ${number}` : undefined,
    words(reason),
  );
};

/** The details of an entry in words. Empty: its action says all. */
export const details = (action: string, about: About): string =>
  (detailsOf[action] ?? (({ detail }: About) => ofRegistration(detail)))(about);
