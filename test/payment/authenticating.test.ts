import type { Authorisation } from '../../lambdas/payment/ports';
import type { StripeAnswer, StripeRequest } from '../../lambdas/payment/stripe/call';
import { stripeProcessor } from '../../lambdas/payment/stripe/processor';
import { charge, newRegistration, openShop, type Shop, soon, stateOf } from './support/shop';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

const good = '4242424242424242';
const asks = '4000002760003184';
const asksThenDeclines = '4000008400001629';

type Card = { readonly confirmationToken: string; readonly resume?: string; readonly cardTries?: number };

const authorise = (registrationId: string, card: Card, processor = shop.processor) =>
  processor.authorise({ ...charge(registrationId), ...card }, soon());

/** A registration whose bank asks. */
const asked = async (number = asks) => {
  const id = newRegistration();
  const confirmationToken = await shop.confirmationToken(number);
  const answer = await authorise(id, { confirmationToken });
  if (answer.kind !== 'action-required') throw new Error(`The bank asked nothing: ${JSON.stringify(answer)}`);
  const { authorisation, clientSecret } = answer;
  return {
    id,
    confirmationToken,
    authorisation,
    answer,
    answerBank: (outcome: 'pass' | 'fail' | 'close') => shop.answerBank(authorisation, clientSecret, outcome),
  };
};

/** The adapter, and what it sends. */
const overheard = (
  change: (request: StripeRequest, answer: StripeAnswer) => StripeAnswer | undefined = (_, same) => same,
) => {
  const calls: StripeRequest[] = [];
  const processor = stripeProcessor({
    http: async (request, ms) => {
      calls.push(request);
      const answer = await shop.http(request, ms);
      return answer && change(request, answer);
    },
    attemptMs: 400,
    settleMs: 3_000,
  });
  return { calls, processor };
};

const card = (reason: string, triesLeft: number) => ({ kind: 'declined', reason, triesLeft });

test('with a card that no bank asks about, a confirmation token costs two calls', async () => {
  const { processor, calls } = overheard();
  const id = newRegistration();
  const confirmationToken = await shop.confirmationToken(good);
  expect((await authorise(id, { confirmationToken }, processor)).kind).toBe('authorised');
  expect(calls.map(({ method, path }) => `${method} ${path.replace(/pi_\w+/, 'pi')}`)).toEqual([
    'POST /v1/payment_intents',
    'POST /v1/payment_intents/pi/confirm',
  ]);
  expect(calls[0]?.form).toMatchObject({ capture_method: 'manual', confirmation_method: 'manual' });
  expect(calls[1]?.form).toEqual({ confirmation_token: confirmationToken, use_stripe_sdk: 'true' });
});

test('the race stands on the statement of the card, as far as there is room for it', async () => {
  const suffixOf = async (raceId: string) => {
    const { processor, calls } = overheard();
    const paymentMethod = 'pm_card_visa';
    const answer = await processor.authorise({ ...charge(), raceId, paymentMethod }, soon());
    return [calls[0]?.form?.statement_descriptor_suffix, answer.kind];
  };
  expect(await suffixOf('harbour-2027')).toEqual(['harbour-20', 'authorised']);
  expect(await suffixOf('ten')).toEqual(['ten', 'authorised']);
  // Stripe wants a letter.
  expect(await suffixOf('2027-10-10-night')).toEqual([undefined, 'authorised']);
});

test('while the bank asks nothing is held, and each repeat is told the same', async () => {
  const { id, answer, confirmationToken, authorisation } = await asked();
  expect(answer).toEqual({
    kind: 'action-required',
    authorisation: expect.stringMatching(/^pi_/),
    clientSecret: expect.stringMatching(/_secret_/),
  });
  expect(await authorise(id, { confirmationToken })).toEqual(answer);
  expect(await authorise(id, { confirmationToken, resume: authorisation })).toEqual(answer);
  expect(await stateOf(shop, id)).toBe('open');
});

test.each([
  ['two calls more when the page knows the payment', true, 2],
  ['four when it forgot it', false, 4],
])('after the bank said yes the same request holds the money: %s', async (_, knows, count) => {
  const { id, confirmationToken, authorisation, answerBank } = await asked();
  await answerBank('pass');
  const { processor, calls } = overheard();
  const repeated = await authorise(id, { confirmationToken, ...(knows && { resume: authorisation }) }, processor);
  expect(repeated).toEqual({ kind: 'authorised', authorisation });
  expect(calls).toHaveLength(count);
  // A key would repeat for a day what was true at first.
  expect(calls.at(-1)).toMatchObject({ path: expect.stringMatching(/confirm$/), form: { use_stripe_sdk: 'true' } });
  expect(calls.at(-1)).not.toHaveProperty('idempotencyKey');
  expect(await authorise(id, { confirmationToken })).toEqual(repeated);
});

