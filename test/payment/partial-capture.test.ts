import * as v from 'valibot';
import { orderFollowUps } from '../../lambdas/ledger/postgres-follow-ups';
import { paymentOrder } from '../../lambdas/payment/messages';
import { receiveWebhook } from '../../lambdas/payment/reconcile/receive-webhook';
import { settlePayment } from '../../lambdas/payment/settle/settle-payments';
import { stateAfter } from '../../lambdas/payment/settle/settlement';
import { skipZeroAmounts } from '../../lambdas/payment/stripe/processor';
import type { Sql } from '../../lambdas/platform/postgres/postgres';
import { uuid7 } from '../../lambdas/platform/uuid';
import { PostgresRecords } from '../../lambdas/registration/show/postgres-records';
import { lateAfterSeconds } from '../../lambdas/watch/figures';
import { PostgresBooks } from '../../lambdas/watch/postgres-books';
import { type FreshDatabase, freshDatabase } from '../support/postgres/database';
import { makeRace, submissionFor } from '../support/races/race';
import { registrationsOn } from '../support/races/registrations';
import { type Offices, openOffices, settlement } from './support/office';
import { charge, newRegistration, openShop, type Shop, soon, visa } from './support/shop';

let database: FreshDatabase;
let offices: Offices;
let shop: Shop;
beforeAll(async () => {
  database = await freshDatabase();
  offices = await openOffices(database.postgres);
  shop = await openShop();
});
afterAll(() => Promise.all([shop.close(), database.close()]));

const ofPayment = async () => [];
const settle = (order: object) =>
  settlePayment(skipZeroAmounts(shop.processor), { ofPayment })(v.parse(paymentOrder, order));

const authorised = async (registrationId: string): Promise<string> => {
  const answer = await shop.processor.authorise({ ...charge(registrationId), paymentMethod: 'pm_card_visa' }, soon());
  if (answer.kind !== 'authorised') throw new Error('The card was not authorised.');
  return answer.authorisation;
};

/** What the sandbox shows of a payment: its status, what was taken, and what is still held. */
const heldOf = async (authorisation: string) => {
  const found = (await shop.all()).find(({ id }) => id === authorisation);
  return [found?.status, found?.amount_received];
};

describe('the order of the writer', () => {
  /** A runner who is written now; `captureAmount` of what they were quoted is taken. */
  const write = async (captureAmount?: number) => {
    const race = await makeRace(database.postgres, { spots: 1 });
    const submission = submissionFor(race, { id: uuid7(), numbers: [1] }, 0);
    const { registrationId: id } = submission.hold;
    await offices.sql('UPDATE spot SET block = $1 WHERE event_id = $2', [submission.hold.block, race.eventId]);
    await offices.sql(
      `INSERT INTO registration (id, event_id, person, outcome, live, spot, block, number, via, runner, recorded_at)
       VALUES ($1, $2, $4, 'confirmed', true, 1, $3, 1, 'block', '{"email":"ada@example.com"}', now() - interval '1 hour')`,
      [id, race.eventId, submission.hold.block, `runner-of-${id}`],
    );
    const statements: string[] = [];
    await database.postgres.transaction((sql) => {
      const query: Sql['query'] = (text, values) => {
        statements.push(text);
        return sql.query(text, values);
      };
      return orderFollowUps({ ...sql, query }, uuid7, [{ submission, outcome: 'confirmed', captureAmount }]);
    });
    const { hold, authorisation } = submission;
    const { raceId, eventId, quote } = hold;
    const { total: amount, currency } = quote;
    const plain = { registrationId: id, raceId, eventId, action: 'capture', authorisation, amount, currency };
    return { id, race, plain, statements: statements.length };
  };
  /** The orders that wait to leave, without their traces. */
  const sent = async (id: string) => {
    const rows = await offices.sql<{ body: object }>(
      `DELETE FROM outbox WHERE body ->> 'registrationId' = $1 RETURNING body`,
      [id],
    );
    return rows.map(({ body }) => body);
  };
  const rowOf = (id: string) =>
    offices.sql('SELECT amount, capture_amount, captured FROM payment WHERE registration_id = $1', [id]);

  test('to take all is as it was before a part could be taken: no field more, no statement more', async () => {
    const { id, plain, statements } = await write();
    expect(JSON.stringify(await sent(id))).toHaveLength(JSON.stringify([plain]).length);
    expect(await rowOf(id)).toEqual([{ amount: 4500, capture_amount: null, captured: null }]);
    expect(statements).toBe(2);
  });

  test.each([2000, 0])('to take %i names what the card holds, too', async (captureAmount) => {
    const { id, plain, statements } = await write(captureAmount);
    expect(await sent(id)).toEqual([{ ...plain, amount: captureAmount, held: 4500 }]);
    expect(await rowOf(id)).toEqual([{ amount: 4500, capture_amount: captureAmount, captured: null }]);
    expect(statements).toBe(2);
  });

  test('is the same when a sweep or the watch gives it again', async () => {
    const { id, race, plain } = await write(2000);
    const [first] = await sent(id);
    const { raceId, eventId } = race;
    await registrationsOn(database.postgres).sweep([
      { registrationId: id, raceId, eventId, amount: plain.amount, currency: plain.currency },
    ]);
    expect(await sent(id)).toEqual([first]);
    const { paymentsStuck } = await new PostgresBooks(database.postgres, { ...lateAfterSeconds, payment: 0 }).look();
    expect(paymentsStuck.orders.filter(({ registrationId }) => registrationId === id)).toEqual([first]);
  });

  test('is for what the runner is told that they pay', async () => {
    const { id } = await write(2000);
    expect(await new PostgresRecords(database.postgres).find(id)).toMatchObject({ amount: 2000 });
  });
});

