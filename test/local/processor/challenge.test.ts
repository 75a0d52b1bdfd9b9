import { apiVersion } from '../../../local/processor/records';
import { newRegistration } from '../../payment/support/shop';
import { accepts, asks, type Counter, openCounter } from './support/counter';

let shop: Counter;
beforeAll(async () => {
  shop = await openCounter();
});
afterAll(() => shop.close());

test('a card whose bank asks nothing is authorised by the first confirmation', async () => {
  const { status, body } = await shop.asked(accepts);
  expect(status).toBe(200);
  expect(body).toMatchObject({ status: 'requires_capture', next_action: null, confirmation_method: 'manual' });
});

describe('a card whose bank asks', () => {
  test('holds money only after the challenge was passed and the server confirmed again', async () => {
    const { id, clientSecret, status, body } = await shop.asked();
    expect(status).toBe(200);
    expect(body).toMatchObject({
      status: 'requires_action',
      amount_capturable: 0,
      next_action: { type: 'use_stripe_sdk' },
    });
    const passed = await shop.authenticate(id, clientSecret, 'pass');
    expect(passed).toMatchObject({ status: 200, body: { status: 'requires_confirmation', next_action: null } });
    expect(await shop.confirm(id, {})).toMatchObject({ body: { status: 'requires_capture', amount_capturable: 7500 } });
  });

  test.each(['fail', 'close'])(
    'is not charged when the runner answers with %s, and another card is',
    async (outcome) => {
      const { id, clientSecret, body } = await shop.asked();
      expect(await shop.authenticate(id, clientSecret, outcome)).toMatchObject({
        status: 200,
        body: {
          status: 'requires_payment_method',
          payment_method: null,
          last_payment_error: {
            code: 'payment_intent_authentication_failure',
            type: 'invalid_request_error',
            payment_method: { id: body.payment_method, card: { last4: '3184' } },
          },
        },
      });
      expect((await shop.confirm(id, { confirmation_token: await shop.tokenOf(accepts) })).body).toMatchObject({
        status: 'requires_capture',
        last_payment_error: null,
      });
    },
  );

  test('may be declined after the challenge', async () => {
    const { id, clientSecret } = await shop.asked('4000008400001629');
    await shop.authenticate(id, clientSecret, 'pass');
    expect(await shop.confirm(id, {})).toMatchObject({
      status: 402,
      body: { error: { code: 'card_declined', payment_intent: { status: 'requires_payment_method' } } },
    });
  });

  test('is charged without a second confirmation when the confirmation method is automatic', async () => {
    const { id, clientSecret } = await shop.asked(asks, { confirmation_method: 'automatic' });
    expect((await shop.authenticate(id, clientSecret, 'pass')).body.status).toBe('requires_capture');
  });

  test('is declined when the server wants no questions', async () => {
    const { id } = await shop.open();
    const form = { payment_method: 'pm_card_authenticationRequired', error_on_requires_action: 'true' };
    expect(await shop.confirm(id, form)).toMatchObject({
      status: 402,
      body: { error: { type: 'card_error', code: 'authentication_required' } },
    });
  });

  test('gives way to no other card while it asks, and the answer shows the intent', async () => {
    const { id } = await shop.asked();
    for (const form of [{ confirmation_token: await shop.tokenOf(accepts) }, {}])
      expect(await shop.confirm(id, form as Record<string, string>)).toMatchObject({
        status: 400,
        body: {
          error: { code: 'payment_intent_unexpected_state', payment_intent: { id, status: 'requires_action' } },
        },
      });
  });

  test('asks again when another card comes after the challenge', async () => {
    const { id, clientSecret } = await shop.asked();
    await shop.authenticate(id, clientSecret, 'pass');
    expect((await shop.confirm(id, { confirmation_token: await shop.tokenOf(asks) })).body.status).toBe(
      'requires_action',
    );
  });

  test('can be canceled while it asks, and answers the runner no more', async () => {
    const { id, clientSecret } = await shop.asked();
    expect((await shop.ask(`/v1/payment_intents/${id}/cancel`, { form: {} })).body.status).toBe('canceled');
    const late = await shop.authenticate(id, clientSecret, 'pass');
    expect(late).toMatchObject({ status: 400, body: { error: { code: 'payment_intent_unexpected_state' } } });
    expect(late.body.error.payment_intent).not.toHaveProperty('metadata');
    expect(await shop.statusOf(id)).toBe('canceled');
  });

  test('a second confirmation of a finished payment answers with the intent', async () => {
    const { id } = await shop.asked(accepts);
    expect(await shop.confirm(id, {})).toMatchObject({
      status: 400,
      body: {
        error: { code: 'payment_intent_unexpected_state', payment_intent: { status: 'requires_capture' } },
      },
    });
  });

  test('repeats its first answer under the same key', async () => {
    const { id, client_secret } = await shop.open();
    const form = { confirmation_token: await shop.tokenOf(asks) };
    const key = newRegistration();
    const first = await shop.confirm(id, form, key);
    await shop.authenticate(id, client_secret, 'pass');
    const second = await shop.confirm(id, form, key);
    expect(second.body).toEqual(first.body);
    expect(second.headers.get('idempotent-replayed')).toBe('true');
    expect(await shop.statusOf(id)).toBe('requires_confirmation');
  });

  test('is remembered over a restart', async () => {
    const { id, clientSecret, token } = await shop.asked();
    await shop.stop();
    await shop.start();
    expect((await shop.authenticate(id, clientSecret, 'pass')).body.status).toBe('requires_confirmation');
    const other = await shop.open();
    expect((await shop.confirm(other.id, { confirmation_token: token })).body.error.param).toBe('confirmation_token');
  });
});

