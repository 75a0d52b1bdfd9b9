import {
  GetQueueAttributesCommand,
  ListMessageMoveTasksCommand,
  paginateListQueues,
  type SQSClient,
  StartMessageMoveTaskCommand,
} from '@aws-sdk/client-sqs';
import * as v from 'valibot';
import { type QueueName, queueNames, sqsName } from '../lib/event-sources';

/** Dead letters, and the queue in which they died. */
export interface DeadLetters {
  readonly queue: QueueName;
  readonly arn: string;
  /** Of the queue they died in. */
  readonly homeArn: string;
  /** About so many: SQS counts roughly. */
  readonly waiting: number;
  /** Somebody is just reading these; they are sent back once nobody does any more. */
  readonly beingRead: number;
}

const policy = v.pipe(v.string(), v.parseJson(), v.object({ deadLetterTargetArn: v.string() }));

/**
 * A queue's name here is the contract's; in AWS it is made of the stack, the construct and a number, the construct's path
 * without its hyphens.
 */
export const isNamed = (queue: QueueName, found: string): boolean =>
  found === sqsName(queue) || new RegExp(`-${queue.replaceAll('-', '')}Queue[0-9A-F]{8}-`).test(found);

/** The dead letters of every queue of the contract. Throws when a queue is not there, or twice. */
export const findDeadLetters = async (sqs: SQSClient): Promise<readonly DeadLetters[]> => {
  const urls: string[] = [];
  for await (const { QueueUrls = [] } of paginateListQueues({ client: sqs }, { MaxResults: 1000 }))
    urls.push(...QueueUrls);
  return Promise.all(queueNames.map((queue) => deadLettersOf(sqs, queue, urls)));
};

const deadLettersOf = async (sqs: SQSClient, queue: QueueName, urls: readonly string[]): Promise<DeadLetters> => {
  const mine = urls.filter((url) => isNamed(queue, nameIn(url)));
  const [url] = mine;
  if (!url) throw new Error(`There is no queue ${queue} here. Is this the right account, region or port?`);
  if (mine.length > 1) throw new Error(`There is more than one queue ${queue}: ${mine.map(nameIn).join(', ')}.`);

  const { RedrivePolicy, QueueArn: homeArn = '' } = await attributesOf(sqs, url, 'RedrivePolicy', 'QueueArn');
  const read = v.safeParse(policy, RedrivePolicy);
  if (!read.success) throw new Error(`The queue ${nameIn(url)} has no dead letters.`);
  const arn = read.output.deadLetterTargetArn;
  const grave = urls.find((other) => nameIn(other) === arn.slice(arn.lastIndexOf(':') + 1));
  if (!grave) throw new Error(`The dead letters of ${nameIn(url)} are not there: ${arn}.`);
  const counts = await attributesOf(sqs, grave, 'ApproximateNumberOfMessages', 'ApproximateNumberOfMessagesNotVisible');
  return {
    queue,
    arn,
    homeArn,
    waiting: Number(counts.ApproximateNumberOfMessages ?? 0),
    beingRead: Number(counts.ApproximateNumberOfMessagesNotVisible ?? 0),
  };
};

/**
 * Sends dead letters back to the queue they died in, and waits until all have left; how many did. Joins a move that is
 * under way, so it may be repeated at any time. Throws when SQS gave up, with its reason.
 */
export const sendBack = async (sqs: SQSClient, { arn, homeArn }: DeadLetters, pauseMs = 1000): Promise<number> => {
  const before = await latestMove(sqs, arn);
  const isUnderWay = before?.Status === 'RUNNING';
  if (!isUnderWay) await sqs.send(new StartMessageMoveTaskCommand({ SourceArn: arn, DestinationArn: homeArn }));
  for (;;) {
    const latest = await latestMove(sqs, arn);
    // The list may be a moment old, and end with the move before ours.
    const move = isUnderWay || latest?.StartedTimestamp !== before?.StartedTimestamp ? latest : { Status: 'RUNNING' };
    if (move?.Status === 'COMPLETED') return move.ApproximateNumberOfMessagesMoved ?? 0;
    if (move?.Status !== 'RUNNING')
      throw new Error(
        `The move ended as ${move?.Status ?? 'unknown'}: ${move?.FailureReason ?? 'no reason was given'}.`,
      );
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
};

const latestMove = async (sqs: SQSClient, SourceArn: string) =>
  (await sqs.send(new ListMessageMoveTasksCommand({ SourceArn, MaxResults: 1 }))).Results?.[0];

type Attribute = 'RedrivePolicy' | 'QueueArn' | 'ApproximateNumberOfMessages' | 'ApproximateNumberOfMessagesNotVisible';

const attributesOf = async (sqs: SQSClient, QueueUrl: string, ...AttributeNames: Attribute[]) =>
  (await sqs.send(new GetQueueAttributesCommand({ QueueUrl, AttributeNames }))).Attributes ?? {};

const nameIn = (url: string): string => url.slice(url.lastIndexOf('/') + 1);
