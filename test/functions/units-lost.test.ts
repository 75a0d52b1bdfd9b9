import { instrument } from '../../lambdas/functions/wiring/connections/observability';
import { openUnitDealing } from '../../lambdas/functions/wiring/selling/units';
import { uuid7 } from '../../lambdas/platform/uuid';
import { memcachedWith } from '../support/memcached';
import { makeRace } from '../support/races/race';
import { openStores } from '../support/stores';
import { makePool } from '../support/units/pool';

const stores = openStores();
const published: Record<string, unknown>[] = [];

beforeEach(() => {
  process.env.POWERTOOLS_METRICS_DISABLED = 'false';
  jest.spyOn(console, 'log').mockImplementation((...[line]: unknown[]) => {
    published.push(JSON.parse(String(line)));
  });
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
});
afterEach(() => jest.restoreAllMocks());

test('units that a counter may have dealt without an answer are counted, apart from spots', async () => {
  const { memcached, database } = stores;
  const { raceId } = await makeRace(database.postgres, { spots: 1 });
  const pool = await makePool(database.postgres, raceId, { units: 100 });
  const silent = memcachedWith(memcached, {
    increment: async () => {
      throw new Error('no answer');
    },
  });
  const deal = openUnitDealing(database.postgres, silent, [memcached]);
  const request = {
    registrationId: uuid7(),
    raceId,
    sessionHash: 'session',
    address: 'address',
    perAddress: 400,
    wanted: [{ pool, quantity: 3 }],
    previous: [],
    expiresAt: Date.now() + 600_000,
  };
  await instrument('quote-registration', async () => {
    expect(await deal(request, Date.now() + 15_000)).toEqual({ kind: 'busy' });
  })({});
  expect(published).toContainEqual(expect.objectContaining({ UnitsLost: 3 }));
  expect(JSON.stringify(published)).not.toContain('SpotsLost');
});
