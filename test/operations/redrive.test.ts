import { spawn } from 'node:child_process';
import {
  DeleteMessageCommand,
  GetQueueAttributesCommand,
  type Message,
  ReceiveMessageCommand,
  SetQueueAttributesCommand,
  type SQSClient,
} from '@aws-sdk/client-sqs';
import type { SQSRecord } from 'aws-lambda';
import { openPostgres } from '../../lambdas/platform/postgres/open-postgres';
import { isDataFault } from '../../lambdas/platform/retry';
import { uuid7 } from '../../lambdas/platform/uuid';
import { recordRegistrations } from '../../lambdas/registration/record/record-registrations';
import { registrationWorker } from '../../lambdas/registration/record/worker';
import { deadLettersName, queueNames } from '../../lib/event-sources';
import { findDeadLetters, isNamed, sendBack } from '../../operations/redrive/dead-letters';
import { synthesise } from '../lib/support/synthesise';
import { type QueueServer, startQueues } from '../local/queues/queue-server';
import { type FreshDatabase, freshDatabase } from '../support/postgres/database';
import { makeRace, submissionFor } from '../support/races/race';
import { registrationsOn } from '../support/races/registrations';
import { until } from '../support/until';

let queues: QueueServer;
let database: FreshDatabase;
let sqs: SQSClient;

beforeAll(async () => {
  [queues, database] = await Promise.all([startQueues(), freshDatabase()]);
  sqs = queues.sqs;
  // Two deliveries without a visibility timeout are enough for a message to reach the dead letters during the test.
  const { Attributes } = await sqs.send(
    new GetQueueAttributesCommand({ QueueUrl: queues.urlOf('registrations'), AttributeNames: ['RedrivePolicy'] }),
  );
  const policy = { ...JSON.parse(Attributes?.RedrivePolicy ?? '{}'), maxReceiveCount: 2 };
  await sqs.send(
    new SetQueueAttributesCommand({
      QueueUrl: queues.urlOf('registrations'),
      Attributes: { VisibilityTimeout: '0', RedrivePolicy: JSON.stringify(policy) },
    }),
  );
});
afterAll(() => Promise.all([queues.close(), database.close()]));

/** Deletes what the worker does not report as failed, as Lambda does. */
const deliverOnce = async (): Promise<void> => {
  const QueueUrl = queues.urlOf('registrations');
  const { Messages = [] } = await sqs.send(new ReceiveMessageCommand({ QueueUrl, MaxNumberOfMessages: 10 }));
  const worker = registrationWorker(
    recordRegistrations({
      registrations: registrationsOn(database.postgres),
      outcomes: { put: async () => undefined, changed: async () => undefined },
      remembered: { seated: async () => undefined, ended: async () => undefined },
      unpaid: { takeBack: async () => undefined },
      relay: async () => undefined,
      waitingList: { join: async () => [] },
      report: () => undefined,
      isPoison: isDataFault,
      now: () => new Date(),
    }),
  );
  const { batchItemFailures } = await worker({ Records: Messages.map(recordOf) });
  const failed = new Set(batchItemFailures.map(({ itemIdentifier }) => itemIdentifier));
  for (const { MessageId = '', ReceiptHandle } of Messages)
    if (!failed.has(MessageId)) await sqs.send(new DeleteMessageCommand({ QueueUrl, ReceiptHandle }));
};

const recordOf = ({ MessageId = '', ReceiptHandle = '', Body = '' }: Message): SQSRecord => ({
  messageId: MessageId,
  receiptHandle: ReceiptHandle,
  body: Body,
  attributes: { ApproximateReceiveCount: '1', SentTimestamp: '0', SenderId: '', ApproximateFirstReceiveTimestamp: '0' },
  messageAttributes: {},
  md5OfBody: '',
  eventSource: 'aws:sqs',
  eventSourceARN: '',
  awsRegion: '',
});

/** The messages of the queue in any state. */
const left = async (): Promise<number> => {
  const { Attributes = {} } = await sqs.send(
    new GetQueueAttributesCommand({ QueueUrl: queues.urlOf('registrations'), AttributeNames: ['All'] }),
  );
  const counted = ['', 'NotVisible', 'Delayed'].map((kind) => `ApproximateNumberOfMessages${kind}`);
  return Object.entries(Attributes).reduce((sum, [name, n]) => sum + (counted.includes(name) ? Number(n) : 0), 0);
};

const untilEmpty = () =>
  until(async () => {
    await deliverOnce();
    return (await left()) === 0;
  }, 30);

const registrations = async () => {
  const found = (await findDeadLetters(sqs)).find(({ queue }) => queue === 'registrations');
  if (!found) throw new Error('The registrations have no dead letters.');
  return found;
};

