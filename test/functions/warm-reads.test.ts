import { skip } from '../platform/cache/fleet';
import { requestEvent } from '../platform/http/request-event';
import { aRace, marathonId } from '../races/a-race';
import { type FreshMemcached, freshMemcached } from '../support/memcached';
import { type FreshDatabase, freshDatabase } from '../support/postgres/database';
import { type FreshSecrets, freshSecrets } from '../support/secrets';
import { until } from '../support/until';
import { type WatchedPostgres, watchPostgres } from './watched-postgres';

let database: FreshDatabase;
let watched: WatchedPostgres;
let memcached: FreshMemcached;
let secrets: FreshSecrets;

beforeAll(async () => {
  [database, memcached] = await Promise.all([freshDatabase(), freshMemcached()]);
  watched = await watchPostgres(database.url);
  secrets = await freshSecrets({ current: 'word' });
  Object.assign(process.env, {
    DATABASE_URL: database.url,
    READER_URL: watched.url,
    DATA_CACHE_URL: `${memcached.url}?timeout=2000`,
    MAIL_LANES: '3',
    WEBHOOK_HOSTS: 'none',
    SIGNING_KEYS_SECRET_ID: 'keys',
    SITE_URL: 'https://startline.example',
    PUBLICATIONS_QUEUE_URL: 'https://sqs.us-east-1.amazonaws.com/000000000000/publications',
    ORIGIN_SECRET_ID: 'origin',
    AWS_ENDPOINT_URL_SECRETS_MANAGER: secrets.url,
  });
});
afterAll(async () => {
  jest.restoreAllMocks();
  await watched?.close();
  await Promise.all([database?.close(), memcached?.stop(), secrets?.stop()]);
});

type Browse = typeof import('../../lambdas/functions/browse-races').handler;

/** An environment of the deployed function, before its first request. */
const freshProcess = async () => {
  const processes: Browse[] = [];
  await jest.isolateModulesAsync(async () => {
    processes.push((await import('../../lambdas/functions/browse-races')).handler);
  });
  const [browse] = processes;
  if (!browse) throw new Error('the function did not load');
  const ask = async (routeKey: string) => {
    const path = { raceId: 'harbour-2027' };
    const { statusCode, body } = await browse(
      requestEvent({ routeKey, path, headers: { 'x-startline-origin': 'word' } }),
    );
    return { statusCode, json: JSON.parse(body ?? '{}') };
  };
  const page = () => ask('GET /api/races/{raceId}');
  return {
    page,
    readAll: async () => {
      const answers = [await ask('GET /api/races'), await page(), await ask('GET /api/races/{raceId}/availability')];
      return answers.map(({ statusCode }) => statusCode);
    },
  };
};

test('warm, the race list, a race and what is left cost no statement, and a new process not even a connection', async () => {
  const { handler: direct } = await import('../../lambdas/functions/direct');
  expect(await direct(aRace())).toHaveProperty('created');
  // Until the standby must have received the race, nothing is cached for long.
  skip(11_000);

  const first = await freshProcess();
  expect(await first.readAll()).toEqual([200, 200, 200]);
  expect(watched.statements).toBe(3);
  expect(watched.connections).toBeGreaterThan(0);

  // The remaining spots are counted again every two seconds: on a slow machine, between one process and the next.
  const costs: (readonly [number, number])[] = [];
  for (let attempt = 0; attempt < 5 && !costs.some(([statements]) => statements === 0); attempt++) {
    const fresh = await freshProcess();
    await first.readAll();
    watched.forget();
    expect(await fresh.readAll()).toEqual([200, 200, 200]);
    costs.push([watched.statements, watched.connections]);
  }
  expect(costs).toContainEqual([0, 0]);

  watched.forget();
  for (let i = 0; i < 100; i++) await first.page();
  expect(watched.statements).toBe(0);
});

test('after an edit every other process shows the new page within a second', async () => {
  const { handler: direct } = await import('../../lambdas/functions/direct');
  const processes = [await freshProcess(), await freshProcess()];
  const capacities = () => Promise.all(processes.map(async ({ page }) => (await page()).json.events[0]?.capacity));
  for (let i = 0; i < 5; i++) expect(await capacities()).toEqual([40, 40]);

  await direct({ changeCapacity: { raceId: 'harbour-2027', eventId: marathonId, capacity: 50 } });
  skip(1001);
  // While the new page is slow to load, the old one is shown; otherwise it would stay for ten minutes.
  await until(async () => String(await capacities()) === '50,50');
});
