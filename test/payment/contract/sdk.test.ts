import Stripe from 'stripe';
import * as v from 'valibot';
import type { Authorisation } from '../../../lambdas/payment/ports';
import { stripeVersion } from '../../../lambdas/payment/stripe/call';
import { dispute } from '../../../lambdas/payment/stripe/disputes';
import { cardOf, type event, failure, intent, refund } from '../../../lambdas/payment/stripe/messages';
import { stripeWebhook } from '../../../lambdas/payment/stripe/webhook';
import { signed } from '../../../local/processor/webhooks';
import { until } from '../../support/until';
import { charge, keys, soon, visa } from '../support/shop';
import type { Exchange } from './support/recorder';
import { answerBank, openSandbox, openStand, type Stand } from './support/stand';

let sandbox: Awaited<ReturnType<typeof openSandbox>>;
let stand: Stand;
let sdk: Stripe;

beforeAll(async () => {
  sandbox = await openSandbox();
  stand = await openStand(sandbox.url);
  sdk = stand.sdk;
});
afterAll(async () => {
  await stand.recorder.close();
  await sandbox.close();
});

/**
 * What matters of a request. The SDK names a content type also where there is no content, and gives every request a key
 * to repeat it with.
 */
const readable = ({ method, path, query, form, headers }: Exchange) => ({
  method,
  path,
  query,
  form,
  headers: {
    ...headers,
    contentType: method === 'GET' ? undefined : headers.contentType,
    idempotencyKey: headers.idempotencyKey?.startsWith('stripe-node-retry-') ? undefined : headers.idempotencyKey,
  },
});

/** Expects that both send the same. A second capture or cancellation is refused, which does not matter here. */
const expectSame = async (ours: () => Promise<unknown>, theirs: readonly (() => Promise<unknown>)[]) => {
  stand.recorder.take();
  await ours();
  const said = stand.recorder.take().map(readable);
  for (const call of theirs)
    await call().catch((error: unknown) => expect(error).toBeInstanceOf(Stripe.errors.StripeError));
  expect(said).toEqual(stand.recorder.take().map(readable));
  expect(said).toHaveLength(theirs.length);
};

const authorised = async (paymentMethod = 'pm_card_visa') => {
  const paid = charge();
  const answer = await stand.processor.authorise({ ...paid, paymentMethod }, soon());
  if (answer.kind !== 'authorised') throw new Error(`The card was not authorised: ${answer.kind}`);
  return { id: answer.authorisation, paid };
};

test('adapter and SDK are of one version of the API', () => {
  expect(stripeVersion).toBe(Stripe.API_VERSION);
});

