import * as v from 'valibot';
import { openEndpoint } from '../lambdas/platform/calls/send-request';

const attribute = v.object({
  DataType: v.string(),
  StringValue: v.optional(v.string()),
  BinaryValue: v.optional(v.string()),
});

const received = v.object({
  Messages: v.optional(
    v.array(
      v.object({
        MessageId: v.string(),
        ReceiptHandle: v.string(),
        Body: v.string(),
        MD5OfBody: v.string(),
        Attributes: v.record(v.string(), v.string()),
        MessageAttributes: v.optional(v.record(v.string(), attribute)),
        MD5OfMessageAttributes: v.optional(v.string()),
      }),
    ),
    [],
  ),
});

const batched = v.object({ Failed: v.optional(v.array(v.object({ Code: v.string() })), []) });

export type Received = v.InferOutput<typeof received>['Messages'][number];

/** The queue calls of a poller. All of them reject while the queue server is not reachable. */
export interface QueueClient {
  /** Receives up to ten messages; waits for the first. Aborting closes the connection. */
  receive(queue: string, most: number, waitSeconds: number, signal: AbortSignal): Promise<Received[]>;
  /** Deletes up to ten messages. */
  delete(queue: string, messages: readonly Received[]): Promise<void>;
  /** Sends up to ten messages, each as JSON. Rejects unless all were accepted; some may have been. */
  sendAll(queue: string, bodies: readonly unknown[]): Promise<void>;
}

/** Calls the queues without the SDK and without a signature. It plays AWS's own pollers, not the functions. */
export const openQueueClient = (url: string): QueueClient => {
  const send = openEndpoint(new URL(url));

  const call = async (operation: string, input: object, withinMs: number, signal?: AbortSignal): Promise<unknown> => {
    const headers = { 'content-type': 'application/x-amz-json-1.0', 'x-amz-target': `AmazonSQS.${operation}` };
    const body = JSON.stringify(input);
    const { status, json, text } = await send({
      method: 'POST',
      path: '/',
      headers,
      body,
      withinMs,
      ...(signal && { signal }),
    });
    if (status !== 200 || json === undefined) throw new Error(`${operation}: ${status} ${text.slice(0, 300)}`);
    return json;
  };

  const urlOf = (queue: string) => `${url}/000000000000/${queue}`;

  return {
    receive: async (queue, most, waitSeconds, signal) => {
      const input = {
        QueueUrl: urlOf(queue),
        MaxNumberOfMessages: most,
        WaitTimeSeconds: waitSeconds,
        MessageSystemAttributeNames: ['All'],
        MessageAttributeNames: ['All'],
      };
      return v.parse(received, await call('ReceiveMessage', input, waitSeconds * 1000 + 5000, signal)).Messages;
    },
    delete: async (queue, messages) => {
      const Entries = messages.map(({ ReceiptHandle }, index) => ({ Id: String(index), ReceiptHandle }));
      const { Failed } = v.parse(batched, await call('DeleteMessageBatch', { QueueUrl: urlOf(queue), Entries }, 5000));
      // An invalid handle means that the message was delivered again: there is nothing left to do.
      if (Failed.some(({ Code }) => Code === 'InternalError'))
        throw new Error('DeleteMessageBatch: some were not deleted.');
    },
    sendAll: async (queue, bodies) => {
      const Entries = bodies.map((body, index) => ({ Id: String(index), MessageBody: JSON.stringify(body) }));
      const { Failed } = v.parse(batched, await call('SendMessageBatch', { QueueUrl: urlOf(queue), Entries }, 5000));
      if (Failed.length > 0) throw new Error(`SendMessageBatch: ${Failed.length} of ${bodies.length} were not taken.`);
    },
  };
};
