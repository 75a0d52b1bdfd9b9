import { appendFile, mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  CreateQueueCommand,
  DeleteMessageBatchCommand,
  GetQueueAttributesCommand,
  ReceiveMessageCommand,
  SendMessageCommand,
  SQSClient,
} from '@aws-sdk/client-sqs';
import { type LocalProcess, startLocal } from '../process';

let folder: string;
let server: LocalProcess;
let sqs: SQSClient;

const start = async () => {
  server = await startLocal('queues', { DATA_DIR: folder, PORT: '0' });
  sqs = new SQSClient({ endpoint: server.url, region: 'us-east-1', maxAttempts: 1 });
};
const crash = async () => {
  await server.stop('SIGKILL');
  sqs.destroy();
  await start();
};
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'queues-'));
  await start();
});
afterEach(async () => {
  sqs.destroy();
  await server.stop('SIGKILL');
  await rm(folder, { recursive: true });
});

const queueUrl = (name: string) => `${server.url}/000000000000/${name}`;
const send = (name: string, MessageBody: string, more = {}) =>
  sqs.send(new SendMessageCommand({ QueueUrl: queueUrl(name), MessageBody, ...more }));
const receive = async (name: string, WaitTimeSeconds = 0) => {
  const command = { QueueUrl: queueUrl(name), MaxNumberOfMessages: 10, WaitTimeSeconds };
  return (
    (await sqs.send(new ReceiveMessageCommand({ ...command, MessageSystemAttributeNames: ['All'] }))).Messages ?? []
  );
};
const receiveAll = async (name: string) => {
  const found: string[] = [];
  for (let messages = await receive(name); messages.length > 0; messages = await receive(name))
    found.push(...messages.map(({ Body = '' }) => Body));
  return found;
};

test('every message it accepted before a crash is there after it, and the deleted ones are not', async () => {
  const bodies = Array.from({ length: 200 }, (_, index) => `runner ${index}`);
  await Promise.all(bodies.map((body) => send('registrations', body, { MessageGroupId: 'city-10k' })));
  const done = await receive('registrations');
  const Entries = done.map(({ ReceiptHandle }, index) => ({ Id: `${index}`, ReceiptHandle }));
  await sqs.send(new DeleteMessageBatchCommand({ QueueUrl: queueUrl('registrations'), Entries }));
  // A later send is synced, and syncs the deletions too.
  await send('registrations', 'last');
  await crash();
  const left = [...bodies, 'last'].filter((body) => !done.some(({ Body }) => Body === body));
  expect((await receiveAll('registrations')).sort()).toEqual(left.sort());
});

test('a crash in the middle of a burst loses nothing that was acknowledged', async () => {
  const acknowledged: string[] = [];
  const burst = Array.from({ length: 8 }, async (_, sender) => {
    for (let index = 0; ; index++) {
      await send('payments', `${sender}-${index}`);
      acknowledged.push(`${sender}-${index}`);
      if (acknowledged.length === 300) void server.stop('SIGKILL');
    }
  });
  await Promise.allSettled(burst);
  await crash();
  const found = new Set(await receiveAll('payments'));
  expect(acknowledged.length).toBeGreaterThanOrEqual(300);
  expect(acknowledged.filter((body) => !found.has(body))).toEqual([]);
});

test('a FIFO queue remembers order, numbers and deduplication over a crash', async () => {
  const lane = (MessageDeduplicationId: string) => ({ MessageGroupId: 'lane-0', MessageDeduplicationId });
  const first = await send('mail.fifo', 'a', lane('a'));
  await send('mail.fifo', 'b', lane('b'));
  await crash();
  await send('mail.fifo', 'a again', lane('a'));
  const third = await send('mail.fifo', 'c', lane('c'));
  expect((await receive('mail.fifo')).map(({ Body }) => Body)).toEqual(['a', 'b', 'c']);
  expect((third.SequenceNumber ?? '') > (first.SequenceNumber ?? '')).toBe(true);
});

test('a delayed message stays delayed, a receipt of before is good for a delete', async () => {
  await send('registrations', 'sweep', { DelaySeconds: 900 });
  await send('payments', 'capture');
  const [message] = await receive('payments');
  await crash();
  const { Attributes } = await sqs.send(
    new GetQueueAttributesCommand({ QueueUrl: queueUrl('registrations'), AttributeNames: ['All'] }),
  );
  expect(Attributes).toMatchObject({ ApproximateNumberOfMessages: '0', ApproximateNumberOfMessagesDelayed: '1' });
  const Entries = [{ Id: '0', ReceiptHandle: message?.ReceiptHandle }];
  await sqs.send(new DeleteMessageBatchCommand({ QueueUrl: queueUrl('payments'), Entries }));
  expect(await receive('payments')).toEqual([]);
});

test('a line the crash tore in half is cut off, and what follows it is kept', async () => {
  await send('payments', 'whole');
  await server.stop('SIGKILL');
  await appendFile(join(folder, 'payments.journal'), '{"is":"message","message":{"id":"torn","bo');
  await crash();
  await send('payments', 'after');
  await crash();
  expect((await receiveAll('payments')).sort()).toEqual(['after', 'whole']);
  expect(server.errors()).toBe('');
});

test('a long history is replaced by what still lives, over a crash as well', async () => {
  await sqs.send(new CreateQueueCommand({ QueueName: 'busy', Attributes: { VisibilityTimeout: '31' } }));
  const body = 'x'.repeat(500_000);
  await send('busy', 'patient', { DelaySeconds: 900 });
  for (let index = 0; index < 60; index++) {
    await send('busy', `${index}${body}`);
    const Entries = (await receive('busy')).map(({ ReceiptHandle }) => ({ Id: 'a', ReceiptHandle }));
    await sqs.send(new DeleteMessageBatchCommand({ QueueUrl: queueUrl('busy'), Entries }));
  }
  await send('busy', 'last', { DelaySeconds: 900 });
  expect((await stat(join(folder, 'busy.journal'))).size).toBeLessThan(20_000_000);
  await crash();
  const { Attributes } = await sqs.send(
    new GetQueueAttributesCommand({ QueueUrl: queueUrl('busy'), AttributeNames: ['All'] }),
  );
  expect(Attributes).toMatchObject({
    ApproximateNumberOfMessages: '0',
    ApproximateNumberOfMessagesDelayed: '2',
    VisibilityTimeout: '31',
  });
  expect(await readFile(join(folder, 'busy.journal'), 'utf8')).toContain('"patient"');
});

test('starts with every queue the stacks declare, each with its dead letters, and with their figures', async () => {
  const journals = await readdir(folder);
  for (const name of ['registrations', 'payments', 'settlements', 'mail-events'])
    expect(journals).toEqual(expect.arrayContaining([`${name}.journal`, `${name}-dead-letters.journal`]));
  expect(journals).toEqual(expect.arrayContaining(['mail.fifo.journal', 'mail-dead-letters.fifo.journal']));
  const kept = await readFile(join(folder, 'registrations.journal'), 'utf8');
  expect(kept).toContain('registrations-dead-letters');
});
