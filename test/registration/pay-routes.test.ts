import * as v from 'valibot';
import { actionRequired } from '../../lambdas/api/messages/registrations';
import { ourApi } from '../../lambdas/functions/wiring/selling/site-api';
import { payRoutes } from '../../lambdas/registration/submit/routes';
import type { QuotedCommand, SubmitAnswer, SubmitCommand } from '../../lambdas/registration/submit/submit-registration';
import { requestEvent } from '../platform/http/request-event';
import { aBrowser, sessions } from '../support/session-cookies';

const registrationId = '0199a000-0000-7000-8000-000000000001';
const now = new Date('2027-03-01T20:00:00Z');

const ada = {
  firstName: 'Ada',
  lastName: 'Byron',
  email: 'ada@example.com',
  birthDate: '1990-01-01',
  gender: 'female',
  emergencyContact: 'Bea',
};

const send = async (
  changes: object = {},
  answered: SubmitAnswer = { kind: 'accepted' },
  { birthDate = '1990-01-01', companions }: { birthDate?: string; companions?: readonly object[] | undefined } = {},
) => {
  const submitted: (SubmitCommand | QuotedCommand)[] = [];
  const submit = async (command: SubmitCommand | QuotedCommand) => {
    submitted.push(command);
    return answered;
  };
  const body = {
    hold: 'hold',
    runner: { ...ada, birthDate },
    ...(companions && { companions }),
    waiver: { hash: 'w1', accepted: true },
    paymentMethod: 'pm_card_visa',
    ...changes,
  };
  const answer = await ourApi(
    payRoutes({
      submit,
      submitTransfer: async () => ({ kind: 'not-yours' }),
      submitMove: async () => ({ kind: 'not-yours' }),
      sessions,
      now: () => now,
    }),
  )(
    requestEvent({
      routeKey: 'PUT /api/registrations/{registrationId}',
      path: { registrationId },
      headers: { 'content-type': 'application/json' },
      cookies: (await aBrowser()).cookies,
      body: JSON.stringify(body),
    }),
  );
  return { status: answer.statusCode, headers: answer.headers, body: JSON.parse(answer.body ?? ''), submitted };
};

const pay = async (birthDate: string, companions?: readonly object[], answered?: SubmitAnswer) => {
  const { status, body, submitted } = await send({}, answered, { birthDate, companions });
  const { type, errors } = body;
  return {
    status,
    ...(type === '/problems/invalid-request' ? {} : { type }),
    errors,
    submitted: submitted.length,
  };
};

// In Auckland the 2nd has begun already.
test.each(['1990-01-01', '2027-03-01', '2027-03-02'])('somebody born on %s may pay', async (birthDate) => {
  expect(await pay(birthDate)).toMatchObject({ status: 202, submitted: 1 });
});

test.each(['2027-03-03', '2999-01-01'])('nobody pays for somebody not born before %s', async (birthDate) => {
  const errors = [{ field: 'runner.birthDate', message: 'must not be in the future' }];
  expect(await pay(birthDate)).toEqual({ status: 422, submitted: 0, errors });
});

test('of several people, the answer names the one who is not born yet, and the one who is named twice', async () => {
  const bea = { ...ada, firstName: 'Bea' };
  const unborn = { ...ada, firstName: 'Cem', birthDate: '2027-03-03' };
  expect(await pay('1990-01-01', [bea, { ...ada, firstName: 'Cem' }])).toMatchObject({ status: 202, submitted: 1 });
  expect(await pay('1990-01-01', [bea, unborn])).toEqual({
    status: 422,
    submitted: 0,
    errors: [{ field: 'companions.1.birthDate', message: 'must not be in the future' }],
  });
  // The same person, in another spelling of the same letters.
  expect(await pay('1990-01-01', [bea, { ...ada, firstName: ' ADA ' }, { ...bea, gender: 'male' }])).toEqual({
    status: 422,
    submitted: 0,
    errors: [
      { field: 'companions.1', message: 'must be somebody else than runner: everybody runs once' },
      { field: 'companions.2', message: 'must be somebody else than companions.0: everybody runs once' },
    ],
  });
});

