import { DeleteMessageCommand, ReceiveMessageCommand, SendMessageCommand } from '@aws-sdk/client-sqs';
import { type QueueServer, startQueues } from '../../local/queues/queue-server';

let queues: QueueServer;
beforeAll(async () => {
  queues = await startQueues();
}, 60_000);
afterAll(() => queues.close());

const ask = (method: string, path: string, body: object) =>
  fetch(`${queues.url}${path}`, { method, body: JSON.stringify(body) });

/** Receives one message, waiting up to this number of seconds, and deletes it. */
const take = async (name: string, seconds: number): Promise<string | undefined> => {
  const QueueUrl = queues.urlOf(name);
  const { Messages: [message] = [] } = await queues.sqs.send(
    new ReceiveMessageCommand({ QueueUrl, WaitTimeSeconds: seconds }),
  );
  if (!message) return undefined;
  await queues.sqs.send(new DeleteMessageCommand({ QueueUrl, ReceiptHandle: message.ReceiptHandle }));
  return message.Body;
};
const send = (name: string, MessageBody: string, DelaySeconds = 0) =>
  queues.sqs.send(new SendMessageCommand({ QueueUrl: queues.urlOf(name), MessageBody, DelaySeconds }));

test('a queue told so delivers a message three times, though it was deleted each time', async () => {
  const name = await queues.make();
  expect((await ask('PATCH', `/local/queues/${name}`, { deliveries: 3 })).status).toBe(200);
  await send(name, 'once');
  expect([await take(name, 5), await take(name, 5), await take(name, 5), await take(name, 0)]).toEqual([
    'once',
    'once',
    'once',
    undefined,
  ]);
});

test('a late message comes when as much time is said to have passed, a message delayed for longer does not', async () => {
  const name = await queues.make();
  await ask('PATCH', `/local/queues/${name}`, { lateShare: 1, lateSeconds: [100, 200] });
  await send(name, 'late');
  await ask('PATCH', `/local/queues/${name}`, { lateShare: 0 });
  await send(name, 'sweep', 900);
  expect(await take(name, 0)).toBeUndefined();
  await ask('POST', '/local/hurry', { seconds: 600 });
  expect([await take(name, 5), await take(name, 0)]).toEqual(['late', undefined]);
  await ask('POST', '/local/hurry', { seconds: 900 });
  expect(await take(name, 5)).toBe('sweep');
});

test.each([
  ['PATCH', '/local/queues/nobody', {}],
  ['POST', '/local/hurry', {}],
  ['GET', '/local/hurry', {}],
])('nonsense is refused: %s %s', async (method, path, body) => {
  const name = await queues.make();
  await send(name, 'kept');
  const asked = method === 'GET' ? fetch(`${queues.url}${path}`) : ask(method, path, body);
  expect((await asked).status).toBe(400);
  expect(await take(name, 5)).toBe('kept');
});
