// The words of participants: the list, and what became of them.

export const title = 'Participants';
export const searchLabel = 'Name, e-mail address, number or bib';
export const checkedIn = 'Checked in';
export const checkedInAt = (when: string, station: string) => `${when} at ${station}`;
export const bibOf = (number: number) => `Bib ${number}`;
export const searchHint = 'Three letters are enough. Accents and capitals do not matter.';
export const tooShort = 'Type at least three letters of a name, or a number.';
export const filtersTitle = 'Show only some';
export const filters = {
  event: 'Event',
  state: 'State',
  payment: 'Payment',
  mail: 'Mail',
  sort: 'Order',
};
export const any = 'All';
export const states: Readonly<Record<string, string>> = {
  registered: 'Registered',
  cancelled: 'Cancelled',
  deferred: 'Deferred',
  transferred: 'Passed on',
  'payment-failed': 'Payment failed',
  duplicate: 'Registered twice',
  refused: 'Refused',
};
export const payments: Readonly<Record<string, string>> = {
  authorised: 'On its way',
  captured: 'Paid',
  refunding: 'Refund on its way',
  refunded: 'Refunded',
  'refund-failed': 'Refund failed',
  voided: 'Not charged',
  failed: 'Failed',
};
export const mails = { unreached: 'A mail did not arrive', 'bib-untold': 'No mail told them their bib' };
export const sorts = { newest: 'Newest first', name: 'By last name', number: 'By number' };
export const columns = {
  name: 'Name',
  number: 'Number',
  bib: 'Bib',
  event: 'Event',
  state: 'State',
  payment: 'Payment',
  amount: 'Paid',
  at: 'Since',
};
export const nameless = 'Name not known yet';
export const refundOf = (refund: string) => `${refund} goes back`;
export const shown = (count: number, isMore: boolean) => {
  const people = count === 1 ? '1 person' : `${count} people`;
  return isMore ? `The first ${people} are shown.` : `${people} found.`;
};
export const reading = (rows: string) =>
  `Still reading registrations: ${rows} so far. Those who are not read yet are not found.`;
export const upTo = (time: string) => `As of ${time}.`;
export const none = 'Nobody has registered yet';
export const noneWords = 'When people register, they are here within seconds.';
export const nobody = 'Nobody is found';
export const nobodyWords =
  'Try fewer letters, or show all states and events. Who waits for a spot is listed below, if anybody is found there.';

/** An announcement goes to people of one state. */
export const writeTo = (state: string) =>
  state === '' ? 'Write to those of them who are registered' : 'Write to these people';

export const download = 'Download as CSV';
export const downloaded = (rows: number) =>
  `The file has ${rows} ${rows === 1 ? 'person' : 'people'}. Keep it safe: it has names and addresses.`;

// One of them.
export const allParticipants = 'All participants';
export const facts = {
  email: 'E-mail address',
  birthDate: 'Born',
  gender: 'Gender',
  contact: 'In an emergency',
  team: 'Team',
  refund: 'Goes back',
  transferFee: 'Paid to take the spot over',
  moveOffer: 'Offered a dearer event',
  owed: 'The bank sent money back',
  processorId: 'At the processor',
  signed: 'Signed',
  registration: 'Registration',
};
export const feeLess = (fee: string, refund: string) => `${fee}, of which ${refund} goes back`;
export const genders: Readonly<Record<string, string>> = { female: 'Female', male: 'Male', 'non-binary': 'Non-binary' };
export const teamLeg = (team: string, leg: number) => `${team}, leg ${leg}`;
export const documents: Readonly<Record<string, string>> = {
  waiver: 'waiver',
  'minor-waiver': 'waiver for a minor',
  terms: 'terms',
  privacy: 'privacy notice',
};
export const signedBy = (document: string, name: string, isGuardian: boolean) =>
  `${document} by ${name}${isGuardian ? ', who answers for them' : ''}`;
