import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Stripe from 'stripe';
import { openStripe, stripeHttp } from '../../../../lambdas/payment/stripe/call';
import { stripeDisputes } from '../../../../lambdas/payment/stripe/disputes';
import { stripePaymentList } from '../../../../lambdas/payment/stripe/intents';
import { stripeProcessor } from '../../../../lambdas/payment/stripe/processor';
import { stripeRefundNews } from '../../../../lambdas/payment/stripe/refund-news';
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
  const now = () => new Date();
  const callStripe = openStripe(http, 2000);
  const processor = stripeProcessor({ http, attemptMs: 2000 });
  return {
    target,
    recorder,
    sdk,
    processor,
    list: stripePaymentList({ http }),
    failedRefunds: stripeRefundNews({ callStripe, now }),
    disputes: stripeDisputes({ callStripe, processor, now }),
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

/** The customer answers their bank, at the sandbox. Rejects when the sandbox does not take it. */
export const answerBank = async (url: string, clientSecret: string, outcome: 'pass' | 'fail'): Promise<void> => {
  const [id] = clientSecret.split('_secret_');
  const answer = await fetch(`${url}/v1/payment_intents/${id}/authenticate`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${keys.publishableKey}`,
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: new URLSearchParams({ client_secret: clientSecret, outcome }).toString(),
  });
  if (!answer.ok) throw new Error(await answer.text());
};
