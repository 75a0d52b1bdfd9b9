import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Stripe from 'stripe';
import { openStripe } from '../../../../lambdas/payment/stripe/call';
import { stripeHttp } from '../../../../lambdas/payment/stripe/http';
import { stripePaymentList } from '../../../../lambdas/payment/stripe/intents';
import { stripeProcessor } from '../../../../lambdas/payment/stripe/processor';
import { stripeFailedRefunds } from '../../../../lambdas/payment/stripe/refunds';
import { type ProcessorOptions, startProcessor } from '../../../../local/processor/start-processor';
import { keys } from '../../support/shop';
import { startRecorder } from './recorder';

/** Stripe-mock accepts keys of Stripe's shape only. */
export const secretKey = 'sk_test_contract';

/** Our adapter and Stripe's SDK, whose requests to one API are recorded. */
export const openStand = async (target: string) => {
  const recorder = await startRecorder(target);
  const http = stripeHttp(recorder.url, async () => ({ ...keys, secretKey }));
  const sdk = new Stripe(secretKey, {
    host: '127.0.0.1',
    port: recorder.port,
    protocol: 'http',
    maxNetworkRetries: 0,
    telemetry: false,
  });
  return {
    recorder,
    sdk,
    processor: stripeProcessor({ http, attemptMs: 2000 }),
    list: stripePaymentList({ http }),
    failedRefunds: stripeFailedRefunds({ callStripe: openStripe(http, 2000) }),
  };
};

export type Stand = Awaited<ReturnType<typeof openStand>>;

/** A sandbox that takes the stand's key. */
export const openSandbox = async (options: Partial<ProcessorOptions> = {}) => {
  const dataDir = await mkdtemp(join(tmpdir(), 'contract-'));
  const sandbox = await startProcessor({ ...keys, port: 0, dataDir, delayScale: 0.01, secretKey, ...options });
  return {
    url: sandbox.url,
    async close() {
      await sandbox.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
};
