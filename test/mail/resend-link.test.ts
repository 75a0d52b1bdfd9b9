import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { OutboxLinkRequests } from '../../lambdas/mail/outbox-link-requests';
import type { LinkRequests } from '../../lambdas/mail/ports';
import { PostgresMailLedger } from '../../lambdas/mail/postgres-mail-ledger';
import { resendLink } from '../../lambdas/mail/resend-link';
import { mailRoutes } from '../../lambdas/mail/routes';
import { api } from '../../lambdas/platform/http/api';
import { relayOutbox } from '../../lambdas/platform/outbox';
import type { Outgoing } from '../../lambdas/platform/queue/queue';
import { uuid7 } from '../../lambdas/platform/uuid';
import { type FreshDatabase, freshDatabase } from '../support/database';
import { type MadeRace, makeRace } from '../support/race';
import { registerRunner } from './register-runner';
import { virtualTime } from './virtual-time';

let database: FreshDatabase;
let race: MadeRace;
let requests: OutboxLinkRequests;
let spot = 0;
let queued: Outgoing[] = [];

beforeAll(async () => {
  database = await freshDatabase();
  race = await makeRace(database.postgres, { spots: 50 });
  requests = new OutboxLinkRequests(database.postgres, uuid7);
});
afterAll(() => database.close());
beforeEach(() => {
  queued = [];
});

const register = (email: string, more = {}) => {
  spot += 1;
  return registerRunner(database.postgres, race, { email, spot, ...more });
};
const queue = {
  send: async (message: Outgoing) => void queued.push(message),
  sendAll: async (messages: readonly Outgoing[]) => void queued.push(...messages),
};
const quiet = { count: () => undefined, warn: () => undefined, error: () => undefined };
const relay = (ids: readonly string[]) => relayOutbox(database.postgres, { 'urgent-mail': queue }, { ids });
const ask = async (email: string) => {
  await relay(await requests.order(email));
};
const orders = () => queued.map(({ body, group, deduplicationId }) => [body, group, deduplicationId]);

test('a runner who lost the link gets one mail in the urgent lane, whatever the case of the address', async () => {
  await register('two@example.com');
  const newest = await register('Two@Example.com');
  await database.postgres.query(`UPDATE registration SET recorded_at = '2027-06-01' WHERE id = $1`, [newest]);
  await ask('TWO@example.com');
  const body = { registrationId: newest, template: 'registration-link', generation: 1 };
  expect(orders()).toEqual([[body, 'lane-0', `${newest}:registration-link:1`]]);
});

test('an address nobody registered, or whose registrations are none, gets nothing', async () => {
  await register('refused@example.com', { outcome: 'refused', payment: 'voided' });
  await register('failed@example.com', { payment: 'failed' });
  for (const email of ['nobody@example.com', 'refused@example.com', 'failed@example.com', `' OR '1'='1`, '%'])
    await ask(email);
  expect(queued).toEqual([]);
});

const wait = async (email: string, state = 'waiting', askedAt = '2027-03-01') => {
  const id = uuid7();
  await database.postgres.query(
    `INSERT INTO waiting (id, event_id, person, runner, rank, state, asked_at) VALUES ($1::uuid, $2, $1::uuid::text, $3, 1, $4, $5)`,
    [id, race.eventId, JSON.stringify({ firstName: 'Grace', email }), state, askedAt],
  );
  return id;
};

test('who only waits gets the link to his newest place, however the address is written', async () => {
  await wait('waits-only@example.com');
  const newest = await wait('Waits-Only@example.com', 'waiting', '2027-04-01');
  await ask('waits-only@Example.com');
  const body = { registrationId: newest, template: 'registration-link', generation: 1 };
  expect(orders()).toEqual([[body, 'lane-0', `${newest}:registration-link:1`]]);
});

test('who is registered and waits elsewhere gets one mail, under his registration', async () => {
  const id = await register('both@example.com');
  await wait('both@example.com', 'waiting', '2037-01-01');
  await ask('both@example.com');
  expect(queued.map(({ body }) => body)).toMatchObject([{ registrationId: id }]);
});

