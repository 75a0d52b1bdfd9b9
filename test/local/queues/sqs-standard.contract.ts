import {
  ChangeMessageVisibilityBatchCommand,
  CreateQueueCommand,
  DeleteMessageBatchCommand,
  GetQueueUrlCommand,
  ListQueuesCommand,
  PurgeQueueCommand,
  SendMessageBatchCommand,
  SetQueueAttributesCommand,
} from '@aws-sdk/client-sqs';
import type { QueueClient } from './queue-client';

const waiting = { WaitTimeSeconds: 6 };

/** The guarantees of a standard queue: delivery, time, dead letters, batches, refusals. */
export const standardQueueContract = (
  { sqs, freshName, makeQueue, send, receive, remove, show, attributes, arnOf, bodies }: QueueClient,
  knownToDiffer: readonly string[],
): void =>
  describe('a standard queue', () => {
    test('delivers what was sent, with attributes and checksums, and forgets it when deleted', async () => {
      const queue = await makeQueue();
      const before = Date.now();
      const sent = await send(queue, 'Grüße, Ada 🏃', {
        MessageAttributes: {
          kind: { DataType: 'String', StringValue: 'submission' },
          size: { DataType: 'Number', StringValue: '12' },
          bytes: { DataType: 'Binary', BinaryValue: Buffer.from([0, 255]) },
        },
      });
      const [message] = await receive(queue);
      if (!message) throw new Error('nothing received');
      expect(message).toMatchObject({
        Body: 'Grüße, Ada 🏃',
        MessageId: sent.MessageId,
        MD5OfBody: sent.MD5OfMessageBody,
      });
      expect(message.MD5OfMessageAttributes).toBe(sent.MD5OfMessageAttributes);
      expect(sent.MD5OfMessageAttributes).toBe('3b3be4efa34eaa3ef8e4df89d9dd633a');
      expect(message.MessageAttributes?.bytes?.BinaryValue).toEqual(new Uint8Array([0, 255]));
      expect(message.Attributes).toMatchObject({ ApproximateReceiveCount: '1' });
      expect(Number(message.Attributes?.SentTimestamp)).toBeGreaterThanOrEqual(before - 1);
      await remove(queue, message);
      await show(queue, message).catch(() => undefined);
      expect(await receive(queue)).toEqual([]);
    });

    test('hides a message from others until its visibility timeout, then delivers it again and counts', async () => {
      const queue = await makeQueue({ VisibilityTimeout: '2' });
      await send(queue, 'a');
      expect(await receive(queue)).toHaveLength(1);
      expect(await receive(queue)).toHaveLength(0);
      const [again] = await receive(queue, waiting);
      expect(again?.Attributes?.ApproximateReceiveCount).toBe('2');
    });

    test('a receiver may ask for more time, or give a message back at once', async () => {
      const queue = await makeQueue({ VisibilityTimeout: '4' });
      await send(queue, 'a');
      const [message] = await receive(queue);
      const hide = { Id: 'a', ReceiptHandle: message?.ReceiptHandle, VisibilityTimeout: 60 };
      await sqs().send(new ChangeMessageVisibilityBatchCommand({ QueueUrl: queue, Entries: [hide] }));
      expect(await receive(queue, waiting)).toHaveLength(0);
      if (message) await show(queue, message);
      expect(await receive(queue)).toHaveLength(1);
    });

    test('a message of the queue or of its own may come later', async () => {
      const queue = await makeQueue({ DelaySeconds: '60' });
      await send(queue, 'later');
      await send(queue, 'soon', { DelaySeconds: 2 });
      expect(await receive(queue)).toHaveLength(0);
      expect(await attributes(queue)).toMatchObject({ ApproximateNumberOfMessagesDelayed: '2' });
      expect(bodies(await receive(queue, waiting))).toEqual(['soon']);
    });

    test('a long poll answers as soon as a message comes', async () => {
      const queue = await makeQueue();
      const began = Date.now();
      const polled = receive(queue, { WaitTimeSeconds: 20 });
      await send(queue, 'a');
      expect(bodies(await polled)).toEqual(['a']);
      expect(Date.now() - began).toBeLessThan(15_000);
    });

    test('a message delivered too often goes to the dead letters, with its id', async () => {
      const deadLetters = await makeQueue();
      const policy = JSON.stringify({ deadLetterTargetArn: await arnOf(deadLetters), maxReceiveCount: 2 });
      const queue = await makeQueue({ RedrivePolicy: policy, VisibilityTimeout: '0' });
      const { MessageId } = await send(queue, 'poison');
      for (let delivery = 1; delivery <= 2; delivery++)
        expect(await receive(queue, { ...waiting, VisibilityTimeout: 0 })).toHaveLength(1);
      expect(await receive(queue)).toHaveLength(0);
      const [dead] = await receive(deadLetters, waiting);
      expect(dead).toMatchObject({ Body: 'poison', MessageId });
      expect((await attributes(queue)).ApproximateNumberOfMessages).toBe('0');
    });

    test('a batch takes what it can and says what it could not', async () => {
      const queue = await makeQueue();
      const entry = (Id: string, MessageBody: string) => ({ Id, MessageBody });
      const Entries = [
        entry('good', 'a'),
        entry('bad', 'null\u0000byte'),
        { ...entry('late', 'b'), DelaySeconds: 901 },
      ];
      const sent = await sqs().send(new SendMessageBatchCommand({ QueueUrl: queue, Entries }));
      expect(sent.Successful?.map(({ Id }) => Id)).toEqual(['good']);
      expect(sent.Failed?.map(({ Id, SenderFault }) => [Id, SenderFault]).sort()).toEqual([
        ['bad', true],
        ['late', true],
      ]);
      const [message] = await receive(queue);
      const deleted = await sqs().send(
        new DeleteMessageBatchCommand({
          QueueUrl: queue,
          Entries: [
            { Id: 'known', ReceiptHandle: message?.ReceiptHandle },
            { Id: 'unknown', ReceiptHandle: 'nonsense' },
          ],
        }),
      );
      expect(deleted.Successful?.map(({ Id }) => Id)).toEqual(['known']);
      expect(deleted.Failed?.map(({ Id, Code }) => [Id, Code])).toEqual([['unknown', 'ReceiptHandleIsInvalid']]);
    });

    const batch = (QueueUrl: string, ...Entries: { Id: string; MessageBody: string }[]) =>
      sqs().send(new SendMessageBatchCommand({ QueueUrl, Entries }));
    const half = 'a'.repeat(600_000);
    const refusals: [string, string, (queue: string) => Promise<unknown>][] = [
      ['a queue that is not there', 'QueueDoesNotExist', (queue) => send(`${queue}-missing`, 'a')],
      ['a name no queue has', 'QueueDoesNotExist', () => sqs().send(new GetQueueUrlCommand({ QueueName: 'missing' }))],
      ['a made-up receipt', 'ReceiptHandleIsInvalid', (queue) => remove(queue, { ReceiptHandle: 'nonsense' })],
      ['an empty batch', 'EmptyBatchRequest', (queue) => batch(queue)],
      [
        'eleven entries',
        'TooManyEntriesInBatchRequest',
        (queue) => batch(queue, ...Array.from({ length: 11 }, (_, index) => ({ Id: `${index}`, MessageBody: 'a' }))),
      ],
      [
        'two entries of one id',
        'BatchEntryIdsNotDistinct',
        (queue) => batch(queue, { Id: 'a', MessageBody: 'a' }, { Id: 'a', MessageBody: 'b' }),
      ],
      ['an entry id with a space', 'InvalidBatchEntryId', (queue) => batch(queue, { Id: 'a b', MessageBody: 'a' })],
      [
        'a batch of more than 1 MiB',
        'BatchRequestTooLong',
        (queue) => batch(queue, { Id: 'a', MessageBody: half }, { Id: 'b', MessageBody: half }),
      ],
      ['a character XML does not have', 'InvalidMessageContents', (queue) => send(queue, 'null\u0000byte')],
      ['a message of 1 MiB and a byte', 'InvalidParameterValue', (queue) => send(queue, 'a'.repeat(1_048_577))],
      ['a wish for eleven messages', 'InvalidParameterValue', (queue) => receive(queue, { MaxNumberOfMessages: 11 })],
    ];
    test.each(refusals.filter(([what]) => !knownToDiffer.includes(what)))('refuses %s: %s', async (_, name, ask) => {
      const queue = await makeQueue();
      await expect(ask(queue)).rejects.toMatchObject({ name });
      expect(await receive(queue)).toEqual([]);
    });

    test('takes a message of exactly 1 MiB', async () => {
      const queue = await makeQueue();
      await send(queue, 'a'.repeat(1_048_576));
      const [message] = await receive(queue);
      expect(message?.Body).toHaveLength(1_048_576);
    });

    test('a purge empties it', async () => {
      const queue = await makeQueue();
      await send(queue, 'a');
      await sqs().send(new PurgeQueueCommand({ QueueUrl: queue }));
      expect(await receive(queue)).toEqual([]);
    });

    test('is created once: the same again is the same queue, another under its name is refused', async () => {
      const QueueName = freshName();
      const create = (VisibilityTimeout: string) =>
        sqs().send(new CreateQueueCommand({ QueueName, Attributes: { VisibilityTimeout } }));
      const { QueueUrl } = await create('10');
      expect((await create('10')).QueueUrl).toBe(QueueUrl);
      await expect(create('11')).rejects.toMatchObject({ name: 'QueueNameExists' });
      expect((await sqs().send(new GetQueueUrlCommand({ QueueName }))).QueueUrl).toBe(QueueUrl);
      const { QueueUrls } = await sqs().send(new ListQueuesCommand({ QueueNamePrefix: QueueName }));
      expect(QueueUrls).toEqual([QueueUrl]);
      await sqs().send(new SetQueueAttributesCommand({ QueueUrl, Attributes: { VisibilityTimeout: '12' } }));
      expect(await attributes(QueueUrl ?? '')).toMatchObject({ VisibilityTimeout: '12' });
    });
  });
