import { ourApi } from '../../lambdas/functions/wiring/selling/site-api';
import type { Status } from '../../lambdas/registration/show/status';
import { showRoutes } from '../../lambdas/registration/submit/routes';
import { requestEvent } from '../platform/http/request-event';
import { sessions } from '../support/session-cookies';

const registrationId = '0199a000-0000-7000-8000-000000000001';
const offerId = '0199a000-0000-7000-8000-000000000002';
const entry = {
  firstName: 'Ada',
  lastName: 'Lovelace',
  email: 'ada@example.com',
  submittedAt: '2027-03-01T10:00:00.000Z',
};

const shown = async (more: Partial<Status>) => {
  const routes = showRoutes({
    show: async ({ token }) =>
      token === 'link'
        ? {
            kind: 'decided',
            status: {
              ...{ registrationId, raceId: 'harbour', eventId: 'marathon', outcome: 'confirmed', number: 7 },
              ...{ payment: 'captured', amount: 4500, currency: 'EUR', entry, ...more },
            },
          }
        : { kind: 'not-yours' },
    sessions,
    names: { find: async () => ({ race: 'Harbour Run', event: 'Marathon' }) },
    signOffer: async (id) => `token of ${id}`,
  });
  const ask = async (token: string) => {
    const { statusCode, body = '' } = await ourApi(routes)(
      requestEvent({
        routeKey: 'GET /api/registrations/{registrationId}',
        path: { registrationId },
        headers: { authorization: `Bearer ${token}` },
      }),
    );
    return { status: statusCode, body: JSON.parse(body) };
  };
  return { own: await ask('link'), other: await ask('another') };
};

test('who may see a registration gets the token by which they pay what is due, and nobody else does', async () => {
  const { own, other } = await shown({ unpaid: 1500, due: { offerId, amount: 1500 } });
  expect(own.body).toMatchObject({ unpaid: 1500, due: { offerId, amount: 1500, token: `token of ${offerId}` } });
  expect(other.status).toBe(403);
  expect(JSON.stringify(other.body)).not.toContain('token of');
});

test('what cannot be paid has no token', async () => {
  expect((await shown({ unpaid: 1500 })).own.body).not.toHaveProperty('due');
});
