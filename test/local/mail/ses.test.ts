import { appendFile, mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { GetAccountCommand, SESv2Client, SendEmailCommand, TooManyRequestsException } from '@aws-sdk/client-sesv2';
import { DeleteMessageCommand, ReceiveMessageCommand } from '@aws-sdk/client-sqs';
import { until } from '../../support/until';
import { type LocalProcess, startLocal } from '../process';
import { type QueueServer, startQueues } from '../queues/queue-server';

let queues: QueueServer;
let inbox: Server;
let shown: string[] = [];
let folder: string;
let server: LocalProcess;
let ses: SESv2Client;
let inboxUrl: string;

beforeAll(async () => {
  queues = await startQueues();
  inbox = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      shown.push(Buffer.concat(chunks).toString());
      response.end('{}');
    });
  });
  await new Promise<void>((resolve) => inbox.listen(0, '127.0.0.1', resolve));
  const address = inbox.address();
  inboxUrl = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
});
afterAll(async () => {
  await queues.close();
  inbox.closeAllConnections();
  inbox.close();
});

const start = async (env: Record<string, string> = {}) => {
  server = await startLocal('mail', {
    DATA_DIR: folder,
    PORT: '0',
    INBOX_URL: inboxUrl,
    QUEUES_URL: queues.url,
    ...env,
  });
  ses = new SESv2Client({ endpoint: server.url, region: 'us-east-1', maxAttempts: 1 });
};
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mail-'));
  shown = [];
});
afterEach(async () => {
  ses.destroy();
  expect(await server.stop()).toBe(0);
  await rm(folder, { recursive: true });
});

const send = (registrationId: string, to = 'ada@example.com', more = {}) =>
  ses.send(
    new SendEmailCommand({
      FromEmailAddress: 'Startline <mail@startline.example>',
      Destination: { ToAddresses: [to] },
      Content: { Simple: { Subject: { Data: 'You are in' }, Body: { Text: { Data: 'See you at the start.' } } } },
      ConfigurationSetName: 'startline',
      EmailTags: [
        { Name: 'registrationId', Value: registrationId },
        { Name: 'template', Value: 'confirmation' },
        { Name: 'generation', Value: '1' },
      ],
      ...more,
    }),
  );
const ask = async (path: string): Promise<unknown> => (await fetch(server.url + path)).json();
const change = (settings: object) =>
  fetch(`${server.url}/local/settings`, { method: 'PATCH', body: JSON.stringify(settings) });
const quota = async () => (await ses.send(new GetAccountCommand({}))).SendQuota;

/** Waits for `count` events of a mail in the queue, and returns them. */
const eventsOf = async (messageId: string | undefined, count: number) => {
  const found: Record<string, unknown>[] = [];
  const QueueUrl = queues.urlOf('mail-events');
  await until(async () => {
    const { Messages = [] } = await queues.sqs.send(new ReceiveMessageCommand({ QueueUrl, MaxNumberOfMessages: 10 }));
    for (const { Body = '', ReceiptHandle } of Messages) {
      await queues.sqs.send(new DeleteMessageCommand({ QueueUrl, ReceiptHandle }));
      const event: { detail: { mail: { messageId: string } } } = JSON.parse(Body);
      if (event.detail.mail.messageId === messageId) found.push(event);
    }
    return found.length >= count;
  });
  return found;
};

test('a mail is accepted, shown in the inbox, counted, and its events say what became of it', async () => {
  await start();
  const { MessageId } = await send('r1');
  await until(() => shown.length === 1);
  expect(JSON.parse(shown[0] ?? '')).toMatchObject([{ Destination: { ToAddresses: ['ada@example.com'] } }]);
  const events = await eventsOf(MessageId, 1);
  expect(events[0]).toMatchObject({
    'detail-type': 'Email Delivered',
    source: 'aws.ses',
    detail: {
      eventType: 'Delivery',
      mail: { destination: ['ada@example.com'], tags: { registrationId: ['r1'], template: ['confirmation'] } },
    },
  });
  expect(await ask('/local/summary')).toMatchObject({ accepted: 1, byTemplate: { confirmation: 1 }, duplicates: 0 });
  expect((await quota())?.SentLast24Hours).toBe(1);
});

test.each([
  ['bounce@example.com', 'Email Bounced', { bounce: { bounceType: 'Permanent' } }],
  ['bounce+ada@simulator.amazonses.com', 'Email Bounced', { bounce: { bouncedRecipients: [{}] } }],
  ['complaint@example.com', 'Email Complaint Received', { complaint: { complaintFeedbackType: 'abuse' } }],
  ['success@example.com', 'Email Delivered', { delivery: { recipients: ['success@example.com'] } }],
])('a mail to %s ends as %s', async (to, type, detail) => {
  await start();
  const { MessageId } = await send('r1', to);
  const events = await eventsOf(MessageId, to.startsWith('complaint') ? 2 : 1);
  expect(events.find((event) => event['detail-type'] === type)).toMatchObject({ detail });
});