export const yes = 'Yes';
export const linesTitle = 'What they have';
export const line = 'Line';
export const lineColumns = { what: 'What', state: 'State', amount: 'Price', refund: 'Given back', actions: 'Change' };
export const lineKinds: Readonly<Record<string, string>> = {
  entry: 'Entry',
  item: 'Item',
  donation: 'Donation',
  fee: 'Fee',
  code: 'Code',
  team: 'Team',
};
export const lineCalled = (kind: string, name: string) => (name === '' ? kind : `${kind}: ${name}`);
export const lineStates: Readonly<Record<string, string>> = {
  given: 'Given',
  short: 'Could not be given',
  over: 'Beyond the limit',
  returned: 'Returned',
  moved: 'Passed on',
};
export const handedOut = 'Handed out';
export const lineActions = {
  handOut: 'Hand out',
  handOutOf: (what: string) => `Hand out ${what}`,
  refund: 'Refund',
  refundOf: (what: string) => `Refund ${what}`,
  returnUse: 'Give the use back',
  hideDonor: 'Do not show the name',
};
export const hideDonor = {
  title: 'Take the name of the donor off',
  act: 'Take it off',
  would:
    'The page of the fundraiser no longer says who gave this. What was given stays. Nobody but the donor can show the name again, on the page of their registration.',
  did: 'The name is taken off. It can take a minute until everybody sees the page without it.',
};
export const disputeWords = (amount: string, reason: string, status: string) => `${amount}: ${reason}, ${status}`;
export const answersTitle = 'What they answered';
export const relatedTitle = 'Who has to do with them';
export const relations: Readonly<Record<string, string>> = {
  'passed-by': 'Got the spot from',
  'passed-to': 'Passed the spot on to',
  'paid-together': 'In the same payment:',
  'same-address': 'With the same e-mail address:',
};
export const timeLineTitle = 'What happened';
export const happened = {
  submitted: 'Sent the form; the card was checked',
  paidByHand: 'The refund was paid by hand',
};
export const registeredAs = (number: number | undefined) =>
  number === undefined ? 'Registered' : `Registered with number ${number}`;
export const vias: Readonly<Record<string, string>> = {
  late: 'The hold was over, and a spot was free.',
  transfer: 'The spot was passed on to them.',
  sweep: 'The payment came before the form.',
};
export const outcomes: Readonly<Record<string, string>> = {
  duplicate: 'This person was registered already. The card was not charged.',
  refused: 'No spot was left. The card was not charged.',
};
export const settled = (state: string, amount: string) => {
  switch (state) {
    case 'voided':
      return 'The card was not charged';
    case 'failed':
      return 'The payment failed';
    default:
      return `${amount} was taken`;
  }
};
export const forAll = 'For everybody in the same payment.';
export const templates: Readonly<Record<string, string>> = {
  confirmation: 'Confirmation',
  'not-registered': 'Not registered',
  'payment-failed': 'Payment failed',
  'registration-link': 'Link to the registration',
  cancellation: 'Cancellation',
  'transfer-offer': 'Offer of the spot',
  transferred: 'Spot passed on',
  deferred: 'Deferral',
  corrected: 'Corrected details',
  moved: 'Moved to another event',
  'move-offer': 'Offer of a dearer event',
  'guardian-copy': 'Copy for the guardian',
  announcement: 'Announcement',
};
export const mailCalled = (name: string) => `Mail: ${name}`;
export const mailTo = (recipient: string) => `To ${recipient}`;
export const mailStates: Readonly<Record<string, string>> = {
  claimed: 'It is being sent.',
  accepted: 'The mail service took it. What became of it is not known yet.',
  rejected: 'The mail service refused it.',
  suppressed: 'It was not sent.',
  unknown: 'Nobody knows whether it left.',
};
export const mailEvents: Readonly<Record<string, string>> = {
  send: 'Sent',
  'delivery-delay': 'Delayed by their mail server',
  delivery: 'Arrived',
  'rendering-failure': 'Could not be written',
  reject: 'Refused by the mail service',
  bounce: 'Bounced',
  complaint: 'Marked as spam',
};
export const mailTold = (event: string, at: string) => `${event}, ${at}`;
export const actions: Readonly<Record<string, string>> = {
  cancelled: 'The registration was cancelled',
  'line-refunded': 'Money of a line was given back',
  'transfer-fee-refunded': 'The transfer fee was given back',
  'transfer-fee-failed': 'The transfer fee could not be charged',
  'transfer-offered': 'The spot was offered to somebody',
  transferred: 'The spot was passed on',
  deferred: 'Deferred to a later race',
  'item-exchanged': 'An item was exchanged',
  'payment-failed': 'The payment failed, and the spot went back',
  'refund-failed': 'The bank sent a refund back',
  'refund-paid-by-hand': 'A refund was paid by hand',
  disputed: 'The payment was disputed',
  'refunded-by-hand': 'The whole payment was given back at the processor',
  'partly-refunded-by-hand': 'A part of the payment is given back, by hand at the processor',
  'refund-by-hand-counted':
    'Of a refund, so much had been given back by hand at the processor: only the rest went back',
  'refund-by-hand-returned': 'What was given back at the processor came back from the bank',
  'dispute-settled': 'It was decided about the spot of a disputed or returned payment',
  'fraud-warned': 'The bank warned of fraud',
  'items-handed-out': 'Items were handed out',
  'bib-given': 'A bib was given',
  'bib-swapped': 'The bib was changed with somebody’s',
  'bib-freed': 'The bib was taken back, and may be given again',
  'bib-taken-back': 'The bib was taken back',
  'checked-in': 'Checked in',
  'code-forged': 'A check-in code was shown that is not ours',
  'old-code-shown': 'A check-in code was shown that had been replaced',
  'code-replaced': 'The check-in code was replaced by a new one',
  'check-in-undone': 'The check-in was taken back',
  'items-taken-back': 'Items were noted as not handed out',
  'use-returned': 'The use of a code was given back',
  reissued: 'An invoice was corrected',
  corrected: 'Details were corrected',
  moved: 'Moved to another event',
  'move-offered': 'A spot in a dearer event was offered',
  'donor-hidden': 'Their name was taken off the page that they gave to',
  'donor-shown': 'Their name is shown on the page that they gave to',
  'move-withdrawn': 'The offer of a dearer event was taken back',
  'move-paid-again': 'The runner has paid the difference that could not be charged before',
  'transfer-fee-paid-again': 'The runner has paid the transfer fee that could not be charged before',
  'move-payment-failed': 'The difference could not be charged, and the runner stays in the dearer event',
  'unpaid-paid': 'What could not be charged was paid in another way',
  'unpaid-waived': 'What could not be charged need not be paid',
  'link-resent': 'The link was mailed once more',
  'name-withheld': 'Took their name out of results',
  'fundraiser-saved': 'The collection was changed',
};
export const actors: Readonly<Record<string, string>> = {
  runner: 'the runner',
  director: 'an operator',
  system: 'the system',
  staff: 'staff',
};
export const doneBy = (name: string) => `By ${name}`;
export const documentCalled = (kind: string, number: string) =>
  `${kind === 'invoice' ? 'Invoice' : 'Credit note'} ${number}`;
