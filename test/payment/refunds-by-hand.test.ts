import type { Dispute } from '../../lambdas/domain/money/dispute';
import type { FailedRefund, RefundNews } from '../../lambdas/domain/money/payment';
import { PostgresMailRecords } from '../../lambdas/mail/letters/postgres-mail-records';
import { PostgresDisputes } from '../../lambdas/payment/disputes/postgres-disputes';
import { settleDispute } from '../../lambdas/payment/disputes/settle-dispute';
import { receiveWebhook } from '../../lambdas/payment/reconcile/receive-webhook';
import { openStripe } from '../../lambdas/payment/stripe/call';
import { stripeRefundNews } from '../../lambdas/payment/stripe/refund-news';
import { uuid7 } from '../../lambdas/platform/uuid';
import { disputesDue } from '../../lambdas/watch/books-sql';
import { paymentsGivenBack } from '../../lambdas/watch/charges-sql';
import { idOf } from '../support/races/changed-race';
import { paidGroup } from '../support/races/paid-group';
import { openPaidMoves } from '../support/races/paid-moves';
import { charge, keys, openShop, type Shop, soon } from './support/shop';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

const { made, charged, idIn, ordersOf, refundsOf, seatOf, expectBooksInOrder } = openPaidMoves();

/** Somebody has paid 75 euros. */
const paid = async (paymentMethod = 'pm_card_visa') => {
  const of = charge();
  const answer = await shop.processor.authorise({ ...of, paymentMethod }, soon());
  if (answer.kind !== 'authorised') throw new Error('the card is good');
  await shop.processor.capture(answer.authorisation, of);
  return { ...of, authorisation: answer.authorisation };
};
/** In Stripe's dashboard; or by us, with our metadata. */
const giveBack = async (authorisation: string, amount: number, metadata: Readonly<Record<string, string>> = {}) => {
  const answer = await fetch(`${shop.url}/v1/refunds`, {
    method: 'POST',
    headers: { authorization: `Bearer ${keys.secretKey}` },
    body: new URLSearchParams({ payment_intent: authorisation, amount: String(amount), ...metadata }),
  });
  expect(answer.status).toBe(200);
};
/** What is passed on when an event tells of a refund by hand. */
const told = async (authorisation: string, http = shop.http, news: readonly RefundNews[] = ['refunded-by-hand']) => {
  const sent: Dispute[] = [];
  const receive = receiveWebhook({
    webhook: { open: async () => ({ kind: 'refund', authorisation, news }) },
    processor: shop.processor,
    refunds: refundNews(http),
    disputes: shop.disputes,
    settlements: { send: async (some) => void sent.push(...(some as readonly Dispute[])) },
  });
  await receive('', undefined);
  return sent;
};

test('that a whole payment was given back by hand is told, in one step or in several', async () => {
  const { registrationId, authorisation } = await paid();
  await giveBack(authorisation, 5000);
  expect(await told(authorisation)).toMatchObject([{ dispute: { status: 'returned', givenBack: 5000 } }]);
  await giveBack(authorisation, 2500);
  expect(await told(authorisation)).toMatchObject([
    {
      registrationId,
      authorisation,
      amount: 7500,
      currency: 'EUR',
      dispute: { id: authorisation, status: 'refunded', givenBack: 7500 },
    },
  ]);
});

test('a rest that is given back by hand after a refund of ours makes it the whole payment', async () => {
  const of = await paid();
  await shop.processor.refund(of.authorisation, { ...of, amount: 5000 });
  expect(await told(of.authorisation)).toEqual([]);
  await giveBack(of.authorisation, 2500);
  expect(await told(of.authorisation)).toMatchObject([
    { amount: 2500, dispute: { status: 'refunded', givenBack: 7500 } },
  ]);
});

test('what we gave back is no news, and neither are payments of another shop or of nobody', async () => {
  const of = await paid();
  await shop.processor.refund(of.authorisation, of);
  expect(await told(of.authorisation)).toEqual([]);
  expect(await told('pi_nobody')).toEqual([]);
  const theirs = await paid();
  await giveBack(theirs.authorisation, 7500);
  const asAnotherShop: typeof shop.http = async (request, ms) => {
    const answer = await shop.http(request, ms);
    return answer && { ...answer, body: { ...Object(answer.body), metadata: {} } };
  };
  expect(await told(theirs.authorisation, asAnotherShop)).toEqual([]);
});

test('a refund by hand that came back is told, so that nobody decides about money that is ours', async () => {
  const { authorisation } = await paid();
  await giveBack(authorisation, 7500);
  const asFailed: typeof shop.http = async (request, ms) => {
    const answer = await shop.http(request, ms);
    const { data }: { data?: object[] } = Object(answer?.body);
    return answer && data ? { ...answer, body: { data: data.map((one) => ({ ...one, status: 'failed' })) } } : answer;
  };
  expect(await told(authorisation, asFailed)).toMatchObject([
    { dispute: { status: 'returned', refundable: true, givenBack: 0 } },
  ]);
});

