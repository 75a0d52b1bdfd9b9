import type { StripeRequest } from '../../../lambdas/payment/stripe/call';
import { stripeProcessor } from '../../../lambdas/payment/stripe/processor';
import { until } from '../../support/until';
import { charge, newRegistration, openShop, type Shop, soon, stateOf, visa } from '../support/shop';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

const intentsOf = async (registrationId: string) =>
  (await shop.all()).filter(({ metadata }) => metadata.registration_id === registrationId);

const authorise = (registrationId: string, paymentMethod = 'pm_card_visa', deadline = soon()) =>
  shop.processor.authorise({ ...charge(registrationId), paymentMethod }, deadline);

const authorised = async (registrationId: string, paymentMethod?: string): Promise<string> => {
  const answer = await authorise(registrationId, paymentMethod);
  if (answer.kind !== 'authorised') throw new Error(`The card was not authorised: ${JSON.stringify(answer)}`);
  return answer.authorisation;
};

describe('authorising', () => {
  test('holds the money once, however often and however fast the runner presses', async () => {
    const id = newRegistration();
    const answers = await Promise.all(Array.from({ length: 8 }, () => authorise(id)));
    const again = await authorise(id);
    expect(new Set([...answers, again].map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(again.kind).toBe('authorised');
    expect(await intentsOf(id)).toHaveLength(1);
  });

  test('tells the runner why a card was declined, and takes the next card on the same payment', async () => {
    const id = newRegistration();
    expect(await authorise(id, 'pm_card_chargeDeclinedInsufficientFunds')).toEqual({
      kind: 'declined',
      reason: 'insufficient-funds',
      triesLeft: 4,
    });
    expect((await authorise(id)).kind).toBe('authorised');
    expect(await intentsOf(id)).toHaveLength(1);
  });

  test('two different cards at once hold the money of one', async () => {
    const id = newRegistration();
    const answers = await Promise.all([authorise(id, 'pm_card_visa'), authorise(id, 'pm_card_mastercard')]);
    expect(answers.map(({ kind }) => kind)).toEqual(['authorised', 'authorised']);
    expect(answers[0]).toEqual(answers[1]);
    expect((await intentsOf(id)).filter(({ status }) => status === 'requires_capture')).toHaveLength(1);
  });

  test('a slow bank and a second card meanwhile end in one authorisation', async () => {
    const id = newRegistration();
    const answers = await Promise.all([authorise(id, 'pm_card_slow'), authorise(id, 'pm_card_visa')]);
    expect(answers.map(({ kind }) => kind)).toEqual(['authorised', 'authorised']);
    expect(await intentsOf(id)).toHaveLength(1);
  });

  test('says unknown when the bank is slower than there is time, and knows when asked again', async () => {
    const id = newRegistration();
    expect(await authorise(id, 'pm_card_slow', soon(300))).toEqual({ kind: 'unknown' });
    expect((await authorise(id, 'pm_card_slow')).kind).toBe('authorised');
    expect(await intentsOf(id)).toHaveLength(1);
  });

  test('a processor that goes silent is asked again with the same key, and the money is held once', async () => {
    const id = newRegistration();
    expect((await authorise(id, 'pm_card_timeOut')).kind).toBe('authorised');
    expect(await intentsOf(id)).toHaveLength(1);
  });

  test('a processor that broke after holding the money is looked up', async () => {
    const id = newRegistration();
    expect((await authorise(id, 'pm_card_serverError')).kind).toBe('authorised');
  });

  afterEach(() => jest.useRealTimers());

  test('answers unknown before the deadline when nobody is there', async () => {
    jest.useFakeTimers();
    const alone = stripeProcessor({ http: async () => undefined });
    let answer: unknown;
    void alone.authorise({ ...charge(), paymentMethod: 'pm_card_visa' }, soon(500)).then((said) => {
      answer = said;
    });
    await jest.advanceTimersByTimeAsync(500);
    expect(answer).toEqual({ kind: 'unknown' });
  });

  test('a token the processor never gave is a declined card, not a fault of ours', async () => {
    expect(await authorise(newRegistration(), 'pm_made_up')).toMatchObject({
      kind: 'declined',
      reason: 'card-data-invalid',
    });
  });

  test('never takes another amount for the same registration', async () => {
    const id = newRegistration();
    await authorise(id);
    const dearer = { ...charge(id), amount: 9900, paymentMethod: 'pm_card_visa' };
    expect(await shop.processor.authorise(dearer, soon())).toEqual({ kind: 'differs' });
    expect(await shop.processor.open(dearer)).toBeUndefined();
    const other = { ...charge(id), eventId: 'another' };
    expect(await shop.processor.authorise({ ...other, paymentMethod: 'pm_card_visa' }, soon())).toEqual({
      kind: 'differs',
    });
    expect(await intentsOf(id)).toHaveLength(1);
  });

  test('never believes an answer about another amount, currency or registration', async () => {
    const wrong = (change: object) =>
      stripeProcessor({
        http: async (request: StripeRequest) => {
          const answer = await shop.http(request, 1000);
          return answer && { ...answer, body: { ...Object(answer.body), ...change } };
        },
      });
    for (const change of [{ amount: 1 }, { currency: 'usd' }, { metadata: { registration_id: 'another' } }]) {
      const asking = wrong(change).authorise({ ...charge(), paymentMethod: 'pm_card_visa' }, soon());
      await expect(asking).rejects.toThrow('is not a payment of');
    }
  });

  test('a payment given up cannot be authorised any more', async () => {
    const id = newRegistration();
    const authorisation = (await shop.processor.open(charge(id)))?.authorisation ?? '';
    await shop.processor.void(authorisation, charge(id));
    expect(await authorise(id)).toMatchObject({
      kind: 'declined',
      reason: 'canceled',
    });
  });
});

describe('capturing', () => {
  test('takes the money once, however often it is ordered', async () => {
    const id = newRegistration();
    const authorisation = await authorised(id);
    const orders = Array.from({ length: 5 }, () => shop.processor.capture(authorisation, charge(id)));
    for (const answer of await Promise.all(orders)) expect(answer).toMatchObject({ kind: 'captured' });
    expect((await intentsOf(id)).map(({ amount_received }) => amount_received)).toEqual([7500]);
  });

  test('finds out that a capture which never answered was done', async () => {
    const id = newRegistration();
    const authorisation = await authorised(id, 'pm_card_captureTimeOut');
    expect(await shop.processor.capture(authorisation, charge(id))).toMatchObject({ kind: 'captured' });
    expect(await stateOf(shop, id)).toBe('captured');
  });

  test('a capture whose every answer is lost is looked up', async () => {
    const id = newRegistration();
    const authorisation = await authorised(id);
    const deaf = stripeProcessor({
      http: async (request, ms) => {
        const answer = await shop.http(request, ms);
        return request.path.endsWith('/capture') ? undefined : answer;
      },
      settleMs: 1_500,
    });
    expect(await deaf.capture(authorisation, charge(id))).toEqual({ kind: 'captured', card: visa });
  });

  test('long after the key was forgotten, the state of the payment decides', async () => {
    const id = newRegistration();
    const authorisation = await authorised(id);
    await shop.processor.capture(authorisation, charge(id));
    const keyless = stripeProcessor({
      http: (request, ms) => shop.http({ ...request, idempotencyKey: `later:${request.idempotencyKey}` }, ms),
    });
    expect(await keyless.capture(authorisation, charge(id))).toMatchObject({ kind: 'captured' });
    expect(await keyless.void(authorisation, charge(id))).toEqual({ kind: 'already-captured' });
  });

  test.each(['pm_card_captureRefused', 'pm_card_authorisationExpired'])('%s fails, and says why', async (card) => {
    const id = newRegistration();
    const authorisation = await authorised(id, card);
    expect(await shop.processor.capture(authorisation, charge(id))).toMatchObject({ kind: 'failed' });
  });

  test('money given back cannot be taken', async () => {
    const id = newRegistration();
    const authorisation = await authorised(id);
    await shop.processor.void(authorisation, charge(id));
    expect(await shop.processor.capture(authorisation, charge(id))).toMatchObject({ kind: 'failed' });
  });

  test('says unknown when nobody is there', async () => {
    const dead = await openShop();
    const id = newRegistration();
    const answer = await dead.processor.authorise({ ...charge(id), paymentMethod: 'pm_card_visa' }, soon());
    if (answer.kind !== 'authorised') throw new Error('The card was not authorised.');
    await dead.stop();
    const { authorisation } = answer;
    const impatient = stripeProcessor({ http: dead.http, attemptMs: 100, settleMs: 300 });
    expect(await impatient.capture(authorisation, charge(id))).toEqual({ kind: 'unknown' });
    expect(await impatient.void(authorisation, charge(id))).toEqual({ kind: 'unknown' });
    await dead.start();
    expect(await dead.processor.capture(authorisation, charge(id))).toMatchObject({ kind: 'captured' });
    await dead.close();
  });
});

describe('giving back', () => {
  test('a card that is being tried at this moment is given back as soon as the bank has answered', async () => {
    const id = newRegistration();
    const authorisation = (await shop.processor.open(charge(id)))?.authorisation ?? '';
    const trying = authorise(id, 'pm_card_slow');
    await until(async () => {
      const answer = await shop.http(
        { method: 'POST', path: `/v1/payment_intents/${authorisation}/capture`, form: {} },
        1000,
      );
      return answer?.status === 429;
    });
    // While the bank decides, the outcome is unknown; the order comes again until the answer is definite.
    await until(async () => {
      const { kind } = await shop.processor.void(authorisation, charge(id));
      expect(['unknown', 'voided']).toContain(kind);
      return kind === 'voided';
    });
    expect((await trying).kind).toBe('authorised');
    expect(await shop.processor.void(authorisation, charge(id))).toEqual({ kind: 'voided' });
    expect(await stateOf(shop, id)).toBe('voided');
  });
});

test('every step that moves money has a key of its own, the same each time it is asked for', async () => {
  const id = newRegistration();
  const asked: StripeRequest[] = [];
  const overheard = stripeProcessor({
    http: (request, ms) => {
      asked.push(request);
      return shop.http(request, ms);
    },
  });
  for (let time = 0; time < 2; time++) {
    const card = await overheard.authorise({ ...charge(id), paymentMethod: 'pm_card_visa' }, soon());
    if (card.kind === 'authorised') await overheard.capture(card.authorisation, charge(id));
  }
  const keys = asked.flatMap(({ method, idempotencyKey }) => (method === 'POST' ? [idempotencyKey] : []));
  const once = [id, `${id}:card-1`, `${id}:capture-and-card`];
  expect(keys).toEqual([...once, ...once]);
});

describe('the card that paid', () => {
  test.each([
    ['pm_card_visa', visa],
    ['pm_card_mastercard', { brand: 'mastercard', last4: '4444' }],
    ['pm_card_applePay', { brand: 'visa', last4: expect.stringMatching(/^\d{4}$/), wallet: 'apple_pay' }],
  ])('%s is named by the capture, and by every later lookup of the payment', async (token, card) => {
    const id = newRegistration();
    const authorisation = await authorised(id, token);
    expect(await shop.processor.capture(authorisation, charge(id))).toEqual({ kind: 'captured', card });
    expect(await shop.processor.fetch(authorisation)).toMatchObject({ state: 'captured', card });
  });

  test.each<[string, unknown]>([
    ['no charge', null],
    ['its id only', 'ch_1'],
    ['another way to pay', { payment_method_details: { type: 'sepa_debit', sepa_debit: { last4: '3000' } } }],
    ['no details', { payment_method_details: null }],
    ['details that nobody can read', { payment_method_details: { card: { brand: 7, last4: [] } } }],
    ['nothing in the details', { payment_method_details: { card: { brand: null, last4: null, wallet: null } } }],
  ])('with %s the money is taken all the same, and no card is named', async (_, latest_charge) => {
    const id = newRegistration();
    const authorisation = await authorised(id);
    const { capture } = stripeProcessor({
      http: async (request, ms) => {
        const answer = await shop.http(request, ms);
        return answer && { ...answer, body: { ...Object(answer.body), latest_charge } };
      },
    });
    expect(await capture(authorisation, charge(id))).toEqual({ kind: 'captured' });
  });
});

describe('looking up', () => {
  test('finds a payment by our own id, and nothing for a stranger', async () => {
    const id = newRegistration();
    const authorisation = await authorised(id);
    const held = { ...charge(id), authorisation, state: 'authorised' };
    expect(await shop.processor.find(id)).toEqual(held);
    expect(await shop.processor.fetch(authorisation)).toEqual({ ...held, card: visa });
    expect(await shop.processor.find("' OR metadata['registration_id']:'x")).toBeUndefined();
    expect(await shop.processor.fetch('pi_nobody')).toBeUndefined();
  });

  test('opening a payment finds the present state of the one that is there', async () => {
    const id = newRegistration();
    const authorisation = await authorised(id);
    expect(await shop.processor.open(charge(id))).toMatchObject({ ...charge(id), authorisation, state: 'authorised' });
  });
});
