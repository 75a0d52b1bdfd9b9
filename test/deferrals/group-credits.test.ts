import { holdSpots } from '../quote/support/registering';
import type { MadeRace } from '../support/races/race';
import { type Deferring, deferralsOf, openDeferring } from './support/deferring';

let { world, sql, settle, changes } = {} as Deferring;
let first: MadeRace;
let another: MadeRace;
beforeAll(async () => {
  const opened = await openDeferring();
  ({ world, sql, settle, changes } = opened);
  first = await opened.aRace('Mill Runs');
  another = await opened.aRace('Mill Runs');
});
afterAll(() => world?.close());

const price = 4500;

/** Three who registered together, and what somebody gives back of their payment in Stripe's dashboard. */
const group = async (race: MadeRace) => {
  const held = await holdSpots(world, race, 3);
  expect((await held.pay(await held.quote())).status).toBe(202);
  await settle();
  const [ann, ben, cleo] = held.ids as [string, string, string];
  const deferrals = deferralsOf(sql());
  const worthOf = async (id: string) => {
    const shown = await deferrals.show(id);
    return shown.kind === 'offered' ? shown.terms.worth : shown.kind;
  };
  const defer = async (id: string) => {
    const shown = await deferrals.show(id);
    if (shown.kind !== 'offered') throw new Error(`nothing is offered: ${shown.kind}`);
    const done = await deferrals.defer(id, { worth: shown.terms.worth, fee: shown.terms.fee });
    return done.kind === 'deferred' ? done.credit.worth : done.kind;
  };
  const giveBackByHand = (amount: number) =>
    sql().query('UPDATE payment SET given_back = $2, given_back_at = now() WHERE registration_id = $1', [ann, amount]);
  const payment = async () => {
    const [row] = await sql().query('SELECT wanted, state, refund, refunded FROM payment WHERE registration_id = $1', [
      ann,
    ]);
    return row;
  };
  const orders = () =>
    sql().query(
      `SELECT body -> 'amount' AS amount FROM outbox WHERE body ->> 'registrationId' = $1 AND body ->> 'action' = 'refund'`,
      [ann],
    );
  return { ann, ben, cleo, worthOf, defer, giveBackByHand, payment, orders };
};

test('of a group, what somebody gave back by hand is not in the credit of who defers next, and in those of the others', async () => {
  const { ann, ben, cleo, worthOf, defer, giveBackByHand, payment, orders } = await group(first);
  expect([await worthOf(ann), await worthOf(ben)]).toEqual(['entry', 'entry']);
  await giveBackByHand(price + 500);
  expect([await worthOf(ann), await worthOf(ben), await worthOf(cleo)]).toEqual([0, 0, 0]);
  expect(await defer(ben)).toBe(0);
  // It is a refund of Ben's: the processor gave it already.
  expect(await payment()).toMatchObject({ wanted: 'refund', state: 'captured', refund: price });
  expect(await orders()).toEqual([{ amount: price }]);
  expect(await worthOf(ann)).toBe(price - 500);
  expect(await defer(ann)).toBe(price - 500);
  expect(await payment()).toMatchObject({ refund: price + 500 });
  expect(await worthOf(cleo)).toBe('entry');
  expect(await sql().query('SELECT share FROM registration WHERE id = $1', [ben])).toEqual([{ share: 0 }]);
});

test('who is cancelled after that gets back all that is theirs', async () => {
  const { ann, ben, cleo, defer, giveBackByHand, payment } = await group(another);
  await giveBackByHand(1000);
  expect(await defer(ben)).toBe(price - 1000);
  expect(await changes().cancel(cleo, 'director', { percent: 100 })).toMatchObject({
    kind: 'cancelled',
    refund: price,
  });
  expect(await payment()).toMatchObject({ refund: price + 1000 });
  expect(await defer(ann)).toBe('entry');
});
