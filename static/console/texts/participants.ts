// The words of participants: the list, and what became of them.

export const title = 'Participants';
export const searchLabel = 'Name, e-mail address or number';
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
export const mails: Readonly<Record<string, string>> = { unreached: 'A mail did not arrive' };
export const sorts = { newest: 'Newest first', name: 'By last name', number: 'By number' };
export const columns = {
  name: 'Name',
  number: 'Number',
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
export const reading = (rows: string) => `Still reading registrations: ${rows} so far. Those who are not read yet are not found.`;
export const upTo = (time: string) => `As of ${time}.`;
export const none = 'Nobody has registered yet';
export const noneWords = 'When people register, they are here within seconds.';
export const nobody = 'Nobody is found';
export const nobodyWords = 'Try fewer letters, or show all states and events. Whoever is on the waiting list is not here.';
