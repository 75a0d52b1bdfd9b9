import { ourApi } from '../../lambdas/functions/wiring/selling/site-api';
import type { ChangeRegistration } from '../../lambdas/registration/change/change-registration';
import { changeRoutes } from '../../lambdas/registration/change/change-routes';
import { requestEvent } from '../platform/http/request-event';
import { sessions } from '../support/session-cookies';

const registrationId = '0199a000-0000-7000-8000-000000000001';
const waiver = { version: '1', text: 'I run at my own risk.', hash: 'w1' };
const nothing = () => Promise.reject(new Error('nobody asks for this here'));

const ask = async (
  routeKey: string,
  path: Record<string, string>,
  change: Partial<ChangeRegistration>,
  sent?: unknown,
) => {
  const { statusCode, body = '' } = await ourApi(
    changeRoutes({
      change: {
        cancel: nothing,
        offerTransfer: nothing,
        withdrawTransfer: nothing,
        showTransfer: nothing,
        acceptTransfer: nothing,
        ...change,
      },
      move: {
        show: async () => ({ kind: 'not-found' }),
        quote: async () => ({ kind: 'not-found' }),
      },
      quote: async () => ({ kind: 'not-yours' }),
      sessions,
      races: { find: async () => ({ ...race, waiver }) },
      signLink: async () => 'link',
      now: () => new Date('2027-03-01T20:00:00Z'),
    }),
  )(
    requestEvent({
      routeKey,
      path,
      headers: { authorization: 'Bearer t', ...(sent !== undefined && { 'content-type': 'application/json' }) },
      ...(sent !== undefined && { body: JSON.stringify(sent) }),
    }),
  );
  return { status: statusCode, answer: JSON.parse(body) };
};

const race = {
  id: 'harbour',
  name: 'Harbour run',
  place: 'Bergen',
  date: '2027-09-12',
  timeZone: 'Europe/Oslo',
  description: '',
  currency: 'EUR',
  opensAt: new Date('2027-03-01T10:00:00Z'),
  closesAt: new Date('2027-09-01T10:00:00Z'),
  events: [],
  changes: { refundPercent: 0 },
  sale: { holdSeconds: 600, offerSeconds: 86_400 },
};

test('somebody who takes an offer back too late is not told that it was taken back', async () => {
  const withdraw = (kind: 'withdrawn' | 'passed-on') =>
    ask(
      'DELETE /api/registrations/{registrationId}/transfer',
      { registrationId },
      {
        withdrawTransfer: async () => ({ kind }),
      },
    );
  expect(await withdraw('passed-on')).toMatchObject({ status: 409, answer: { type: '/problems/passed-on' } });
  expect(await withdraw('withdrawn')).toMatchObject({ status: 200, answer: { status: 'withdrawn' } });
});

test('somebody who offers a spot too often is told so, and when to come again', async () => {
  const { status, answer } = await ask(
    'PUT /api/registrations/{registrationId}/transfer',
    { registrationId },
    { offerTransfer: async () => ({ kind: 'too-many-transfers', retryAfter: 43_200.4 }) },
    { transferId: registrationId, recipient: { firstName: 'Bea', email: 'bea@example.com' } },
  );
  expect([status, answer]).toMatchObject([429, { type: '/problems/too-many-transfers', retryAfter: 43_201 }]);
  expect(answer.detail).toContain('five times within 24 hours');
});

test('somebody who is offered a spot reads from whom; who comes too late reads no name, and gets no link of who has it', async () => {
  const show = (state: 'offered' | 'accepted' | 'gone') =>
    ask(
      'GET /api/transfers/{transferId}',
      { transferId: registrationId },
      {
        showTransfer: async () => ({
          kind: 'found',
          state,
          raceId: 'harbour',
          eventId: 'ten',
          from: 'Ada L.',
          recipient: { firstName: 'Bea', email: 'bea@example.com' },
          endsAt: new Date('2027-09-01T10:00:00Z'),
          registrationId,
          waiverHash: 'w1',
          hasForm: false,
        }),
      },
    );
  expect((await show('offered')).answer).toMatchObject({ status: 'offered', from: 'Ada L.' });
  expect(JSON.stringify((await show('gone')).answer)).not.toContain('Ada');
  const { answer } = await show('accepted');
  expect(answer).toMatchObject({ status: 'accepted', registrationId });
  expect(JSON.stringify(answer)).not.toMatch(/Ada|Bea|link/);
});
