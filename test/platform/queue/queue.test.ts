import { createServer, type Server } from 'node:http';
import { SendMessageBatchCommand, SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { mockClient } from 'aws-sdk-client-mock';
import { openQueue } from '../../../lambdas/platform/queue/queue';

const url = 'http://queues.example/1/mail';
const client = new SQSClient({});
const sqs = mockClient(client);
const queue = openQueue(url, client);
beforeEach(() => sqs.reset());

const messages = (count: number) => Array.from({ length: count }, (_, index) => ({ body: { index } }));
const batches = () => sqs.commandCalls(SendMessageBatchCommand).map(({ args }) => args[0].input.Entries ?? []);
const takesAllBut = (refused: (body: string) => boolean) =>
  sqs.on(SendMessageBatchCommand).callsFake(({ Entries }: { Entries: { Id: string; MessageBody: string }[] }) => ({
    Successful: Entries.filter(({ MessageBody }) => !refused(MessageBody)).map(({ Id }) => ({ Id })),
    Failed: Entries.filter(({ MessageBody }) => refused(MessageBody)).map(({ Id }) => ({ Id, Code: 'InternalError' })),
  }));

test('sends a message with its delay, its lane and its mark against repeats', async () => {
  sqs.on(SendMessageCommand).resolves({});
  await queue.send({ body: { a: 1 }, delaySeconds: 0, group: 'lane-1', deduplicationId: 'x' });
  expect(sqs.commandCalls(SendMessageCommand)[0]?.args[0].input).toEqual({
    QueueUrl: url,
    MessageBody: '{"a":1}',
    DelaySeconds: 0,
    MessageGroupId: 'lane-1',
    MessageDeduplicationId: 'x',
  });
});

test('says so when SQS is away', async () => {
  sqs.on(SendMessageCommand).rejects(new Error('away'));
  await expect(queue.send({ body: {} })).rejects.toThrow('away');
});

test('sends many, ten at a time, in order', async () => {
  takesAllBut(() => false);
  await queue.sendAll(messages(23));
  expect(batches().map((entries) => entries.length)).toEqual([10, 10, 3]);
  expect(
    batches()
      .flat()
      .map(({ MessageBody }) => MessageBody),
  ).toEqual(messages(23).map(({ body }) => JSON.stringify(body)));
});

test('sends nothing for nothing', async () => {
  await queue.sendAll([]);
  expect(batches()).toEqual([]);
});

test('sends again, once, only what SQS refused while saying yes', async () => {
  let refusals = 0;
  takesAllBut((body) => body === '{"index":3}' && refusals++ < 2);
  await queue.sendAll(messages(5));
  expect(batches().map((entries) => entries.map(({ MessageBody }) => MessageBody))).toEqual([
    messages(5).map(({ body }) => JSON.stringify(body)),
    ['{"index":3}'],
  ]);
});

test('says so when SQS refuses twice', async () => {
  takesAllBut((body) => body === '{"index":3}');
  await expect(queue.sendAll(messages(5))).rejects.toThrow('SQS refused 1 of 5 messages.');
});

test('takes silence about a message for a refusal', async () => {
  sqs.on(SendMessageBatchCommand).resolves({});
  await expect(queue.sendAll(messages(1))).rejects.toThrow('SQS refused 1 of 1');
});

describe('with a server that hangs', () => {
  let server: Server;
  let port = 0;
  let asked = 0;
  let hangs = 0;
  beforeAll((done) => {
    sqs.restore();
    server = createServer((_, response) => {
      asked += 1;
      if (asked > hangs)
        response.writeHead(200, { 'content-type': 'application/x-amz-json-1.0' }).end('{"MessageId":"1"}');
    }).listen(0, '127.0.0.1', () => {
      const address = server.address();
      port = typeof address === 'object' && address ? address.port : 0;
      process.env.AWS_ENDPOINT_URL_SQS = `http://127.0.0.1:${port}`;
      done();
    });
  });
  afterAll((done) => {
    delete process.env.AWS_ENDPOINT_URL_SQS;
    server.closeAllConnections();
    server.close(done);
  });

  test('a call that hangs is made again, in time', async () => {
    [asked, hangs] = [0, 1];
    await openQueue(url).send({ body: {} });
    expect(asked).toBe(2);
  });

  test('a runner waits three seconds at most, and the endpoint of the environment is the one asked', async () => {
    [asked, hangs] = [0, Number.POSITIVE_INFINITY];
    const started = Date.now();
    await expect(openQueue(url).send({ body: {} })).rejects.toThrow();
    expect(Date.now() - started).toBeLessThan(3500);
    expect(asked).toBeGreaterThanOrEqual(1);
  });
});