/** The list in which the bank has sent back what somebody gave by hand. */
const withoutByHand: typeof shop.http = async (request, ms) => {
  const answer = await shop.http(request, ms);
  const { data }: { data?: { metadata: { registration_id?: string } }[] } = Object(answer?.body);
  const isOurs = (one: { metadata: { registration_id?: string } }) => one.metadata.registration_id !== undefined;
  return answer && data
    ? { ...answer, body: { data: data.map((one) => (isOurs(one) ? one : { ...one, status: 'failed' })) } }
    : answer;
};
const both = ['refunded-by-hand', 'refund-failed'] as const;

test('when the bank sends a refund by hand back that an order of ours has counted, it is owed', async () => {
  const [some, whole] = [await paid(), await paid()];
  await giveBack(some.authorisation, 2000);
  await shop.processor.refund(some.authorisation, { ...some, amount: 3750 });
  expect(await told(some.authorisation, withoutByHand, both)).toMatchObject([
    { dispute: { status: 'returned', givenBack: 1750 } },
    { registrationId: some.registrationId, state: 'refund-failed', amount: 2000, sent: 3750, standing: 1750 },
  ]);
  // The order found that all of it had been given by hand, and no refund of ours says so.
  await giveBack(whole.authorisation, 4000);
  await shop.processor.refund(whole.authorisation, { ...whole, amount: 3750 });
  expect(await told(whole.authorisation, withoutByHand, both)).toMatchObject([
    { dispute: { status: 'returned', givenBack: 0 } },
    { registrationId: whole.registrationId, state: 'refund-failed', amount: 4000, sent: 0 },
  ]);
  const asAnotherShop: typeof shop.http = async (request, ms) => {
    const answer = await withoutByHand(request, ms);
    return answer && { ...answer, body: { ...Object(answer.body), metadata: {} } };
  };
  expect(await told(whole.authorisation, asAnotherShop, both)).toEqual([]);
});

/** What a run of `reconcile-payments` tells, where every webhook was lost. */
const foundSince = async (from: Date, news = refundNews()) => {
  const found: (FailedRefund | Dispute)[] = [];
  for await (const page of news.since(from)) found.push(...page);
  return found;
};
const refundNews = (http = shop.http) =>
  stripeRefundNews({ callStripe: openStripe(http, 400), now: () => new Date(), lookupMs: 10_000 });
const minuteAgo = () => new Date(Date.now() - 60_000);

test('a refund by hand and one that came back are found when their webhooks were lost, however many were made since', async () => {
  const [theirs, ours] = [await paid(), await paid()];
  await giveBack(theirs.authorisation, 3000);
  await giveBack(theirs.authorisation, 4500);
  const lost = await paid('pm_card_refundFail');
  await shop.processor.refund(lost.authorisation, lost);
  const metadata = { 'metadata[registration_id]': ours.registrationId };
  for (let step = 0; step < 100; step++) await giveBack(ours.authorisation, 1, metadata);
  const found = (await foundSince(minuteAgo())).filter(({ authorisation }) =>
    [theirs, ours, lost].some((one) => one.authorisation === authorisation),
  );
  expect(found).toHaveLength(2);
  expect(found).toEqual([
    expect.objectContaining({ registrationId: lost.registrationId, state: 'refund-failed', amount: 7500 }),
    expect.objectContaining({
      registrationId: theirs.registrationId,
      amount: 7500,
      dispute: expect.objectContaining({ id: theirs.authorisation, status: 'refunded' }),
    }),
  ]);
  expect(await foundSince(new Date(Date.now() + 60_000))).toEqual([]);
});

test('whose a payment of another shop is, the processor is asked once', async () => {
  const { authorisation } = await paid();
  await giveBack(authorisation, 7500);
  const asked: string[] = [];
  const news = refundNews(async (request, ms) => {
    const answer = await shop.http(request, ms);
    asked.push(request.path);
    return answer && request.path.endsWith(authorisation)
      ? { ...answer, body: { ...Object(answer.body), metadata: {} } }
      : answer;
  });
  for (let run = 0; run < 2; run++) await foundSince(minuteAgo(), news);
  expect(asked.filter((path) => path.endsWith(authorisation))).toHaveLength(1);
});

test('while the processor does not answer, the list of refunds is no empty one', async () => {
  const silent = refundNews(async () => ({ status: 503, body: {} }));
  await expect(foundSince(minuteAgo(), silent)).rejects.toThrow('did not say in time');
});

const disputes = () => new PostgresDisputes(made.postgres);
let clock = Date.now();
/** The processor said so of this payment, later than what it said before. */
const says = (registrationId: string, status: 'refunded' | 'returned', amount = 4500, fetchedAt = new Date(clock++)) =>
  disputes().note([
    {
      ...{ registrationId, state: 'disputed', authorisation: `pi_${registrationId}`, amount, currency: 'EUR' },
      dispute: {
        ...{ id: `pi_${registrationId.replaceAll('-', '')}`, reason: 'given back at the processor', status },
        ...{ refundable: status === 'returned', fetchedAt: fetchedAt.toISOString() },
      },
    },
  ]);