test.each(['fail', 'close'] as const)(
  'a runner who answers their bank with %s is told so, and may try again',
  async (outcome) => {
    const { id, confirmationToken, authorisation, answerBank } = await asked();
    await answerBank(outcome);
    expect(await authorise(id, { confirmationToken, resume: authorisation })).toEqual(card('authentication-failed', 4));
    expect(await authorise(id, { confirmationToken })).toEqual(card('authentication-failed', 4));
    const another = await authorise(id, { confirmationToken: await shop.confirmationToken(good) });
    expect(another).toEqual({ kind: 'authorised', authorisation });
  },
);

test('a bank that says yes and then declines is a declined card', async () => {
  const { id, confirmationToken, authorisation, answerBank } = await asked(asksThenDeclines);
  await answerBank('pass');
  expect(await authorise(id, { confirmationToken, resume: authorisation })).toEqual(card('declined', 4));
  expect(await authorise(id, { confirmationToken, resume: authorisation })).toEqual(card('declined', 4));
  expect(await stateOf(shop, id)).toBe('open');
});

test('of many repeats at once after the bank said yes each is told that the money is held, once', async () => {
  const { id, confirmationToken, authorisation, answerBank } = await asked();
  await answerBank('pass');
  const answers = await Promise.all(
    Array.from({ length: 6 }, (_, n) =>
      authorise(id, { confirmationToken, ...(n % 2 === 0 && { resume: authorisation }) }),
    ),
  );
  for (const answer of answers) expect(answer).toEqual({ kind: 'authorised', authorisation });
  expect((await shop.all()).filter(({ metadata }) => metadata.registration_id === id)).toHaveLength(1);
});

test.each(['close', 'pass'] as const)(
  'another card is tried only after the runner answered the bank of the first with %s',
  async (outcome) => {
    const { id, answer, answerBank } = await asked();
    const another = { confirmationToken: await shop.confirmationToken(good) };
    expect(await authorise(id, another)).toEqual(answer);
    expect(await authorise(id, another)).toEqual(answer);
    await answerBank(outcome);
    // The processor repeats its refusal under the key of that try. No card was tried with it.
    expect((await authorise(id, another)).kind).toBe('authorised');
  },
);

test('each question counts as a tried card, and when none is left no card is tried', async () => {
  const { id, confirmationToken, authorisation, answerBank } = await asked();
  await answerBank('fail');
  const two = { cardTries: 2 };
  expect(await authorise(id, { confirmationToken: await shop.confirmationToken(asks), ...two })).toMatchObject({
    kind: 'action-required',
  });
  const third = { confirmationToken: await shop.confirmationToken(good), ...two };
  // The bank still asks about the second card.
  expect(await authorise(id, third)).toMatchObject({ kind: 'action-required' });
  const { clientSecret = '' } = (await authorise(id, third)) as Partial<
    Extract<Authorisation, { kind: 'action-required' }>
  >;
  await shop.answerBank(authorisation, clientSecret, 'pass');
  // The third card is not charged in place of the second, nor the second in place of the third.
  expect(await authorise(id, third)).toEqual(card('too-many-cards', 0));
  expect(await authorise(id, { confirmationToken, resume: authorisation, ...two })).toMatchObject({
    kind: 'authorised',
  });
});

test('a payment that was given up while the bank asked says so, and charges nothing', async () => {
  const { id, confirmationToken, authorisation, answerBank } = await asked();
  expect(await shop.processor.void(authorisation, charge(id))).toEqual({ kind: 'voided' });
  await answerBank('pass');
  expect(await authorise(id, { confirmationToken, resume: authorisation })).toEqual(card('canceled', 0));
  expect(await authorise(id, { confirmationToken })).toEqual(card('canceled', 0));
  expect(await stateOf(shop, id)).toBe('voided');
});

test('an answer lost at the second confirmation is looked up', async () => {
  const { id, confirmationToken, authorisation, answerBank } = await asked();
  await answerBank('pass');
  let isLost = false;
  const { processor } = overheard((request, answer) => {
    if (isLost || !request.path.endsWith('/confirm')) return answer;
    isLost = true;
    return undefined;
  });
  const answer = await authorise(id, { confirmationToken, resume: authorisation }, processor);
  expect(answer).toEqual({ kind: 'authorised', authorisation });
  expect(isLost).toBe(true);
});

