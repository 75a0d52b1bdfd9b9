import { amountsOfHold, amountsPaid } from '../../../lambdas/spots/limits/limits';
import { submissionFor } from '../../support/races/race';

const counted = { address: '2001:db8:0:1::/64', at: 1_800_000_000, seconds: 1200 };
const heldFor = (total: number) => {
  const { hold } = submissionFor({ raceId: 'harbour', eventId: 'ten' }, { id: 'block', numbers: [1] }, 0);
  return { ...hold, counted, quote: { ...hold.quote, total } };
};
const whoseOf = (amounts: readonly { readonly who: string }[]) => amounts.map(({ who }) => who.split(':')[0]);

test('somebody who pays is not counted any more: neither the session, nor its address and network', () => {
  expect(whoseOf(amountsPaid(heldFor(4500)))).toEqual(['session', 'address', 'network']);
  expect(amountsPaid(heldFor(4500))).toEqual(amountsOfHold(heldFor(4500)));
});

test('at a free event a family goes on, but its network still counts: else anybody could register strangers without end', () =>
  expect(whoseOf(amountsPaid(heldFor(0)))).toEqual(['session']));
