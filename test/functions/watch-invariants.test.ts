import { makeRace } from '../support/races/race';
import { openStores } from '../support/stores';

const stores = openStores();
const published: Record<string, unknown>[] = [];

beforeEach(() => {
  process.env.POWERTOOLS_METRICS_DISABLED = 'false';
  jest.spyOn(console, 'log').mockImplementation((...[line]: unknown[]) => {
    published.push(JSON.parse(String(line)));
  });
});
afterEach(() => jest.restoreAllMocks());

test('as it is deployed, with the rights it has there, the watch looks at everything and finds nothing amiss', async () => {
  await makeRace(stores.database.postgres, { spots: 10 });
  Object.assign(process.env, {
    DATABASE_URL: stores.database.url,
    DATA_CACHE_URL: `memcached://127.0.0.1:${stores.memcachedPort}?timeout=2000`,
    MAIL_LANES: '4',
  });
  const { handler } = await import('../../lambdas/functions/watch-invariants');
  await handler({});
  expect(published).toEqual([
    expect.objectContaining({ InvariantViolations: 0, RunnersWithoutMoney: 0, CountsStale: 0 }),
  ]);
});