test('when every answer to the confirmations is lost, the question is found by looking', async () => {
  const id = newRegistration();
  const { processor } = overheard((request, answer) =>
    request.path.endsWith('/confirm') ? { status: 500, body: { error: { type: 'api_error' } } } : answer,
  );
  const confirmationToken = await shop.confirmationToken(asks);
  expect(await authorise(id, { confirmationToken }, processor)).toMatchObject({ kind: 'action-required' });
});

test('a bank that asks again and again is not waited for within one request', async () => {
  const { id, confirmationToken, authorisation, answerBank } = await asked();
  await answerBank('pass');
  let held: unknown;
  const { processor, calls } = overheard((request, answer) => {
    if (request.method === 'GET') held = answer.body;
    return { status: 200, body: held };
  });
  expect(await authorise(id, { confirmationToken, resume: authorisation }, processor)).toEqual({ kind: 'unknown' });
  expect(calls.filter(({ path }) => path.endsWith('/confirm'))).toHaveLength(2);
});

describe('a payment to continue that is not the runner’s', () => {
  test('another registration’s is ignored, and their own card is tried', async () => {
    const another = await asked();
    await another.answerBank('pass');
    const id = newRegistration();
    const own = await authorise(id, {
      confirmationToken: await shop.confirmationToken(good),
      resume: another.authorisation,
    });
    expect(own).toMatchObject({ kind: 'authorised' });
    expect(own).not.toMatchObject({ authorisation: another.authorisation });
    expect(await stateOf(shop, another.id)).toBe('open');
  });

  test('one of the same price and id for another event pays for no spot', async () => {
    const paid = { ...charge(), eventId: 'ten-kilometres' };
    const card = async (number: string) => ({ confirmationToken: await shop.confirmationToken(number) });
    const begun = await shop.processor.authorise({ ...paid, ...(await card(asks)) }, soon());
    if (begun.kind !== 'action-required') throw new Error(`The bank asked nothing: ${begun.kind}`);
    await shop.answerBank(begun.authorisation, begun.clientSecret, 'pass');
    const other = { ...paid, eventId: 'marathon', ...(await card(good)), resume: begun.authorisation };
    expect(await shop.processor.authorise(other, soon())).toEqual({ kind: 'differs' });
    expect(await stateOf(shop, paid.registrationId)).toBe('open');
  });

  test('one that nobody knows is ignored', async () => {
    const confirmationToken = await shop.confirmationToken(good);
    expect((await authorise(newRegistration(), { confirmationToken, resume: 'pi_unknown' })).kind).toBe('authorised');
  });

  test('one on which no card was tried is not continued', async () => {
    const id = newRegistration();
    const { authorisation = '' } = (await shop.processor.open(charge(id))) ?? {};
    expect(await shop.processor.resume(authorisation, charge(id), soon())).toBeUndefined();
    const confirmationToken = await shop.confirmationToken(good);
    expect(await authorise(id, { confirmationToken, resume: authorisation })).toEqual({
      kind: 'authorised',
      authorisation,
    });
  });

  test('one of another amount is not continued', async () => {
    const { id, authorisation, answerBank } = await asked();
    await answerBank('pass');
    const dearer = { ...charge(id), amount: 9900 };
    expect(await shop.processor.resume(authorisation, dearer, soon())).toBeUndefined();
    expect(await stateOf(shop, id)).toBe('open');
  });
});

test.each([
  [
    'used for another payment',
    async () => {
      const confirmationToken = await shop.confirmationToken(good);
      await authorise(newRegistration(), { confirmationToken });
      return confirmationToken;
    },
  ],
  ['that nobody gave', async () => 'ctoken_of_nobody'],
])('a confirmation token %s is card data to enter again', async (_, tokenOf) => {
  const confirmationToken = await tokenOf();
  expect(await authorise(newRegistration(), { confirmationToken })).toEqual(card('card-data-invalid', 4));
});

test('a payment begun by the release before is continued by this one', async () => {
  const id = newRegistration();
  const before = { amount: '7500', currency: 'eur', capture_method: 'manual', 'payment_method_types[0]': 'card' };
  const form = { ...before, 'metadata[registration_id]': id };
  await shop.http({ method: 'POST', path: '/v1/payment_intents', form, idempotencyKey: id }, 1000);
  expect((await authorise(id, { confirmationToken: await shop.confirmationToken(good) })).kind).toBe('authorised');
  expect((await shop.all()).filter(({ metadata }) => metadata.registration_id === id)).toHaveLength(1);
});

test('an amount to pay is never authorised without a card', async () => {
  await expect(shop.processor.authorise(charge(), soon())).rejects.toThrow('no card');
});
