import type { Guard } from '../guard';

const flow = 'test/codes/codes-in-quotes.test.ts';
const checking = 'lambdas/codes/check-codes.ts';
const price = 'lambdas/api/form/price.ts';
const lines = 'lambdas/registration/record/postgres-money-lines.ts';
const discounts = 'test/forms/discount.test.ts';
const lastUse = 'the last use is one runner’s: the other is told that it is held, and then that it is used up';
const oneEach = 'of a code with one use for each person the second is refused, and at the writer it is over';
const tries = 'two discounts are refused, and ten codes that cannot be used are the last ones of a hold';

const hidden = 'test/codes/hidden-events.test.ts';
const opens = 'a code opens the event, with its form, for the session that typed it and nobody else';
const unseen = 'a hidden event is in no public answer';

/** Codes and their uses. */
export const guardsOfCodes: readonly Guard[] = [
  {
    guard: 'The teams of a hidden event are as hidden as it is.',
    invariant: 'S9',
    file: 'lambdas/functions/wiring/selling/teams.ts',
    from: 'return race && withoutHidden(race);',
    to: 'return race;',
    test: [hidden, 'nor are its teams, even to somebody who knows the id of one'],
  },
  {
    guard: 'A use of a limited code is claimed.',
    invariant: 'Q4',
    file: price,
    from: 'pool !== undefined && { isLimited: true, pool,',
    to: 'pool !== undefined && { isLimited: false, pool,',
    test: [flow, lastUse],
  },
  {
    guard: 'Where each person has one use, the line names the person.',
    invariant: 'Q4',
    file: lines,
    from: "kind === 'code' && quoted.once?.includes(ref)",
    to: "kind === 'fee' && quoted.once?.includes(ref)",
    test: [flow, oneEach],
  },
  {
    guard: 'Uses that a person has had count.',
    invariant: 'Q4',
    file: checking,
    from: 'uses.some((n) => n >= perPerson)',
    to: 'uses.some((n) => n > perPerson)',
    test: [flow, oneEach],
  },
  {
    guard: 'A use without a limit is free again when its registration ends.',
    invariant: 'Q4',
    file: 'lambdas/ledger/unit-sql.ts',
    from: "AND (unit IS NOT NULL OR kind = 'code' AND state IN ('given', 'over'))",
    to: 'AND unit IS NOT NULL',
    test: [flow, 'a use without a limit is free again when the bank refuses the money later'],
  },
  {
    guard: 'A use that nobody can give stands, and is over.',
    invariant: 'Q4',
    file: 'lambdas/ledger/postgres-lines.ts',
    from: "line.kind === 'code' ? { ...line, state: 'over' }",
    to: "line.kind === 'team' ? { ...line, state: 'over' }",
    test: [flow, 'a use that went to somebody else is over: the price stands, and it is counted'],
  },
  {
    guard: 'A withdrawn code, and one that is over, is good for nobody.',
    invariant: 'Q4',
    file: checking,
    from: "if (credit === 'expired' || state === 'expired') return",
    to: "if (credit === 'expired') return",
    test: [flow, 'is refused in words of its own, and nothing else'],
  },
  {
    guard: 'A code that has not begun is no code.',
    invariant: 'S10',
    file: checking,
    from: "if (!credit && (state === 'unknown' ||",
    to: 'if (!credit && (!code ||',
    test: [flow, 'is refused in words of its own, and nothing else'],
  },
  {
    guard: 'A code for others is no code.',
    invariant: 'S10',
    file: checking,
    from: ' || !allowed.includes(true)',
    to: '',
    test: [flow, 'is refused in words of its own, and nothing else'],
  },
  {
    guard: 'A hold tries ten codes.',
    invariant: 'S10',
    file: 'lambdas/codes/tries.ts',
    from: 'owned > maxTries ||',
    to: 'owned > 10 * maxTries ||',
    test: [flow, tries],
  },
  {
    guard: 'Somebody who is not on a list counts as a guess.',
    invariant: 'S10',
    file: 'lambdas/functions/wiring/selling/judging.ts',
    from: 'if (!isGuess) await counted.takeBack();',
    to: 'await counted.takeBack();',
    test: ['test/quote/eligibility.test.ts', 'nobody reads a list by trying one address after the other'],
  },
  {
    guard: 'Whom a code that opened an event is not for counts as a guess.',
    invariant: 'S10',
    file: 'lambdas/codes/check-codes.ts',
    from: "if (counted.isTooMany) return { kind: 'list-tried-too-often' };",
    to: '',
    test: [hidden, 'who has a code that opens an event cannot ask for whom it is'],
  },
  {
    guard: 'One code lowers a price.',
    invariant: 'Q2',
    file: checking,
    from: "if (found) return { kind: 'second-discount', place };",
    to: '',
    test: [flow, tries],
  },
  {
    guard: 'A code takes nothing off a donation.',
    invariant: 'Q3',
    file: price,
    from: "return line.kind === 'item' && kind",
    to: "return line.kind !== 'entry' && kind",
    test: [discounts, 'whatever a code takes off: sums agree'],
  },
  {
    guard: 'An amount is taken off once.',
    invariant: 'Q3',
    file: price,
    from: 'left -= off;',
    to: 'left -= 0 * off;',
    test: [discounts, 'whatever a code takes off: sums agree'],
  },
  {
    guard: 'A hidden event is held with a code only.',
    invariant: 'S10',
    file: 'lambdas/spots/holds/hold-spot.ts',
    from: 'if (offer.isHidden && access === undefined && command.ticket === undefined)',
    to: 'if (offer.isHidden && command.access === undefined && command.ticket === undefined)',
    test: [hidden, opens],
  },
  {
    guard: 'What a code opened is of the session that typed it.',
    invariant: 'S10',
    file: 'lambdas/spots/holds/hold-spot.ts',
    from: ' && read.sessionHash === sessionHash',
    to: '',
    test: [hidden, opens],
  },
  {
    guard: 'What a code of one race opened is nothing in another.',
    invariant: 'S10',
    file: 'lambdas/spots/holds/hold-spot.ts',
    from: 'read?.raceId === raceId && read.eventIds.includes(eventId)',
    to: 'read',
    test: [hidden, opens],
  },
  {
    guard: 'A form is public without its hidden events.',
    invariant: 'S10',
    file: 'lambdas/forms/routes.ts',
    from: '...formFor(form)',
    to: '...form',
    test: [hidden, unseen],
  },
  {
    guard: 'A race is public without its hidden events.',
    invariant: 'S10',
    file: 'lambdas/races/browse-races.ts',
    from: 'race: withoutHidden(race) }',
    to: 'race }',
    test: [hidden, unseen],
  },
  {
    guard: 'Each person uses the code that opened their event.',
    invariant: 'Q4',
    file: price,
    from: 'access && !isUsed ? [...charged, useOf(access)] : charged',
    to: 'charged',
    test: [hidden, 'a code that takes nothing off is used by each person, beside one that does'],
  },
  {
    guard: 'A session tries ten codes.',
    invariant: 'S10',
    file: 'lambdas/codes/open-events.ts',
    from: "await countTry({ tally, now }, { what: 'codes', raceId, address, much: 1 }, who)",
    to: '{ isTooMany: false, takeBack: async () => who }',
    test: [hidden, 'ten codes that open nothing are the last ones of a session'],
  },
];
