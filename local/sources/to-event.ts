import type { SQSEvent, SQSRecord } from 'aws-lambda';
import type { Received } from '../queue-client';

const region = 'us-east-1';

const toRecord = (message: Received, queue: string): SQSRecord => {
  const {
    ApproximateFirstReceiveTimestamp = '',
    ApproximateReceiveCount = '',
    SenderId = '',
    SentTimestamp = '',
  } = message.Attributes;
  return {
    messageId: message.MessageId,
    receiptHandle: message.ReceiptHandle,
    body: message.Body,
    attributes: {
      ...message.Attributes,
      ApproximateReceiveCount,
      SentTimestamp,
      SenderId,
      ApproximateFirstReceiveTimestamp,
    },
    messageAttributes: Object.fromEntries(
      Object.entries(message.MessageAttributes ?? {}).map(([name, { BinaryValue, DataType, StringValue }]) => [
        name,
        {
          ...(StringValue !== undefined && { stringValue: StringValue }),
          ...(BinaryValue !== undefined && { binaryValue: BinaryValue }),
          stringListValues: [],
          binaryListValues: [],
          dataType: DataType,
        },
      ]),
    ),
    md5OfBody: message.MD5OfBody,
    ...(message.MD5OfMessageAttributes !== undefined && { md5OfMessageAttributes: message.MD5OfMessageAttributes }),
    eventSource: 'aws:sqs',
    eventSourceARN: `arn:aws:sqs:${region}:000000000000:${queue}`,
    awsRegion: region,
  };
};

/** The event that Lambda passes to a function for a batch of messages. */
export const toEvent = (messages: readonly Received[], queue: string): SQSEvent => ({
  Records: messages.map((message) => toRecord(message, queue)),
});
