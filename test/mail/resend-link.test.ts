import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import type { Order } from '../../lambdas/domain/mail-order';
import { ourApi } from '../../lambdas/functions/wiring/selling/site-api';
import { type Put, relayOutbox, relayPut } from '../../lambdas/ledger/outbox';
import { MemcachedLinkLimit } from '../../lambdas/mail/links/memcached-link-limit';
import { OutboxLinkRequests } from '../../lambdas/mail/links/outbox-link-requests';
import type { LinkLimit, LinkRequests } from '../../lambdas/mail/links/ports';
import { linkWindowSeconds, maxLinkRequestsPerHour, resendLink } from '../../lambdas/mail/links/resend-link';
import { mailRoutes } from '../../lambdas/mail/links/routes';
import { PostgresMailLedger } from '../../lambdas/mail/send/postgres-mail-ledger';
import type { Memcached } from '../../lambdas/platform/memcached/memcached';
import type { Outgoing } from '../../lambdas/platform/queue/queue';
import { uuid7 } from '../../lambdas/platform/uuid';
import { type FreshMemcached, freshMemcached, patientMemcached } from '../support/memcached';
import { type FreshDatabase, freshDatabase } from '../support/postgres/database';
import { type MadeRace, makeRace } from '../support/races/race';
import { until } from '../support/until';
import { claimOne } from './claim-one';
import { registerRunner } from './register-runner';
import { virtualTime } from './virtual-time';

let database: FreshDatabase;
let race: MadeRace;
let requests: OutboxLinkRequests;
let server: FreshMemcached;
let memcached: Memcached;
let spot = 0;
let queued: Outgoing[] = [];

beforeAll(async () => {
  database = await freshDatabase();
  race = await makeRace(database.postgres, { spots: 50 });
  requests = new OutboxLinkRequests(database.postgres, uuid7);
  server = await freshMemcached();
  memcached = patientMemcached(server.url);
});
afterAll(async () => {
  memcached.close();
  await Promise.all([database.close(), server.stop()]);
});
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
const relay = (put: readonly Put[]) => relayPut(database.postgres, { 'urgent-mail': queue }, put);
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

const wait = async (
  email: string,
  { state = 'waiting', askedAt = '2027-03-01', isConfirmed = true, rank = 1 }: Partial<Place> = {},
) => {
  const id = uuid7();
  await database.postgres.query(
    `INSERT INTO waiting (id, event_id, person, runner, rank, state, asked_at, confirmed_at)
     VALUES ($1::uuid, $2, $1::uuid::text, $3, $4, $5, $6, $7)`,
    [
      id,
      race.eventId,
      JSON.stringify({ firstName: 'Grace', email }),
      rank,
      state,
      askedAt,
      isConfirmed ? askedAt : null,
    ],
  );
  return id;
};
interface Place {
  readonly state: string;
  readonly askedAt: string;
  readonly isConfirmed: boolean;
  readonly rank: 0 | 1;
}

test('somebody whom a stranger put on the list gets nothing until they say that the place is theirs', async () => {
  await wait('spam-trap@example.com', { isConfirmed: false });
  await ask('spam-trap@example.com');
  expect(queued).toEqual([]);

  const paid = await wait('had-paid@example.com', { isConfirmed: false, rank: 0 });
  await ask('had-paid@example.com');
  expect(queued.map(({ body }) => body)).toMatchObject([{ registrationId: paid }]);
});

test('somebody who only waits gets the link to their newest place, however the address is written', async () => {
  await wait('waits-only@example.com');
  const newest = await wait('Waits-Only@example.com', { askedAt: '2027-04-01' });
  await ask('waits-only@Example.com');
  const body = { registrationId: newest, template: 'place-link', generation: 1 };
  expect(orders()).toEqual([[body, 'lane-0', `${newest}:place-link:1`]]);
});

