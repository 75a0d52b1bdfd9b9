import type { SQSEvent } from 'aws-lambda';
import * as fc from 'fast-check';
import type { Order } from '../../../lambdas/domain/mail-order';
import { eventsWorker } from '../../../lambdas/mail/events/events-worker';
import { PostgresMailEvents } from '../../../lambdas/mail/events/postgres-mail-events';
import { PostgresMailLedger } from '../../../lambdas/mail/send/postgres-mail-ledger';
import type { Sql } from '../../../lambdas/platform/postgres/postgres';
import { isDataFault } from '../../../lambdas/platform/retry';
import { uuid7 } from '../../../lambdas/platform/uuid';
import { type FreshDatabase, freshDatabase } from '../../support/postgres/database';
import { claimOne } from '../claim-one';

let database: FreshDatabase;
let ledger: PostgresMailLedger;
const quiet = { count: () => undefined, warn: () => undefined, error: () => undefined };

beforeAll(async () => {
  database = await freshDatabase();
  ledger = new PostgresMailLedger(database.postgres);
});
afterAll(() => database.close());
afterEach(() => jest.restoreAllMocks());

const newOrder = (): Order => ({ registrationId: uuid7(), template: 'confirmation', generation: 1 });
const ada = 'ada@example.com';

/** An event as SES publishes it, as far as its documentation shows. */
const sesEvent = (
  eventType: string,
  order: Order | undefined,
  { messageId = 'm-1', ...more }: Record<string, unknown> = {},
) => ({
  eventType,
  mail: {
    timestamp: '2027-03-01T10:00:00.000Z',
    source: 'mail@startline.example',
    messageId,
    destination: [ada],
    headersTruncated: false,
    tags: {
      'ses:configuration-set': ['startline'],
      ...(order && {
        registrationId: [order.registrationId],
        template: [order.template],
        generation: [`${order.generation}`],
      }),
    },
  },
  ...more,
});
const bounce = (bounceType = 'Permanent', emailAddress = ada) => ({
  bounce: {
    bounceType,
    bounceSubType: 'General',
    bouncedRecipients: [{ emailAddress, action: 'failed', status: '5.1.1' }],
    timestamp: '',
    feedbackId: '',
  },
});
const complaint = (complaintFeedbackType: string | null) => ({
  complaint: {
    complaintFeedbackType,
    complainedRecipients: [{ emailAddress: `Ada <${ada}>` }],
    timestamp: '',
    feedbackId: '',
  },
});
const onBus = (detail: ReturnType<typeof sesEvent>) => ({
  version: '0',
  id: uuid7(),
  'detail-type': 'Email …',
  source: 'aws.ses',
  account: '0',
  time: '',
  region: 'us-east-1',
  resources: [],
  detail,
});

const sqsEvent = (...bodies: readonly unknown[]): SQSEvent => {
  const Records = bodies.map((body, index) => ({
    messageId: `${index}`,
    body: JSON.stringify(body),
    attributes: { ApproximateReceiveCount: '1' },
  }));
  return { Records } as unknown as SQSEvent;
};

/** How many mails this connection has updated, and how many of them without a new entry in any index. */
const updates = async (sql: Sql) => {
  const [counted] = await sql.query<{ all: number; hot: number }>(
    `SELECT pg_stat_get_xact_tuples_updated('mail'::regclass)::int AS all,
            pg_stat_get_xact_tuples_hot_updated('mail'::regclass)::int AS hot`,
  );
  if (!counted) throw new Error('a count has no row');
  return counted;
};

const receive = async (...bodies: readonly unknown[]) => {
  const worker = eventsWorker({
    mailEvents: new PostgresMailEvents(database.postgres),
    alerts: quiet,
    isPoison: isDataFault,
  });
  return (await worker(sqsEvent(...bodies))).batchItemFailures;
};
const rowOf = async ({ registrationId }: Order) =>
  (
    await database.postgres.query<{ state: string; event: string | null; message_id: string | null }>(
      'SELECT state, event, message_id FROM mail WHERE registration_id = $1',
      [registrationId],
    )
  )[0];
const mayWriteTo = async (address: string) => (await claimOne(ledger, newOrder(), address)) === 'claimed';

test('a mail whose sender died is known to have left once SES says so (F16)', async () => {
  for (const settle of [async () => undefined, (order: Order) => ledger.unknown(order, 'timed out')]) {
    const order = newOrder();
    await claimOne(ledger, order, ada);
    await settle(order);
    expect(await receive(onBus(sesEvent('Send', order, { messageId: 'm-7', send: {} })))).toEqual([]);
    expect(await rowOf(order)).toEqual({ state: 'accepted', event: 'send', message_id: 'm-7' });
  }
});

