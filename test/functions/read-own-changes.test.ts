import type { Memcached } from '../../lambdas/platform/memcached/memcached';
import { openSigner } from '../../lambdas/platform/signed-tokens';
import { uuid7 } from '../../lambdas/platform/uuid';
import { MemcachedOutcomes } from '../../lambdas/registration/show/memcached-outcomes';
import { SignedTokens } from '../../lambdas/registration/signed-tokens';
import { requestEvent } from '../platform/http/request-event';
import { type FreshMemcached, freshMemcached, patientMemcached } from '../support/memcached';
import { type FreshDatabase, freshDatabase } from '../support/postgres/database';
import { makeRace, submissionFor } from '../support/races/race';
import { registrationsOn } from '../support/races/registrations';
import { type FreshSecrets, freshSecrets } from '../support/secrets';

const secret = { current: 'word', kid: 'k1', k1: 'x'.repeat(40) };

let [primary, replica]: FreshDatabase[] = [];
let memcached: FreshMemcached;
let cache: Memcached;
let secrets: FreshSecrets;

beforeAll(async () => {
  [primary, replica, memcached] = await Promise.all([freshDatabase(), freshDatabase(), freshMemcached()]);
  cache = patientMemcached(memcached.url);
  secrets = await freshSecrets(secret);
  Object.assign(process.env, {
    DATABASE_URL: primary.url,
    READER_URL: replica.url,
    DATA_CACHE_URL: `${memcached.url}?timeout=2000`,
    URGENT_MAIL_QUEUE_URL: 'https://sqs.us-east-1.amazonaws.com/000000000000/urgent.fifo',
    SIGNING_KEYS_SECRET_ID: 'keys',
    ORIGIN_SECRET_ID: 'origin',
    SITE_URL: 'https://startline.example',
    AWS_ENDPOINT_URL_SECRETS_MANAGER: secrets.url,
  });
});
afterAll(async () => {
  cache?.close();
  await Promise.all([primary?.close(), replica?.close(), memcached?.stop(), secrets?.stop()]);
});

/** The state that a lagging replica has. */
const copyRace = async (from: FreshDatabase, to: FreshDatabase) => {
  for (const table of ['race', 'event', 'price'])
    for (const { row } of await from.postgres.query<{ row: unknown }>(`SELECT to_jsonb(t) AS row FROM ${table} t`))
      await to.postgres.query(`INSERT INTO ${table} SELECT * FROM jsonb_populate_record(NULL::${table}, $1)`, [row]);
};

test('somebody who has just changed their registration is shown it, though the replica has not heard of it yet', async () => {
  if (!primary || !replica) throw new Error('there are no databases');
  const race = await makeRace(primary.postgres, { spots: 1 });
  await copyRace(primary, replica);
  const registrationId = uuid7();
  const submission = submissionFor(race, { id: uuid7(), numbers: [1] }, 0, { id: registrationId });
  await registrationsOn(primary.postgres).record(race.eventId, [submission]);

  const { handler } = await import('../../lambdas/functions/show-registration');
  const token = await new SignedTokens(openSigner(async () => secret)).signLink(registrationId);
  const show = async () => {
    const headers = { 'x-startline-origin': 'word', authorization: `Bearer ${token}` };
    const path = { registrationId };
    const { statusCode, body } = await handler(
      requestEvent({ routeKey: 'GET /api/registrations/{registrationId}', path, headers }),
    );
    return { statusCode, status: JSON.parse(body ?? '{}').status };
  };
  expect((await show()).statusCode).toBe(404);
  await new MemcachedOutcomes(cache).changed(registrationId);
  expect(await show()).toEqual({ statusCode: 200, status: 'confirmed' });
});
