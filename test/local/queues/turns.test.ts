import { mkdtemp, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  ListMessageMoveTasksCommand,
  ReceiveMessageCommand,
  SendMessageCommand,
  SQSClient,
  StartMessageMoveTaskCommand,
} from '@aws-sdk/client-sqs';
import { Deduplication } from '../../../local/queues/queue/deduplication';
import { until } from '../../support/until';
import { type LocalProcess, startLocal } from '../process';

let folder: string;
let server: LocalProcess;
let sqs: SQSClient;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'queues-'));
  server = await startLocal('queues', { DATA_DIR: folder, PORT: '0' });
  sqs = new SQSClient({ endpoint: server.url, region: 'us-east-1', maxAttempts: 1 });
});
afterAll(async () => {
  sqs.destroy();
  await server.stop();
  await rm(folder, { recursive: true });
});

const queueUrl = (name: string) => `${server.url}/000000000000/${name}`;
const send = (name: string, MessageBody: string, MessageGroupId?: string) =>
  sqs.send(new SendMessageCommand({ QueueUrl: queueUrl(name), MessageBody, MessageGroupId }));
const receive = async (name: string, more = {}) =>
  (await sqs.send(new ReceiveMessageCommand({ QueueUrl: queueUrl(name), MaxNumberOfMessages: 10, ...more })))
    .Messages ?? [];

test("a small race's runner does not wait behind a big race's backlog", async () => {
  for (let index = 0; index < 100; index++) await send('registrations', `big ${index}`, 'big-race');
  await send('registrations', 'small', 'small-race');
  expect((await receive('registrations')).map(({ Body }) => Body)).toContain('small');
});

test('a receiver that hung up is not given a message it would never see', async () => {
  const hungUp = new Promise<void>((resolve) => {
    const poll = request(server.url, {
      method: 'POST',
      headers: { 'x-amz-target': 'AmazonSQS.ReceiveMessage', 'content-type': 'application/x-amz-json-1.0' },
    });
    // Half of the connection is closed, and the server closes the rest: so it knows by now that nobody waits there.
    poll.on('error', () => resolve());
    poll.end(JSON.stringify({ QueueUrl: queueUrl('payments'), WaitTimeSeconds: 20 }), () =>
      setImmediate(() => poll.socket?.end()),
    );
  });
  await hungUp;
  await send('payments', 'a');
  const [message] = await receive('payments', { WaitTimeSeconds: 5, MessageSystemAttributeNames: ['All'] });
  expect(message?.Attributes?.ApproximateReceiveCount).toBe('1');
});

test('dead letters go back to where they died when the operator says so', async () => {
  await send('settlements', 'poison');
  for (let delivery = 0; delivery < 40; delivery++)
    expect(await receive('settlements', { VisibilityTimeout: 0, WaitTimeSeconds: 1 })).toHaveLength(1);
  expect(await receive('settlements')).toHaveLength(0);
  const SourceArn = 'arn:aws:sqs:us-east-1:000000000000:settlements-dead-letters';
  await until(async () => (await receive('settlements-dead-letters', { VisibilityTimeout: 0 })).length === 1);
  await sqs.send(new StartMessageMoveTaskCommand({ SourceArn }));
  expect((await receive('settlements', { WaitTimeSeconds: 5 })).map(({ Body }) => Body)).toEqual(['poison']);
  const moved = await until(async () => {
    const { Results } = await sqs.send(new ListMessageMoveTasksCommand({ SourceArn }));
    return Results?.find(({ Status }) => Status === 'COMPLETED');
  });
  expect(moved.ApproximateNumberOfMessagesMoved).toBe(1);
});

test.each([
  ['not JSON', '{', 'SerializationException'],
  ['a list', '[]', 'SerializationException'],
  ['a number for a text', '{"QueueUrl":7}', 'SerializationException'],
  ['an inherited name', '{"QueueUrl":"x/constructor"}', 'QueueDoesNotExist'],
])('a body that is %s is refused, not crashed on', async (_, body, code) => {
  const response = await fetch(server.url, {
    method: 'POST',
    headers: { 'x-amz-target': 'AmazonSQS.SendMessage' },
    body,
  });
  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({ __type: `com.amazonaws.sqs#${code}` });
});

test('a deduplication id is forgotten after five minutes, not before', () => {
  const deduplication = new Deduplication();
  deduplication.remember('a', { id: 'm', sequence: 1, at: 0, kept: Promise.resolve() });
  expect(deduplication.find('a', 5 * 60_000 - 1)?.id).toBe('m');
  expect(deduplication.find('a', 5 * 60_000)).toBeUndefined();
});
