import type { Dispute } from '../../lambdas/domain/money/dispute';
import type { PaymentOrder } from '../../lambdas/domain/money/payment';
import { PostgresProjection } from '../../lambdas/participants/postgres-projection';
import type { Sweepable } from '../../lambdas/payment/ports';
import { reconcilePayments } from '../../lambdas/payment/reconcile/reconcile-payments';
import { settlePayment } from '../../lambdas/payment/settle/settle-payments';
import { stripePaymentList } from '../../lambdas/payment/stripe/intents';
import { sqsSweeps } from '../../lambdas/registration/submit/sqs-inbox';
import { type FreshDatabase, freshDatabase } from '../support/postgres/database';
import { type MadeRace, makeRace } from '../support/races/race';
import { registrationsOn } from '../support/races/registrations';
import { keys, newRegistration, openShop, type Shop, soon, stateOf } from './support/shop';

const minutes = 60_000;
let database: FreshDatabase;
let race: MadeRace;
let shop: Shop;

beforeAll(async () => {
  database = await freshDatabase();
  race = await makeRace(database.postgres, { spots: 10 });
});
afterAll(() => database.close());
beforeEach(async () => {
  shop = await openShop();
});
afterEach(() => shop.close());

const authorise = async (where: Partial<MadeRace & Pick<Sweepable, 'purpose'>> = race) => {
  const registrationId = newRegistration();
  const payment = { registrationId, ...where, amount: 4500, currency: 'EUR', paymentMethod: 'pm_card_visa' };
  const answer = await shop.processor.authorise(payment, soon());
  if (answer.kind !== 'authorised') throw new Error('The card was not authorised.');
  return { registrationId, authorisation: answer.authorisation };
};

async function* disputesIn(pages: readonly (readonly Dispute[])[]) {
  yield* pages;
}

/** Reads the processor's list at this time from now. */
const reconcile = async (later = 31 * minutes, disputes: readonly (readonly Dispute[])[] = []) => {
  const sent: Sweepable[] = [];
  const reconciled = await reconcilePayments({
    payments: stripePaymentList({ http: shop.http, pageMs: 2000 }),
    sweeps: { send: async (payments) => void sent.push(...payments) },
    disputes: { since: () => disputesIn(disputes) },
    refunds: { since: () => disputesIn([]) },
    settlements: shop.settlements,
    now: () => new Date(Date.now() + later),
  })();
  return { ...reconciled, sent };
};

test('money that is held for longer than any order takes is swept, with the words of its hold', async () => {
  const { registrationId } = await authorise();
  const { sent, swept, nameless } = await reconcile();
  expect(sent).toEqual([{ registrationId, ...race, amount: 4500, currency: 'EUR' }]);
  expect([swept, nameless]).toEqual([[registrationId], []]);
});

test.each(['move', 'fee'] as const)(
  'a payment whose sweep was lost says that it is a %s, and makes nobody',
  async (purpose) => {
    const { registrationId } = await authorise({ ...race, purpose });
    const { sent } = await reconcile();
    expect(sent).toEqual([{ registrationId, ...race, amount: 4500, currency: 'EUR', purpose }]);
    await registrationsOn(database.postgres).sweep(sent);
    const { postgres } = database;
    expect(await postgres.query('SELECT via, live FROM registration WHERE id = $1', [registrationId])).toEqual([
      { via: purpose, live: false },
    ]);
    const [order] = await postgres.query<{ body: PaymentOrder }>(
      `SELECT body FROM outbox WHERE queue = 'payments' AND body ->> 'registrationId' = $1`,
      [registrationId],
    );
    if (!order) throw new Error('Nothing was ordered.');
    // The processor refuses other words under the same key.
    const lagging = { ...shop.processor, find: async () => undefined };
    expect(await settlePayment(lagging, shop.disputes)(order.body)).toMatchObject({ state: 'voided' });
    await new PostgresProjection(postgres, { seconds: 0, openingSeconds: 0 }).catchUp(race.raceId);
    expect(await postgres.query('SELECT FROM participant WHERE registration_id = $1', [registrationId])).toEqual([]);
  },
);

test('what is younger, taken, or let go is left alone', async () => {
  await authorise();
  expect((await reconcile(29 * minutes)).sent).toEqual([]);

  const taken = await authorise();
  const letGo = await authorise();
  const charge = (registrationId: string) => ({ registrationId, ...race, amount: 4500, currency: 'EUR' });
  await shop.processor.capture(taken.authorisation, charge(taken.registrationId));
  await shop.processor.void(letGo.authorisation, charge(letGo.registrationId));
  expect((await reconcile()).swept).not.toContain(taken.registrationId);
  expect((await reconcile()).swept).not.toContain(letGo.registrationId);
});

