import { createServer } from 'node:http';
import { join } from 'node:path';
import { withBrokenAnswers } from '../http/broken-answers';
import { answer } from './answer';
import { IdempotentRequests } from './idempotent-requests';
import { Journal } from './journal';
import { RateLimit } from './rate-limit';
import type { Dependencies } from './router';
import { Store } from './store';
import { Webhooks } from './webhooks';

export interface ProcessorOptions {
  /** 0 chooses any free port. */
  readonly port: number;
  readonly dataDir: string;
  readonly secretKey: string;
  readonly publishableKey: string;
  readonly webhookSecret: string;
  /** Where webhook events are sent. Without it none are sent. */
  readonly webhookUrl?: string | undefined;
  /** Multiplies the delays of slow cards and of webhooks. Default: 1. */
  readonly delayScale?: number;
}

export interface RunningProcessor {
  readonly url: string;
  readonly port: number;
  close(): Promise<void>;
}

const webhookDelayMs = 1000;

/**
 * A payment processor for one machine, with the part of Stripe's API that we use. Listens on the loopback interface
 * only.
 */
export const startProcessor = async (options: ProcessorOptions): Promise<RunningProcessor> => {
  const { port, dataDir, secretKey, publishableKey, webhookSecret, webhookUrl, delayScale = 1 } = options;
  const store = new Store();
  const journal = await Journal.open(join(dataDir, 'processor.jsonl'), (entry) => store.apply(entry));
  const webhooks =
    webhookUrl === undefined
      ? undefined
      : new Webhooks({ url: webhookUrl, secret: webhookSecret, delayMs: webhookDelayMs * delayScale });
  const requests = new IdempotentRequests({ store, journal, delayScale, tell: (...news) => webhooks?.tell(...news) });
  const limit = new RateLimit();
  const dependencies: Dependencies = { store, requests, webhooks, limit, secretKey, publishableKey };

  const server = createServer(
    // Browsers are answered: theirs is another adapter, which Stripe writes.
    withBrokenAnswers(
      (request, response) => void answer(dependencies, request, response),
      ({ headers }) => !headers.authorization?.includes(secretKey),
    ),
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
