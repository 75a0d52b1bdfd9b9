import { balanceBooks, type RaceFigures } from '../../../local/status/books';

const settled: RaceFigures = {
  raceId: 'harbour',
  name: 'Harbour',
  opensAt: '',
  closesAt: '',
  capacity: 500,
  isOver: false,
  spots: 500,
  sellable: 90,
  held: 10,
  registered: 400,
  duplicates: 3,
  refused: 2,
  authorised: 0,
  captured: 400,
  charges: 400,
  charged: 3_560_000,
  voided: 5,
  failed: 0,
  refunded: 0,
  toRefund: 0,
  kept: 0,
  transferred: 0,
  unpaid: 0,
  unearned: 0,
  inPart: 0,
  confirmations: 400,
  unmailed: 0,
  mailsGivenUp: 0,
};
const with_ = (change: Partial<RaceFigures>) => balanceBooks({ ...settled, ...change });

test('when every spot sold is paid and confirmed, the books balance', () => {
  expect(balanceBooks(settled)).toEqual({ balance: 'yes', wrong: [], underWay: [] });
});

test('what has not arrived yet is under way, not wrong', () => {
  expect(with_({ authorised: 2, captured: 398, confirmations: 397, unmailed: 1 })).toEqual({
    balance: 'working',
    wrong: [],
    underWay: ['2 payments to settle', '1 confirmation to send'],
  });
});

test('a cancelled registration with a refund to make is under way; then, or when the race keeps the money, the books balance', () => {
  const cancelled = { held: 11, registered: 399 };
  expect(with_({ ...cancelled, toRefund: 1 })).toEqual({
    balance: 'working',
    wrong: [],
    underWay: ['1 refund to make'],
  });
  expect(with_({ ...cancelled, captured: 399, refunded: 1 }).balance).toBe('yes');
  expect(with_({ ...cancelled, kept: 1 }).balance).toBe('yes');
});

test('who took over a spot has a confirmation too', () => {
  expect(with_({ transferred: 1, confirmations: 401 }).balance).toBe('yes');
});

test('spots that must go when they come back are no fault', () => {
  expect(with_({ capacity: 399, isOver: true }).balance).toBe('yes');
});

test('a payment that failed late, its spot given back, balances', () => {
  expect(with_({ failed: 1 }).balance).toBe('yes');
});

test.each<[string, Partial<RaceFigures>, RegExp]>([
  ['oversold', { capacity: 399, spots: 399, sellable: 0, held: -1 }, /oversold/],
  ['a spot too few in the ledger', { spots: 499, sellable: 89 }, /499 spots in the ledger/],
  ['a spot that is neither sold nor free', { held: 9 }, /are not 500 spots/],
  ['a place without payment', { unpaid: 1 }, /without a payment/],
  ['a charge without place', { unearned: 1 }, /without a spot/],
  ['more charges than places', { captured: 401 }, /401 charged/],
  ['a confirmation too many', { confirmations: 401 }, /401 confirmations/],
  ['a group of whom only some are in', { inPart: 1 }, /1 group registered in part/],
  ['a mail given up', { mailsGivenUp: 1 }, /given up/],
])('%s is wrong', (_name, change, words) => {
  const { balance, wrong } = with_(change);
  expect(balance).toBe('no');
  expect(wrong.join('; ')).toMatch(words);
});