const decided = (id: string) => database.postgres.query('SELECT outcome FROM registration WHERE id = $1', [id]);
const ordered = (id: string) =>
  database.postgres.query(`SELECT id FROM outbox WHERE body ->> 'registrationId' = $1`, [id]);

/** Runs `npm run redrive` as a user does. The SDK's own variable names the endpoint of AWS. */
const type = (...args: readonly string[]): Promise<{ code: number | null; said: string }> =>
  new Promise((resolve) => {
    const env = { ...process.env, AWS_ENDPOINT_URL_SQS: queues.url };
    const child = spawn(process.execPath, ['--import', 'tsx', 'operations/redrive/main.ts', ...args], { env });
    let said = '';
    const hear = (text: string) => {
      said += text;
    };
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', hear);
    child.on('close', (code) => resolve({ code, said }));
  });

test('what could not be written is sent back once the cause is gone, and decided exactly once', async () => {
  const race = await makeRace(database.postgres, { spots: 8 });
  const submission = submissionFor(race, { id: uuid7(), numbers: [1] }, 0);
  const id = submission.hold.registrationId;
  const owner = openPostgres(database.ownerUrl, { maxConnections: 1 });
  // The cause is a migration with too strict a constraint. In addition, SQS delivers twice.
  await owner.query('ALTER TABLE registration ADD CONSTRAINT too_strict CHECK (false) NOT VALID');
  const body = JSON.stringify({ kind: 'submission', submission });
  await queues.send('registrations', [body, body]);
  await untilEmpty();
  expect([await decided(id), (await registrations()).waiting]).toEqual([[], 2]);

  // A message moved back too early fails again, and nothing is lost.
  expect(await sendBack(sqs, await registrations(), 10)).toBe(2);
  await untilEmpty();
  expect([await decided(id), (await registrations()).waiting]).toEqual([[], 2]);

  await owner.query('ALTER TABLE registration DROP CONSTRAINT too_strict');
  await owner.close();
  expect(await sendBack(sqs, await registrations(), 10)).toBe(2);
  await untilEmpty();
  expect(await decided(id)).toEqual([{ outcome: 'confirmed' }]);
  expect(await ordered(id)).toHaveLength(1);

  expect((await registrations()).waiting).toBe(0);
  expect(await sendBack(sqs, await registrations(), 10)).toBe(0);
  await untilEmpty();
  expect(await ordered(id)).toHaveLength(1);
}, 240_000);

test('the command shows first, sends back only what it is told, and bears being repeated', async () => {
  await queues.send(deadLettersName('payments'), ['a', 'b', 'c']);
  await queues.send(deadLettersName('mail'), ['d'], () => ({ MessageGroupId: 'lane-1', MessageDeduplicationId: 'd' }));
  const waiting = async () => (await findDeadLetters(sqs)).map((letters) => `${letters.queue} ${letters.waiting}`);

  const shown = await type('--aws');
  expect(shown).toMatchObject({ code: 0, said: expect.stringMatching(/payments +3 dead letters\n/) });
  expect(shown.said).toContain('Nothing was sent back');
  expect((await type('all', '--dry-run', '--aws')).code).toBe(0);
  expect(await waiting()).toEqual(expect.arrayContaining(['payments 3', 'mail 1']));

  expect((await type('payments', '--aws')).said).toMatch(/payments +3 dead letters; 3 sent back/);
  expect(await waiting()).toEqual(expect.arrayContaining(['payments 0', 'mail 1']));
  expect((await type('payments', '--aws')).said).not.toContain('sent back');
}, 240_000);

test('a queue nobody knows is refused with the list of those there are', async () => {
  const { code, said } = await type('payment', '--aws');
  expect(code).toBe(1);
  for (const queue of queueNames) expect(said).toContain(queue);
}, 240_000);

test('in AWS, where names are made of the stack and a number, each queue is found and none is taken for another', async () => {
  const ids = synthesise('lean')
    .ofType('AWS::SQS::Queue')
    .map(({ id }) => id);
  for (const queue of queueNames) {
    const found = ids.filter((id) => isNamed(queue, `StartlineRegistration-${id}-A1b2C3d4E5f6`));
    expect(found).toEqual([expect.stringMatching(new RegExp(`^${queue.replaceAll('-', '')}Queue`))]);
    expect(isNamed(queue, `StartlineStagingRegistration-${found[0]}-A1b2C3d4E5f6`)).toBe(false);
    expect(isNamed(queue, `StartlineStagingRegistration-${found[0]}-A1b2C3d4E5f6`, 'StartlineStaging')).toBe(true);
  }
});
