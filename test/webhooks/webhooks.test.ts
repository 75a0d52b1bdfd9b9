import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as v from 'valibot';
import { webhooks } from '../../lambdas/api/operations/webhook-operations';
import { PostgresProjection } from '../../lambdas/participants/postgres-projection';
import { postPublicly } from '../../lambdas/platform/post-publicly';
import { uuid7 } from '../../lambdas/platform/uuid';
import { PostgresWithheldNames } from '../../lambdas/registration/change/postgres-withheld-names';
import { webhookTypes } from '../../lambdas/webhooks/event';
import { feedWebhooks } from '../../lambdas/webhooks/feed-webhooks';
import type { EndpointWish, WebhookDelivery } from '../../lambdas/webhooks/ports';
import { postWebhook } from '../../lambdas/webhooks/post-webhooks';
import { PostgresEndpoints } from '../../lambdas/webhooks/postgres-endpoints';
import { PostgresWebhookLog, tellOfRegistrations } from '../../lambdas/webhooks/postgres-webhook-log';
import { SignedWebhooks } from '../../lambdas/webhooks/signed-webhooks';
import { registerRunner } from '../mail/register-runner';
import { type FreshDatabase, freshDatabase } from '../support/postgres/database';
import { type MadeRace, makeRace } from '../support/races/race';

