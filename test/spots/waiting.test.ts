import { type JoinFacts, joining, type Rank, ranks, type WaitingState } from '../../lambdas/spots/waiting';

const soldOut: JoinFacts = { isOpen: true, isRegistered: false, isAnySellable: false, isAnybodyWaiting: false };
const was = (state: WaitingState, rank: Rank = ranks.asked) => ({ before: { state, rank } });

test.each<[string, Partial<JoinFacts>, Rank, ReturnType<typeof joining>]>([
  ['who finds nothing left joins', {}, ranks.asked, 'join'],
  ['who is offered a spot keeps it', was('offered'), ranks.authorised, 'keep'],
  ['who waits keeps his place', was('waiting'), ranks.asked, 'keep'],
  ['who waits and is refused after all moves to the front', was('waiting'), ranks.authorised, 'raise'],
  ['who is at the front stays there', was('waiting', ranks.authorised), ranks.asked, 'keep'],
  ['who let his offer go by joins anew', was('expired'), ranks.asked, 'join'],
  ['who is in has no need', { isRegistered: true, ...was('waiting') }, ranks.asked, 'registered'],
  ['nobody waits for what is on sale', { isAnySellable: true }, ranks.asked, 'not-needed'],
  [
    'what is there for those who wait is not on sale',
    { isAnySellable: true, isAnybodyWaiting: true },
    ranks.asked,
    'join',
  ],
  ['nobody waits for a race that is closed', { isOpen: false }, ranks.asked, 'not-needed'],
])('%s', (_, facts, rank, answer) => expect(joining({ ...soldOut, ...facts }, rank)).toBe(answer));