describe('the adapter sends what the SDK sends', () => {
  test('authorising', async () => {
    const paid = { ...charge(), raceId: 'city-run', eventId: 'e1' };
    const { registrationId } = paid;
    let id = '';
    await expectSame(async () => {
      const answer = await stand.processor.authorise({ ...paid, paymentMethod: 'pm_card_visa' }, soon());
      if (answer.kind === 'authorised') id = answer.authorisation;
    }, [
      () =>
        sdk.paymentIntents.create(
          {
            amount: 7500,
            currency: 'eur',
            capture_method: 'manual',
            confirmation_method: 'manual',
            payment_method_types: ['card'],
            statement_descriptor_suffix: 'city-run',
            metadata: { registration_id: registrationId, race_id: 'city-run', event_id: 'e1' },
          },
          { idempotencyKey: registrationId },
        ),
      () =>
        sdk.paymentIntents.confirm(
          id,
          { payment_method: 'pm_card_visa', use_stripe_sdk: true },
          { idempotencyKey: `${registrationId}:card-1` },
        ),
    ]);
  });

  test('continuing after the bank’s question, with a confirmation token', async () => {
    const paid = charge();
    const token = await sdk.testHelpers.confirmationTokens.create({ payment_method: 'pm_card_authenticationRequired' });
    let asked: Authorisation | undefined;
    const ours = async () => {
      asked = await stand.processor.authorise({ ...paid, confirmationToken: token.id }, soon());
    };
    const { registrationId } = paid;
    const form = {
      amount: 7500,
      currency: 'eur',
      capture_method: 'manual',
      confirmation_method: 'manual',
      metadata: { registration_id: registrationId },
    } as const;
    const idOf = () => (asked && 'authorisation' in asked ? asked.authorisation : '');
    await expectSame(ours, [
      () => sdk.paymentIntents.create({ ...form, payment_method_types: ['card'] }, { idempotencyKey: registrationId }),
      () =>
        sdk.paymentIntents.confirm(
          idOf(),
          { confirmation_token: token.id, use_stripe_sdk: true },
          { idempotencyKey: `${registrationId}:card-1` },
        ),
    ]);
    if (asked?.kind !== 'action-required') throw new Error(`The bank did not ask: ${asked?.kind}`);
    await answerBank(sandbox.url, asked.clientSecret, 'pass');
    await expectSame(
      () => stand.processor.resume(idOf(), paid, soon()),
      [() => sdk.paymentIntents.retrieve(idOf()), () => sdk.paymentIntents.confirm(idOf(), { use_stripe_sdk: true })],
    );
  });

  test('paying another amount after a card was declined', async () => {
    const paid = { ...charge(), amount: 6500 };
    const { registrationId } = paid;
    await stand.processor.authorise({ ...paid, paymentMethod: 'pm_card_chargeDeclined' }, soon());
    const { authorisation: id = '' } = (await stand.processor.open(paid)) ?? {};
    const tried = { opened: 6500, rounds: 1 };
    const form = {
      amount: 6500,
      currency: 'eur',
      capture_method: 'manual',
      confirmation_method: 'manual',
      metadata: { registration_id: registrationId },
    } as const;
    await expectSame(
      () => stand.processor.authorise({ ...paid, amount: 4500, paymentMethod: 'pm_card_visa', tried }, soon()),
      [
        () =>
          sdk.paymentIntents.create({ ...form, payment_method_types: ['card'] }, { idempotencyKey: registrationId }),
        () => sdk.paymentIntents.update(id, { amount: 4500 }),
        () =>
          sdk.paymentIntents.confirm(
            id,
            { payment_method: 'pm_card_visa', use_stripe_sdk: true },
            { idempotencyKey: `${registrationId}:card-1:round-1` },
          ),
      ],
    );
  });

  test('capturing', async () => {
    const { id, paid } = await authorised();
    await expectSame(
      () => stand.processor.capture(id, paid),
      [
        () =>
          sdk.paymentIntents.capture(
            id,
            { amount_to_capture: 7500, expand: ['latest_charge'] },
            { idempotencyKey: `${paid.registrationId}:capture-and-card` },
          ),
      ],
    );
  });

  test('voiding and looking up', async () => {
    const { id, paid } = await authorised();
    await expectSame(() => stand.processor.void(id, paid), [() => sdk.paymentIntents.cancel(id)]);
    await expectSame(
      () => stand.processor.fetch(id),
      [() => sdk.paymentIntents.retrieve(id, { expand: ['latest_charge'] })],
    );
    const query = `metadata['registration_id']:'${paid.registrationId}'`;
    await expectSame(() => stand.processor.find(paid.registrationId), [() => sdk.paymentIntents.search({ query })]);
  });

  test('refunding', async () => {
    const { id, paid } = await authorised();
    await stand.processor.capture(id, paid);
    const { registrationId } = paid;
    await expectSame(
      () => stand.processor.refund(id, { ...paid, amount: 2500 }),
      [
        () => sdk.refunds.list({ payment_intent: id, limit: 100 }),
        () =>
          sdk.refunds.create(
            { payment_intent: id, amount: 2500, metadata: { registration_id: registrationId, up_to: '2500' } },
            { idempotencyKey: `${registrationId}:refund:2500` },
          ),
      ],
    );
  });

  test('asking for disputes', async () => {
    const { id, paid } = await authorised('pm_card_createDispute');
    await stand.processor.capture(id, paid);
    const [disputed] = await until(async () => {
      const { data } = await sdk.disputes.list({ payment_intent: id });
      return data.length > 0 && data;
    });
    if (!disputed) throw new Error('There is no dispute.');
    expect(v.parse(dispute, disputed)).toMatchObject({ status: disputed.status, payment_intent: id });
    expect(v.parse(dispute, { ...disputed, status: 'escalated' }).status).toBe('under_review');

    const ofPayment = () => sdk.paymentIntents.retrieve(id, { expand: ['latest_charge'] });
    await expectSame(
      () => stand.disputes.ofPayment(id),
      [() => sdk.disputes.list({ payment_intent: id, limit: 100 }), ofPayment],
    );
    await expectSame(() => stand.disputes.find(disputed.id), [() => sdk.disputes.retrieve(disputed.id), ofPayment]);
  });

  test('listing what is held', async () => {
    const [from, until] = [new Date(1_700_000_000_000), new Date(1_700_000_060_000)];
    const ours = async () => {
      for await (const page of stand.list.held(from, until)) page.slice();
    };
    await expectSame(ours, [
      () => sdk.paymentIntents.list({ created: { gte: 1_700_000_000, lte: 1_700_000_060 }, limit: 100 }),
    ]);
  });
});

