import { maxTriesPerHold as mostDeclines } from '../../lambdas/domain/hold';
import { until } from '../support/until';
import { charge, newRegistration, openShop, type Shop, soon, stateOf } from './support/shop';

let shop: Shop;
beforeEach(async () => {
  shop = await openShop();
});
afterEach(() => shop.close());

const codeOf = async (registrationId: string, paymentMethod: string, processor = shop.processor) => {
  const answer = await processor.authorise({ ...charge(registrationId), paymentMethod }, soon());
  return answer.kind === 'declined' ? answer.reason : answer.kind;
};

/** A declined card, submitted with a new payment method each time, as a thief's would be. */
const stolenCard = async (): Promise<string> => {
  const form = { type: 'card', 'card[number]': '4000000000000002', 'card[exp_month]': '12', 'card[exp_year]': '2040' };
  const answer = await fetch(`${shop.url}/v1/payment_methods`, {
    method: 'POST',
    headers: { authorization: 'Bearer pk_of_tests' },
    body: new URLSearchParams({ ...form, 'card[cvc]': '123' }),
  });
  return (await answer.json()).id;
};

const declines = async (registrationId: string, times: number) => {
  const codes: string[] = [];
  for (let time = 0; time < times; time++) codes.push(await codeOf(registrationId, await stolenCard()));
  return codes;
};

test('somebody who tries card after card on one hold is stopped, and no card is tried any more', async () => {
  const id = newRegistration();
  expect(await declines(id, mostDeclines)).toEqual(Array.from({ length: mostDeclines }, () => 'declined'));
  expect(await codeOf(id, 'pm_card_visa')).toBe('too-many-cards');
  expect(await stateOf(shop, id)).toBe('open');
});

test('a runner whose cards were declined a few times pays with the next one', async () => {
  const id = newRegistration();
  await declines(id, mostDeclines - 1);
  expect(await codeOf(id, 'pm_card_visa')).toBe('authorised');
});

test('asking again with the same card is no further try', async () => {
  const id = newRegistration();
  const card = await stolenCard();
  for (let time = 0; time < mostDeclines + 2; time++) expect(await codeOf(id, card)).toBe('declined');
  expect(await codeOf(id, 'pm_card_visa')).toBe('authorised');
});

test('many at the same moment are stopped as well', async () => {
  const id = newRegistration();
  const cards = await Promise.all(Array.from({ length: mostDeclines * 3 }, stolenCard));
  const codes = await Promise.all(cards.map((card) => codeOf(id, card)));
  expect(codes.filter((code) => code === 'declined')).toHaveLength(mostDeclines);
  expect(await codeOf(id, 'pm_card_visa')).toBe('too-many-cards');
});

test('one hold that is given up takes no other with it', async () => {
  await declines(newRegistration(), mostDeclines);
  expect(await codeOf(newRegistration(), 'pm_card_visa')).toBe('authorised');
});

test('a hold with two tries lets two cards be declined, and is told how many are left', async () => {
  const id = newRegistration();
  const trying = async (paymentMethod: string, cardTries = 2) => {
    const answer = await shop.processor.authorise({ ...charge(id), paymentMethod, cardTries }, soon());
    return answer.kind === 'declined' ? [answer.reason, answer.triesLeft] : [answer.kind];
  };
  const [first, second, third] = [await stolenCard(), await stolenCard(), await stolenCard()];
  expect(await trying(first)).toEqual(['declined', 1]);
  expect(await trying(second)).toEqual(['declined', 0]);
  expect(await trying(third)).toEqual(['too-many-cards', 0]);
  expect(await trying('pm_card_visa')).toEqual(['too-many-cards', 0]);
  // A repeated submission gets the same answer for a card that was tried.
  expect(await trying(first)).toEqual(['declined', 1]);
  // A different card is tried.
  expect(await trying('pm_card_visa', 3)).toEqual(['authorised']);
  expect(await trying(third)).toEqual(['authorised']);
});

test('what a card has paid is paid, whichever cards come after it', async () => {
  const id = newRegistration();
  expect(await declines(id, mostDeclines - 1)).not.toContain('authorised');
  expect(await codeOf(id, 'pm_card_visa')).toBe('authorised');
  expect(await codeOf(id, await stolenCard())).toBe('authorised');
  expect(await stateOf(shop, id)).toBe('authorised');
});

test('a card that is being tried is waited for before another is', async () => {
  const id = newRegistration();
  const slow = codeOf(id, 'pm_card_slow');
  const stolen = await stolenCard();
  await until(async () => (await shop.processor.find(id)) !== undefined);
  expect(await codeOf(id, stolen)).toBe('authorised');
  expect(await slow).toBe('authorised');
});
