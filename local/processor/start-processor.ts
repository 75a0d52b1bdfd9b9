import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { answer, type Dependencies } from './answer';
import { Book } from './book';
import { Journal } from './journal';
import { Till } from './till';
import { Webhooks } from './webhooks';

export interface ProcessorOptions {
  /** 0: any free one. */
  readonly port: number;
  readonly dataDir: string;
  readonly secretKey: string;
  readonly publishableKey: string;
  readonly webhookSecret: string;
  /** Where news goes; none without it. */
  readonly webhookUrl?: string | undefined;
  /** Multiplies the waiting of slow cards and of webhooks; 1 unless said. */
  readonly delayScale?: number;
}

export interface RunningProcessor {
  readonly url: string;
  readonly port: number;
  close(): Promise<void>;
}

const webhookDelayMs = 1000;

/** A payment processor for one machine, with Stripe's API for what we use of it. Listens on the loopback interface only. */
export const startProcessor = async (options: ProcessorOptions): Promise<RunningProcessor> => {
  const { port, dataDir, secretKey, publishableKey, webhookSecret, webhookUrl, delayScale = 1 } = options;
  const book = new Book();
  const journal = await Journal.open(join(dataDir, 'processor.jsonl'), (entry) => book.apply(entry));
  const webhooks =
    webhookUrl === undefined
      ? undefined
      : new Webhooks({ url: webhookUrl, secret: webhookSecret, delayMs: webhookDelayMs * delayScale });
  const till = new Till({ book, journal, delayScale, tell: (...news) => webhooks?.tell(...news) });
  const dependencies: Dependencies = { book, till, webhooks, secretKey, publishableKey };

  const server = createServer(
    (request: IncomingMessage, response: ServerResponse) => void answer(dependencies, request, response),
  );
  server.keepAliveTimeout = 60_000;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  const address = server.address();
  const listening = typeof address === 'object' && address ? address.port : port;
  return {
    url: `http://127.0.0.1:${listening}`,
    port: listening,
    async close() {
      webhooks?.close();
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
      await journal.close();
    },
  };
};
