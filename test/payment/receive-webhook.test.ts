import { createHmac } from 'node:crypto';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { ourApi } from '../../lambdas/functions/wiring/selling/site-api';
import { receiveWebhook } from '../../lambdas/payment/reconcile/receive-webhook';
import { paymentRoutes } from '../../lambdas/payment/reconcile/routes';
import type { StripeHttp } from '../../lambdas/payment/stripe/call';
import { openStripe } from '../../lambdas/payment/stripe/call';
import { stripeRefundNews } from '../../lambdas/payment/stripe/refund-news';
import { stripeWebhook } from '../../lambdas/payment/stripe/webhook';
import { until } from '../support/until';
import { charge, keys, newRegistration, openShop, type Shop, soon, visa } from './support/shop';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());
beforeEach(() => {
  shop.sent.splice(0);
  jest.spyOn(console, 'warn').mockImplementation();
});
afterEach(() => jest.restoreAllMocks());

const now = () => new Date();
const seconds = (): number => Math.floor(Date.now() / 1000);
const handle = (body: string, signature?: string, atShop = shop) =>
  ourApi(
    paymentRoutes(
      receiveWebhook({
        webhook: stripeWebhook({ secret: async () => keys, now }),
        processor: atShop.processor,
        refunds: stripeRefundNews({ callStripe: openStripe(atShop.http, 400), now, lookupMs: 3000 }),
        disputes: atShop.disputes,
        settlements: atShop.settlements,
      }),
    ),
  )(postOf(body, signature));

const postOf = (body: string, signature?: string) =>
  ({
    routeKey: 'POST /api/payment-events',
    rawPath: '/api/payment-events',
    headers: { 'content-type': 'application/json', ...(signature && { 'stripe-signature': signature }) },
    requestContext: {
      requestId: 'r',
      routeKey: 'POST /api/payment-events',
      http: { method: 'POST', path: '/api/payment-events' },
    },
    body,
    isBase64Encoded: false,
  }) as unknown as APIGatewayProxyEventV2;

const hmac = (body: string, time: number, secret = keys.webhookSecret): string =>
  createHmac('sha256', secret).update(`${time}.${body}`).digest('hex');
const sign = (body: string, time = seconds(), secret?: string): string => `t=${time},v1=${hmac(body, time, secret)}`;

const newsAbout = (registrationId: string, id: string, status = 'succeeded', change: object = {}): string =>
  JSON.stringify({
    type: `payment_intent.${status}`,
    data: {
      object: {
        id,
        object: 'payment_intent',
        status,
        amount: 7500,
        currency: 'eur',
        metadata: { registration_id: registrationId },
        ...change,
      },
    },
  });

const authorised = async (registrationId: string): Promise<string> => {
  const answer = await shop.processor.authorise({ ...charge(registrationId), paymentMethod: 'pm_card_visa' }, soon());
  if (answer.kind !== 'authorised') throw new Error('The card was not authorised.');
  return answer.authorisation;
};

const captured = async (registrationId: string): Promise<string> => {
  const authorisation = await authorised(registrationId);
  await shop.processor.capture(authorisation, charge(registrationId));
  return authorisation;
};

test('passes on that the money was taken, as often as it is told', async () => {
  const id = newRegistration();
  const authorisation = await captured(id);
  const body = newsAbout(id, authorisation);
  expect(await handle(body, sign(body))).toMatchObject({ statusCode: 200 });
  expect(await handle(body, sign(body))).toMatchObject({ statusCode: 200 });
  const settlement = { ...charge(id), state: 'captured', authorisation, reason: 'webhook', card: visa };
  expect(shop.sent).toEqual([settlement, settlement]);
});

test('passes on the present state, whatever old news says', async () => {
  const id = newRegistration();
  const authorisation = await captured(id);
  const body = newsAbout(id, authorisation, 'canceled');
  await handle(body, sign(body));
  expect(shop.sent).toMatchObject([{ state: 'captured' }]);
});

test('does not believe news of money that was never taken, however well it is signed', async () => {
  const id = newRegistration();
  const body = newsAbout(id, await authorised(id));
  expect(await handle(body, sign(body))).toMatchObject({ statusCode: 200 });
  expect(shop.sent).toEqual([]);
});

test.each([{ amount: 1 }, { currency: 'usd' }, { metadata: { registration_id: 'another' } }, { id: 'pi_nobody' }])(
  'does not believe %j',
  async (change) => {
    const id = newRegistration();
    const body = newsAbout(id, await captured(id), 'succeeded', change);
    expect(await handle(body, sign(body))).toMatchObject({ statusCode: 422 });
    expect(shop.sent).toEqual([]);
  },
);

