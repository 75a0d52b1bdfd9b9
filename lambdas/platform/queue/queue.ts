import { SendMessageBatchCommand, SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';

/** A message on its way out. `body` is sent as JSON. */
export interface Outgoing {
  readonly body: unknown;
  readonly delaySeconds?: number;
  /** The lane of a FIFO queue; on a standard queue, whose turn it is when many share the queue. */
  readonly group?: string;
  readonly deduplicationId?: string;
}

export interface Queue {
  /** Throws unless SQS said yes; it may have taken the message all the same, so the receiver must bear repeats. */
  send(message: Outgoing): Promise<void>;
  /** Throws unless SQS took every message. Those it took stay taken. */
  sendAll(messages: readonly Outgoing[]): Promise<void>;
}

const batchLimit = 10;
const callMs = 3000;

export const openQueue = (url: string, client = sqs()): Queue => ({
  async send(message) {
    await client.send(new SendMessageCommand({ QueueUrl: url, ...entry(message) }), deadline());
  },

  async sendAll(messages) {
    for (let start = 0; start < messages.length; start += batchLimit) {
      const refused = await sendBatch(client, url, messages.slice(start, start + batchLimit));
      const stillRefused = refused.length > 0 ? await sendBatch(client, url, refused) : [];
      if (stillRefused.length > 0)
        throw new Error(`SQS refused ${stillRefused.length} of ${messages.length} messages.`);
    }
  },
});

/** Sends up to ten, answers those SQS did not take: it may say 200 and still refuse some. */
const sendBatch = async (client: SQSClient, url: string, messages: readonly Outgoing[]) => {
  const Entries = messages.map((message, index) => ({ Id: String(index), ...entry(message) }));
  const { Successful = [] } = await client.send(new SendMessageBatchCommand({ QueueUrl: url, Entries }), deadline());
  const taken = new Set(Successful.map(({ Id }) => Id));
  return messages.filter((_, index) => !taken.has(String(index)));
};

const entry = ({ body, delaySeconds, group, deduplicationId }: Outgoing) => ({
  MessageBody: JSON.stringify(body),
  ...(delaySeconds !== undefined && { DelaySeconds: delaySeconds }),
  ...(group !== undefined && { MessageGroupId: group }),
  ...(deduplicationId !== undefined && { MessageDeduplicationId: deduplicationId }),
});

const deadline = () => ({ abortSignal: AbortSignal.timeout(callMs) });

let client: SQSClient | undefined;

/** One client, and so one set of kept-alive connections, for every queue of the process. The SDK is the layer that retries. */
const sqs = () => {
  client ??= new SQSClient({
    md5: false,
    // Else the host of the queue's URL would win over an endpoint set in the environment.
    useQueueUrlAsEndpoint: false,
    maxAttempts: 3,
    requestHandler: { connectionTimeout: 800, requestTimeout: 1200, throwOnRequestTimeout: true },
  });
  return client;
};