/** The assignments are the tests of types: they do not compile when Stripe's types do not hold what we read. */
test('the SDK’s types are what we read', async () => {
  const { id, paid } = await authorised();
  await stand.processor.capture(id, paid);

  const theirs: v.InferInput<typeof intent> = await sdk.paymentIntents.retrieve(id, { expand: ['latest_charge'] });
  const read = v.parse(intent, theirs);
  expect(read).toMatchObject({ id, status: 'succeeded', amount: 7500 });
  expect(cardOf(read)).toEqual(visa);

  const back: v.InferInput<typeof refund> = await sdk.refunds.create({ payment_intent: id }).then((made) => ({
    ...made,
    payment_intent: typeof made.payment_intent === 'string' ? made.payment_intent : null,
  }));
  expect(v.parse(refund, back)).toMatchObject({ status: 'succeeded', amount: 7500 });

  const refused = await sdk.paymentIntents.cancel(id).catch((error: unknown) => error);
  if (!(refused instanceof Stripe.errors.StripeError)) throw new Error('A captured payment was cancelled.');
  const { error } = v.parse(failure, { error: refused.raw });
  expect(error).toMatchObject({ code: 'payment_intent_unexpected_state', payment_intent: { id } });
});

describe('signatures of webhooks', () => {
  const body = JSON.stringify({
    id: 'evt_1',
    object: 'event',
    type: 'payment_intent.succeeded',
    data: {
      object: { id: 'pi_1', object: 'payment_intent', status: 'succeeded', amount: 1, currency: 'eur', metadata: {} },
    },
  });
  const now = new Date();
  const seconds = Math.floor(now.getTime() / 1000);
  const webhook = stripeWebhook({ secret: async () => keys, now: () => now });

  test('we believe what the SDK signed, and nothing else', async () => {
    const sign = (secret: string, timestamp = seconds) =>
      sdk.webhooks.generateTestHeaderString({ payload: body, secret, timestamp });
    expect(await webhook.open(body, sign(keys.webhookSecret))).toEqual({ kind: 'other' });
    expect(await webhook.open(body, sign('whsec_of_others'))).toMatchObject({ kind: 'forged' });
    expect(await webhook.open(body, sign(keys.webhookSecret, seconds - 301))).toMatchObject({ kind: 'forged' });
    expect(await webhook.open(`${body} `, sign(keys.webhookSecret))).toMatchObject({ kind: 'forged' });
  });

  test('the SDK believes what the sandbox signed, and nothing else', () => {
    const header = signed(body, keys.webhookSecret, seconds);
    const read: v.InferInput<typeof event> = sdk.webhooks.constructEvent(body, header, keys.webhookSecret);
    expect(read.type).toBe('payment_intent.succeeded');
    expect(() => sdk.webhooks.constructEvent(`${body} `, header, keys.webhookSecret)).toThrow();
  });
});
