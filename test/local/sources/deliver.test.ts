import { GetQueueAttributesCommand } from '@aws-sdk/client-sqs';
import type { SQSEvent } from 'aws-lambda';
import { openQueueClient, type QueueClient } from '../../../local/queue-client';
import { type Delivering, deliver } from '../../../local/sources/deliver';
import { until } from '../../support/until';
import { type QueueServer, startQueues } from '../queues/queue-server';

let server: QueueServer;
let queues: QueueClient;
beforeAll(async () => {
  server = await startQueues();
  queues = openQueueClient(server.url);
});
afterAll(() => server.close());

type Work = (event: SQSEvent) => unknown;
const isEvent = (event: unknown): event is SQSEvent =>
  typeof event === 'object' && event !== null && 'Records' in event;

const problems: string[] = [];
const running: { stop: AbortController; done: Promise<void> }[] = [];
afterEach(async () => {
  for (const { stop, done } of running.splice(0)) {
    stop.abort();
    await done;
  }
  problems.length = 0;
});

const startDelivering = (queue: string, work: Work, source: Partial<Delivering['source']> = {}) => {
  const stop = new AbortController();
  const invoke = async (event: unknown): Promise<unknown> => {
    if (!isEvent(event)) throw new Error('no SQS event');
    return work(event);
  };
  const done = deliver({
    source: { batchSize: 10, windowSeconds: 0, maxConcurrency: 5, ...source },
    queue,
    queues,
    invoke,
    log: (problem) => problems.push(problem),
    signal: stop.signal,
  });
  running.push({ stop, done });
};

const left = async (queue: string) => {
  const command = new GetQueueAttributesCommand({ QueueUrl: server.urlOf(queue), AttributeNames: ['All'] });
  const { ApproximateNumberOfMessages: visible, ApproximateNumberOfMessagesNotVisible: taken } =
    (await server.sqs.send(command)).Attributes ?? {};
  return Number(visible) + Number(taken);
};
const empty = (queue: string) => until(async () => (await left(queue)) === 0, 30);
const runners = (count: number) => Array.from({ length: count }, (_, index) => `runner ${index}`);

test('a function is given records as Lambda gives them, and what it worked on is deleted', async () => {
  const queue = await server.make();
  const events: SQSEvent[] = [];
  startDelivering(queue, (event) => void events.push(event));
  await server.send(queue, ['{"a":1}'], () => ({
    MessageGroupId: 'city-10k',
    MessageAttributes: { kind: { DataType: 'String', StringValue: 'submission' } },
  }));
  await empty(queue);
  expect(events).toEqual([
    {
      Records: [
        {
          messageId: expect.stringMatching(/^[0-9a-f-]{36}$/),
          receiptHandle: expect.any(String),
          body: '{"a":1}',
          attributes: {
            ApproximateReceiveCount: '1',
            SentTimestamp: expect.stringMatching(/^\d{13}$/),
            SenderId: expect.any(String),
            ApproximateFirstReceiveTimestamp: expect.stringMatching(/^\d{13}$/),
            MessageGroupId: 'city-10k',
          },
          messageAttributes: {
            kind: { stringValue: 'submission', stringListValues: [], binaryListValues: [], dataType: 'String' },
          },
          md5OfBody: expect.stringMatching(/^[0-9a-f]{32}$/),
          md5OfMessageAttributes: expect.stringMatching(/^[0-9a-f]{32}$/),
          eventSource: 'aws:sqs',
          eventSourceARN: `arn:aws:sqs:us-east-1:000000000000:${queue}`,
          awsRegion: 'us-east-1',
        },
      ],
    },
  ]);
});

test('a message reported as failed comes again, the others of its batch do not', async () => {
  const queue = await server.make({ VisibilityTimeout: '2' });
  const seen: Record<string, number> = {};
  await server.send(queue, ['good', 'bad']);
  startDelivering(queue, ({ Records }) => {
    for (const { body } of Records) seen[body] = (seen[body] ?? 0) + 1;
    const failed = Records.filter(({ body }) => body === 'bad' && (seen.bad ?? 0) < 3);
    return { batchItemFailures: failed.map(({ messageId }) => ({ itemIdentifier: messageId })) };
  });
  await empty(queue);
  expect(seen).toEqual({ good: 1, bad: 3 });
});

test('when a function throws, the whole batch comes again, and polling slows down until it works', async () => {
  const queue = await server.make({ VisibilityTimeout: '0' });
  let [calls, broken] = [0, true];
  startDelivering(queue, () => {
    calls++;
    if (broken) throw new Error('the database is away');
  });
  await server.send(queue, runners(30));
  const began = Date.now();
  await until(() => calls >= 6);
  // Two pollers fail at the same time. Then one continues after 200 ms, 400 ms and 800 ms, each reduced by up to half.
  expect(Date.now() - began).toBeGreaterThan(700);
  expect(await left(queue)).toBe(30);
  broken = false;
  await empty(queue);
  expect(problems).toContain(`${queue}: a batch of 10 failed and will come again.`);
});

test('a window gathers a large batch, one runner alone does not wait longer than the window', async () => {
  const queue = await server.make();
  const sizes: number[] = [];
  await server.send(queue, runners(250));
  startDelivering(queue, ({ Records }) => void sizes.push(Records.length), { batchSize: 100, windowSeconds: 1 });
  await empty(queue);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(250);
  expect(Math.max(...sizes)).toBe(100);
  const began = Date.now();
  await server.send(queue, ['alone']);
  await empty(queue);
  expect(Date.now() - began).toBeLessThan(8_000);
});

test('a backlog brings more invocations at once, never more than the limit', async () => {
  const queue = await server.make();
  let [now, most] = [0, 0];
  await server.send(queue, runners(300));
  const work = async () => {
    most = Math.max(most, ++now);
    try {
      await until(() => most >= 4, 20);
      // A fifth invocation would start now.
      await new Promise((resolve) => setTimeout(resolve, 30));
    } finally {
      now--;
    }
  };
  startDelivering(queue, work, { maxConcurrency: 4 });
  await empty(queue);
  expect(most).toBe(4);
});

test('a FIFO lane arrives in order though several pollers ask, also when one mail must be tried again', async () => {
  const queue = await server.make({ FifoQueue: 'true', VisibilityTimeout: '2' });
  const mails = Array.from({ length: 40 }, (_, index) => `${index}`);
  await server.send(queue, mails, (body) => ({ MessageGroupId: 'lane-0', MessageDeduplicationId: body }));
  const sent: string[] = [];
  let failed = false;
  startDelivering(queue, ({ Records }) => {
    for (const [index, { body }] of Records.entries()) {
      if (body === '17' && !failed) {
        failed = true;
        return { batchItemFailures: Records.slice(index).map(({ messageId }) => ({ itemIdentifier: messageId })) };
      }
      sent.push(body);
    }
    return undefined;
  });
  await empty(queue);
  expect(sent).toEqual(mails);
});

test('goes on after the queue server crashed and came back, and loses nothing', async () => {
  const queue = await server.make({ VisibilityTimeout: '2' });
  const seen = new Set<string>();
  const everybody = runners(200);
  startDelivering(queue, async ({ Records }) => {
    await new Promise((resolve) => setTimeout(resolve, 20));
    for (const { body } of Records) seen.add(body);
  });
  await server.send(queue, everybody);
  await until(() => seen.size > 30);
  await server.crash();
  await empty(queue);
  expect([...seen].sort()).toEqual([...everybody].sort());
});