test('a sender that gives up after SES has spoken does not contradict it, and does not free the claim', async () => {
  const order = newOrder();
  await claimOne(ledger, order, ada);
  await receive(sesEvent('Delivery', order, { delivery: {} }));
  await ledger.unknown(order, 'timed out');
  await ledger.release(order);
  expect(await rowOf(order)).toEqual({ state: 'accepted', event: 'delivery', message_id: 'm-1' });
  expect(await claimOne(ledger, order, ada)).toBe('taken');
});

test('an event of a mail that SES accepted writes no index (HOT)', async () => {
  const order = newOrder();
  await claimOne(ledger, order, ada);
  await ledger.accepted([{ order, messageId: 'm-8' }]);
  const counts: unknown[] = [];
  const postgres = {
    ...database.postgres,
    transaction: <T>(work: (sql: Sql) => Promise<T>) =>
      database.postgres.transaction(async (sql) => {
        const before = await updates(sql);
        const result = await work(sql);
        const after = await updates(sql);
        counts.push([after.all - before.all, after.hot - before.hot]);
        return result;
      }),
  };
  const mailEvents = new PostgresMailEvents(postgres);
  await eventsWorker({ mailEvents, alerts: quiet, isPoison: isDataFault })(
    sqsEvent(onBus(sesEvent('Delivery', order, { messageId: 'm-8', delivery: {} }))),
  );
  expect(await rowOf(order)).toMatchObject({ event: 'delivery' });
  expect(counts).toEqual([[1, 1]]);
});

test('whatever order events come in, and however often, the weightiest stays', async () => {
  const published = [
    ['Send', {}],
    ['DeliveryDelay', {}],
    ['Delivery', {}],
    ['Bounce', bounce('Permanent', 'gone@example.com')],
  ] as const;
  await fc.assert(
    fc.asyncProperty(
      fc.shuffledSubarray([0, 1, 2, 3, 0, 1, 2, 3], { minLength: 8 }),
      fc.integer({ min: 0, max: 8 }),
      async (sequence, marked) => {
        const order = newOrder();
        await claimOne(ledger, order, `${order.registrationId}@example.com`);
        for (const [index, which] of sequence.entries()) {
          if (index === marked) await ledger.accepted([{ order, messageId: 'm-1' }]);
          const [type, more] = published[which] ?? published[0];
          await receive(sesEvent(type, order, more));
        }
        expect(await rowOf(order)).toEqual({ state: 'accepted', event: 'bounce', message_id: 'm-1' });
      },
    ),
    { numRuns: 15 },
  );
});

test('without tags the message id tells which mail it was', async () => {
  const order = newOrder();
  await claimOne(ledger, order, ada);
  const messageId = uuid7();
  await ledger.accepted([{ order, messageId }]);
  await receive(onBus(sesEvent('Delivery', undefined, { messageId })));
  expect(await rowOf(order)).toMatchObject({ event: 'delivery' });
});

test('nobody writes again to an address that bounced for good or complained', async () => {
  await receive(onBus(sesEvent('Bounce', undefined, bounce('Transient', 'full@example.com'))));
  expect(await mayWriteTo('full@example.com')).toBe(true);
  await receive(onBus(sesEvent('Complaint', undefined, complaint('not-spam'))));
  expect(await mayWriteTo(ada)).toBe(true);

  const order = newOrder();
  await claimOne(ledger, order, 'Ada@bücher.example');
  const bounced = onBus(sesEvent('Bounce', order, bounce('Permanent', 'Ada@xn--bcher-kva.example')));
  await receive(bounced, bounced);
  expect(await mayWriteTo('ada@xn--bcher-kva.example')).toBe(false);
  expect(await mayWriteTo('ada@BÜCHER.example')).toBe(false);
  await receive(sesEvent('Complaint', undefined, complaint(null)));
  expect(await mayWriteTo('ADA@example.com')).toBe(false);
});

test('what says nothing of the address is no bounce, and a mail taken out of the spam folder no complaint', async () => {
  const [full, suppressed, liked, away] = [newOrder(), newOrder(), newOrder(), newOrder()];
  for (const order of [full, suppressed, liked, away])
    await claimOne(ledger, order, `${order.registrationId}@example.com`);
  const listed = bounce('Permanent', 'listed@example.com');
  await receive(
    sesEvent('Bounce', full, bounce('Transient')),
    sesEvent('Bounce', suppressed, { bounce: { ...listed.bounce, bounceSubType: 'OnAccountSuppressionList' } }),
    sesEvent('Complaint', liked, complaint('not-spam')),
    // An automatic reply to a mail that was delivered.
    sesEvent('Delivery', away),
    sesEvent('Bounce', away, bounce('Transient')),
  );
  const events = await Promise.all([full, suppressed, liked, away].map(async (order) => (await rowOf(order))?.event));
  expect(events).toEqual(['soft-bounce', 'soft-bounce', 'delivery', 'delivery']);
  expect(await mayWriteTo('listed@example.com')).toBe(false);
});

