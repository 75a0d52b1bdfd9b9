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

export const actions = 'Change';
export const remove = 'Remove';
export const removeTitle = (name: string) => `Remove ${name} from the waiting list`;
export const removeAct = 'Take them off the list';
interface RemovalFacts {
  readonly size: number;
  readonly wasOffered: boolean;
  readonly offers: number;
  readonly isChanged: boolean;
}
export const removeWould = (name: string, { size, wasOffered, offers, isChanged }: RemovalFacts) => {
  if (!isChanged) return `${name} is off the list already. Nothing changes.`;
  const kept = size === 1 ? 'The spot that is' : `The ${size} spots that are`;
  const [is, goes] = size === 1 ? ['is', 'goes'] : ['are', 'go'];
  const next = offers === 0 ? `${is} free again` : `${goes} to the next${offers === 1 ? '' : ` ${offers}`} on the list`;
  const offer = wasOffered
    ? ` ${kept} kept for them ${next}. If they are paying at this moment, they may get no spot, and are not charged then.`
    : '';
  return `${name} loses their place on the list.${offer} They get a mail that says so. They can join again, at the end of the list.`;
};
export const removeDid = (name: string) => `${name} is off the waiting list. A mail tells them.`;
