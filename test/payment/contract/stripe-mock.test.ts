import { type ChildProcess, spawn } from 'node:child_process';
import Stripe from 'stripe';
import * as v from 'valibot';
import { dispute } from '../../../lambdas/payment/stripe/disputes';
import { cardOf, found, intent, listed, refund, refunds } from '../../../lambdas/payment/stripe/messages';
import { setUp } from '../../../operations/stripe-setup/set-up';
import { everyCall } from './support/every-call';
import type { Exchange } from './support/recorder';
import { callOf } from './support/specification';
import { openSandbox, openStand } from './support/stand';

/**
 * Stripe's own mock answers every request of the adapter. It has neither state nor keys, and its answers are examples:
 * it proves shapes, not behaviour.
 */
const program = process.env.STRIPE_MOCK ?? '';
const whereBuilt = program ? test : test.skip;
if (!program) console.log('Stripe’s mock of its API is not asked: `npm run contract` builds it where Go is.');

/** What the adapter reads an answer with. */
const schemas: Readonly<Record<string, v.GenericSchema>> = {
  'POST /v1/payment_intents': intent,
  'GET /v1/payment_intents': listed,
  'GET /v1/payment_intents/search': found,
  'GET /v1/payment_intents/{intent}': intent,
  'POST /v1/payment_intents/{intent}': intent,
  'POST /v1/payment_intents/{intent}/confirm': intent,
  'POST /v1/payment_intents/{intent}/capture': intent,
  'POST /v1/payment_intents/{intent}/cancel': intent,
  'GET /v1/disputes': v.object({ data: v.array(dispute) }),
  'GET /v1/disputes/{dispute}': dispute,
  'GET /v1/refunds': refunds,
  'POST /v1/refunds': refund,
};

let mock: ChildProcess | undefined;
afterEach(() => mock?.kill());

/** Starts the mock on loopback addresses only, and resolves with its URL. By default it listens on every address. */
const startMock = (): Promise<string> =>
  new Promise((resolve, reject) => {
    const child = spawn(program, ['-http-addr', '127.0.0.1:0', '-https-addr', '127.0.0.1:0', '-strict-version-check'], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    mock = child;
    let said = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (text) => {
        said += text;
        const [, address] = /HTTP at address: (127\.0\.0\.1:\d+)/.exec(said) ?? [];
        if (address) resolve(`http://${address}`);
      });
    child.once('error', reject);
    child.once('exit', () => reject(new Error(`Stripe's mock ended: ${said}`)));
  });

const send = async (mockUrl: string, { method, url, sent, headers }: Exchange) => {
  const answer = await fetch(`${mockUrl}${url}`, {
    method,
    headers: {
      authorization: headers.authorization ?? '',
      'stripe-version': headers.stripeVersion ?? '',
      ...(headers.contentType && { 'content-type': headers.contentType }),
    },
    ...(sent && { body: sent }),
  });
  return { status: answer.status, body: await answer.json() };
};

whereBuilt('takes every request of the adapter, and the adapter reads every answer', async () => {
  const sandbox = await openSandbox();
  const stand = await openStand(sandbox.url);
  try {
    const [exchanges, mockUrl] = [await everyCall(stand), await startMock()];
    expect(new Set(exchanges.map(callOf))).toEqual(new Set(Object.keys(schemas)));
    for (const exchange of exchanges) {
      const call = callOf(exchange);
      const { status, body } = await send(mockUrl, exchange);
      expect({ call, status, body: status === 200 ? undefined : body }).toEqual({ call, status: 200 });
      v.parse(schemas[call] ?? v.never(), body);
      // What cannot be read of a card fails no capture, so it would not be seen here.
      if (call.endsWith('/capture')) expect(cardOf(v.parse(intent, body))?.last4).toMatch(/^\d{4}$/);
    }
    const [first] = exchanges;
    if (!first) throw new Error('The adapter sent nothing.');
    const wrong = [
      { ...first, sent: `${first.sent}&kind=card` },
      { ...first, sent: first.sent.replace('manual', 'later') },
      { ...first, headers: { ...first.headers, stripeVersion: '2024-06-20' } },
    ];
    for (const exchange of wrong) expect((await send(mockUrl, exchange)).status).toBe(400);
  } finally {
    await stand.recorder.close();
    await sandbox.close();
  }
});

whereBuilt('takes what `npm run stripe:setup` asks', async () => {
  const { hostname, port } = new URL(await startMock());
  const client = () => new Stripe('sk_test_123', { host: hostname, port, protocol: 'http', telemetry: false });
  const findings = await setUp({ server: client(), page: client() }, new URL('https://run.example.com'));
  expect(findings.map(({ what }) => what).join()).toContain('https://run.example.com/api/payment-events');
});