test('events of other kinds, and of mails nobody knows, are taken and change nothing', async () => {
  const order = newOrder();
  await claimOne(ledger, order, 'byron@example.com');
  expect(await receive(sesEvent('Open', order), sesEvent('Send', newOrder(), { messageId: uuid7() }))).toEqual([]);
  expect(await rowOf(order)).toMatchObject({ state: 'claimed', event: null });
});

test('what is no event of SES fails alone', async () => {
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
  const order = newOrder();
  await claimOne(ledger, order, 'byron@example.com');
  expect(await receive({ hello: 'world' }, sesEvent('Send', order))).toEqual([{ itemIdentifier: '0' }]);
  expect(await rowOf(order)).toMatchObject({ event: 'send' });
});

test('all that is told of one mail at once counts, whatever order it stands in', async () => {
  const [lovelace, byron, carol] = [newOrder(), newOrder(), newOrder()];
  for (const order of [lovelace, byron, carol]) await claimOne(ledger, order, `${order.registrationId}@example.com`);
  const messageId = uuid7();
  await ledger.accepted([{ order: carol, messageId }]);
  const told = [
    sesEvent('Delivery', lovelace, { messageId: 'm-a' }),
    sesEvent('Send', lovelace, { messageId: 'm-a' }),
    sesEvent('Send', byron, { messageId: 'm-b' }),
    sesEvent('Bounce', carol, { messageId, ...bounce('Permanent', 'carol@example.com') }),
    sesEvent('Delivery', undefined, { messageId }),
    sesEvent('Complaint', byron, { messageId: 'm-b', ...complaint(null) }),
  ];
  expect(await receive(...told)).toEqual([]);
  expect(await rowOf(lovelace)).toEqual({ state: 'accepted', event: 'delivery', message_id: 'm-a' });
  expect(await rowOf(byron)).toEqual({ state: 'accepted', event: 'complaint', message_id: 'm-b' });
  expect(await rowOf(carol)).toEqual({ state: 'accepted', event: 'bounce', message_id: messageId });
  expect(await mayWriteTo('carol@example.com')).toBe(false);
  expect(await mayWriteTo(`${carol.registrationId}@example.com`)).toBe(false);
  expect(await mayWriteTo(`${byron.registrationId}@example.com`)).toBe(false);
  expect(await mayWriteTo(`${lovelace.registrationId}@example.com`)).toBe(true);
});

test('an event that the database cannot keep fails alone, and those beside it are written', async () => {
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
  const [one, other] = [newOrder(), newOrder()];
  for (const order of [one, other]) await claimOne(ledger, order, `${order.registrationId}@example.com`);
  const failed = await receive(
    sesEvent('Send', one),
    sesEvent('Send', undefined, { messageId: 'not\0text' }),
    sesEvent('Send', other),
  );
  expect(failed).toEqual([{ itemIdentifier: '1' }]);
  for (const order of [one, other]) expect(await rowOf(order)).toMatchObject({ event: 'send' });
});

test('while the database is away the whole batch comes again', async () => {
  const order = newOrder();
  const away = {
    record: () => Promise.reject(new Error('Connection terminated unexpectedly')),
  };
  const worker = eventsWorker({ mailEvents: away, alerts: quiet, isPoison: isDataFault });
  const Records = [{ messageId: '0', body: JSON.stringify(sesEvent('Send', order)), attributes: {} }];
  await expect(worker({ Records } as unknown as SQSEvent)).rejects.toThrow('Connection terminated');
});

test('SES is heard of a mail that nobody here knows, and somebody is told', async () => {
  const warn = jest.fn();
  const worker = eventsWorker({
    mailEvents: new PostgresMailEvents(database.postgres),
    alerts: { ...quiet, warn },
    isPoison: isDataFault,
  });
  const known = newOrder();
  await claimOne(ledger, known, 'known@example.com');
  const bodies = [sesEvent('Send', known), sesEvent('Delivery', newOrder(), { messageId: 'm-stranger' })];
  const Records = bodies.map((body, index) => ({ messageId: `${index}`, body: JSON.stringify(body), attributes: {} }));
  await worker({ Records } as unknown as SQSEvent);
  expect(warn.mock.calls.map(([, keys]) => keys)).toEqual([{ kind: 'delivery', sesMessageId: 'm-stranger' }]);
});