export const fieldNames: Readonly<Record<string, string>> = {
  firstName: 'First name',
  lastName: 'Last name',
  birthDate: 'Birth date',
  email: 'E-mail address',
};
export const fromTo = (field: string, before: string, after: string) => `${field}: ${before} → ${after}`;
export const correct = {
  title: 'Correct the name or birth date',
  lead: 'For what was mistyped. A runner who cannot run passes the spot on to somebody else.',
  firstName: 'First name',
  lastName: 'Last name',
  birthDate: 'Birth date',
  birthDateHint: 'Such as 1990-12-31.',
  addressTitle: 'Correct the e-mail address',
  addressLead: 'Every mail goes there from now on, and links that were mailed before work no more.',
  reason: 'Why',
  reasonHint: 'Such as: they called, and spelled it.',
  act: 'Correct it',
  nothing: 'Nothing changes: it is so already.',
};
const list = (names: readonly string[]) => names.join(', ');
export const correctWould = (names: readonly string[], isAddress: boolean) =>
  `This changes: ${list(names)}. ${
    isAddress
      ? 'A mail with a new link goes to the new address, and older links work no more.'
      : 'A mail tells the runner.'
  } Spot, number and money stay.`;
export const correctDid = (names: readonly string[]) =>
  `Corrected: ${list(names)}. A mail to the runner is on its way.`;
export const newCode = {
  title: 'Replace the check-in code',
  lead: 'For a code that was copied. The page of the registration shows the new one.',
  reason: 'Why',
  reasonHint: 'It stays in the record, so name no person.',
  act: 'Replace it',
  would:
    'Desks refuse the old code within seconds. A desk without a network refuses it as soon as it has read the list again. A check-in with the old code stays.',
  did: 'The old code is refused now. The runner finds the new one on their page.',
};
export const resend = { label: 'Mail the link once more', act: 'Mail it' };
export const resendWould = (email: string) =>
  `A mail with the link to the registration goes to ${email}, within a minute.`;
export const resendDid = (email: string) => `The link is on its way to ${email}.`;
