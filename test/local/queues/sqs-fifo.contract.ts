import { SendMessageBatchCommand } from '@aws-sdk/client-sqs';
import { until } from '../../support/until';
import type { QueueClient } from './queue-client';

/** The further guarantees of a FIFO queue: order, one batch of a group at a time, every message once. */
export const fifoQueueContract = (
  { sqs, makeFifo, send, receive, remove, show, bodies }: QueueClient,
  knownToDiffer: readonly string[],
): void =>
  describe('a FIFO queue', () => {
    const inGroup = (MessageGroupId: string, MessageDeduplicationId: string) => ({
      MessageGroupId,
      MessageDeduplicationId,
    });

    test('serves a group in order, one batch at a time, while other groups go on', async () => {
      const queue = await makeFifo({ VisibilityTimeout: '30' });
      for (const body of ['1', '2', '3', '4']) await send(queue, body, inGroup('lane-0', body));
      const first = await receive(queue, { MaxNumberOfMessages: 2 });
      expect(bodies(first)).toEqual(['1', '2']);
      await send(queue, 'other', inGroup('lane-1', 'other'));
      expect(bodies(await receive(queue))).toEqual(['other']);
      const [one, two] = first;
      if (!one || !two) throw new Error('two messages expected');
      await remove(queue, one);
      expect(await receive(queue)).toEqual([]);
      await show(queue, two);
      const rest = await receive(queue);
      expect(bodies(rest)).toEqual(['2', '3', '4']);
      const numbers = rest.map(({ Attributes }) => Attributes?.SequenceNumber ?? '');
      expect(numbers).toEqual([...numbers].sort());
      expect(new Set(numbers).size).toBe(3);
      const [done, ...others] = rest;
      if (done) await remove(queue, done);
      expect(await receive(queue)).toEqual([]);
      for (const other of others) await remove(queue, other);
      await send(queue, '5', inGroup('lane-0', '5'));
      expect(bodies(await receive(queue))).toEqual(['5']);
    });

    const givenBack = 'a message given back waits for the rest of its batch';
    (knownToDiffer.includes(givenBack) ? test.skip : test)(givenBack, async () => {
      const queue = await makeFifo();
      for (const body of ['1', '2']) await send(queue, body, inGroup('lane-0', body));
      const [one, two] = await receive(queue);
      if (!one || !two) throw new Error('two messages expected');
      await show(queue, one);
      expect(await receive(queue)).toEqual([]);
      await remove(queue, two);
      expect(bodies(await receive(queue))).toEqual(['1']);
    });

    test('takes a message once: by its id, or by its content where the queue says so', async () => {
      const queue = await makeFifo({ ContentBasedDeduplication: 'true' });
      const first = await send(queue, 'a', inGroup('g', 'id'));
      const second = await send(queue, 'b', inGroup('g', 'id'));
      expect(second.SequenceNumber).toBe(first.SequenceNumber);
      await send(queue, 'c', { MessageGroupId: 'g' });
      await send(queue, 'c', { MessageGroupId: 'g' });
      const messages = await receive(queue);
      expect(bodies(messages)).toEqual(['a', 'c']);
      for (const message of messages) await remove(queue, message);
      await send(queue, 'a', inGroup('g', 'id'));
      expect(await receive(queue)).toEqual([]);
    });

    test('refuses a delay, a message without a group, and one without an id', async () => {
      const queue = await makeFifo();
      const refused = { name: expect.stringMatching(/^(InvalidParameterValue|MissingParameter)$/) };
      await expect(send(queue, 'a', { ...inGroup('g', '1'), DelaySeconds: 1 })).rejects.toMatchObject(refused);
      await expect(send(queue, 'a', { MessageDeduplicationId: '1' })).rejects.toMatchObject(refused);
      await expect(send(queue, 'a', { MessageGroupId: 'g' })).rejects.toMatchObject(refused);
    });

    test('hands a batch to many receivers without ever giving a group to two at once', async () => {
      const queue = await makeFifo();
      const lanes = ['a', 'b', 'c'];
      for (let index = 0; index < 20; index++)
        await sqs().send(
          new SendMessageBatchCommand({
            QueueUrl: queue,
            Entries: lanes.map((lane) => ({
              Id: lane,
              MessageBody: `${lane}${index}`,
              ...inGroup(lane, `${lane}${index}`),
            })),
          }),
        );
      const busy = new Set<string>();
      const seen: Record<string, number[]> = { a: [], b: [], c: [] };
      const work = async () => {
        for (let messages = await receive(queue); messages.length > 0; messages = await receive(queue)) {
          const groups = new Set(messages.map(({ Attributes }) => Attributes?.MessageGroupId ?? ''));
          for (const group of groups) expect(busy.has(group)).toBe(false);
          for (const group of groups) busy.add(group);
          for (const { Body = '' } of messages) seen[Body.charAt(0)]?.push(Number(Body.slice(1)));
          // No message of a group may be delivered before the last of its batch is deleted.
          const last = messages.pop();
          for (const message of messages) await remove(queue, message);
          for (const group of groups) busy.delete(group);
          if (last) await remove(queue, last);
        }
      };
      await until(async () => {
        await Promise.all([work(), work(), work()]);
        return lanes.every((lane) => seen[lane]?.length === 20);
      });
      for (const lane of lanes) expect(seen[lane]).toEqual(Array.from({ length: 20 }, (_, index) => index));
    });
  });
