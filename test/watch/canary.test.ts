import { instrument } from '../../lambdas/functions/wiring/connections/observability';
import { openSigner } from '../../lambdas/platform/signed-tokens';
import { canaryEventId, canaryRaceId } from '../../lambdas/races/canary-race';
import { SignedCanary } from '../../lambdas/races/signed-canary';
import { canaryWorker } from '../../lambdas/watch/canary-worker';

const registrationId = '01890a5d-ac96-774b-bcce-b302099a8057';
const about = { registrationId, raceId: canaryRaceId, raceName: 'Canary', eventId: canaryEventId, eventName: 'Canary' };
const runner = { firstName: 'Canary', lastName: 'One', email: 'canary@startline.invalid' };
const confirmed = { ...about, status: 'confirmed', number: 7, amount: 0, currency: 'EUR', runner };
const registeredAt = '2027-03-01T10:00:00.000Z';

/** What a site that works answers to each request of the canary, in order of their steps. */
const good = {
  'GET /api/races': [200, { races: [] }],
  [`POST /api/races/${canaryRaceId}/holds`]: [
    201,
    {
      registrationId,
      raceId: canaryRaceId,
      eventId: canaryEventId,
      hold: 'the-hold',
      expiresAt: '2027-03-01T10:03:00.000Z',
      now: registeredAt,
      quote: { currency: 'EUR', lines: [{ label: 'Free', amount: 0 }], total: 0 },
      waiver: { version: '1', text: 'Nobody runs this race.', hash: 'w1' },
    },
  ],
  [`PUT /api/registrations/${registrationId}`]: [202, { registrationId, status: 'processing', pollAfter: 1 }],
  [`GET /api/registrations/${registrationId}`]: [200, { ...confirmed, payment: 'captured', registeredAt }],
  [`POST /api/registrations/${registrationId}/cancellation`]: [
    200,
    { registrationId, status: 'cancelled', refund: 0, currency: 'EUR' },
  ],
} as const satisfies Record<string, readonly [number, unknown]>;
type Asked = keyof typeof good;

interface Seen {
  readonly asked: readonly string[];
  readonly metrics: Record<string, unknown>;
  readonly lines: readonly Record<string, unknown>[];
}

/** One run; `instead` answers a request otherwise, the last answer again and again. */
const run = async (
  instead: Partial<Record<Asked, readonly (readonly [number, unknown] | 'no answer')[]>> = {},
): Promise<Seen> => {
  process.env.POWERTOOLS_METRICS_DISABLED = 'false';
  const asked: string[] = [];
  const lines: Record<string, unknown>[] = [];
  let metrics: Record<string, unknown> = {};
  jest.spyOn(console, 'error').mockImplementation((...[line]: unknown[]) => void lines.push(JSON.parse(String(line))));
  jest.spyOn(console, 'log').mockImplementation((...[line]: unknown[]) => {
    metrics = JSON.parse(String(line));
  });
  const left = new Map(Object.entries(instead).map(([call, answers]) => [call, [...answers]]));
  let now = 0;
  const fetch: typeof globalThis.fetch = async (url, { method, headers } = {}) => {
    const call = `${method} ${String(url).replace('https://run.example.com', '')}`;
    asked.push(call);
    expect(new Headers(headers).get('x-startline-secret')).toBe('secret');
    const others = left.get(call);
    const answer = (others && (others.length > 1 ? others.shift() : others[0])) ?? good[call as Asked];
    if (answer === 'no answer') throw new TypeError('fetch failed');
    return new Response(JSON.stringify(answer?.[1]), { status: answer?.[0] ?? 404 });
  };
  await instrument(
    'run-canary',
    canaryWorker({
      site: 'https://run.example.com',
      fetch,
      prove: async () => 'proof',
      newId: () => registrationId,
      newSecret: () => 'secret',
      clock: () => now,
      wait: async (milliseconds) => {
        now += milliseconds;
      },
    }),
  )({});
  return { asked, metrics, lines };
};

afterEach(() => jest.restoreAllMocks());

test('the canary walks the whole way of a runner, gives its spot back, and says that it did', async () => {
  const { asked, metrics, lines } = await run();
  expect(asked).toEqual(Object.keys(good));
  expect(metrics).toMatchObject({ service: 'run-canary', CanaryMissed: 0, CanaryMilliseconds: 0 });
  expect(lines).toEqual([]);
});

test('it asks again where a runner would: an overload, a lost answer, a card that is still being charged', async () => {
  const { metrics } = await run({
    [`POST /api/races/${canaryRaceId}/holds`]: [
      [503, {}],
      [429, {}],
      'no answer',
      good[`POST /api/races/${canaryRaceId}/holds`],
    ],
    [`GET /api/registrations/${registrationId}`]: [
      [404, {}],
      [200, { registrationId, status: 'processing', pollAfter: 1 }],
      [200, { ...confirmed, payment: 'authorised', registeredAt }],
      good[`GET /api/registrations/${registrationId}`],
    ],
  });
  expect(metrics).toMatchObject({ CanaryMissed: 0, CanaryMilliseconds: 6000 });
});

test.each<[string, Parameters<typeof run>[0], string]>([
  ['the site is away', { 'GET /api/races': ['no answer'] }, 'races'],
  ['nobody gets a spot', { [`POST /api/races/${canaryRaceId}/holds`]: [[503, {}]] }, 'hold'],
  ['the race is unknown', { [`POST /api/races/${canaryRaceId}/holds`]: [[404, {}]] }, 'hold'],
  ['nobody can pay', { [`PUT /api/registrations/${registrationId}`]: [[500, {}]] }, 'pay'],
  [
    'the writer stands still',
    { [`GET /api/registrations/${registrationId}`]: [[200, { registrationId, status: 'processing', pollAfter: 1 }]] },
    'outcome',
  ],
  [
    'it is refused',
    { [`GET /api/registrations/${registrationId}`]: [[200, { ...about, status: 'refused' }]] },
    'outcome',
  ],
  ['nobody can cancel', { [`POST /api/registrations/${registrationId}/cancellation`]: [[409, {}]] }, 'cancellation'],
])('%s: the miss is published, and the log names the step and the heading', async (_, instead, step) => {
  const { metrics, lines } = await run(instead);
  expect(metrics).toMatchObject({ service: 'run-canary', CanaryMissed: 1 });
  expect(metrics).not.toHaveProperty('CanaryMilliseconds');
  expect(lines).toEqual([
    expect.objectContaining({ step, registrationId, see: 'docs/runbook.md, "The canary cannot register"' }),
  ]);
});

test('a list that shows the race of the canary is a miss: runners see it', async () => {
  const shown = {
    ...{ id: canaryRaceId, name: 'Canary', place: 'Nowhere', date: '2099-12-31', timeZone: 'UTC' },
    ...{ opensAt: registeredAt, closesAt: registeredAt },
  };
  expect((await run({ 'GET /api/races': [[200, { races: [shown] }]] })).metrics).toMatchObject({ CanaryMissed: 1 });
});

test('the proof of the canary ends after five minutes, and no other token of ours is one', async () => {
  let now = 0;
  const signer = openSigner(async () => ({ kid: 'k1', k1: 'of the tests, and of no other use' }));
  const canary = new SignedCanary(signer, () => now);
  const proof = await canary.sign();
  expect(await canary.isOurs(proof)).toBe(true);
  for (const other of ['', 'forged', `${proof}x`, await signer.sign('session', { until: 1e15 })])
    expect(await canary.isOurs(other)).toBe(false);
  now = 5 * 60_000;
  expect(await canary.isOurs(proof)).toBe(false);
});
