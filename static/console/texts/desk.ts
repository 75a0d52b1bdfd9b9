// The words of the desk, where runners come to get their bibs.

const said = (number: number) => number.toLocaleString('en');

export const station = {
  label: 'This table',
  hint: 'Such as “Table 3” or “Letters A–F”. Others see where somebody was checked in.',
  act: 'Begin here',
  missing: 'Give this table a name first.',
  at: (name: string) => `This is ${name}.`,
  change: 'Change',
};

export const counts = (done: number, all: number) => `${said(done)} of ${said(all)} checked in`;
export const progress = 'Checked in';
export const waiting = (scans: number) =>
  scans === 1
    ? '1 scan is not sent yet. It is kept on this device.'
    : `${said(scans)} scans are not sent yet. They are kept on this device.`;
export const offline = (since: string) =>
  `No network since ${since}. Go on: what you do is kept here and sent later. Other tables do not see it yet.`;
export const kept = {
  ready:
    'This page also opens without a network. Its address is the key to the list: keep it, and give it to nobody. Signing out erases the list on this device.',
  opened: (since: string) => `Opened without a network, with the list of ${since}.`,
  goOnline: 'Open the whole console',
  otherAddress:
    'This device may have the list, but this address cannot open it. Open the address that the desk had last, from the history or the bookmarks.',
  nothing:
    'This device has no list for this address: it never had one, somebody signed out here, or its twelve hours are over.',
};
export const opensOn = (day: string) =>
  `Desks check people in from ${day} on, seven days before the race. Until then only directors do: who is checked in can no longer give the spot back.`;
export const refused = {
  title: (scans: number) =>
    scans === 1 ? '1 scan of this device does not count' : `${said(scans)} scans of this device do not count`,
  lead: 'The server refused them, and these runners are as they were before. Bibs may be handed out already: tell a director. Whoever sends the scans again says that they are right.',
  of: (name: string, bib: number | undefined) => (bib === undefined ? name : `${name}, bib ${bib}`),
  unknown: 'Somebody who is not in the list',
  did: (kind: 'in' | 'undo', when: string) => (kind === 'in' ? `checked in ${when}` : `taken back ${when}`),
  why: {
    early: 'Desks do not check people in yet. Only a director does.',
    'too-many': 'This runner was scanned twenty times by one person. Somebody else can send it.',
    foreign: 'The race has no such runner.',
  },
  send: 'Send them again',
  forget: 'Forget them',
};
export const neverHeard = 'The list cannot be read. It is tried again every few seconds.';

export const find = {
  label: 'Name, bib or code',
  hint: 'A scanner that types works here, too.',
  none: 'Nobody is found',
  noneWords:
    'Try the first letters of the last name, or the whole number. Who registered a moment ago is in the list once it is read again.',
  more: (more: number) => `${said(more)} more. Type another letter.`,
  shown: (shown: number) => (shown === 1 ? '1 person is found.' : `${said(shown)} people are found.`),
  camera: 'Scan with the camera',
  cameraEnd: 'End the camera',
  cameraTitle: 'The picture of the camera',
  cameraRefused: 'The camera cannot be used. Allow it in the settings of the browser, or type the name.',
};

export const codes = {
  'another-race': 'This code is of another race. Look for the runner by their name.',
  none: 'This is no check-in code. Look for the runner by their name.',
  forged: 'This code is not ours: somebody made it. Look at a document, and tell the director.',
  replaced:
    'This code was replaced: its runner has a newer one. Somebody may have copied it. Look at a document before you hand anything out.',
  unknown: 'This browser cannot verify the code. Look at a document.',
  foreign:
    'This code is ours, and the list does not have its runner yet. It is read again now: scan the code once more.',
} as const;

export const standings = {
  expected: 'Expected',
  unnumbered: 'No bib yet',
  in: 'Checked in',
  twice: 'Checked in twice',
  void: 'Has no spot',
} as const;

export const card = {
  bib: 'Bib',
  noBib: 'none yet',
  another: 'Next runner',
  document: 'Look at a document with this name before you hand anything out.',
  handOut: (bib: number | undefined) =>
    bib === undefined ? 'Document seen: check in' : `Document seen: hand out ${bib}`,
  /** A code says who they are, and a device that stays with its owner shows it. */
  byCode: 'The code is ours.',
  note: 'Note',
  noteHint: 'Such as who came instead of the runner. Only the desks and directors read it.',
  noteAdd: 'Somebody else came, or add a note',
  handNow: (bib: number | undefined) => (bib === undefined ? 'Checked in.' : `Checked in. Hand out bib ${bib}.`),
  at: (when: string, where: string, by: string | undefined) =>
    by === undefined ? `${when} at ${where}` : `${when} at ${where} by ${by}`,
  proof: { code: 'by code', document: 'by document', forged: 'by a code that is not ours' } as Readonly<
    Record<string, string>
  >,
  twice: (first: string) =>
    `They were checked in before: ${first}. Hand nothing out. Either two people have one code, or two tables served the same person.`,
  void: 'This registration was cancelled, passed on or ended. Hand nothing out. Its page says what happened.',
  undo: 'Take back',
  undoTitle: (name: string) => `Take back the check-in of ${name}`,
  undoWhy: 'Why',
  undoHint: 'Such as “wrong runner”. It stays in the record.',
  undoAct: 'Take it back',
  undone: 'Taken back. They are expected again.',
  giveBib: 'Give the next bib',
  giveBibOf: (name: string) => `Give the next bib to ${name}`,
  page: 'Their page, with items to hand out',
};

export const walkIn = {
  title: 'Somebody is not registered',
  words: 'They register and pay on their own phone, as everybody does. Let them scan this code:',
  code: 'The address of the registration',
  afterwards:
    'When they have paid, their page shows a check-in code. Read the list again, scan it, and give them a bib.',
  closed: 'The race is not open for registration now. A director may open it again.',
  done: 'Read the list again',
};
export const recent = { title: 'Last at this table', none: 'Nobody yet.' };
export const problems = {
  title: 'To look at',
  lead: 'Somebody was checked in twice, or has no spot.',
};
