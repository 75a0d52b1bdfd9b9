import {
  GetQueueAttributesCommand,
  ListMessageMoveTasksCommand,
  paginateListQueues,
  type SQSClient,
  StartMessageMoveTaskCommand,
} from '@aws-sdk/client-sqs';
import * as v from 'valibot';
import { type QueueName, queueNames, sqsName } from '../../lib/event-sources';

/** The dead letters of one queue. */
export interface DeadLetters {
  readonly queue: QueueName;
  readonly arn: string;
  /** ARN of their source queue. */
  readonly sourceArn: string;
  /** An approximate number, as SQS counts it. */
  readonly waiting: number;
  /** Messages that another reader has received. They can be moved when they are visible again. */
  readonly beingRead: number;
}

const policy = v.pipe(v.string(), v.parseJson(), v.object({ deadLetterTargetArn: v.string() }));

/**
 * Whether `found` is the queue's name in an environment, which is the beginning of its stacks' names. Locally it is the
 * name in the contract. In AWS it consists of the stack, the construct's path without hyphens, and a number.
 */
export const isNamed = (queue: QueueName, found: string, environment = 'Startline'): boolean =>
  found === sqsName(queue) ||
  new RegExp(`^${environment}Registration-${queue.replaceAll('-', '')}Queue[0-9A-F]{8}-`).test(found);

/** The dead letters of every queue of the contract. Throws when a queue is missing or found twice. */
export const findDeadLetters = async (sqs: SQSClient, environment?: string): Promise<readonly DeadLetters[]> => {
  const urls: string[] = [];
  for await (const { QueueUrls = [] } of paginateListQueues({ client: sqs }, { MaxResults: 1000 }))
    urls.push(...QueueUrls);
  return Promise.all(queueNames.map((queue) => deadLettersOf(sqs, queue, urls, environment)));
};

const deadLettersOf = async (
  sqs: SQSClient,
  queue: QueueName,
  urls: readonly string[],
  environment?: string,
): Promise<DeadLetters> => {
  const mine = urls.filter((url) => isNamed(queue, nameIn(url), environment));
  const [url] = mine;
  if (!url) throw new Error(`There is no queue ${queue} here. Is this the right account, region or port?`);
  if (mine.length > 1) throw new Error(`There is more than one queue ${queue}: ${mine.map(nameIn).join(', ')}.`);

  const { RedrivePolicy, QueueArn: sourceArn = '' } = await attributesOf(sqs, url, 'RedrivePolicy', 'QueueArn');
  const read = v.safeParse(policy, RedrivePolicy);
  if (!read.success) throw new Error(`The queue ${nameIn(url)} has no dead letters.`);
  const arn = read.output.deadLetterTargetArn;
  const deadLetterQueueUrl = urls.find((other) => nameIn(other) === arn.slice(arn.lastIndexOf(':') + 1));
  if (!deadLetterQueueUrl) throw new Error(`The dead letters of ${nameIn(url)} are not there: ${arn}.`);
  const counts = await attributesOf(
    sqs,
    deadLetterQueueUrl,
    'ApproximateNumberOfMessages',
    'ApproximateNumberOfMessagesNotVisible',
  );
  return {
    queue,
    arn,
    sourceArn,
    waiting: Number(counts.ApproximateNumberOfMessages ?? 0),
    beingRead: Number(counts.ApproximateNumberOfMessagesNotVisible ?? 0),
  };
};

/**
 * Moves dead letters back to their source queue, waits until all are moved, and resolves with their number. Joins a
 * move in progress, so it may be repeated at any time. Throws with SQS's reason when the move fails.
 */
export const sendBack = async (sqs: SQSClient, { arn, sourceArn }: DeadLetters, pauseMs = 1000): Promise<number> => {
  const before = await latestMove(sqs, arn);
  const isUnderWay = before?.Status === 'RUNNING';
  if (!isUnderWay) await sqs.send(new StartMessageMoveTaskCommand({ SourceArn: arn, DestinationArn: sourceArn }));
  for (;;) {
    const latest = await latestMove(sqs, arn);
    // The list may be slightly out of date, and still end with an earlier move.
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
