// What people read about what a race was before.

export const lead = 'Each time that something is published, the race as it was stays here.';
export const none = 'Nothing was changed yet';
export const noneWords =
  'The race is as it was when it was made. From the first change on, its states are listed here.';
export const columns = { revision: 'State', at: 'Published', by: 'By', actions: 'Restore' };
export const revision = (revision: number) => `Revision ${revision}`;
export const before = 'Before the first change';
export const restore = 'Restore';
export const restoreOf = (revision: number) => `Restore revision ${revision}`;
export const restoreWords =
  'The race as it was then becomes the draft. Nobody sees it before you publish it, and you see first what that does. Changes that are not published now are replaced by it.';
export const compare = 'Compare two states';
export const from = 'From';
export const to = 'To';
export const same = 'They say the same.';

export const doneTitle = 'What was done';
export const doneLead =
  'What people of the staff did in this race, and what was ordered by the command line, the newest first.';

export const auditTitle = 'Sign-ins and changes';
export const auditLead = 'What people of the staff did, and what was ordered by the command line, the newest first.';
export const auditColumns = { at: 'When', action: 'What', by: 'Who', race: 'Race', detail: 'Details' };
export const auditNone = 'Nobody has done anything yet';

/** What an entry of the audit is about, by its name. */
export const auditActions: Readonly<Record<string, string>> = {
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
  'webhooks-replayed': 'Posted messages again',
};
