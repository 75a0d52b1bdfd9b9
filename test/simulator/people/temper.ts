/** What a runner does when their bank asks whether it is really them. */
export const tempers = [
  'passes',
  'fails',
  'abandons', // closes the window, and does not come back
  'comes back', // after a while, without having answered: a reload
  'comes late', // answers about the time when the hold ends
  'answers twice',
  'has two tabs', // the other one asks the same meanwhile
  'takes another card', // while the bank waits
] as const;

export type Temper = (typeof tempers)[number];
