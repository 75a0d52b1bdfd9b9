import type { CallSqs } from '../../../lambdas/platform/queue/call-sqs';
import { openQueue } from '../../../lambdas/platform/queue/queue';

const url = 'http://queues.example/1/mail';

interface Batch {
  readonly Entries: readonly { readonly Id: string; readonly MessageBody: string }[];
}

/** A queue over a fake SQS that answers as told, and the requests it got. */
const queueOver = (answer: (input: Batch) => unknown) => {
  const asked: { operation: string; input: object }[] = [];
  const call: CallSqs = async (operation, input) => {
    asked.push({ operation, input });
    return answer(input as Batch);
  };
  const bodies = () => asked.map(({ input }) => (input as Batch).Entries.map(({ MessageBody }) => MessageBody));
  return { queue: openQueue(url, call), asked, bodies };
};

const messages = (count: number) => Array.from({ length: count }, (_, index) => ({ body: { index } }));
const bodiesOf = (count: number) => messages(count).map(({ body }) => JSON.stringify(body));
const takesAllBut =
  (refused: (body: string) => boolean) =>
  ({ Entries }: Batch) => ({
    Successful: Entries.filter(({ MessageBody }) => !refused(MessageBody)).map(({ Id }) => ({ Id })),
    Failed: Entries.filter(({ MessageBody }) => refused(MessageBody)).map(({ Id }) => ({ Id, Code: 'InternalError' })),
  });

test('sends a message with its delay, its lane and its mark against repeats', async () => {
  const { queue, asked } = queueOver(() => ({ MessageId: '1' }));
  await queue.send({ body: { a: 1 }, delaySeconds: 0, group: 'lane-1', deduplicationId: 'x' });
  const input = {
    QueueUrl: url,
    MessageBody: '{"a":1}',
    DelaySeconds: 0,
    MessageGroupId: 'lane-1',
    MessageDeduplicationId: 'x',
  };
  expect(asked).toEqual([{ operation: 'SendMessage', input }]);
});

test('sends every text in characters that SQS takes', async () => {
  const { queue, bodies } = queueOver(
    takesAllBut((body) => !/^[\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]*$/u.test(body)),
  );
  const texts = ['Ad\uffffa', '\ufffe', '\\\uffff', '\0\u0001\u000b', '\ud800', '\u{1ffff}', '\ufffd'];
  await queue.sendAll([{ body: { texts, '\uffff': 1 } }]);
  expect(
    bodies()
      .flat()
      .map((body) => JSON.parse(body)),
  ).toEqual([{ texts, '\uffff': 1 }]);
});

test('says so when SQS is away', async () => {
  const { queue } = queueOver(() => {
    throw new Error('away');
  });
  await expect(queue.send({ body: {} })).rejects.toThrow('away');
});

test('sends many, ten at a time, in order', async () => {
  const { queue, asked, bodies } = queueOver(takesAllBut(() => false));
  await queue.sendAll(messages(23));
  expect(asked.map(({ operation }) => operation)).toEqual(Array(3).fill('SendMessageBatch'));
  expect(bodies().map((batch) => batch.length)).toEqual([10, 10, 3]);
  expect(bodies().flat()).toEqual(bodiesOf(23));
});

test('sends nothing for nothing', async () => {
  const { queue, asked } = queueOver(takesAllBut(() => false));
  await queue.sendAll([]);
  expect(asked).toEqual([]);
});

test('sends again, once, only what SQS refused while saying yes', async () => {
  let refusals = 0;
  const { queue, bodies } = queueOver(takesAllBut((body) => body === '{"index":3}' && refusals++ < 2));
  await queue.sendAll(messages(5));
  expect(bodies()).toEqual([bodiesOf(5), ['{"index":3}']]);
});

test('says so when SQS refuses twice', async () => {
  const { queue } = queueOver(takesAllBut((body) => body === '{"index":3}'));
  await expect(queue.sendAll(messages(5))).rejects.toThrow('SQS refused 1 of 5 messages.');
});

test('takes silence about a message for a refusal', async () => {
  const { queue } = queueOver(() => ({}));
  await expect(queue.sendAll(messages(1))).rejects.toThrow('SQS refused 1 of 1');
});
