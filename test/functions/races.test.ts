import { requestEvent } from '../platform/http/request-event';
import { aRace } from '../races/a-race';
import { type FreshMemcached, freshMemcached } from '../support/memcached';
import { type FreshDatabase, freshDatabase } from '../support/postgres/database';
import { type FreshSecrets, freshSecrets } from '../support/secrets';

let database: FreshDatabase;
let memcached: FreshMemcached;
let secrets: FreshSecrets;

beforeAll(async () => {
  [database, memcached] = await Promise.all([freshDatabase(), freshMemcached()]);
  secrets = await freshSecrets({ current: 'word' });
  Object.assign(process.env, {
    DATABASE_URL: database.url,
    READER_URL: database.url,
    OWNER_DATABASE_URL: database.ownerUrl,
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
  await Promise.all([database?.close(), memcached?.stop(), secrets?.stop()]);
});

const headers = { 'x-startline-origin': 'word' };
const raceId = 'harbour-2027';

test('a race that a director makes is there for the next visitor who comes through the CDN', async () => {
  const { handler: migrateDatabase } = await import('../../lambdas/functions/migrate-database');
  const { handler: direct } = await import('../../lambdas/functions/direct');
  const { handler: browse } = await import('../../lambdas/functions/browse-races');

  expect(await migrateDatabase({})).toEqual({ applied: [] });
  expect((await browse(requestEvent({ headers }))).body).toBe('{"races":[]}');
  expect(await direct(aRace())).toHaveProperty('created');

  const availability = 'GET /api/races/{raceId}/availability';
  const look = () => browse(requestEvent({ routeKey: availability, path: { raceId }, headers }));
  // For up to a second the process uses what it has cached.
  let shown = await look();
  for (const until = Date.now() + 5000; shown.statusCode === 404 && Date.now() < until; shown = await look()) {
    await new Promise(setImmediate);
  }
  expect(JSON.parse(shown.body ?? '').events.map(({ spotsLeft }: { spotsLeft: number }) => spotsLeft)).toEqual([40, 8]);
  expect((await browse(requestEvent())).statusCode).toBe(403);

  const description = await browse(requestEvent({ routeKey: 'GET /api/openapi.json', headers }));
  expect(JSON.parse(description.body ?? '')).toMatchObject({ openapi: '3.1.0', paths: { '/api/races': {} } });
});
