// All that people read in the console. `commands.ts` has the words of what a director orders.

export const consoleName = 'Console';
export const skip = 'Skip to the content';
export const navigation = 'Console';
export const signedInAs = (name: string) => `Signed in as ${name}`;
export const places = {
  races: 'Races',
  staff: 'Staff',
  audit: 'Log',
  account: 'Your account',
};
export const signOutWords = 'Sign out';

export const reading = (what: string) => `Reading ${what}…`;
export const things = {
  session: 'who you are',
  races: 'your races',
  race: 'the race',
  preview: 'the page of the runners',
  form: 'the form',
  list: 'the list',
  sales: 'what is sold',
  opening: 'how it stands',
  registration: 'the registration',
  staff: 'the staff',
  audit: 'what was done',
  account: 'your account',
  desk: 'the people of the race',
};
export const tryAgain = 'Try again';
export const failedTitle = 'This could not be read';
export const missingTitle = 'There is nothing here';
export const missingWords =
  'There is no such page, or it is about a race that you have no role in. An owner of the race can give you one.';
export const toRaces = 'See your races';
export const cancel = 'Leave it';
export const close = 'Close';
export const working = 'One moment…';
export const asOf = (time: string) => `As of ${time}.`;
export const staleSince = (time: string) => `This is from ${time}: it cannot be read again just now. We keep trying.`;
export const none = 'None';
export const more = 'Show more';

/** Of something that is ordered or read within a screen: the server does not tell foreign from missing. */
export const missingHere = 'There is no such thing in this race. Check the id.';
export const failures = {
  network: 'We cannot reach the server from here. Check your connection. Nothing you typed is lost.',
  timeout: 'The server did not answer in time. Try again in a moment.',
  unreadable: 'Something on the way answered instead of the server. Try again in a moment.',
  cancelled: 'The passkey was not used: the window was closed, or it took too long. Try again.',
  known: 'This device has a passkey of yours already. Use that one, or make one on another device.',
  unsupported: 'This browser knows no passkeys. Use a newer one, or another device.',
};

export const signInTitle = 'Sign in';
export const signInLead = 'The console is for the people who organise races.';
export const emailLabel = 'E-mail address';
export const emailHint = 'The one that you were invited with.';
export const emailWrong = 'Type an e-mail address, such as ada@example.com.';
export const sendLink = 'Mail me a link';
export const or = 'or';
export const byPasskey = 'Sign in with a passkey';
export const linkSentTitle = 'Look into your mail';
export const linkSent = (email: string) =>
  `If ${email} works on a race here, a link is on its way. It works once, until the time that the mail says. Nothing came? A mail of the last hour may have a link that still works. Look into your spam folder, too, or ask an owner of the race whether they invited this address.`;
export const anotherAddress = 'Type another address';

export const linkTitle = 'Sign in to the console';
export const linkWords =
  'Press the button to sign in. The link works once, so your mail program must not open it for you.';
export const openLink = 'Sign in';
export const noLinkTitle = 'This link is not whole';
export const noLinkWords = 'Open it from the mail again, or copy all of it. You can also ask for another one.';
export const linkUsedTitle = 'This link works no more';
export const askAnother = 'Ask for another link';

export const enrolTitle = 'Make your passkey';
export const enrolLead = (name: string) =>
  `Welcome, ${name}. People who may change a race or move money use a passkey: your finger, your face or the PIN of this device. There is no password, and nobody can trick you out of a passkey.`;
export const passkeyNameLabel = 'Name of the passkey';
export const passkeyNameHint = 'So that you know it again in a list.';
export const passkeyNameWrong = 'Give it a name of at most 60 letters.';
export const makePasskey = 'Make the passkey';
export const thisDevice = 'This device';
export const useTitle = 'Use your passkey';
export const useLead = 'You opened a mailed link. Your roles need your passkey, too.';
export const usePasskey = 'Use my passkey';
export const lostTitle = 'I have lost my passkey';
export const lostWords =
  'Ask an owner of all races: in the console, under Staff, they open the way to a new passkey, and you get a mail. If no owner can sign in, an operator does it with the command resetPasskeys.';
export const noWayTitle = 'You have no passkey yet';
export const noWayWords =
  'The week in which you could make one is over. Ask an owner of all races to open the way again: in the console, under Staff, Reset passkeys.';

