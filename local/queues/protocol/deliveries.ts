import { type Json, optionalWhole, texts } from '../queue/fields';
import type { Message } from '../queue/message';
import { chosen, md5OfAttributes } from '../queue/message-attributes';
import type { Queue } from '../queue/queue';
import { receiptOf } from '../queue/receipt';

/** SQS's sequence numbers have 20 digits. */
export const sequenceNumber = (sequence: number): string => String(sequence).padStart(20, '0');

const systemAttributes = ({ kept, receiveCount, firstReceivedAt }: Message, fifo: boolean): Record<string, string> => ({
  SenderId: 'AIDALOCAL',
  SentTimestamp: String(kept.sentAt),
  ApproximateReceiveCount: String(receiveCount),
  ApproximateFirstReceiveTimestamp: String(firstReceivedAt),
  ...(kept.group !== undefined && { MessageGroupId: kept.group }),
  ...(kept.deduplicationId !== undefined && { MessageDeduplicationId: kept.deduplicationId }),
  ...(fifo && { SequenceNumber: sequenceNumber(kept.sequence) }),
  ...(kept.traceHeader !== undefined && { AWSTraceHeader: kept.traceHeader }),
  ...(kept.sourceQueue !== undefined && { DeadLetterQueueSourceArn: kept.sourceQueue }),
});

const delivery = (
  message: Message,
  fifo: boolean,
  wanted: readonly string[],
  wantedAttributes: readonly string[],
): Json => {
  const system = Object.entries(systemAttributes(message, fifo)).filter(
    ([name]) => wanted.includes('All') || wanted.includes(name),
  );
  const attributes = chosen(message.kept.attributes, wantedAttributes);
  return {
    MessageId: message.kept.id,
    ReceiptHandle: receiptOf(message),
    MD5OfBody: message.md5,
    Body: message.kept.body,
    ...(system.length > 0 && { Attributes: Object.fromEntries(system) }),
    ...(attributes && { MessageAttributes: attributes, MD5OfMessageAttributes: md5OfAttributes(attributes) }),
  };
};

/** ReceiveMessage. A receiver that hung up gets no messages. */
export const receive = async (input: Json, queue: Queue, signal: AbortSignal): Promise<Json> => {
  const most = optionalWhole(input, 'MaxNumberOfMessages', 1, 10) ?? 1;
  const visibilitySeconds = optionalWhole(input, 'VisibilityTimeout', 0, 43_200);
  const waitSeconds =
    optionalWhole(input, 'WaitTimeSeconds', 0, 20) ?? Number(queue.attributes.ReceiveMessageWaitTimeSeconds);
  const wanted = [...texts(input, 'MessageSystemAttributeNames'), ...texts(input, 'AttributeNames')];
  const wantedAttributes = texts(input, 'MessageAttributeNames');
  const messages = await queue.receive({ most, visibilitySeconds }, waitSeconds, signal);
  if (signal.aborted) for (const message of messages) queue.giveBack(message);
  if (messages.length === 0) return {};
  return { Messages: messages.map((message) => delivery(message, queue.fifo, wanted, wantedAttributes)) };
};
