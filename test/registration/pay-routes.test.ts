import { api } from '../../lambdas/platform/http/api';
import { payRoutes } from '../../lambdas/registration/routes';
import { requestEvent } from '../platform/http/request-event';
import { aBrowser, sessions } from '../support/session-cookies';

const registrationId = '0199a000-0000-7000-8000-000000000001';
const now = new Date('2027-03-01T20:00:00Z');

const pay = async (birthDate: string) => {
  let submitted = 0;
  const submit = async () => {
    submitted += 1;
    return { kind: 'accepted' } as const;
  };
  const body = {
    hold: 'hold',
    runner: {
      firstName: 'Ada',
      lastName: 'Byron',
      email: 'ada@example.com',
      birthDate,
      gender: 'female',
      emergencyContact: 'Bea',
    },
    waiver: { hash: 'w1', accepted: true },
    paymentMethod: 'pm_card_visa',
  };
  const { statusCode, body: answer = '' } = await api(payRoutes({ submit, sessions, now: () => now }))(
    requestEvent({
      routeKey: 'PUT /api/registrations/{registrationId}',
      path: { registrationId },
      headers: { 'content-type': 'application/json' },
      cookies: (await aBrowser()).cookies,
      body: JSON.stringify(body),
    }),
  );
  return { status: statusCode, errors: JSON.parse(answer).errors, submitted };
};

// In Auckland the 2nd has begun already.
test.each(['1990-01-01', '2027-03-01', '2027-03-02'])('somebody born on %s may pay', async (birthDate) => {
  expect(await pay(birthDate)).toMatchObject({ status: 202, submitted: 1 });
});

test.each(['2027-03-03', '2999-01-01'])('nobody pays for somebody not born before %s', async (birthDate) => {
  const errors = [{ field: 'runner.birthDate', message: 'must not be in the future' }];
  expect(await pay(birthDate)).toEqual({ status: 422, submitted: 0, errors });
});