describe('a part of the money', () => {
  test('is taken once, and the rest is let go, however often it is ordered', async () => {
    const { id } = await offices.runner({ captureAmount: 4500, authorisation: null });
    const authorisation = await authorised(id);
    const order = { ...charge(id), action: 'capture', authorisation, amount: 4500, held: 7500 };
    const settled = [await settle(order), await settle(order)];
    expect(settled).toEqual(
      [1, 2].map(() => ({ ...charge(id), amount: 4500, state: 'captured', authorisation, card: visa })),
    );
    expect(await heldOf(authorisation)).toEqual(['succeeded', 4500]);

    const { record, templates } = offices.newOffice();
    for (const news of settled) if (news.state === 'captured') expect(await record([news])).toEqual([]);
    expect(await offices.payment(id)).toMatchObject({ state: 'captured', captured: 4500 });
    expect(templates()).toEqual(['confirmation']);
  });

  test('is not taken of a card that holds another sum', async () => {
    const id = newRegistration();
    const authorisation = await authorised(id);
    const order = { ...charge(id), action: 'capture', authorisation, amount: 4500, held: 8900 };
    await expect(settle(order)).rejects.toThrow('is not a payment of 8900 EUR');
  });

  test('is what the webhook reports', async () => {
    const id = newRegistration();
    const authorisation = await authorised(id);
    await shop.processor.capture(authorisation, { ...charge(id), amount: 4500, held: 7500 });
    shop.sent.splice(0);
    const claimed = await shop.processor.fetch(authorisation);
    if (!claimed) throw new Error('The sandbox lost the payment.');
    await receiveWebhook({
      webhook: { open: async () => ({ kind: 'payment', claimed }) },
      processor: shop.processor,
      refunds: { failed: async () => undefined, byHand: async () => undefined },
      disputes: { find: async () => undefined },
      settlements: shop.settlements,
    })('', undefined);
    expect(shop.sent).toMatchObject([{ state: 'captured', amount: 4500 }]);
  });
});

describe('where nothing is taken', () => {
  test('the card is let go, and the runner is in', async () => {
    const { id } = await offices.runner({ captureAmount: 0, authorisation: null });
    const authorisation = await authorised(id);
    const order = { ...charge(id), action: 'capture', authorisation, amount: 0, held: 7500 };
    const settled = [await settle(order), await settle(order)];
    expect(settled).toEqual([1, 2].map(() => ({ ...charge(id), amount: 0, state: 'captured', authorisation })));
    expect(await heldOf(authorisation)).toEqual(['canceled', 0]);

    const { record, templates } = offices.newOffice();
    // The processor announces that the payment was let go, before our own news or after it.
    const webhook = settlement(id, 'voided', { authorisation });
    const [news] = settled;
    if (news?.state !== 'captured') throw new Error('Nothing was to be taken, and that was not reported.');
    for (const one of [webhook, news, webhook]) expect(await record([one])).toEqual([]);
    expect(await offices.payment(id)).toMatchObject({ state: 'captured', captured: 0 });
    expect(templates()).toEqual(['confirmation']);
  });

  test('a payment that was taken all the same is seen by somebody', async () => {
    const id = newRegistration();
    const authorisation = await authorised(id);
    await shop.processor.capture(authorisation, charge(id));
    const order = { ...charge(id), action: 'capture', authorisation, amount: 0, held: 7500 };
    await expect(settle(order)).rejects.toThrow('was captured, but must not be');
  });
});

test.each([
  [4500, 4500, 'captured'],
  [4500, 7500, 'contradiction'],
  [0, 0, 'captured'],
  [0, 7500, 'contradiction'],
  [null, 7500, 'captured'],
  [null, 4500, 'contradiction'],
] as const)('of 7500, %p is to be taken, and %i was: %s', (captureAmount, amount, after) =>
  expect(
    stateAfter(
      {
        authorisation: 'pi_1',
        amount: 7500,
        captureAmount,
        currency: 'EUR',
        wanted: 'capture',
        refund: null,
        state: 'authorised',
      },
      settlement('r', 'captured', { amount }),
    ),
  ).toBe(after),
);

describe('the database refuses', () => {
  const change = (id: string, what: string) =>
    offices.sql(`UPDATE payment SET ${what} WHERE registration_id = $1`, [id]);

  test('to take more than is held, or another sum than was wanted', async () => {
    const { id } = await offices.runner({ captureAmount: 4500 });
    await expect(change(id, 'capture_amount = 7501')).rejects.toThrow('payment_takes_what_is_held');
    await expect(change(id, 'capture_amount = -1')).rejects.toThrow('payment_takes_what_is_held');
    await expect(change(id, 'captured = 7500')).rejects.toThrow('payment_took_what_was_wanted');
    await change(id, 'captured = 4500');
  });

  test('to give back more than was taken', async () => {
    const { id } = await offices.runner({ captureAmount: 4500 });
    const refund = (amount: number) => change(id, `state = 'captured', wanted = 'refund', refund = ${amount}`);
    await expect(refund(4501)).rejects.toThrow('payment_returns_what_it_took');
    await refund(4500);
  });
});
