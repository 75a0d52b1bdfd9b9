import { ourApi } from '../../../lambdas/functions/wiring/selling/site-api';
import { uuid7 } from '../../../lambdas/platform/uuid';
import { canaryRaceId } from '../../../lambdas/races/canary-race';
import { defaultSale } from '../../../lambdas/races/race';
import type { HoldAnswer } from '../../../lambdas/spots/holds/hold-spot';
import type { HoldCommand } from '../../../lambdas/spots/holds/ports';
import { spotRoutes } from '../../../lambdas/spots/holds/routes';
import { requestEvent } from '../../platform/http/request-event';
import { sessions } from '../../support/session-cookies';

const eventId = '01890a5d-ac96-774b-bcce-b302099a8057';
const [lead, ...companions] = [uuid7(), uuid7(), uuid7()];
const now = () => new Date('2027-03-01T10:00:00Z');

/** The route for holds with a use case that always answers the same; and the request that reached it. */
const doorTo = (answer: HoldAnswer, permit?: string) => {
  const wishes: HoldCommand[] = [];
  const ofCanary: HoldCommand[] = [];
  const holdSpot = async (wish: HoldCommand) => {
    wishes.push(wish);
    return answer;
  };
  const canary = {
    isOurs: async (token: string) => token === 'ours',
    holdSpot: async (wish: HoldCommand) => {
      ofCanary.push(wish);
      return answer;
    },
  };
  const handle = ourApi(
    spotRoutes({
      holdSpot,
      canary,
      givePermit: async () => permit,
      sessions,
      rememberHold: async () => undefined,
      now,
    }),
    {
      siteOrigin: 'https://startline.example',
    },
  );
  const ask = async (json: object, { raceId = 'harbour', token = '' } = {}) => {
    const event = requestEvent({
      routeKey: 'POST /api/races/{raceId}/holds',
      path: { raceId },
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify({ registrationId: lead, eventId, ...json }),
    });
    const { statusCode, body, cookies = [] } = await handle(event);
    return { status: statusCode, body: JSON.parse(body ?? ''), cookies };
  };
  return { ask, wishes, ofCanary };
};

test.each([
  ['the canary, in its race', { raceId: canaryRaceId, token: 'ours' }, 'the canary'],
  ['somebody without its proof', { raceId: canaryRaceId }, 'everybody'],
  ['somebody with another token', { raceId: canaryRaceId, token: 'forged' }, 'everybody'],
  ['the canary in a race of runners', { token: 'ours' }, 'everybody'],
])('%s asks for a spot (%j), and is served as %s', async (_, call, as) => {
  const { ask, wishes, ofCanary } = doorTo({ kind: 'no-such-race' });
  expect((await ask({}, call)).status).toBe(404);
  expect([wishes.length, ofCanary.length]).toEqual(as === 'the canary' ? [0, 1] : [1, 0]);
});

test('several who find fewer spots than they are learn how many are free', async () => {
  expect(await doorTo({ kind: 'too-few', sellable: 2 }).ask({ companions })).toMatchObject({
    status: 409,
    body: {
      type: '/problems/too-few-spots',
      free: 2,
      detail: expect.stringContaining('You are 3 people, and 2 spots are free'),
    },
  });
  expect(await doorTo({ kind: 'too-few', sellable: 1 }).ask({ companions })).toMatchObject({
    body: { free: 1, detail: expect.stringContaining('one spot is free') },
  });
});

test.each([
  ['the same companion twice', [companions[0], companions[0]]],
  ['themselves', [lead]],
])('who names %s as companions is told so, and nothing is held', async (_, named) => {
  const { ask, wishes } = doorTo({ kind: 'busy' });
  expect(await ask({ companions: named })).toMatchObject({
    status: 422,
    body: { errors: [{ field: 'companions', message: expect.stringContaining('must give everybody another id') }] },
  });
  expect(wishes).toEqual([]);
});

test('a hold for several says for whom it is', async () => {
  const quote = { currency: 'EUR', lines: [], total: 0 };
  const { ask, wishes } = doorTo({
    kind: 'granted',
    token: 'signed',
    hold: {
      registrationId: lead,
      spot: 1,
      companions: companions.map((registrationId, n) => ({ registrationId, spot: 2 + n })),
      raceId: 'harbour',
      eventId,
      block: 'b',
      sessionHash: 's',
      quote,
      waiverHash: 'w',
      expiresAt: now().getTime(),
    },
    offer: {
      raceId: 'harbour',
      eventId,
      opensAt: now(),
      closesAt: now(),
      quote,
      waiver: { version: '1', text: 'At my own risk.', hash: 'w' },
      capacity: 100,
      sale: defaultSale,
    },
  });
  expect(await ask({ companions })).toMatchObject({
    status: 201,
    body: { registrationId: lead, companions, hold: 'signed' },
  });
  expect(wishes).toMatchObject([{ registrationId: lead, companions }]);
});

test('somebody who must prove work is told how much, and is given the session that it is good in', async () => {
  const challenge = { token: 'signed', work: 524_288 };
  const { ask, wishes } = doorTo({ kind: 'prove-work', challenge });
  const told = await ask({});
  expect(told).toMatchObject({ status: 429, body: { type: '/problems/prove-work', challenge } });
  expect(told.cookies).toEqual([expect.stringMatching(/^__Host-startline=.+; HttpOnly$/)]);
  await ask({ proof: { challenge: 'signed', nonce: 'a_b-C0' } });
  expect(wishes.at(-1)).toMatchObject({ proof: { challenge: 'signed', nonce: 'a_b-C0' } });
  expect(await ask({ proof: { challenge: 'signed', nonce: 'no number' } })).toMatchObject({ status: 422 });
});

test.each([
  ['session', 60, 'You hold as many spots as one person may'],
  ['network', 60, 'As many spots as one network may hold are held from yours'],
  ['free-network', 1_800, 'ask again in half an hour'],
  ['free-network-today', 43_200, 'ask again tomorrow'],
  ['place', 60, 'This offer was held five times today'],
] as const)('who may hold no more is told whether that is because of their %s', async (of, retryAfter, detail) => {
  expect(await doorTo({ kind: 'too-many-holds', of }).ask({})).toMatchObject({
    status: 429,
    body: { type: '/problems/too-many-holds', retryAfter, detail: expect.stringContaining(detail) },
  });
});

test.each<[HoldAnswer]>([
  [{ kind: 'sold-out' }],
  [{ kind: 'held' }],
  [{ kind: 'waiting' }],
  [{ kind: 'too-few', sellable: 1 }],
])('who gets no spot (%j) may join the waiting list, from this browser', async (answer) => {
  const { body, cookies } = await doorTo(answer, 'the permit').ask({ companions });
  expect(body).toMatchObject({ permit: 'the permit' });
  expect(cookies).toEqual([expect.stringContaining('__Host-startline=')]);
});

test.each<[HoldAnswer]>([
  [{ kind: 'closed' }],
  [{ kind: 'busy' }],
  [{ kind: 'too-many-holds', of: 'session' }],
  [{ kind: 'offer-ended' }],
])('who is told %j may not', async (answer) => {
  expect((await doorTo(answer, 'the permit').ask({})).body).not.toHaveProperty('permit');
});