test('never takes more in any second than the rate, and says so as SES does', async () => {
  await start({ MAX_SEND_RATE: '5' });
  let accepted = 0;
  const refused: unknown[] = [];
  await until(async () => {
    const round = await Promise.allSettled(Array.from({ length: 10 }, (_, nth) => send(`r${accepted}-${nth}`)));
    for (const one of round) {
      if (one.status === 'fulfilled') accepted++;
      else refused.push(one.reason);
    }
    return refused.length > 0 && accepted > 5;
  });
  expect(refused[0]).toBeInstanceOf(TooManyRequestsException);
  expect(refused[0]).toMatchObject({ message: 'Maximum sending rate exceeded.', $metadata: { httpStatusCode: 429 } });
  const lines = (await readFile(join(folder, 'accepted.jsonl'), 'utf8')).trim().split('\n');
  const times = lines.map((line): number => JSON.parse(line).at);
  expect(times).toHaveLength(accepted);
  const afterFiveMore = times.slice(5).map((at, index) => at - (times[index] ?? at));
  expect(Math.min(...afterFiveMore)).toBeGreaterThanOrEqual(1000);
});

test('keeps the quota of 24 hours over a crash, counts recipients, and forgets what is older', async () => {
  await start({ MAX_24_HOUR_SEND: '3' });
  const old = { at: Date.now() - 86_400_001, messageId: 'old', recipients: ['a@b.c'], tags: {} };
  await appendFile(join(folder, 'accepted.jsonl'), `${JSON.stringify(old)}\n`);
  await send('r1', 'ada@example.com', {
    Destination: { ToAddresses: ['a@example.com'], BccAddresses: ['b@example.com'] },
  });
  await appendFile(join(folder, 'accepted.jsonl'), '{"at":1,"mess');
  await server.stop('SIGKILL');
  ses.destroy();
  await start({ MAX_24_HOUR_SEND: '3' });
  expect((await quota())?.SentLast24Hours).toBe(2);
  expect(await ask('/local/summary')).toMatchObject({ accepted: 1 });
  await send('r2');
  await expect(send('r3')).rejects.toMatchObject({
    name: 'TooManyRequestsException',
    message: 'Daily message quota exceeded.',
  });
  expect(await ask('/local/mails?registrationId=r1')).toMatchObject({ accepted: 1 });
});

test('a mail sent twice for one registration is told', async () => {
  await start();
  for (const id of ['r1', 'r2', 'r1']) await send(id);
  expect(await ask('/local/summary')).toMatchObject({ accepted: 3, duplicates: 1 });
});

test('refuses while the account is paused, and addresses that are to be rejected', async () => {
  await start({ REJECTED_ADDRESSES: 'nobody@example.com' });
  await expect(send('r1', 'Nobody <nobody@example.com>')).rejects.toMatchObject({ name: 'MessageRejected' });
  await change({ sendingEnabled: false });
  await expect(send('r1')).rejects.toMatchObject({ name: 'SendingPausedException' });
  expect((await ses.send(new GetAccountCommand({}))).SendingEnabled).toBe(false);
  await change({ sendingEnabled: true });
  await send('r1');
  expect(await ask('/local/summary')).toMatchObject({ accepted: 1 });
});

test.each([
  ['nobody to send to', { Destination: { ToAddresses: [] } }],
  ['no domain', { Destination: { ToAddresses: ['ada'] } }],
  ['letters SES does not take', { Destination: { ToAddresses: ['adä@example.com'] } }],
  ['a tag with a space', { EmailTags: [{ Name: 'a', Value: 'b c' }] }],
  ['no content', { Content: {} }],
])('refuses a mail with %s as BadRequestException', async (_, more) => {
  await start();
  await expect(send('r1', 'ada@example.com', more)).rejects.toMatchObject({ name: 'BadRequestException' });
  expect(await ask('/local/summary')).toMatchObject({ accepted: 0 });
});

test('an inbox that does not answer neither slows nor fails the sending', async () => {
  const silent = createServer(() => undefined);
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  const address = silent.address();
  await start({ INBOX_URL: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}` });
  const began = Date.now();
  for (let index = 0; index < 20; index++) await send(`r${index}`);
  expect(Date.now() - began).toBeLessThan(40_000);
  expect(await ask('/local/summary')).toMatchObject({ accepted: 20 });
  silent.closeAllConnections();
  silent.close();
});

test('events wait for a queue server that is away', async () => {
  await start({ QUEUES_URL: queues.url });
  const back = queues.crash();
  const { MessageId } = await send('r1');
  await back;
  expect(await eventsOf(MessageId, 1)).toHaveLength(1);
});