export const againTitle = 'You were signed out';
export const againWords = 'Sign in again, and you go on where you are. Nothing you typed is lost.';
export const confirmTitle = 'Use your passkey again';
export const confirmWords = 'This is asked for when your passkey was not used within the last five minutes.';
export const linkElsewhere = (email: string) =>
  `A link is on its way to ${email}. Open it in this browser: this page goes on by itself.`;

export const racesTitle = 'Races';
export const racesNone = 'You have no race yet';
export const racesNoneWords = 'An owner can give you a role in a race. Then it is here.';
export const states: Readonly<Record<string, string>> = {
  draft: 'Draft',
  early: 'Not open yet',
  open: 'Open',
  paused: 'Paused',
  closed: 'Closed',
  cancelled: 'Cancelled',
  over: 'Over',
};
export const soldOf = (sold: string, capacity: string) => `${sold} of ${capacity} sold`;
export const shareSold = (percent: number) => `${percent} % sold`;
export const opensWhen = (when: string) => `Opens ${when}`;
export const closesWhen = (when: string) => `Closes ${when}`;

export const raceNavigation = 'This race';
export const allScreens = 'All screens';
export const raceScreens = {
  webhooks: 'Webhooks',
  announcements: 'Announcements',
  overview: 'Overview',
  sales: 'Sales',
  opening: 'Opening day',
  spots: 'Spots',
  stock: 'Stock',
  codes: 'Codes',
  teams: 'Teams',
  fundraisers: 'Fundraisers',
  checkIn: 'Check-in',
  short: 'Short and over',
  disputes: 'Disputes',
  receipts: 'Invoices',
  form: 'Form and texts',
  tax: 'Seller and tax',
  cancel: 'Cancel the race',
  staff: 'Staff',
  settings: 'Settings',
  history: 'History',
};
export const runnersPage = 'What runners see';
export const figures = {
  registered: 'Registered',
  held: 'Held',
  waiting: 'Waiting',
  cancelled: 'Given back',
  net: 'Money, after refunds',
  refunded: 'Refunded',
};
export const unpaidTitle = 'What could not be charged';
export const unpaidLead =
  'The bank refused the charge, and the runner keeps the spot. It is listed here until somebody decides what becomes of it.';
export const unpaidWords = {
  difference: (number: number, event: string, amount: string) =>
    `Number ${number} in ${event}: the difference of ${amount} is not paid`,
  fee: (number: number, event: string, amount: string) =>
    `Number ${number} in ${event}: the transfer fee of ${amount} is not paid`,
};
export const givenBackTitle = 'What was given back at the processor';
export const givenBackLead =
  'Somebody gave the whole payment back there by hand, and the runner keeps the spot. It is listed here until somebody decides what becomes of it.';
export const givenBackDecide = 'Decide under “Disputes”';
export const givenBackWords = (number: number, event: string, amount: string) =>
  `Number ${number} in ${event}: ${amount} were given back`;
export const eventsTitle = 'Events';
export const eventColumns = {
  event: 'Event',
  registered: 'Registered',
  held: 'Held',
  waiting: 'Waiting',
  cancelled: 'Given back',
  price: 'Price now',
};
export const heldHint = 'By people who fill in the form. The screen Sales says where all spots are.';
export const datesTitle = 'Dates and rules';
export const dates = {
  race: 'Race day',
  opens: 'Registration opens',
  closes: 'Registration closes',
  cancelUntil: 'Cancel until',
  transferUntil: 'Pass on until',
  transferFee: 'The next runner pays',
  refund: 'Refund',
  hold: 'A hold lasts',
  waiver: 'Waiver',
  form: 'Form',
};
export const refundWords = (percent: number) => `${percent} % of what was paid`;
export const holdWords = (minutes: number) => `${minutes} minutes`;
export const revisionWords = (revision: number) => `Revision ${revision}`;
export const versionWords = (version: string) => `Version ${version}`;
export const notPossible = 'Not possible';