describe('a signature', () => {
  let body: string;
  beforeAll(async () => {
    const id = newRegistration();
    body = newsAbout(id, await captured(id));
  });

  test.each<[string, () => string | undefined]>([
    ['missing', () => undefined],
    ['empty', () => ''],
    ['without a time', () => `v1=${hmac(body, seconds())}`],
    ['without a signature', () => `t=${seconds()}`],
    ['by another secret', () => sign(body, seconds(), 'whsec_another')],
    ['of another body', () => sign(`${body} `)],
    ['more than five minutes old', () => sign(body, seconds() - 302)],
    ['of the future', () => sign(body, seconds() + 302)],
    ['of an older scheme', () => `t=${seconds()},v0=${hmac(body, seconds())}`],
    ['too short', () => `t=${seconds()},v1=${hmac(body, seconds()).slice(0, 10)}`],
    ['that is no hex', () => `t=${seconds()},v1=${'zz'.repeat(32)}`],
  ])('%s is refused', async (_, signature) => {
    expect(await handle(body, signature())).toMatchObject({ statusCode: 422 });
    expect(shop.sent).toEqual([]);
  });

  test('is accepted beside others, while keys are changed', async () => {
    const time = seconds();
    const both = `t=${time}, v1=${hmac(body, time, 'whsec_old')}, v1=${hmac(body, time)}`;
    expect(await handle(body, both)).toMatchObject({ statusCode: 200 });
    expect(shop.sent).toHaveLength(1);
  });

  test('is accepted when almost five minutes old', async () => {
    expect(await handle(body, sign(body, seconds() - 290))).toMatchObject({ statusCode: 200 });
  });
});

test.each([
  ['news of other things', '{"type":"charge.refunded","data":{"object":{}}}'],
  ['a payment of another shop', newsAbout('', 'pi_1', 'succeeded', { metadata: {} })],
  ['a type with nothing in it', '{"type":"payment_intent.succeeded","data":{"object":null}}'],
  ['no JSON', 'hello'],
  ['nothing', ''],
])('%s, well signed, is taken and ignored', async (_, body) => {
  expect(await handle(body, sign(body))).toMatchObject({ statusCode: 200 });
  expect(shop.sent).toEqual([]);
});

describe('a warning of fraud', () => {
  const newsOf = (object: object | null) =>
    JSON.stringify({ type: 'radar.early_fraud_warning.created', data: { object } });

  test('is passed on with the registration that the processor knows', async () => {
    const id = newRegistration();
    const answer = await shop.processor.authorise({ ...charge(id), paymentMethod: 'pm_card_visa' }, soon());
    if (answer.kind !== 'authorised') throw new Error('The card was not authorised.');
    const { authorisation } = answer;
    const body = newsOf({ id: 'issfr_1', payment_intent: authorisation, fraud_type: 'made_with_stolen_card' });
    expect(await handle(body, sign(body))).toMatchObject({ statusCode: 200 });
    const warning = { id: 'issfr_1', type: 'made_with_stolen_card' };
    expect(shop.sent).toEqual([{ ...charge(id), state: 'fraud-warned', authorisation, warning }]);
  });

  test.each([
    newsOf({ id: 'issfr_1', payment_intent: 'pi_nobody', fraud_type: 'misc' }),
    newsOf({ id: 'issfr_1', payment_intent: null, fraud_type: 'misc' }),
    newsOf(null),
  ])('of nothing of ours is no business of ours: %s', async (body) => {
    expect(await handle(body, sign(body))).toMatchObject({ statusCode: 200 });
    expect(shop.sent).toEqual([]);
  });
});

describe('a dispute', () => {
  const newsOf = (id: string, change: object = {}) =>
    JSON.stringify({ type: 'charge.dispute.updated', data: { object: { id, object: 'dispute', ...change } } });

  test('is asked for, and told as the processor knows it now, whatever the event says', async () => {
    const id = newRegistration();
    const authorisation = await captured(id);
    await shop.decide(authorisation, 'needs_response');
    const [dispute] = await shop.disputes.ofPayment(authorisation);
    const body = newsOf(dispute?.dispute.id ?? '', { status: 'won' });
    expect(await handle(body, sign(body))).toMatchObject({ statusCode: 200, body: '{"received":"passed-on"}' });
    expect(shop.sent).toMatchObject([
      { ...charge(id), state: 'disputed', authorisation, dispute: { status: 'needs_response' } },
    ]);
  });

  test.each([newsOf('du_nobody'), newsOf('pi_1'), '{"type":"charge.dispute.created","data":{"object":null}}'])(
    '%s, well signed, is taken and ignored',
    async (body) => {
      expect(await handle(body, sign(body))).toMatchObject({ statusCode: 200, body: '{"received":"ignored"}' });
      expect(shop.sent).toEqual([]);
    },
  );
});

