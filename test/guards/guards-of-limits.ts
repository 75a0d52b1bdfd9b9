import type { Guard } from './guard';

const holding = 'test/spots/hold-spot.test.ts';
const crowds = 'test/spots/crowds.test.ts';
const tally = 'test/spots/memcached-tally.test.ts';
const challenges = 'test/spots/sealed-challenges.test.ts';

/** What may be held without paying, and what it costs. */
export const guardsOfLimits: readonly Guard[] = [
  {
    guard: 'The bucket before counts too: a limit does not begin anew at a bucket’s edge.',
    invariant: 'L5',
    file: 'lambdas/spots/memcached-tally.ts',
    from: 'return now + Number(before ?? 0);',
    to: 'return now;',
    test: [tally, 'what was held within the window always counts'],
  },
  {
    guard: 'What is taken back is taken from where it was counted.',
    invariant: 'L5',
    file: 'lambdas/spots/memcached-tally.ts',
    from: 'sums.set(keyOf(amount), ',
    to: 'sums.set(keyOf({ ...amount, at: amount.at + amount.seconds }), ',
    test: [tally, 'what came to nothing is taken back where it was counted'],
  },
  {
    guard: 'A /48 is no way around the limit of an address.',
    invariant: 'L5',
    file: 'lambdas/spots/unpaid.ts',
    from: `address.includes(':') ? `,
    to: `address.includes('?') ? `,
    test: [crowds, 'a /48 is no way around it'],
  },
  {
    guard: 'Above what is free, nobody holds a spot without the work that is asked.',
    invariant: 'L5',
    file: 'lambdas/spots/find-spots.ts',
    from: 'if (proven < ruling.work * leastPartOfWork) {',
    to: 'if (proven < 0) {',
    test: [crowds, 'a crowd at one address that never pays'],
  },
  {
    guard: 'Work that was done long ago, when little was asked, is not enough.',
    invariant: 'L5',
    file: 'lambdas/spots/find-spots.ts',
    from: 'if (proven < ruling.work * leastPartOfWork) {',
    to: 'if (proven === 0) {',
    test: [holding, 'above what is free a hold costs work'],
  },
  {
    guard: 'Work is done for these people in this session, and for nobody else.',
    invariant: 'L5',
    file: 'lambdas/spots/find-spots.ts',
    from: 'const about = [wish.eventId, wish.sessionHash, ...people].join',
    to: 'const about = [wish.eventId].join',
    test: [holding, 'above what is free a hold costs work'],
  },
  {
    guard: 'A proof is looked at.',
    invariant: 'L5',
    file: 'lambdas/spots/sealed-challenges.ts',
    from: '< 2 ** 48 / work ? work : 0',
    to: '< 2 ** 48 ? work : 0',
    test: [challenges, 'nothing is proven by a guess'],
  },
  {
    guard: 'A challenge is over after a while: proofs cannot be kept in store.',
    invariant: 'L5',
    file: 'lambdas/spots/sealed-challenges.ts',
    from: ' || now.getTime() >= read.output.until',
    to: '',
    test: [challenges, 'who did the work has proven it'],
  },
  {
    guard: 'What is refused is not counted.',
    invariant: 'L5',
    file: 'lambdas/spots/find-spots.ts',
    from: `    await tally.takeBack(amounts);
    return { kind: 'too-many-holds', of: ruling.of };`,
    to: `    return { kind: 'too-many-holds', of: ruling.of };`,
    test: [crowds, 'two thousand who pay get their spots through one address'],
  },
  {
    guard: 'Only what is not paid for counts: who pays goes on.',
    invariant: 'L5',
    file: 'lambdas/registration/record-registrations.ts',
    from: 'unpaid.takeBack(paid)',
    to: 'unpaid.takeBack([])',
    test: [crowds, 'a family of eight holds at once, and again'],
  },
  {
    guard: 'A registration is credited once: a repeat changes nothing.',
    invariant: 'L5',
    file: 'lambdas/registration/record-registrations.ts',
    from: `decision?.outcome === 'confirmed' && !decision.isRepeat) paid`,
    to: `decision?.outcome === 'confirmed') paid`,
    test: ['test/registration/record-registrations.test.ts', 'what is registered counts as unpaid no longer'],
  },
  {
    guard: 'One offer is no heap of payments: it is held under a few ids a day.',
    invariant: 'L5',
    file: 'lambdas/spots/find-spots.ts',
    from: 'else if (ids > holdsPerPlace) {',
    to: 'else if (ids < 0) {',
    test: [holding, 'an offer is held under five ids a day'],
  },
  {
    guard: 'Who comes back to an offer under the id of before is not counted again.',
    invariant: 'L5',
    file: 'lambdas/spots/find-spots.ts',
    from: 'if (sameId > 1) await tally.takeBack([ofPlace]);',
    to: 'if (sameId < 0) await tally.takeBack([ofPlace]);',
    test: [holding, 'an offer is held under five ids a day'],
  },
];
