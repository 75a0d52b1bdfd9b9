import { charge, newRegistration, openShop, type Shop, soon } from '../support/shop';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

const breakShare = async (share: number): Promise<number> => {
  const answer = await fetch(`${shop.url}/local/broken-answers`, { method: 'PATCH', body: JSON.stringify({ share }) });
  return (await answer.json()).broken;
};

test('with half of the answers broken off, each runner is charged once, and refunded once', async () => {
  await breakShare(0.5);
  const ids = Array.from({ length: 12 }, newRegistration);
  const refunded = await Promise.all(
    ids.map(async (id) => {
      const answer = await shop.processor.authorise({ ...charge(id), paymentMethod: 'pm_card_visa' }, soon());
      if (answer.kind !== 'authorised') throw new Error(`${id} is ${answer.kind}`);
      const { authorisation } = answer;
      expect(await shop.processor.capture(authorisation, charge(id))).toMatchObject({ kind: 'captured' });
      expect(await shop.processor.refund(authorisation, charge(id))).toEqual({ kind: 'refunded' });
      return authorisation;
    }),
  );
  expect(await breakShare(0)).toBeGreaterThan(ids.length);
  const all = await shop.all();
  expect(all.map(({ metadata }) => metadata.registration_id).toSorted()).toEqual(ids.toSorted());
  expect(new Set(all.map((one) => one.amount_received))).toEqual(new Set([charge().amount]));
  for (const authorisation of refunded) expect(await shop.refundsOf(authorisation)).toHaveLength(1);
});