test('a payment that does not say what it is for is told, not swept', async () => {
  const { authorisation } = await authorise({});
  expect(await reconcile()).toMatchObject({ sent: [], swept: [], nameless: [authorisation] });
});

test('every page is read, however many there are', async () => {
  const ids: string[] = [];
  for (let batch = 0; batch < 23; batch++)
    ids.push(...(await Promise.all(Array.from({ length: 10 }, () => authorise()))).map((made) => made.registrationId));
  const { swept } = await reconcile();
  expect([...swept].sort()).toEqual(ids.sort());
});

test('while the processor does not answer, the run fails rather than pass for a clean one', async () => {
  await authorise();
  await shop.stop();
  await expect(reconcile()).rejects.toThrow('did not say in time');
  await shop.start();
  expect((await reconcile()).swept).toHaveLength(1);
});

test('with another key, the run fails and says so', async () => {
  await shop.close();
  shop = await openShop({ secretKey: 'sk_of_somebody_else' });
  expect(keys.secretKey).not.toBe('sk_of_somebody_else');
  await expect(reconcile()).rejects.toThrow('would not list its payments');
});

test('a sweep travels as the writer reads it, in the turn of its race', async () => {
  const taken: unknown[] = [];
  const sweeps = sqsSweeps({ send: async () => undefined, sendAll: async (messages) => void taken.push(...messages) });
  const payment = { registrationId: 'r1', ...race, amount: 4500, currency: 'EUR' };
  const ofMove = { ...payment, registrationId: 'r2', purpose: 'move' } as const;
  await sweeps.send([payment, ofMove]);
  expect(taken).toEqual([payment, ofMove].map((body) => ({ body: { kind: 'sweep', ...body }, group: race.raceId })));
});

test('disputes and refunds whose webhook was lost are told of again, from six days back', async () => {
  const dispute: Dispute = {
    registrationId: newRegistration(),
    state: 'disputed',
    authorisation: 'pi_1',
    amount: 4500,
    currency: 'EUR',
    dispute: {
      id: 'dp_1',
      reason: 'fraudulent',
      status: 'needs_response',
      refundable: false,
      fetchedAt: '2027-05-01T10:00:00.000Z',
    },
  };
  const asked: Date[] = [];
  const at = new Date('2027-05-07T10:00:00.000Z');
  const reconciled = await reconcilePayments({
    payments: stripePaymentList({ http: shop.http, pageMs: 2000 }),
    sweeps: { send: async () => undefined },
    disputes: {
      since: (from) => {
        asked.push(from);
        return disputesIn([[dispute], [], [dispute]]);
      },
    },
    refunds: {
      since: (from) => {
        asked.push(from);
        return disputesIn([[dispute]]);
      },
    },
    settlements: shop.settlements,
    now: () => at,
  })();
  expect(reconciled).toMatchObject({ disputes: 2, refunds: 1 });
  expect(shop.sent).toEqual([dispute, dispute, dispute]);
  // A bank takes months for what it decides.
  expect(asked).toEqual([120, 6].map((days) => new Date(at.getTime() - days * 24 * 60 * minutes)));
});

test('the disputes of the processor are found by when they were opened', async () => {
  const { registrationId, authorisation } = await authorise();
  await shop.processor.capture(authorisation, { registrationId, amount: 4500, currency: 'EUR' });
  await shop.decide(authorisation, 'needs_response');
  const found: Dispute[] = [];
  for await (const page of shop.disputes.since(new Date(Date.now() - minutes))) found.push(...page);
  expect(found).toMatchObject([{ registrationId, amount: 4500, dispute: { status: 'needs_response' } }]);
  for await (const page of shop.disputes.since(new Date(Date.now() + 10 * minutes))) expect(page).toEqual([]);
});

test('a card whose submission and sweep were both lost is let go in the end', async () => {
  const { registrationId } = await authorise();
  const { sent } = await reconcile();
  await registrationsOn(database.postgres).sweep(sent);
  const [order] = await database.postgres.query<{ body: PaymentOrder }>(
    `SELECT body FROM outbox WHERE body ->> 'registrationId' = $1`,
    [registrationId],
  );
  if (!order) throw new Error('Nothing was ordered.');
  expect(await settlePayment(shop.processor, shop.disputes)(order.body)).toMatchObject({
    registrationId,
    state: 'voided',
  });
  expect(await stateOf(shop, registrationId)).toBe('voided');
  expect((await reconcile()).swept).toEqual([]);
});