test.each([
  [0, 'must be left out: the hold is for one person alone'],
  [1, 'must be one person: the hold is for the one who pays and this many companions'],
  [2, 'must be 2 people: the hold is for the one who pays and this many companions'],
])('when the hold is for %i besides who pays it is said so', async (expected, message) => {
  const answer = await pay('1990-01-01', undefined, { kind: 'another-number', expected });
  expect(answer).toMatchObject({ status: 422, errors: [{ field: 'companions', message }] });
});

test('under an id with another payment nobody is charged: a new registration is what helps', async () => {
  expect(await pay('1990-01-01', undefined, { kind: 'payment-differs' })).toMatchObject({
    status: 409,
    type: '/problems/payment-differs',
  });
});

test('nobody is let in by an empty list, nor more than eight', async () => {
  const many = Array.from({ length: 8 }, (_, n) => ({ ...ada, firstName: `Runner ${n}` }));
  for (const companions of [[], many])
    expect(await pay('1990-01-01', companions)).toMatchObject({
      status: 422,
      submitted: 0,
      errors: [{ field: 'companions' }],
    });
});

describe('when the bank asks the runner', () => {
  const until = Date.parse('2027-03-01T20:12:00Z');
  const asked: SubmitAnswer = { kind: 'action-required', clientSecret: 'pi_1_secret_2', payment: 'pi_1', until };

  test('the answer says with what, until when, and is kept by nobody', async () => {
    const { status, headers, body } = await send({}, asked);
    expect(status).toBe(200);
    expect(v.parse(actionRequired, body)).toEqual({
      status: 'action-required',
      registrationId,
      clientSecret: 'pi_1_secret_2',
      payment: 'pi_1',
      until: '2027-03-01T20:12:00.000Z',
    });
    expect(headers?.['cache-control']).toBe('no-store');
  });

  test('the same request continues with the payment that the answer named', async () => {
    const token = { paymentMethod: undefined, confirmationToken: 'ctoken_1', resume: 'pi_1' };
    const { status, submitted } = await send(token);
    expect(status).toBe(202);
    expect(submitted).toMatchObject([{ confirmationToken: 'ctoken_1', resume: 'pi_1' }]);
  });
});

test('a declined card is told by its reason, and whether the same one may be tried again', async () => {
  expect(await send({}, { kind: 'declined', reason: 'wrong-code', triesLeft: 1 })).toMatchObject({
    status: 402,
    body: { type: '/problems/card-declined', reason: 'wrong-code', mayRetrySameCard: true, triesLeft: 1 },
  });
  expect(await send({}, { kind: 'declined', reason: 'declined', triesLeft: 0 })).toMatchObject({
    body: { reason: 'declined', mayRetrySameCard: false, detail: expect.stringContaining('Nothing was charged.') },
  });
});

test.each([
  ['confirmationToken', 'pm_card_visa'],
  ['confirmationToken', 'ctoken_../refunds'],
  ['paymentMethod', 'ctoken_1'],
  ['resume', 'pi_1/confirm'],
  ['resume', 'pi_1?expand[]=latest_charge'],
  ['resume', ''],
  ['resume', 7],
])('%s may not be %s', async (field, value) => {
  const { status, body, submitted } = await send({ [field]: value });
  expect(status).toBe(422);
  expect(body.errors).toMatchObject([{ field }]);
  expect(submitted).toEqual([]);
});

test('it is said which field names the card wrongly', async () => {
  const fault = { field: 'paymentMethod', code: 'two-cards' } as const;
  expect(await send({}, { kind: 'wrong-card', fault })).toMatchObject({
    status: 422,
    body: { errors: [{ field: 'paymentMethod', message: 'must be left out: confirmationToken names the card' }] },
  });
});