const ringing = async () => (await made.query<{ samples: string[] | null }>(paymentsGivenBack))[0]?.samples ?? [];
const directorDecides = (registrationId: string, decision: 'keep' | 'cancel') =>
  settleDispute({
    disputes: disputes(),
    cancel: (id) => made.changes.cancel(id, 'director', { percent: 0 }),
  })(`pi_${registrationId.replaceAll('-', '')}`, decision);

afterEach(() => made.query(`UPDATE dispute SET decided = 'keep' WHERE decided IS NULL`));

test('whose payment was given back by hand keeps the spot, and it rings until a director takes it back', async () => {
  const { race, first } = await made.paidRace(1);
  const id = idOf(first);
  expect(await says(id, 'refunded')).toHaveLength(1);
  expect(await seatOf(id)).toMatchObject({ live: true });
  expect([await ringing(), (await made.query<{ count: number }>(disputesDue, [0]))[0]?.count]).toEqual([[id], 0]);
  expect(await disputes().list(race.raceId)).toMatchObject([
    { status: 'refunded', decided: null, may: ['keep', 'cancel'], people: [{ registrationId: id, isLive: true }] },
  ]);
  // Nobody gets the money twice, nor leaves with the spot.
  expect(await made.changes.cancel(id, 'runner')).toEqual({ kind: 'dispute-open' });
  expect(await directorDecides(id, 'cancel')).toEqual({ kind: 'settled', cancelled: [id] });
  expect([await ringing(), await refundsOf(id)]).toEqual([[], []]);
  // The mail says so.
  const told = await new PostgresMailRecords(made.postgres).findAll([id]);
  expect(told.get(id)?.payment).toMatchObject({ refund: undefined, givenBack: 'all' });
  expect(await made.deedsOn(race)).toEqual([
    'system refunded-by-hand',
    'director cancelled',
    'director dispute-settled',
  ]);
  await expectBooksInOrder(race);
});

test('a director lets them run for nothing: then they may give the spot back, and get nothing more', async () => {
  const { race, first } = await made.paidRace(1);
  const id = idOf(first);
  await says(id, 'refunded');
  await directorDecides(id, 'keep');
  expect(await ringing()).toEqual([]);
  expect(await made.changes.cancel(id, 'runner')).toMatchObject({ kind: 'cancelled', refund: 0 });
  expect(await refundsOf(id)).toEqual([]);
  await expectBooksInOrder(race);
});

test('a director who ends the registration in the usual way gives nothing back once more', async () => {
  const { first } = await made.paidRace(1);
  const id = idOf(first);
  await says(id, 'refunded');
  expect(await made.changes.cancel(id, 'director', { percent: 100 })).toMatchObject({ kind: 'cancelled', refund: 0 });
  expect([await ringing(), await refundsOf(id)]).toEqual([[], []]);
});

test('everybody whom the payment is for is named, and loses the spot together', async () => {
  const { race, lead, ids } = await paidGroup(made.postgres, 2);
  await says(lead, 'refunded', 9000);
  expect((await ringing()).sort()).toEqual([...ids].sort());
  expect(await directorDecides(lead, 'cancel')).toMatchObject({ kind: 'settled', cancelled: expect.any(Array) });
  expect(await ringing()).toEqual([]);
  expect(await made.spotsOf(race)).toHaveLength(2);
});

test('a difference that was given back by hand is about the runner who was moved', async () => {
  const { paid: difference, registrationId } = await charged();
  await says(idIn(difference), 'refunded', 1500);
  expect(await ringing()).toEqual([registrationId]);
  // What was paid for the spot is still theirs.
  expect(await made.changes.cancel(registrationId, 'director', { percent: 100 })).toMatchObject({ refund: 4500 });
  expect([await refundsOf(registrationId), await ordersOf(idIn(difference))]).toEqual([[4500], ['capture 1500']]);
});

test('when the bank sends it back nothing is left to decide, and what is told late, twice or of nobody changes nothing', async () => {
  const { race, first } = await made.paidRace(1);
  const id = idOf(first);
  // A part had been given back, and came back.
  expect(await says(id, 'returned', 1000)).toEqual([]);
  expect(await disputes().list(race.raceId)).toEqual([]);
  const before = new Date(clock++);
  await says(id, 'refunded');
  expect(await says(id, 'refunded', 4500, before)).toEqual([]);
  await says(id, 'returned');
  expect(await says(id, 'refunded', 4500, before)).toEqual([]);
  expect(await ringing()).toEqual([]);
  expect(await directorDecides(id, 'cancel')).toEqual({ kind: 'ours' });
  expect(await made.changes.cancel(id, 'runner')).toMatchObject({ kind: 'cancelled', refund: 3600 });
  expect(await says(uuid7(), 'refunded')).toEqual([]);
});
