import { parse, safeParse } from 'valibot';
import { joinRequest, waitingStatus } from '../../../lambdas/api/messages/waiting-list';
import { ourApi } from '../../../lambdas/functions/wiring/selling/site-api';
import { uuid7 } from '../../../lambdas/platform/uuid';
import { registrationMessage } from '../../../lambdas/registration/messages';
import type { WaitingRecord } from '../../../lambdas/spots/waiting-list/ports';
import type { JoinCommand } from '../../../lambdas/spots/waiting-list/waiting-list';
import { confirmRoutes, joinRoutes, showWaitingRoutes } from '../../../lambdas/spots/waiting-list/waiting-routes';
import { requestEvent } from '../../platform/http/request-event';
import { sessions } from '../../support/session-cookies';

const [placeId, eventId] = [uuid7(), uuid7()];
const runner = { firstName: 'Ada', lastName: 'Test', email: 'ada@example.com', birthDate: '1990-01-01' };
const about = { placeId, raceId: 'harbour', eventId };
const ticket = { ...about, personHash: 'p'.repeat(43), isMailed: false };

const joining = async (size?: number) => {
  const wishes: JoinCommand[] = [];
  const handler = ourApi(
    joinRoutes(async (wish) => {
      wishes.push(wish);
      return { kind: 'joined', ticket: 'ticket' };
    }, sessions),
  );
  const { statusCode } = await handler(
    requestEvent({
      routeKey: 'POST /api/races/{raceId}/waiting-list',
      path: { raceId: 'harbour' },
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ placeId, eventId, runner, permit: 'permit', ...(size !== undefined && { size }) }),
    }),
  );
  return [statusCode, ...wishes.map((wish) => wish.size)];
};

test('a family says how many it is; who says nothing comes alone', async () => {
  expect(await joining(3)).toEqual([202, 3]);
  expect(await joining()).toEqual([202, 1]);
});

test.each([
  [{}, [200, undefined]],
  [{ size: '2' }, [200, 2]],
  [{ size: '0' }, [422]],
  [{ size: '9' }, [422]],
  [{ size: '1.5' }, [422]],
] as const)('a confirmation with %j is answered %j', async (query, answer) => {
  const sizes: (number | undefined)[] = [];
  const handler = ourApi(
    confirmRoutes(async (_place, _token, size) => {
      sizes.push(size);
      return 'confirmed';
    }),
  );
  const { statusCode } = await handler({
    ...requestEvent({
      routeKey: 'POST /api/waiting-list/{placeId}/confirmation',
      path: { placeId },
      headers: { authorization: 'Bearer ticket' },
    }),
    queryStringParameters: query,
  });
  expect([statusCode, ...sizes]).toEqual(answer);
});

test('somebody who brings no permit, as a page of before there were any, is told what to do', async () => {
  const handler = ourApi(joinRoutes(async () => ({ kind: 'no-permit' }), sessions));
  const { statusCode, body } = await handler(
    requestEvent({
      routeKey: 'POST /api/races/{raceId}/waiting-list',
      path: { raceId: 'harbour' },
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ placeId, eventId, runner }),
    }),
  );
  expect(statusCode).toBe(403);
  expect(JSON.parse(body ?? '')).toMatchObject({
    type: '/problems/no-permit',
    detail: expect.stringContaining('Ask for a spot first'),
  });
});

test.each([0, 9, 2.5])('a place for %d is none', async (size) => {
  expect(await joining(size)).toEqual([422]);
  expect(safeParse(joinRequest, { placeId, eventId, runner, size }).success).toBe(false);
  // A message that nobody signed does not bring it to the list either.
  expect(safeParse(registrationMessage, { kind: 'join', ...about, runner, size }).success).toBe(false);
});

test('a wish of before there were groups is for one', () => {
  expect(parse(registrationMessage, { kind: 'join', ...about, runner })).toMatchObject({ size: 1 });
});

test.each<[WaitingRecord]>([
  [{ placeId, isConfirmed: true, state: 'waiting', ahead: 4, runner, size: 3 }],
  [
    {
      placeId,
      isConfirmed: true,
      state: 'offered',
      ahead: 0,
      runner,
      size: 3,
      endsAt: new Date('2027-03-02T10:00:00Z'),
    },
  ],
])('who waits is shown for how many: %j', async (record) => {
  const handler = ourApi(
    showWaitingRoutes({
      show: async () => ({ kind: 'found', ticket, record }),
      names: { find: async () => ({ race: 'Harbour Run', event: 'Ten' }) },
      now: () => new Date('2027-03-01T10:00:00Z'),
    }),
  );
  const { body } = await handler(
    requestEvent({
      routeKey: 'GET /api/waiting-list/{placeId}',
      path: { placeId },
      headers: { authorization: 'Bearer ticket' },
    }),
  );
  expect(parse(waitingStatus, JSON.parse(body ?? ''))).toMatchObject({ status: record.state, size: 3 });
});
