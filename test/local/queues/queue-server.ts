import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CreateQueueCommand, SendMessageBatchCommand, SQSClient } from '@aws-sdk/client-sqs';
import { type LocalProcess, startLocal } from '../process';

let names = 0;

/** A separate queue server with an empty folder. */
export interface QueueServer {
  readonly url: string;
  readonly sqs: SQSClient;
  /** The name of a new queue. */
  make(attributes?: Record<string, string>): Promise<string>;
  /** In batches of ten. */
  send(queue: string, bodies: readonly string[], more?: (body: string) => object): Promise<void>;
  urlOf(queue: string): string;
  /** Kills it and starts it again at the same address. */
  crash(): Promise<void>;
  close(): Promise<void>;
}

export const startQueues = async (): Promise<QueueServer> => {
  const folder = await mkdtemp(join(tmpdir(), 'queues-'));
  let server: LocalProcess = await startLocal('queues', { DATA_DIR: folder, PORT: '0' });
  const { url } = server;
  const sqs = new SQSClient({ endpoint: url, region: 'us-east-1', maxAttempts: 1 });
  const urlOf = (queue: string) => `${url}/000000000000/${queue}`;
  return {
    url,
    sqs,
    urlOf,
    make: async (Attributes = {}) => {
      const QueueName = `q${++names}${Attributes.FifoQueue ? '.fifo' : ''}`;
      await sqs.send(new CreateQueueCommand({ QueueName, Attributes }));
      return QueueName;
    },
    send: async (queue, bodies, more = () => ({})) => {
      for (let start = 0; start < bodies.length; start += 10) {
        const Entries = bodies
          .slice(start, start + 10)
          .map((MessageBody, index) => ({ Id: `${index}`, MessageBody, ...more(MessageBody) }));
        await sqs.send(new SendMessageBatchCommand({ QueueUrl: urlOf(queue), Entries }));
      }
    },
    crash: async () => {
      await server.stop('SIGKILL');
      server = await startLocal('queues', { DATA_DIR: folder, PORT: new URL(url).port });
    },
    close: async () => {
      sqs.destroy();
      await server.stop();
      await rm(folder, { recursive: true });
    },
  };
};
