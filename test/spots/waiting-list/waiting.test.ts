import {
  isKeptForWaiters,
  type JoinFacts,
  joining,
  offerSeconds,
  type Rank,
  ranks,
  type WaitingState,
} from '../../../lambdas/domain/waiting';

const soldOut: JoinFacts = { isOpen: true, isRegistered: false, size: 1, sellable: 0, smallest: undefined };
const was = (state: WaitingState, rank: Rank = ranks.asked) => ({ before: { state, rank } });

test.each<[string, Partial<JoinFacts>, Rank, ReturnType<typeof joining>]>([
  ['who finds nothing left joins', {}, ranks.asked, 'join'],
  ['who is offered a spot keeps it', was('offered'), ranks.authorised, 'keep'],
  ['who waits keeps their place', was('waiting'), ranks.asked, 'keep'],
  ['who waits and is refused after all moves to the front', was('waiting'), ranks.authorised, 'raise'],
  ['who is at the front stays there', was('waiting', ranks.authorised), ranks.asked, 'keep'],
  ['who let their offer go by joins again', was('expired'), ranks.asked, 'join'],
  [
    'who let their offer go by is not put back by an old request',
    { isRepeat: true, ...was('expired') },
    ranks.asked,
    'keep',
  ],
  ['who left is not put back by an old request', { isRepeat: true, ...was('left') }, ranks.asked, 'keep'],
  ['who is in has no need', { isRegistered: true, ...was('waiting') }, ranks.asked, 'registered'],
  ['who is in is told what anybody is told', { isRegistered: true, sellable: 1 }, ranks.asked, 'not-needed'],
  [
    'who is in and asked before stays where they are',
    { isRegistered: true, ...was('registered') },
    ranks.asked,
    'keep',
  ],
  ['who was in and gave the spot back joins', was('registered'), ranks.asked, 'join'],
  ['nobody waits for what is on sale', { sellable: 1 }, ranks.asked, 'not-needed'],
  ['what is there for those who wait is not on sale', { sellable: 1, smallest: 1 }, ranks.asked, 'join'],
  ['nobody waits for a race that is closed', { isOpen: false }, ranks.asked, 'not-needed'],
  ['a family that finds fewer spots than it needs joins', { size: 4, sellable: 3 }, ranks.asked, 'join'],
  ['a family that finds enough does not', { size: 4, sellable: 4 }, ranks.asked, 'not-needed'],
  [
    'what is too little for all who wait is on sale for who needs no more',
    { sellable: 3, smallest: 4 },
    ranks.asked,
    'not-needed',
  ],
  [
    'what is theirs who wait is on sale for no smaller family either',
    { size: 2, sellable: 4, smallest: 4 },
    ranks.asked,
    'join',
  ],
])('%s', (_, facts, rank, answer) => expect(joining({ ...soldOut, ...facts }, rank)).toBe(answer));

test.each([
  [0, undefined, false],
  [5, undefined, false],
  [3, 4, false],
  [4, 4, true],
  [0, 1, false],
])('%d sellable spots, and who wants the fewest wants %s: kept for those who wait %s', (sellable, smallest, isKept) =>
  expect(isKeptForWaiters(sellable, smallest)).toBe(isKept),
);

test.each([
  [86_400, 0, 86_400],
  [86_400, 99, 86_400],
  [86_400, 100, 43_200],
  [86_400, 299, 21_600],
  [86_400, 400, 7200],
  [86_400, 100_000, 7200],
  [3600, 1000, 3600],
  [604_800, 250, 151_200],
])('an offer of %d seconds, for which %d wait, stays open for %d', (race, waiting, seconds) =>
  expect(offerSeconds(race, waiting)).toBe(seconds),
);