test('somebody who waits gets their mail, also when a stranger registered under the id of their place, and asks as often', async () => {
  const id = await wait('waits-alone@example.com');
  await register('stranger-with-the-id@example.com', { id });
  for (const email of ['stranger-with-the-id@example.com', 'waits-alone@example.com']) await ask(email);
  expect(queued.map(({ body }) => body)).toEqual([
    { registrationId: id, template: 'registration-link', generation: 1 },
    { registrationId: id, template: 'place-link', generation: 1 },
  ]);
  const ledger = new PostgresMailLedger(database.postgres);
  const theirs = { registrationId: id, template: 'registration-link', generation: 1 } as const;
  expect(await claimOne(ledger, theirs, 'stranger-with-the-id@example.com')).toBe('claimed');
  expect(await claimOne(ledger, { ...theirs, template: 'place-link' }, 'waits-alone@example.com')).toBe('claimed');
});

test('somebody who is registered and waits elsewhere gets one mail, under their registration', async () => {
  const id = await register('both@example.com');
  await wait('both@example.com', { askedAt: '2037-01-01' });
  await ask('both@example.com');
  expect(queued.map(({ body }) => body)).toMatchObject([{ registrationId: id }]);
});

test('a place that was given up, lost, not needed, or became a registration brings no mail', async () => {
  for (const state of ['registered', 'expired', 'left', 'not-needed']) await wait(`${state}@example.com`, { state });
  for (const state of ['registered', 'expired', 'left', 'not-needed']) await ask(`${state}@example.com`);
  expect(queued).toEqual([]);
});

test('however often a waiter asks, one mail leaves in ten minutes', async () => {
  const id = await wait('impatient@example.com');
  await Promise.all([1, 2, 3].map(() => ask('impatient@example.com')));
  expect(new Set(queued.map(({ deduplicationId }) => deduplicationId)).size).toBe(1);
  const order = { registrationId: id, template: 'place-link', generation: 1 } as const;
  await claimOne(new PostgresMailLedger(database.postgres), order, 'impatient@example.com');
  queued = [];
  await ask('impatient@example.com');
  expect(queued).toEqual([]);
});