describe('a refund', () => {
  const refunded = async (card: string, at = shop) => {
    const id = newRegistration();
    const answer = await at.processor.authorise({ ...charge(id), paymentMethod: card }, soon());
    if (answer.kind !== 'authorised') throw new Error('The card was not authorised.');
    const { authorisation } = answer;
    await at.processor.capture(authorisation, charge(id));
    await at.processor.refund(authorisation, { ...charge(id), amount: 5000 });
    return { id, authorisation };
  };
  const newsOfRefund = (authorisation: string, change: object = {}) =>
    JSON.stringify({
      type: 'refund.failed',
      data: {
        object: {
          object: 'refund',
          status: 'failed',
          amount: 5000,
          currency: 'eur',
          payment_intent: authorisation,
          metadata: { registration_id: 'r' },
          ...change,
        },
      },
    });

  test('that the bank sent back is passed on with what the processor, when asked, says of it', async () => {
    const { id, authorisation } = await refunded('pm_card_refundFail');
    const body = newsOfRefund(authorisation, { amount: 1 });
    expect(await handle(body, sign(body))).toMatchObject({ statusCode: 200 });
    const reason = 'failed: expired_or_canceled_card';
    expect(shop.sent).toEqual([{ ...charge(id), amount: 5000, state: 'refund-failed', authorisation, reason }]);
  });

  test('that stands is not said to have failed, whatever the news says', async () => {
    const { authorisation } = await refunded('pm_card_visa');
    const body = newsOfRefund(authorisation);
    expect(await handle(body, sign(body))).toMatchObject({ statusCode: 200 });
    expect(shop.sent).toEqual([]);
  });

  test('that the bank sent back is passed on when another of the same payment stands, with how much the runner has', async () => {
    const { id, authorisation } = await refunded('pm_card_visa');
    await shop.processor.refund(authorisation, { ...charge(id), amount: 7500, before: 5000 });
    const oneLost: StripeHttp = async (request, ms) => {
      const answer = await shop.http(request, ms);
      const { data }: { data: { amount: number }[] } = Object(answer?.body);
      return (
        answer && {
          ...answer,
          body: { data: data.map((one) => (one.amount === 5000 ? { ...one, status: 'failed' } : one)) },
        }
      );
    };
    const refunds = stripeRefundNews({ callStripe: openStripe(oneLost, 400), now, lookupMs: 3000 });
    expect(await refunds.failed(authorisation)).toMatchObject({
      registrationId: id,
      amount: 5000,
      sent: 7500,
      standing: 2500,
      state: 'refund-failed',
    });
  });

  test.each([
    { status: 'succeeded' },
    { status: 'succeeded', metadata: {} },
    { payment_intent: null },
    { payment_intent: 'pi_nobody' },
    { object: 'charge' },
  ])('news of one with %j is taken and ignored', async (change) => {
    const { authorisation } = await refunded('pm_card_refundFail');
    const body = newsOfRefund(authorisation, change);
    expect(await handle(body, sign(body))).toMatchObject({ statusCode: 200 });
    expect(shop.sent).toEqual([]);
  });
});

test('the sandbox tells the shop what happened, signed as Stripe signs', async () => {
  const { createServer } = await import('node:http');
  let refuse = true;
  const webhookServer = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const result = await handle(Buffer.concat(chunks).toString(), String(request.headers['stripe-signature']), told);
    // 503 to the first delivery: the processor must send the event again.
    response.writeHead(refuse ? 503 : (result.statusCode ?? 500)).end();
    refuse = false;
  });
  await new Promise<void>((resolve) => webhookServer.listen(0, '127.0.0.1', resolve));
  const address = webhookServer.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const told = await openShop({ webhookUrl: `http://127.0.0.1:${port}/api/payment-events`, delayScale: 0.01 });

  const id = newRegistration();
  const answer = await told.processor.authorise({ ...charge(id), paymentMethod: 'pm_card_visa' }, soon());
  if (answer.kind !== 'authorised') throw new Error('The card was not authorised.');
  await told.processor.void(answer.authorisation, charge(id));
  await until(() => told.sent.length === 2);
  expect(told.sent).toMatchObject([{ state: 'voided' }, { state: 'voided' }]);

  const back = newRegistration();
  const card = await told.processor.authorise({ ...charge(back), paymentMethod: 'pm_card_refundComesBack' }, soon());
  if (card.kind !== 'authorised') throw new Error('The card was not authorised.');
  await told.processor.capture(card.authorisation, charge(back));
  // At first the refund seems to succeed.
  expect(await told.processor.refund(card.authorisation, charge(back))).toEqual({ kind: 'refunded' });
  const failures = () => told.sent.filter(({ state }) => String(state) === 'refund-failed');
  await until(() => failures().length === 2);
  expect(failures()).toMatchObject([{ registrationId: back }, { registrationId: back }]);
  // Captures are reported by their answers.
  expect(told.sent.filter(({ state }) => String(state) === 'captured')).toEqual([]);
  await told.close();
  webhookServer.closeAllConnections();
  await new Promise((resolve) => webhookServer.close(resolve));
});

test('news may be longer than what our own page sends, but not endless', async () => {
  const long = newsAbout(newRegistration(), 'pi_1', 'succeeded', { description: 'x'.repeat(40_000), metadata: {} });
  expect(await handle(long, sign(long))).toMatchObject({ statusCode: 200 });
  const endless = 'x'.repeat(70_000);
  expect(await handle(endless, sign(endless))).toMatchObject({ statusCode: 413 });
});