interface Received {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

let database: FreshDatabase;
let server: Server;
let url = '';
let received: Received[] = [];
let answerWith: number[] = [];
beforeAll(async () => {
  database = await freshDatabase();
  server = createServer((request, response) => {
    let body = '';
    request.on('data', (part) => {
      body += part;
    });
    request.on('end', () => {
      received.push({ headers: request.headers, body });
      response.writeHead(answerWith.shift() ?? 204).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`;
});
afterAll(async () => {
  server.close();
  await database.close();
});
beforeEach(() => {
  [received, answerWith] = [[], []];
});
afterEach(() => {
  // Whatever is posted is what the API's description says, and has nothing besides.
  for (const { body } of received) {
    const message = JSON.parse(body);
    expect(v.parse(webhooks[message.type]?.body.schema ?? v.never(), message)).toEqual(message);
  }
});

const secrets = new SignedWebhooks(async () => ({ kid: 'k1', k1: 'k'.repeat(64) }));

/** A receiver by the specification, which knows nothing of ours but the secret that the owner copied. */
const verify = (secret: string, { headers, body }: Received): boolean => {
  const [id, timestamp, signatures] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) =>
    String(headers[name]),
  );
  if (Math.abs(Date.now() / 1000 - Number(timestamp)) > 300) return false;
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
  const wanted = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest();
  return String(signatures)
    .split(' ')
    .some((one) => {
      const [version, given = ''] = one.split(',');
      const bytes = Buffer.from(given, 'base64');
      return version === 'v1' && bytes.length === wanted.length && timingSafeEqual(bytes, wanted);
    });
};

const world = () => {
  const { postgres } = database;
  const log = new PostgresWebhookLog(postgres);
  const projection = new PostgresProjection(postgres, { seconds: 0, openingSeconds: 0 }, tellOfRegistrations);
  const queued: WebhookDelivery[] = [];
  const feed = () =>
    feedWebhooks({
      log,
      catchUp: (raceId) => projection.catchUp(raceId),
      send: async (deliveries) => void queued.push(...deliveries),
      now: Date.now,
      pause: async () => undefined,
    })(0);
  const post = postWebhook({
    secrets,
    post: postPublicly({ allowed: new Set([new URL(url).host]), timeoutMs: 2000 }),
    newId: uuid7,
    now: Date.now,
  });
  const run = async () => {
    await feed();
    for (const delivery of queued.splice(0)) await log.note([await post(delivery)]);
  };
  return { log, projection, queued, feed, post, run, endpoints: new PostgresEndpoints(postgres, uuid7) };
};

const subscribed = async (changes: Partial<EndpointWish> = {}) => {
  const race = await makeRace(database.postgres, { spots: 9 });
  const wish = { raceId: race.raceId, endpointId: uuid7(), url, types: webhookTypes, withPerson: false, ...changes };
  expect(await world().endpoints.save(wish, false)).toEqual({ kind: 'saved', isNew: true, version: 1 });
  return { race, ...wish };
};
let spot = 0;
const register = async (race: MadeRace) => {
  const id = await registerRunner(database.postgres, race, { spot: (spot++ % 9) + 1, payment: 'authorised' });
  await database.postgres.query('UPDATE registration SET recorded_at = clock_timestamp() WHERE id = $1', [id]);
  return id;
};
const typesReceived = () => received.map(({ body }) => JSON.parse(body).type);
const dueNow = (endpointId: string) =>
  database.postgres.query(`UPDATE webhook_message SET next_at = now() WHERE endpoint_id = $1 AND state = 'due'`, [
    endpointId,
  ]);

test('what happens to a registration is told once, signed, in order of what is true, and thin', async () => {
  const { race, endpointId } = await subscribed();
  const id = await register(race);
  await world().run();
  await database.postgres.query(
    `UPDATE payment SET state = 'captured', settled_at = now() WHERE registration_id = $1`,
    [id],
  );
  await world().run();
  await world().run();
  expect(typesReceived()).toEqual(['registration.confirmed', 'payment.captured']);
  const secret = await secrets.secretOf(endpointId, 1);
  for (const one of received) expect(verify(secret, one)).toBe(true);
  expect(verify(await secrets.secretOf(endpointId, 2), received[0] as Received)).toBe(false);
  expect(verify(secret, { ...(received[0] as Received), body: '{}' })).toBe(false);
  const { timestamp, data } = JSON.parse(received[0]?.body ?? '');
  expect(Date.parse(timestamp)).toBeGreaterThan(Date.now() - 60_000);
  expect(data).toMatchObject({ registrationId: id, raceId: race.raceId, eventId: race.eventId, state: 'registered' });
  expect(received.map(({ body }) => body).join()).not.toMatch(/Ada|example\.com/);
});

test('a look at the list loses nothing, and nothing is told twice when the list is made again', async () => {
  const { race, endpointId } = await subscribed();
  await register(race);
  // A director opens the list before the minute job comes.
  await world().projection.catchUp(race.raceId);
  await world().projection.forget(race.raceId);
  await world().run();
  expect(typesReceived()).toEqual(['registration.confirmed']);
  expect(await world().endpoints.log(race.raceId, endpointId)).toHaveLength(1);
});

test('who was registered before the webhook was made is no news; a name is told only where the owner wants it', async () => {
  const race = await makeRace(database.postgres, { spots: 9 });
  await register(race);
  const wish = {
    raceId: race.raceId,
    endpointId: uuid7(),
    url,
    types: ['registration.confirmed'] as const,
    withPerson: true,
  };
  await world().endpoints.save(wish, false);
  await world().endpoints.save({ ...wish, endpointId: uuid7(), withPerson: false }, false);
  // The endpoint of another race hears nothing.
  await subscribed({ withPerson: true });
  const id = await register(race);
  await world().run();
  const told = received.map(({ body }) => JSON.parse(body).data);
  expect(told).toMatchObject([{ registrationId: id }, { registrationId: id }]);
  expect(told.flatMap(({ person }) => person ?? [])).toMatchObject([{ firstName: 'Ada', email: 'ada@example.com' }]);
});

test('that a runner wants no name in results is told once, to all who hear of registrations, without a name', async () => {
  const { race } = await subscribed({ withPerson: true });
  const id = await register(race);
  const other = await register(race);
  await world().run();
  expect(received.map(({ body }) => JSON.parse(body).data.nameWithheld)).toEqual([false, false]);
  received = [];
  const names = new PostgresWithheldNames(database.postgres, async () => false);
  expect(await names.withhold(id)).toEqual({ kind: 'withheld' });
  await world().run();
  expect(await names.withhold(id)).toEqual({ kind: 'withheld' });
  await world().run();
  expect(received.map(({ body }) => JSON.parse(body))).toMatchObject([
    { type: 'registration.name_withheld', data: { registrationId: id, state: 'registered', nameWithheld: true } },
  ]);
  expect(received[0]?.body).not.toMatch(/Ada|Lovelace|example\.com|person/);
  // What is told of them later says it again.
  received = [];
  await database.postgres.query(
    `UPDATE payment SET state = 'captured', settled_at = now() WHERE registration_id = ANY ($1::uuid[])`,
    [[id, other]],
  );
  await world().run();
  const said = received.map(({ body }) => JSON.parse(body).data);
  expect(new Map(said.map(({ registrationId, nameWithheld }) => [registrationId, nameWithheld]))).toEqual(
    new Map([
      [id, true],
      [other, false],
    ]),
  );
});

test('who asked for no name when they registered is confirmed so, and what they say again later is no news', async () => {
  const { race } = await subscribed();
  const id = await register(race);
  const definition = { questions: [{ id: 'no-name', type: 'consent', role: 'name-withheld' }] };
  await database.postgres.query(
    `INSERT INTO form (race_id, revision, definition, entry_schema, hash) VALUES ($1, 1, $2, '{}', 'a hash')`,
    [race.raceId, definition],
  );
  await database.postgres.query(
    `UPDATE registration SET form_revision = 1, runner = runner || '{"answers": {"no-name": true}}' WHERE id = $1`,
    [id],
  );
  await world().run();
  await new PostgresWithheldNames(database.postgres, async () => false).withhold(id);
  await world().run();
  expect(received.map(({ body }) => JSON.parse(body))).toMatchObject([
    { type: 'registration.confirmed', data: { registrationId: id, nameWithheld: true } },
  ]);
});

test('a name that is not withheld changes no id of a message, so a list that is made again repeats nothing', async () => {
  const { race, endpointId } = await subscribed();
  const id = await register(race);
  await world().run();
  const [{ key } = { key: '' }] = await database.postgres.query<{ key: string }>(
    `SELECT id::text AS key FROM webhook_message WHERE endpoint_id = $1`,
    [endpointId],
  );
  const who = createHash('md5').update('Ada\nLovelace\nada@example.com').digest('hex');
  const now = { state: 'registered', eventId: race.eventId, payment: 'authorised', refund: 0, who };
  const hex = createHash('sha256')
    .update(`${endpointId}\nregistration.confirmed\n${id}:${JSON.stringify(now)}`)
    .digest('hex');
  expect(key.replaceAll('-', '').slice(0, 12)).toBe(hex.slice(0, 12));
});

test('a pause, a publication and a cancellation of the race are told', async () => {
  const { race } = await subscribed();
  const { postgres } = database;
  const audit = (action: string, to?: string) =>
    postgres.query(`INSERT INTO audit (actor, action, race_id, event_id, detail) VALUES ('director', $1, $2, $3, $4)`, [
      action,
      to ? null : race.raceId,
      to ? race.eventId : null,
      { ...(to && { to }) },
    ]);
  await audit('sale-changed', 'paused');
  await audit('draft-saved');
  await world().run();
  await audit('race-published');
  await audit('sale-changed', 'on');
  await audit('race-cancelled');
  await world().run();
  await world().run();
  expect(typesReceived()).toEqual(['race.paused', 'race.published', 'race.resumed', 'race.cancelled']);
});

test('what is not taken comes again with its id, and the log has each answer', async () => {
  const { race, endpointId } = await subscribed({ types: ['registration.confirmed'] });
  answerWith = [500, 302];
  await register(race);
  await world().run();
  await world().run();
  expect(received).toHaveLength(1);
  await dueNow(endpointId);
  await world().run();
  await dueNow(endpointId);
  await world().run();
  expect(new Set(received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
  const [message] = await world().endpoints.log(race.raceId, endpointId);
  expect(message).toMatchObject({ state: 'sent', attempts: [{ status: 500 }, { status: 302 }, { status: 204 }] });
  expect((await world().endpoints.list(race.raceId))[0]).toMatchObject({ state: 'active', failingSince: null, due: 0 });
});

test('a result that comes twice counts once, and one that is lost is posted again later', async () => {
  const { race, endpointId } = await subscribed({ types: ['registration.confirmed'] });
  await register(race);
  const { feed, queued, post, log, endpoints } = world();
  await feed();
  await feed();
  expect(queued).toHaveLength(1);
  const result = { ...(await post(queued[0] as WebhookDelivery)), status: 500 };
  await Promise.all([log.note([result, result]), log.note([result])]);
  const [{ attempts } = { attempts: -1 }] = await database.postgres.query<{ attempts: number }>(
    'SELECT attempts FROM webhook_message WHERE endpoint_id = $1',
    [endpointId],
  );
  expect(attempts).toBe(1);
  expect((await endpoints.log(race.raceId, endpointId))[0]?.attempts).toHaveLength(1);
  await dueNow(endpointId);
  await feed();
  // Nothing was noted, so after ten minutes it is due.
  await dueNow(endpointId);
  await world().run();
  expect((await endpoints.log(race.raceId, endpointId))[0]?.state).toBe('sent');
});

test('of many results that are noted at once, each counts for its message and its endpoint', async () => {
  const { postgres } = database;
  const [works, fails] = [await subscribed(), await subscribed()];
  await postgres.query(`UPDATE webhook_endpoint SET failing_since = now() - interval '6 days' WHERE id = ANY ($1)`, [
    [works.endpointId, fails.endpointId],
  ]);
  const { endpoints, log } = world();
  for (const { raceId, endpointId } of [works, works, fails, fails]) await endpoints.test(raceId, endpointId, false);
  const idsOf = async ({ raceId, endpointId }: Pick<EndpointWish, 'raceId' | 'endpointId'>) =>
    (await endpoints.log(raceId, endpointId)).map(({ messageId }) => messageId);
  const [sent = '', lost = ''] = await idsOf(works);
  const [again = '', other = ''] = await idsOf(fails);
  const result = (messageId: string, status: number) => ({
    messageId,
    status,
    attemptId: uuid7(),
    at: new Date().toISOString(),
    ms: 5,
    answer: 'so\0',
  });
  await log.note([
    result(sent, 500),
    result(sent, 200),
    result(sent, 500),
    result(lost, 500),
    result(uuid7(), 200),
    result(again, 500),
    result(other, 500),
  ]);
  const stored = await postgres.query<{ id: string }>(
    `SELECT id, state, attempts, state = 'due' AND next_at > now() AS is_later FROM webhook_message WHERE id = ANY ($1)`,
    [[sent, lost, again, other]],
  );
  const message = (id: string, state: string, attempts: number) => ({ id, state, attempts, is_later: state === 'due' });
  expect(stored.sort((a, b) => (a.id < b.id ? -1 : 1))).toEqual(
    [message(sent, 'sent', 2), message(lost, 'due', 1), message(again, 'due', 1), message(other, 'due', 1)].sort(
      (a, b) => (a.id < b.id ? -1 : 1),
    ),
  );
  expect((await endpoints.log(works.raceId, works.endpointId)).map(({ attempts }) => attempts.length).sort()).toEqual([
    1, 3,
  ]);
  expect(await endpoints.list(works.raceId)).toMatchObject([{ state: 'active', failingSince: null }]);
  expect(await endpoints.list(fails.raceId)).toMatchObject([{ state: 'disabled' }]);
  const audit = await postgres.query(
    `SELECT race_id, detail FROM audit WHERE race_id = ANY ($1) AND action = 'webhook-disabled'`,
    [[works.raceId, fails.raceId]],
  );
  expect(audit).toEqual([{ race_id: fails.raceId, detail: { endpointId: fails.endpointId, after: 'again' } }]);
  // What is due again posts nothing beside the other tests.
  await endpoints.setState(works.raceId, works.endpointId, 'gone', false);
});

test('an endpoint that fails for five days is disabled, or at once by 410, and the log says so', async () => {
  const [slow, gone] = [await subscribed(), await subscribed()];
  await database.postgres.query(`UPDATE webhook_endpoint SET failing_since = now() - interval '6 days' WHERE id = $1`, [
    slow.endpointId,
  ]);
  answerWith = [500];
  await world().endpoints.test(slow.raceId, slow.endpointId, false);
  await world().run();
  answerWith = [410];
  await world().endpoints.test(gone.raceId, gone.endpointId, false);
  await world().run();
  for (const { raceId } of [slow, gone]) {
    expect((await world().endpoints.list(raceId))[0]?.state).toBe('disabled');
    const actions = await database.postgres.query(
      `SELECT FROM audit WHERE race_id = $1 AND action = 'webhook-disabled'`,
      [raceId],
    );
    expect(actions).toHaveLength(1);
  }
  // Nothing more is posted there until an owner says so.
  await world().endpoints.test(gone.raceId, gone.endpointId, false);
  await world().run();
  expect(received).toHaveLength(2);
  expect(await world().endpoints.setState(gone.raceId, gone.endpointId, 'active', false)).toBe(true);
  await world().run();
  expect(received).toHaveLength(3);
});

test('a new secret signs together with the old one for a day', async () => {
  const { raceId, endpointId } = await subscribed();
  const { endpoints, run } = world();
  expect(await endpoints.rotate(raceId, endpointId, true)).toBe(0);
  expect(await endpoints.rotate(raceId, endpointId, false)).toBe(2);
  await endpoints.test(raceId, endpointId, false);
  await run();
  const [one] = received as [Received];
  expect(verify(await secrets.secretOf(endpointId, 1), one)).toBe(true);
  expect(verify(await secrets.secretOf(endpointId, 2), one)).toBe(true);
  await database.postgres.query(
    `UPDATE webhook_endpoint SET old_key_until = now() - interval '1 second' WHERE id = $1`,
    [endpointId],
  );
  await endpoints.test(raceId, endpointId, false);
  await world().run();
  expect(verify(await secrets.secretOf(endpointId, 1), received[1] as Received)).toBe(false);
  expect(verify(await secrets.secretOf(endpointId, 2), received[1] as Received)).toBe(true);
});

test('one message or all that failed are posted again, and nothing of another race', async () => {
  const { raceId, endpointId } = await subscribed();
  const other = await subscribed();
  const { endpoints, run } = world();
  for (let n = 0; n < 2; n++) await endpoints.test(raceId, endpointId, false);
  await run();
  await database.postgres.query(`UPDATE webhook_message SET state = 'failed', attempts = 10 WHERE endpoint_id = $1`, [
    endpointId,
  ]);
  const [first] = await endpoints.log(raceId, endpointId);
  const ordered = (messages: number) => ({ kind: 'ordered', messages });
  expect(await endpoints.replay(other.raceId, endpointId, undefined, false)).toEqual(ordered(0));
  expect(await endpoints.replay(raceId, endpointId, undefined, true)).toEqual(ordered(2));
  expect(await endpoints.replay(raceId, endpointId, first?.messageId, false)).toEqual(ordered(1));
  await world().run();
  expect(received).toHaveLength(3);
  expect(await endpoints.replay(raceId, endpointId, undefined, false)).toEqual(ordered(1));
  expect(await endpoints.setState(other.raceId, endpointId, 'paused', false)).toBe(false);
  expect(await endpoints.test(other.raceId, endpointId, false)).toEqual({ kind: 'no-such-webhook' });
  expect(await endpoints.rotate(other.raceId, endpointId, false)).toBeUndefined();
  expect(await endpoints.save({ ...other, endpointId }, false)).toEqual({ kind: 'of-another-race' });
});

test('what was removed is not there to be changed: nobody is told that it is saved, though it posts nothing', async () => {
  const { raceId, endpointId, types } = await subscribed();
  const { endpoints } = world();
  expect(await endpoints.setState(raceId, endpointId, 'gone', false)).toBe(true);
  const again = await endpoints.save({ raceId, endpointId, url, types, withPerson: true }, false);
  expect([again.kind, await endpoints.list(raceId)]).toEqual(['of-another-race', []]);
});

test('a race orders 200 tests and repeats a day, also by an endpoint that is made again, and no dry run counts', async () => {
  const { race: _, ...wish } = await subscribed();
  const other = await subscribed();
  const { raceId, endpointId } = wish;
  const { endpoints } = world();
  await endpoints.test(raceId, endpointId, false);
  const [one] = await endpoints.log(raceId, endpointId);
  await endpoints.replay(raceId, endpointId, one?.messageId, false);
  await database.postgres.query(
    `INSERT INTO audit (actor, action, race_id, detail) SELECT 'director', 'webhooks-replayed', $1, '{}' FROM generate_series(1, 196)`,
    [raceId],
  );
  for (let n = 0; n < 5; n++) expect(await endpoints.test(raceId, endpointId, true)).toMatchObject({ kind: 'ordered' });
  await endpoints.test(raceId, endpointId, false);
  await endpoints.replay(raceId, endpointId, one?.messageId, false);
  const again = { ...wish, endpointId: uuid7() };
  await endpoints.save(again, false);
  const tooMany = { kind: 'too-many', most: 200 };
  for (const id of [endpointId, again.endpointId])
    for (const isDryRun of [true, false]) expect(await endpoints.test(raceId, id, isDryRun)).toEqual(tooMany);
  expect(await endpoints.replay(raceId, endpointId, one?.messageId, false)).toEqual(tooMany);
  expect(await endpoints.test(other.raceId, other.endpointId, false)).toMatchObject({ kind: 'ordered' });
  expect(await endpoints.list(raceId)).toMatchObject([{ due: 2 }, { due: 0 }]);
});

test('of forty tests and repeats that are ordered at once, no more are taken than the day has left', async () => {
  const { race: _, ...wish } = await subscribed();
  const { raceId } = wish;
  const another = { ...wish, endpointId: uuid7() };
  const { endpoints } = world();
  await endpoints.save(another, false);
  await endpoints.test(raceId, wish.endpointId, false);
  const [one] = await endpoints.log(raceId, wish.endpointId);
  await database.postgres.query(
    `INSERT INTO audit (actor, action, race_id, detail) SELECT 'director', 'webhook-tested', $1, '{}' FROM generate_series(1, 189)`,
    [raceId],
  );
  const order = (n: number) => {
    if (n % 3 === 0) return endpoints.replay(raceId, wish.endpointId, one?.messageId, false);
    return endpoints.test(raceId, n % 3 === 1 ? wish.endpointId : another.endpointId, false);
  };
  const answers = await Promise.all(Array.from({ length: 40 }, (_, n) => order(n)));
  expect(answers.filter((answer) => answer.kind === 'ordered')).toHaveLength(10);
  expect(answers.filter((answer) => answer.kind === 'too-many')).toHaveLength(30);
});