test('however often somebody asks, one mail leaves in ten minutes', async () => {
  const id = await register('often@example.com');
  await Promise.all([1, 2, 3, 4].map(() => ask('often@example.com')));
  // Not sent yet: all orders are for the same mail, and the ledger lets one of them leave.
  expect(new Set(queued.map(({ deduplicationId }) => deduplicationId)).size).toBe(1);
  const ledger = new PostgresMailLedger(database.postgres);
  const order = { registrationId: id, template: 'registration-link', generation: 1 } as const;
  await claimOne(ledger, order, 'Often@example.com');
  await ledger.accepted([{ order, messageId: 'm' }]);
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

test('a mailbox gets three mails a day that others can order, however the address is written and however many people ask', async () => {
  const id = await register('a.da@gmail.com');
  await database.postgres.query('UPDATE payment SET amount = 0 WHERE registration_id = $1', [id]);
  const ledger = new PostgresMailLedger(database.postgres);
  const orderedOnce = async () => {
    queued = [];
    await ask('a.da@gmail.com');
    return queued.length;
  };
  const sendTo = (recipient: string, order: Partial<Order> = {}) =>
    claimOne(ledger, { registrationId: uuid7(), template: 'transfer-offer', generation: 1, ...order }, recipient);
  expect(await orderedOnce()).toBe(1);
  expect(await sendTo('ada@gmail.com')).toBe('claimed');
  expect(await sendTo('Ada+harbour@Googlemail.com')).toBe('claimed');
  expect(await orderedOnce()).toBe(1);
  expect(await sendTo('a.d.a@gmail.com')).toBe('claimed');
  expect(await orderedOnce()).toBe(0);
  const late: Order = { registrationId: id, template: 'registration-link', generation: 1 };
  expect(await sendTo('a.da@gmail.com', late)).toBe('suppressed');
  expect(await sendTo('ada+4@gmail.com')).toBe('suppressed');
  const [row] = await database.postgres.query<{ reason: string }>(
    'SELECT reason FROM mail WHERE registration_id = $1',
    [id],
  );
  expect(row?.reason).toContain('3 mails that others can order');
  // Mails that somebody paid for are not counted and always leave; nor does one full mailbox stop another's mail.
  expect(await sendTo('a.da@gmail.com', { template: 'confirmation' })).toBe('claimed');
  expect(await sendTo('ada@example.com')).toBe('claimed');

  await database.postgres.query(`UPDATE mail SET claimed_at = claimed_at - interval '1 day'`);
  expect(await orderedOnce()).toBe(1);
  expect(await sendTo('ada@gmail.com')).toBe('claimed');
});

test('whoever fills a mailbox does not keep somebody who paid from their link: one more leaves in a day', async () => {
  const [id, alias] = [await register('prey@example.com'), await register('prey+alias@example.com')];
  await database.postgres.query('UPDATE payment SET amount = 0 WHERE registration_id = $1', [alias]);
  const ledger = new PostgresMailLedger(database.postgres);
  for (let n = 0; n < 3; n++)
    expect(
      await claimOne(
        ledger,
        { registrationId: uuid7(), template: 'transfer-offer', generation: 1 },
        'prey@example.com',
      ),
    ).toBe('claimed');
  const linked = async (email: string) => {
    queued = [];
    await ask(email);
    return queued.map(({ body }) => body);
  };
  const order: Order = { registrationId: id, template: 'registration-link', generation: 1 };
  const ofAlias: Order = { registrationId: alias, template: 'registration-link', generation: 1 };
  // An address that was registered for nothing has no mail of its own.
  expect(await linked('prey+alias@example.com')).toEqual([]);
  expect(await claimOne(ledger, ofAlias, 'prey+alias@example.com')).toBe('suppressed');
  expect(await linked('Prey@example.com')).toEqual([order]);
  expect(await claimOne(ledger, order, 'prey@example.com')).toBe('claimed');
  await database.postgres.query(`UPDATE mail SET claimed_at = claimed_at - interval '1 hour'`);
  expect(await linked('prey@example.com')).toEqual([]);
  expect(await claimOne(ledger, { ...order, generation: 2 }, 'prey@example.com')).toBe('suppressed');
  for (const template of ['transfer-offer', 'place-confirmation', 'place-link'] as const)
    expect(await claimOne(ledger, { registrationId: uuid7(), template, generation: 1 }, 'prey@example.com')).toBe(
      'suppressed',
    );
});

test('what did not leave does not count', async () => {
  const ledger = new PostgresMailLedger(database.postgres);
  const order = (): Order => ({ registrationId: uuid7(), template: 'transfer-offer', generation: 1 });
  for (let n = 0; n < 4; n++) {
    const given = order();
    expect(await claimOne(ledger, given, 'bea@example.com')).toBe('claimed');
    if (n % 2) await ledger.release(given);
    else await ledger.rejected(given, 'SES would not have it');
  }
  expect(await claimOne(ledger, order(), 'bea@example.com')).toBe('claimed');
});

const nobodyCounts: LinkLimit = { countOneMore: async () => 1 };
const answerTimeWith = async (found: LinkRequests, relaying: () => Promise<unknown>) => {
  const time = virtualTime(0);
  const resend = resendLink({
    requests: found,
    limit: nobodyCounts,
    relay: relaying,
    alerts: quiet,
    pause: time.pause,
  });
  await time.run(resend('ada@example.com', '203.0.113.7'));
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
  expect(await relayOutbox(database.postgres, { 'urgent-mail': queue }, { ids })).toBe(1);
});

const post = (body: string, viewer = '198.51.100.1:40000') =>
  ({
    version: '2.0',
    routeKey: 'POST /api/registration-links',
    rawPath: '/api/registration-links',
    rawQueryString: '',
    headers: { 'content-type': 'application/json', 'x-startline-viewer': viewer },
    requestContext: { http: { method: 'POST', path: '/api/registration-links' }, requestId: 'r1' },
    body,
    isBase64Encoded: false,
  }) as unknown as APIGatewayProxyEventV2;

const route = (limit: LinkLimit) =>
  ourApi(
    mailRoutes({ resendLink: resendLink({ requests, limit, relay, alerts: quiet, pause: async () => undefined }) }),
  );

test('the route answers the same for everybody, and tells what is wrong with an address', async () => {
  await register('route@example.com');
  const handler = route(new MemcachedLinkLimit(memcached));
  const answers = await Promise.all(
    ['route@example.com', 'stranger@example.com'].map((email) => handler(post(JSON.stringify({ email })))),
  );
  for (const { statusCode, body } of answers) expect([statusCode, body]).toEqual([202, '{"status":"sent-if-known"}']);
  expect(answers[0]?.headers).toEqual(answers[1]?.headers);
  expect(await handler(post('{"email":"nonsense"}'))).toMatchObject({ statusCode: 422 });
});

test('a network asks twenty times an hour, and above that hears the same of every address', async () => {
  await register('often-asked@example.com');
  const handler = route(new MemcachedLinkLimit(memcached));
  const askedBy = async (viewer: string, email = 'nobody@example.com') =>
    handler(post(JSON.stringify({ email }), viewer));
  // All addresses of an IPv6 network count as one household.
  for (let n = 1; n <= maxLinkRequestsPerHour; n++)
    expect(await askedBy(`[2001:db8:0:1::${n}]:40000`)).toMatchObject({ statusCode: 202 });
  queued = [];
  const [known, unknown] = [
    await askedBy('[2001:db8:0:1::99]:1', 'often-asked@example.com'),
    await askedBy('[2001:db8:0:1::98]:2'),
  ];
  expect(known).toMatchObject({ statusCode: 429, headers: { 'retry-after': String(linkWindowSeconds) } });
  expect(JSON.parse(known.body ?? '')).toMatchObject({
    type: '/problems/too-many-requests',
    retryAfter: linkWindowSeconds,
  });
  expect([unknown.statusCode, unknown.headers, unknown.body]).toEqual([known.statusCode, known.headers, known.body]);
  expect(queued).toEqual([]);
  expect(await askedBy('[2001:db8:0:2::1]:40000', 'often-asked@example.com')).toMatchObject({ statusCode: 202 });
  await until(async () => queued.length === 1);
});

test('somebody with a whole network of addresses may ask four times as often, and no more', async () => {
  await register('asked-by-many@example.com');
  const handler = route(new MemcachedLinkLimit(memcached));
  const askedBy = async (n: number, email = 'nobody@example.com') =>
    (await handler(post(JSON.stringify({ email }), `[2001:db8:77:${n.toString(16)}::1]:40000`))).statusCode;
  for (let n = 1; n <= 4 * maxLinkRequestsPerHour; n++) expect(await askedBy(n)).toBe(202);
  queued = [];
  expect(await askedBy(4 * maxLinkRequestsPerHour + 1, 'asked-by-many@example.com')).toBe(429);
  expect(queued).toEqual([]);
});

test('while the cache is away nobody is turned away: a mailbox gets no more for it', async () => {
  const id = await register('no-cache@example.com');
  const handler = route({ countOneMore: () => Promise.reject(new Error('memcached is away')) });
  for (let n = 0; n < maxLinkRequestsPerHour + 2; n++)
    expect(await handler(post('{"email":"no-cache@example.com"}'))).toMatchObject({ statusCode: 202 });
  const ordersOfIt = () => orders().filter(([, , deduplication]) => String(deduplication).startsWith(id));
  await until(async () => ordersOfIt().length === maxLinkRequestsPerHour + 2);
  expect(ordersOfIt()).toEqual(Array.from({ length: maxLinkRequestsPerHour + 2 }, () => ordersOfIt()[0]));
});
