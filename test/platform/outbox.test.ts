import { type OutboxMessage, putInOutbox, relayOutbox, relayPut } from '../../lambdas/ledger/outbox';
import type { Outgoing, Queue } from '../../lambdas/platform/queue/queue';
import { inTrace, readTrace } from '../../lambdas/platform/trace';
import { uuid7 } from '../../lambdas/platform/uuid';
import { type FreshDatabase, freshDatabase } from '../support/postgres/database';
import { until } from '../support/until';

let database: FreshDatabase;
beforeAll(async () => {
  database = await freshDatabase();
});
beforeEach(() => database.postgres.query('DELETE FROM outbox'));
afterAll(() => database.close());

/** A queue that keeps what it took, and refuses what it is told to. */
const queue = (refuses: (body: unknown) => boolean = () => false) => {
  const taken: Outgoing[] = [];
  const send = jest.fn(async (message: Outgoing) => {
    if (refuses(message.body)) throw new Error('refused');
    taken.push(message);
  });
  const sendAll = jest.fn(async (messages: readonly Outgoing[]) => {
    if (messages.some(({ body }) => refuses(body))) throw new Error('refused');
    taken.push(...messages);
  });
  return { taken, send, sendAll } satisfies Queue & { taken: Outgoing[] };
};
const payment = (n: number): OutboxMessage => ({ id: uuid7(), queue: 'payments', body: { n }, group: 'spring-run' });
const payments = (count: number) => Array.from({ length: count }, (_, n) => payment(n));
const waiting = async () => (await database.postgres.query<{ n: number }>('SELECT count(*) AS n FROM outbox'))[0]?.n;
const numbers = (messages: readonly Outgoing[]) => messages.map(({ body }) => JSON.stringify(body)).sort();

test('what is put in leaves as it was, once, and is gone', async () => {
  const mail: OutboxMessage = {
    id: uuid7(),
    queue: 'mail',
    body: { to: 'Zoë "the \\ fast", {1}', nothing: null },
    group: 'lane-1',
    deduplicationId: 'a:b:1',
  };
  const [first] = payments(1);
  if (!first) throw new Error('one payment was wanted');
  await putInOutbox(database.postgres, [mail, first]);
  await putInOutbox(database.postgres, [mail]);
  await putInOutbox(database.postgres, []);
  const queues = { mail: queue(), payments: queue() };
  expect(await relayOutbox(database.postgres, queues)).toBe(2);
  expect(queues.mail.taken).toEqual([{ body: mail.body, group: 'lane-1', deduplicationId: 'a:b:1' }]);
  expect(queues.payments.taken).toEqual([{ body: first.body, group: 'spring-run' }]);
  expect(await relayOutbox(database.postgres, queues)).toBe(0);
  expect(await waiting()).toBe(0);
});

test('what a crash left behind still belongs to the trace of the request that made it necessary', async () => {
  const header = 'Root=1-5759e988-bd862e3fe1be46a994272793;Parent=53995c3f42cd8ad8;Sampled=1';
  await inTrace(readTrace(header), () => putInOutbox(database.postgres, payments(1)));
  const queues = { payments: queue() };
  expect(await relayOutbox(database.postgres, queues)).toBe(1);
  expect(queues.payments.taken).toEqual([expect.objectContaining({ traceHeader: header })]);
});

test('what was just put in the outbox is sent unchanged, given as a message or as an id, and is deleted', async () => {
  const [atHand, byId, other] = [payment(1), payment(2), payment(3)];
  const mail: OutboxMessage = { id: uuid7(), queue: 'mail', body: 'x', group: 'lane-1', deduplicationId: 'a:b:1' };
  await putInOutbox(database.postgres, [atHand, byId, mail, other]);
  const queues = { mail: queue(), payments: queue() };
  await relayPut(database.postgres, queues, [atHand, byId.id, mail]);
  expect(queues.payments.taken).toEqual([atHand, byId].map(({ body, group }) => ({ body, group })));
  expect(queues.mail.taken).toEqual([{ body: mail.body, group: 'lane-1', deduplicationId: 'a:b:1' }]);
  expect(await database.postgres.query('SELECT id FROM outbox')).toEqual([{ id: other.id }]);
});

