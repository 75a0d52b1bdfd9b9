import { hash } from 'node:crypto';
import { readRedrivePolicy } from '../queue/attributes';
import type { Directory } from '../queue/directory';
import { entriesOf, type Json, optionalJson, optionalText, optionalWhole, text, texts, whole } from '../queue/fields';
import type { Draft } from '../queue/message';
import { md5OfAttributes } from '../queue/message-attributes';
import { invalid, Problem } from '../queue/problem';
import type { Queue } from '../queue/queue';
import { type Counts, countOne } from './counts';
import { receive, sequenceNumber } from './deliveries';
import { readDraft } from './drafts';
import { MoveTasks } from './move-tasks';

/** Answers one request. `signal` aborts when the client hangs up. */
export type Operation = (input: Json, request: { origin: string; signal: AbortSignal }) => Json | Promise<Json>;

const mostBatchBytes = 1_048_576;

const sent = async (queue: Queue, draft: Draft, counts: Counts): Promise<Json> => {
  const { id, sequence } = await queue.send(draft);
  countOne(counts.messages, queue.name);
  return {
    MessageId: id,
    MD5OfMessageBody: hash('md5', draft.body, 'hex'),
    ...(draft.attributes && { MD5OfMessageAttributes: md5OfAttributes(draft.attributes) }),
    ...(queue.fifo && { SequenceNumber: sequenceNumber(sequence) }),
  };
};

/** Performs each entry separately. The reply lists those that failed, with the reason. */
const each = async (input: Json, work: (entry: Json) => Json | Promise<Json>): Promise<Json> => {
  const Successful: Json[] = [];
  const Failed: Json[] = [];
  const results = entriesOf(input).map(async ({ id, entry }) => {
    try {
      Successful.push({ Id: id, ...(await work(entry)) });
    } catch (error) {
      const problem = error instanceof Problem ? error : new Problem('InternalError', String(error));
      Failed.push({
        Id: id,
        Code: problem.queryCode,
        Message: problem.message,
        SenderFault: problem === error,
      });
    }
  });
  await Promise.all(results);
  return { Successful, ...(Failed.length > 0 && { Failed }) };
};

const sendBatch = (input: Json, queue: Queue, counts: Counts): Promise<Json> => {
  const bytes = entriesOf(input).reduce((sum, { entry }) => {
    const body = entry.MessageBody;
    return sum + (typeof body === 'string' ? Buffer.byteLength(body) : 0);
  }, 0);
  if (bytes > mostBatchBytes)
    throw new Problem(
      'BatchRequestTooLong',
      `Batch requests cannot be longer than ${mostBatchBytes} bytes. You have sent ${bytes} bytes.`,
    );
  return each(input, (entry) => sent(queue, readDraft(entry, queue).draft, counts));
};

const attributesOf = (queue: Queue, input: Json): Json => {
  const { delayed, inFlight, visible } = queue.counts;
  const all: Record<string, string> = {
    ...queue.attributes,
    QueueArn: queue.arn,
    CreatedTimestamp: String(Math.floor(queue.createdAt / 1000)),
    LastModifiedTimestamp: String(Math.floor(queue.modifiedAt / 1000)),
    ApproximateNumberOfMessages: String(visible),
    ApproximateNumberOfMessagesNotVisible: String(inFlight),
    ApproximateNumberOfMessagesDelayed: String(delayed),
  };
  const names = texts(input, 'AttributeNames');
  const some = Object.entries(all).filter(([name]) => names.includes('All') || names.includes(name));
  return some.length === 0 ? {} : { Attributes: Object.fromEntries(some) };
};

const list = (queues: readonly Queue[], input: Json, urlOf: (queue: Queue) => string, field: string): Json => {
  const most = optionalWhole(input, 'MaxResults', 1, 1000) ?? 1000;
  const after = optionalText(input, 'NextToken') ?? '';
  const prefix = optionalText(input, 'QueueNamePrefix') ?? '';
  const found = queues
    .filter(({ name }) => name.startsWith(prefix) && name > after)
    .sort((a, b) => (a.name < b.name ? -1 : 1));
  const last = found[most - 1];
  return {
    [field]: found.slice(0, most).map(urlOf),
    ...(last && found.length > most && { NextToken: last.name }),
  };
};

/** SQS's operations by name. They count the messages that are sent. */
export const operationsOn = (directory: Directory, counts: Counts): Readonly<Record<string, Operation>> => {
  const tasks = new MoveTasks(directory);
  const on = (input: Json): Queue => directory.byUrl(text(input, 'QueueUrl'));
  const url = (origin: string) => (queue: Queue) => origin + directory.path(queue);

  return {
    CreateQueue: async (input, { origin }) => {
      const queue = await directory.create(text(input, 'QueueName'), optionalJson(input, 'Attributes'));
      return { QueueUrl: url(origin)(queue) };
    },
    GetQueueUrl: (input, { origin }) => ({ QueueUrl: url(origin)(directory.byName(text(input, 'QueueName'))) }),
    ListQueues: (input, { origin }) => list(directory.all, input, url(origin), 'QueueUrls'),
    ListDeadLetterSourceQueues: (input, { origin }) => {
      const { arn } = on(input);
      const sources = directory.all.filter(
        ({ attributes }) => readRedrivePolicy(attributes.RedrivePolicy ?? '')?.deadLetterTargetArn === arn,
      );
      return list(sources, input, url(origin), 'queueUrls');
    },
    DeleteQueue: async (input) => {
      await directory.delete(on(input));
      return {};
    },
    PurgeQueue: async (input) => {
      await on(input).purge();
      return {};
    },
    GetQueueAttributes: (input) => attributesOf(on(input), input),
    SetQueueAttributes: async (input) => {
      await directory.setAttributes(on(input), optionalJson(input, 'Attributes'));
      return {};
    },
    SendMessage: (input) => {
      const queue = on(input);
      return sent(queue, readDraft(input, queue).draft, counts);
    },
    SendMessageBatch: (input) => sendBatch(input, on(input), counts),
    ReceiveMessage: (input, { signal }) => receive(input, on(input), signal),
    DeleteMessage: (input) => {
      on(input).delete(text(input, 'ReceiptHandle'));
      return {};
    },
    DeleteMessageBatch: (input) => {
      const queue = on(input);
      return each(input, (entry) => {
        queue.delete(text(entry, 'ReceiptHandle'));
        return {};
      });
    },
    ChangeMessageVisibility: (input) => {
      on(input).changeVisibility(text(input, 'ReceiptHandle'), whole(input, 'VisibilityTimeout', 0, 43_200));
      return {};
    },
    ChangeMessageVisibilityBatch: (input) => {
      const queue = on(input);
      return each(input, (entry) => {
        queue.changeVisibility(text(entry, 'ReceiptHandle'), whole(entry, 'VisibilityTimeout', 0, 43_200));
        return {};
      });
    },
    StartMessageMoveTask: (input) => tasks.start(text(input, 'SourceArn'), optionalText(input, 'DestinationArn')),
    ListMessageMoveTasks: (input) => tasks.list(text(input, 'SourceArn')),
    CancelMessageMoveTask: () => {
      throw invalid('There is no running task to cancel: moving takes moments here.');
    },
  };
};
