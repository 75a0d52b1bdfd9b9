import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Dispute, DisputeStatus } from '../../../lambdas/domain/money/dispute';
import type { FailedRefund, HeldPayment, Settlement } from '../../../lambdas/domain/money/payment';
import { openStripe, stripeHttp } from '../../../lambdas/payment/stripe/call';
import { stripeDisputes } from '../../../lambdas/payment/stripe/disputes';
import { stripeProcessor } from '../../../lambdas/payment/stripe/processor';
import { type ProcessorOptions, startProcessor } from '../../../local/processor/start-processor';

export const keys = { secretKey: 'sk_of_tests', publishableKey: 'pk_of_tests', webhookSecret: 'whsec_of_tests' };

/** A sandbox of its own, the adapter that talks to it over HTTP, and a listener for settlements. */
export const openShop = async (options: Partial<ProcessorOptions> = {}, attemptMs = 400) => {
  const dataDir = await mkdtemp(join(tmpdir(), 'processor-'));
  let sandbox = await startProcessor({ port: 0, dataDir, delayScale: 0.1, ...keys, ...options });
  const { url, port } = sandbox;
  const http = stripeHttp(url, async () => keys);
  const processor = stripeProcessor({ http, attemptMs, settleMs: 15_000 });
  const disputes = stripeDisputes({ callStripe: openStripe(http, attemptMs), processor, now: () => new Date() });
  const sent: (Settlement | FailedRefund | Dispute)[] = [];

  const all = async (): Promise<
    readonly { id: string; status: string; amount_received: number; metadata: Record<string, string> }[]
  > => {
    const answer = await fetch(`${url}/v1/payment_intents?limit=100`, {
      headers: { authorization: `Bearer ${keys.secretKey}` },
    });
    return (await answer.json()).data;
  };
  /** Every refund of one payment, newest first, as the sandbox lists them. */
  const refundsOf = async (
    authorisation: string,
  ): Promise<readonly { id: string; amount: number; status: string; metadata: Record<string, string> }[]> => {
    const answer = await fetch(`${url}/v1/refunds?payment_intent=${authorisation}&limit=100`, {
      headers: { authorization: `Bearer ${keys.secretKey}` },
    });
    return (await answer.json()).data;
  };
  const browser = async (path: string, form: Readonly<Record<string, string>>) => {
    const answer = await fetch(`${url}${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${keys.publishableKey}` },
      body: new URLSearchParams(form),
    });
    return answer.json();
  };
  return {
    url,
    http,
    /** A confirmation token, as the page gets it for what was typed. */
    async confirmationToken(number: string): Promise<string> {
      const { id } = await browser('/v1/confirmation_tokens', {
        'payment_method_data[type]': 'card',
        'payment_method_data[card][number]': number,
        'payment_method_data[card][exp_month]': '12',
        'payment_method_data[card][exp_year]': '2040',
        'payment_method_data[card][cvc]': '123',
      });
      return id;
    },
    /** The runner answers their bank. */
    async answerBank(authorisation: string, clientSecret: string, outcome: 'pass' | 'fail' | 'close') {
      await browser(`/v1/payment_intents/${authorisation}/authenticate`, { client_secret: clientSecret, outcome });
    },
    dataDir,
    processor,
    sent,
    disputes,
    /** The bank decides the dispute of a payment, or raises one. */
    async decide(authorisation: string, status: DisputeStatus) {
      const answer = await fetch(`${url}/local/disputes`, {
        method: 'PATCH',
        headers: { authorization: `Bearer ${keys.secretKey}`, 'content-type': 'application/json' },
        body: JSON.stringify({ payment_intent: authorisation, status }),
      });
      if (!answer.ok) throw new Error(`The sandbox answered ${answer.status}.`);
    },
    settlements: { send: async (settlements: Readonly<typeof sent>) => void sent.push(...settlements) },
    /** Every payment intent, newest first. */
    all,
    refundsOf,
    async stop() {
      await sandbox.close();
    },
    async start() {
      sandbox = await startProcessor({ ...keys, dataDir, delayScale: 0.1, ...options, port });
    },
    async close() {
      await sandbox.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
};

export type Shop = Awaited<ReturnType<typeof openShop>>;

/** A registration id as browsers make them. */
export const newRegistration = (): string => randomUUID().replace(/^(.{14})./, '$17');

export const charge = (registrationId = newRegistration()) => ({ registrationId, amount: 7500, currency: 'EUR' });

/** What a settlement says of the card `pm_card_visa`. */
export const visa = { brand: 'visa', last4: '4242' };

export const soon = (ms = 20_000): number => Date.now() + ms;

export const stateOf = async (shop: Shop, registrationId: string): Promise<HeldPayment['state'] | undefined> =>
  (await shop.processor.find(registrationId))?.state;
