import * as v from 'valibot';
import type { CallSqs } from '../platform/queue/call-sqs';
import type { QueueLength } from './ports';

const attributes = ['ApproximateNumberOfMessages', 'ApproximateNumberOfMessagesNotVisible'] as const;
const number = v.pipe(v.string(), v.regex(/^\d{1,12}$/), v.transform(Number));
const answer = v.object({ Attributes: v.object({ [attributes[0]]: number, [attributes[1]]: number }) });

/** By name: the addresses of a queue and of its dead letters. */
type WatchedQueues = Readonly<Record<string, { readonly url: string; readonly deadLetters: string }>>;

/** Asks SQS how many messages are in each queue. Messages that are delayed on purpose do not count. */
export const sqsQueueLengths = (queues: WatchedQueues, call: CallSqs) => async (): Promise<readonly QueueLength[]> => {
  const lengthOf = async (QueueUrl: string) => {
    const { Attributes } = v.parse(answer, await call('GetQueueAttributes', { QueueUrl, AttributeNames: attributes }));
    return { waiting: Attributes[attributes[0]], inFlight: Attributes[attributes[1]] };
  };
  return Promise.all(
    Object.entries(queues).map(async ([name, { url, deadLetters }]) => {
      const [live, dead] = await Promise.all([lengthOf(url), lengthOf(deadLetters)]);
      return { name, ...live, deadLetters: dead.waiting + dead.inFlight };
    }),
  );
};