test('a place that was given up, lost, not needed, or became a registration brings no mail', async () => {
  for (const state of ['registered', 'expired', 'left', 'not-needed']) await wait(`${state}@example.com`, state);
  for (const state of ['registered', 'expired', 'left', 'not-needed']) await ask(`${state}@example.com`);
  expect(queued).toEqual([]);
});

test('however often a waiter asks, one mail leaves in ten minutes', async () => {
  const id = await wait('impatient@example.com');
  await Promise.all([1, 2, 3].map(() => ask('impatient@example.com')));
  expect(new Set(queued.map(({ deduplicationId }) => deduplicationId)).size).toBe(1);
  const order = { registrationId: id, template: 'registration-link', generation: 1 } as const;
  await new PostgresMailLedger(database.postgres).claim(order, 'impatient@example.com');
  queued = [];
  await ask('impatient@example.com');
  expect(queued).toEqual([]);
});

test('however often somebody asks, one mail leaves in ten minutes', async () => {
  const id = await register('often@example.com');
  await Promise.all([1, 2, 3, 4].map(() => ask('often@example.com')));
  // Not sent yet: every order is the same one, and the ledger lets one of them leave.
  expect(new Set(queued.map(({ deduplicationId }) => deduplicationId)).size).toBe(1);
  const ledger = new PostgresMailLedger(database.postgres);
  const order = { registrationId: id, template: 'registration-link', generation: 1 } as const;
  await ledger.claim(order, 'Often@example.com');
  await ledger.accepted(order, 'm');
  queued = [];
  await ask('often@example.com');
  expect(queued).toEqual([]);

  await database.postgres.query(
    `UPDATE mail SET claimed_at = claimed_at - interval '601 seconds' WHERE registration_id = $1`,
    [id],
  );
  await ask('often@example.com');
  expect(queued.map(({ body }) => body)).toEqual([{ ...order, generation: 2 }]);
});

const answerTimeWith = async (found: LinkRequests, relaying: () => Promise<unknown>) => {
  const time = virtualTime(0);
  await time.run(resendLink({ requests: found, relay: relaying, bell: quiet, pause: time.pause })('ada@example.com'));
  return time.now().getTime();
};

test('the answer comes at the same moment for a known and an unknown address, also when the queue is slow or away', async () => {
  const never = () => new Promise<never>(() => undefined);
  const known = { order: async () => [uuid7()] };
  expect(await answerTimeWith({ order: async () => [] }, never)).toBe(500);
  expect(await answerTimeWith(known, async () => 1)).toBe(500);
  expect(await answerTimeWith(known, never)).toBe(500);
  expect(await answerTimeWith(known, () => Promise.reject(new Error('SQS is away')))).toBe(500);
});

test('a message the queue did not take stays in the outbox', async () => {
  await register('waits@example.com');
  const ids = await requests.order('waits@example.com');
  const away = { send: () => Promise.reject(new Error('away')), sendAll: () => Promise.reject(new Error('away')) };
  await expect(relayOutbox(database.postgres, { 'urgent-mail': away }, { ids })).rejects.toThrow('away');
  expect(await relay(ids)).toBe(1);
});

const post = (body: string) =>
  ({
    version: '2.0',
    routeKey: 'POST /api/registration-links',
    rawPath: '/api/registration-links',
    rawQueryString: '',
    headers: { 'content-type': 'application/json' },
    requestContext: { http: { method: 'POST', path: '/api/registration-links' }, requestId: 'r1' },
    body,
    isBase64Encoded: false,
  }) as unknown as APIGatewayProxyEventV2;

test('the route answers the same for everybody, and tells what is wrong with an address', async () => {
  await register('route@example.com');
  const handler = api(
    mailRoutes({ resendLink: resendLink({ requests, relay, bell: quiet, pause: async () => undefined }) }),
  );
  const answers = await Promise.all(
    ['route@example.com', 'stranger@example.com'].map((email) => handler(post(JSON.stringify({ email })))),
  );
  for (const { statusCode, body } of answers) expect([statusCode, body]).toEqual([202, '{"status":"sent-if-known"}']);
  expect(answers[0]?.headers).toEqual(answers[1]?.headers);
  expect(await handler(post('{"email":"nonsense"}'))).toMatchObject({ statusCode: 422 });
});
