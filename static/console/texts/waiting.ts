// The words of the waiting list, beside the list of participants.

export const title = 'On the waiting list';
export const columns = {
  name: 'Name',
  turn: 'Turn',
  state: 'State',
  event: 'Event',
  size: 'People',
  email: 'E-mail address',
  since: 'Since',
};
export const states: Readonly<Record<string, string>> = {
  waiting: 'Waits',
  offered: 'Has an offer',
  registered: 'Registered',
  expired: 'Offer is over',
  left: 'Left the list',
  'not-needed': 'Not needed',
};
export const unconfirmed = 'The address is not confirmed, so nothing is offered yet.';
export const authorised = 'Their card was authorised when no spot was left, so they come first.';
export const until = (when: string) => `Until ${when}.`;
export const offeredBefore = (count: number) => (count === 1 ? 'Had an offer before.' : `Had ${count} offers before.`);
export const reading = 'Still reading names. Those who are not read yet are not found.';
export const none = 'Nobody waits for a spot';
export const noneWords =
  'When spots are gone, people can wait for those that come back. They are listed here in their order.';
export const nobody = 'Nobody on the waiting list is found. Try fewer letters, or all events.';