describe('a confirmation token', () => {
  test('shows the card, and the intent that used it', async () => {
    const { id, token, body } = await shop.asked();
    expect((await shop.ask(`/v1/confirmation_tokens/${token}`)).body).toMatchObject({
      object: 'confirmation_token',
      payment_intent: id,
      expires_at: null,
      use_stripe_sdk: true,
      payment_method_preview: { type: 'card', card: { brand: 'visa', last4: '3184' } },
    });
    expect(body.payment_method).toMatch(/^pm_/);
  });

  test('pays once, also when the card was declined', async () => {
    const token = await shop.tokenOf('4000000000000002');
    const { id } = await shop.open();
    expect((await shop.confirm(id, { confirmation_token: token })).status).toBe(402);
    expect(await shop.confirm(id, { confirmation_token: token })).toMatchObject({
      status: 400,
      body: { error: { type: 'invalid_request_error', param: 'confirmation_token' } },
    });
  });

  test('is good for twelve hours', async () => {
    const token = await shop.tokenOf(accepts);
    const { id } = await shop.open();
    const { now } = Date;
    const later = jest.spyOn(Date, 'now').mockImplementation(() => now() + 12 * 3600_000);
    const refused = await shop.confirm(id, { confirmation_token: token });
    later.mockRestore();
    expect(refused).toMatchObject({ status: 400, body: { error: { param: 'confirmation_token' } } });
    expect((await shop.confirm(id, { confirmation_token: token })).status).toBe(200);
  });

  test('comes alone, and must exist', async () => {
    const { id } = await shop.open();
    const both = { confirmation_token: await shop.tokenOf(accepts), payment_method: 'pm_card_visa' };
    expect((await shop.confirm(id, both)).status).toBe(400);
    expect((await shop.confirm(id, { confirmation_token: 'ctoken_nobody' })).body.error.code).toBe('resource_missing');
    expect((await shop.confirm(id, {})).body.error.code).toBe('payment_intent_unexpected_state');
  });

  test('can be made of a ready-made method, also by Stripe’s call for tests', async () => {
    const form = { payment_method: 'pm_card_authenticationRequired' };
    const { body } = await shop.ask('/v1/test_helpers/confirmation_tokens', { form });
    const { id } = await shop.open();
    expect((await shop.confirm(id, { confirmation_token: body.id })).body.status).toBe('requires_action');
  });
});

describe('a browser', () => {
  test('sees its intent with the client secret, without what only the shop may know', async () => {
    const { id, clientSecret } = await shop.asked();
    const { status, body } = await shop.browser(`/v1/payment_intents/${id}?client_secret=${clientSecret}`);
    expect(status).toBe(200);
    expect(body).toMatchObject({ id, status: 'requires_action', client_secret: clientSecret });
    for (const field of ['metadata', 'amount_capturable', 'customer', 'latest_charge'])
      expect(body).not.toHaveProperty(field);
  });

  test('learns nothing with a wrong secret, and does not learn which intents exist', async () => {
    const { id } = await shop.asked();
    const other = await shop.asked();
    const answers = [
      await shop.browser(`/v1/payment_intents/${id}`),
      await shop.browser(`/v1/payment_intents/${id}?client_secret=${other.clientSecret}`),
      await shop.browser('/v1/payment_intents/pi_nobody?client_secret=x'),
      await shop.authenticate(id, other.clientSecret, 'pass'),
    ];
    for (const answer of answers) {
      expect(answer.status).toBe(400);
      expect(answer.body).toEqual(answers[0]?.body);
    }
    expect(await shop.statusOf(id)).toBe('requires_action');
  });

  test('cannot confirm', async () => {
    const { id } = await shop.open();
    expect((await shop.browser(`/v1/payment_intents/${id}/confirm`, { payment_method: 'pm_card_visa' })).status).toBe(
      401,
    );
  });

  test('gets a secret that nobody can guess', async () => {
    const secrets = await Promise.all(Array.from({ length: 5 }, async () => (await shop.open()).client_secret));
    expect(new Set(secrets.map((secret) => secret.split('_secret_')[1])).size).toBe(5);
  });
});

test('says which version of the API it speaks', async () => {
  expect((await shop.ask('/v1/payment_intents')).headers.get('stripe-version')).toBe(apiVersion);
});
