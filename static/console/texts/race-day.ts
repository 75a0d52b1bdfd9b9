// The words of the day of a race: keys of machines. `results.ts` has those of results.

export const resultsTitle = 'Results';

export const keys = {
  title: 'Keys',
  listTitle: 'Keys of machines',
  none: 'There are no keys yet',
  noneWords:
    'With a key, timing software posts times while the race is run, and a device posts news. A key opens nothing else.',
  columns: { label: 'For', scopes: 'May', made: 'Made', used: 'Last used', state: 'State', actions: 'Change' },
  scopes: { times: 'post times', feed: 'post news' } as Readonly<Record<string, string>>,
  never: 'Never',
  works: 'Works',
  withdrawnAt: (when: string) => `Withdrawn ${when}`,
  make: 'Make a key',
  lead: 'Make one for each device or company, so that you can withdraw one alone. A key is kept so that nobody can read it, not even we.',
  label: 'Who or what has it',
  labelHint: 'Such as “Timer at the finish”.',
  mayTimes: 'It may post times and build start lists',
  mayFeed: 'It may post news of race day',
  act: 'Make it',
  would: (label: string) =>
    `A key for “${label}” is made, and shown once. Who has it may do this until you withdraw it.`,
  did: (label: string) => `The key for “${label}” is made.`,
  copy: 'The key',
  copyHint: 'It is shown only here. Copy it now, and give it to nobody else.',
  withdraw: 'Withdraw',
  withdrawOf: (label: string) => `Withdraw the key for ${label}…`,
  withdrawWould: (label: string) =>
    `The key for “${label}” does nothing any more, for good. What it posted stays. The timer needs another key to go on.`,
  withdrawDid: (label: string) => `The key for “${label}” is withdrawn.`,
};