export const accountTitle = 'Your account';
export const passkeysTitle = 'Your passkeys';
export const passkeyColumns = { name: 'Name', made: 'Made', used: 'Last used', actions: 'Delete' };
export const passkeyLocked = 'Locked: a copy of it was used';
export const never = 'Never';
export const anotherPasskey = 'Make another passkey';
export const anotherPasskeyWords = 'With a second one on another device, a lost phone is no trouble.';
export const passkeyMade = 'The passkey is made. A mail says so, in case it was not you.';
export const passkeyDeleted = 'The passkey is deleted.';
export const deletePasskey = (name: string) => `Delete ${name}`;
export const deletePasskeyWords = 'Nobody can sign in with it any more. This cannot be undone.';
export const sessionsTitle = 'Where you are signed in';
export const sessionColumns = { browser: 'Browser', began: 'Signed in', seen: 'Last seen' };
export const thisSession = (browser: string) => `${browser} (this one)`;
export const signOutEverywhere = 'Sign out everywhere';
export const rolesTitle = 'Your roles';
export const inAllRaces = 'all races';
export const roleIn = (role: string, race: string) => `${role} of ${race}`;

export const roles = {
  owner: 'Owner',
  director: 'Director',
  finance: 'Finance',
  desk: 'Desk',
  commentator: 'Commentator',
  viewer: 'Viewer',
};
export const roleMeanings = {
  owner: 'does everything, and gives roles',
  director: 'changes the race, its prices and its spots, and refunds',
  finance: 'refunds, and sees invoices and disputes',
  desk: 'hands out items on race day',
  commentator: 'tells what happens in the race, and sees what a viewer sees',
  viewer: 'sees figures, and no names',
};

export const staffTitle = 'Staff';
export const staffOfRace = 'Who works on this race';
export const staffColumns = { person: 'Person', state: 'State', roles: 'Roles', actions: 'Change' };
export const staffStates = {
  invited: 'Invited, not here yet',
  active: 'Active',
  locked: 'Locked',
  gone: 'Gone',
};
export const withPasskeys = (count: number) =>
  count === 0 ? 'no passkey' : `${count} ${count === 1 ? 'passkey' : 'passkeys'}`;
export const inviteTitle = 'Invite somebody';
export const nameLabel = 'Name';
export const nameWrong = 'Type a name of at most 100 letters.';
export const roleLabel = 'Role';
export const invite = 'Invite';
export const invited = (name: string) =>
  `${name} has the role. If they have no passkey yet, a mail with a link is on its way; it is good for a week.`;
export const changeRole = (name: string) => `Change the role of ${name}`;
export const removeRole = (name: string) => `Remove ${name}`;
export const removeRoleWords = (name: string, where: string) => `${name} has no role in ${where} any more, at once.`;
export const integrationsWords = (name: string) =>
  `What ${name} made keeps working, and ${name} may still have the key, or read what is posted:`;
export const integrationKey = (label: string) => `Key “${label}”`;
export const integrationWebhook = (host: string) => `Webhook to ${host}`;
export const ofRace = (raceId: string) => `of ${raceId}`;
export const endIntegrations = 'Withdraw these keys and pause these webhooks';
export const integrationsHint =
  'Timing software that uses one of these keys is refused at once. If it is still needed, make a new key first. An owner can look at a webhook that is paused, and resume it.';
export const thisRace = 'this race';
export const staffActions = {
  role: 'Role',
  remove: 'Remove',
  lock: 'Lock',
  unlock: 'Unlock',
  reset: 'Reset passkeys',
};
export const lockWords = (name: string) =>
  `${name} is signed out everywhere, and cannot sign in until you unlock them.`;
export const unlockWords = (name: string) => `${name} can sign in again.`;
export const resetWords = (name: string) =>
  `All passkeys of ${name} are deleted and they are signed out. A mail lets them make a new one within a week. Call them first: everybody who can read their mail gets their roles.`;
export const staffChanged = 'Done.';
export const doIt = 'Do it';

export const bySystem = 'An operator';
/** What browsers say of themselves, and their names. The first that fits counts: most say the names of others, too. */
export const browsers: readonly (readonly [mark: string, name: string])[] = [
  ['Edg/', 'Edge'],
  ['OPR/', 'Opera'],
  ['Firefox/', 'Firefox'],
  ['Chrome/', 'Chrome'],
  ['Safari/', 'Safari'],
];
export const systems: typeof browsers = [
  ['Android', 'Android'],
  ['iPhone', 'iPhone'],
  ['iPad', 'iPad'],
  ['Windows', 'Windows'],
  ['Mac OS X', 'Mac'],
  ['Linux', 'Linux'],
];