test('a message that was just put in and that its queue refuses stays, is reported, and does not hold up the others', async () => {
  const messages = payments(3);
  const mail: OutboxMessage = { id: uuid7(), queue: 'mail', body: 'x' };
  await putInOutbox(database.postgres, [...messages, mail]);
  const picky = queue((body) => JSON.stringify(body) === JSON.stringify(messages[1]?.body));
  const queues = { payments: picky, mail: queue() };
  await expect(relayPut(database.postgres, queues, [...messages, mail])).rejects.toThrow('1 messages could not leave');
  expect(await database.postgres.query('SELECT id FROM outbox')).toEqual([{ id: messages[1]?.id }]);
  expect(numbers(picky.taken)).toEqual(['{"n":0}', '{"n":2}']);
  expect(queues.mail.taken).toHaveLength(1);
});

test('a message for a queue that this function does not have stays in the outbox', async () => {
  const [message] = payments(1);
  if (!message) throw new Error('one payment was wanted');
  await putInOutbox(database.postgres, [message]);
  await relayPut(database.postgres, { mail: queue() }, [message]);
  expect(await waiting()).toBe(1);
});

test('nothing leaves of what was not committed', async () => {
  const undone = database.postgres.transaction(async (sql) => {
    await putInOutbox(sql, payments(3));
    throw new Error('undone');
  });
  await expect(undone).rejects.toThrow('undone');
  expect(await relayOutbox(database.postgres, { payments: queue() })).toBe(0);
});

test('only what was asked for leaves: these ids, this age, these queues', async () => {
  const [one, two] = payments(2);
  if (!one || !two) throw new Error('two payments were wanted');
  await putInOutbox(database.postgres, [one, two]);
  expect(await relayOutbox(database.postgres, { mail: queue() })).toBe(0);
  expect(await relayOutbox(database.postgres, { payments: queue() }, { olderThanSeconds: 60 })).toBe(0);
  expect(await relayOutbox(database.postgres, { payments: queue() }, { ids: [] })).toBe(0);
  expect(await relayOutbox(database.postgres, { payments: queue() }, { ids: [two.id] })).toBe(1);
  await database.postgres.query("UPDATE outbox SET created_at = clock_timestamp() - interval '61 seconds'");
  expect(await relayOutbox(database.postgres, { payments: queue() }, { olderThanSeconds: 60 })).toBe(1);
});

test('several who relay at once send every message once, in batches of at most a hundred', async () => {
  const messages = payments(450);
  await putInOutbox(database.postgres, messages);
  const taken = queue();
  // None finishes before all three have a batch: one that waited for another's rows would never get there.
  taken.sendAll.mockImplementation(async (batch) => {
    await until(() => taken.sendAll.mock.calls.length >= 3);
    taken.taken.push(...batch);
  });
  const counts = await Promise.all([1, 2, 3].map(() => relayOutbox(database.postgres, { payments: taken })));
  expect(counts.reduce((sum, count) => sum + count)).toBe(450);
  expect(numbers(taken.taken)).toEqual(numbers(messages));
  expect(Math.max(...taken.sendAll.mock.calls.map(([batch]) => batch.length))).toBe(100);
});

test('a crash after sending sends again rather than loses', async () => {
  await putInOutbox(database.postgres, payments(2));
  const crashing = queue();
  crashing.sendAll.mockImplementationOnce(async (messages) => {
    crashing.taken.push(...messages);
    // Until it has ended, at most ten seconds: it tells its client before it gives its locks back.
    const victim =
      'SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()';
    await database.postgres.query(`${victim} AND usename = current_user AND state = 'idle in transaction'`);
  });
  await expect(relayOutbox(database.postgres, { payments: crashing })).rejects.toThrow();
  expect(await waiting()).toBe(2);
  expect(await relayOutbox(database.postgres, { payments: crashing })).toBe(2);
  expect(crashing.taken).toHaveLength(4);
});

test('a message a queue refuses stays, is told, and holds nobody up', async () => {
  const messages = payments(150);
  const bad = messages[0];
  await putInOutbox(database.postgres, messages);
  await putInOutbox(database.postgres, [{ id: uuid7(), queue: 'mail', body: 'x' }]);
  const picky = queue((body) => JSON.stringify(body) === JSON.stringify(bad?.body));
  const mail = queue();
  await expect(relayOutbox(database.postgres, { payments: picky, mail })).rejects.toThrow('1 messages could not leave');
  expect(await database.postgres.query('SELECT id FROM outbox')).toEqual([{ id: bad?.id }]);
  expect(picky.taken).toHaveLength(149);
  expect(mail.taken).toHaveLength(1);
});

test('a queue that refuses everything is given up soon', async () => {
  await putInOutbox(database.postgres, payments(150));
  const dead = queue(() => true);
  await expect(relayOutbox(database.postgres, { payments: dead })).rejects.toThrow('could not leave');
  expect(dead.send.mock.calls.length).toBeLessThan(5);
  expect(await waiting()).toBe(150);
});
