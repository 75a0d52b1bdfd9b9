import { createServer } from 'node:http';
import Stripe from 'stripe';
import { stripeWebhook } from '../../../lambdas/payment/stripe/webhook';
import { signed, unsubscribed } from '../../../local/processor/webhooks';
import { keysFault, setUp, webhookEvents } from '../../../operations/stripe-setup/set-up';
import { keys } from '../support/shop';
import { readForm } from './support/read-form';
import { startRecorder } from './support/recorder';
import { faultsOfAnswer, faultsOfRequest } from './support/specification';

const site = new URL('https://run.example.com');

/** A Stripe account as `stripe:setup` sees it: its endpoints and domains, and whose publishable key is accepted. */
const openAccount = async ({ mayCharge = true, walletsWork = true } = {}) => {
  const endpoints: Record<string, unknown>[] = [];
  const domains: Record<string, unknown>[] = [];
  const cancelled: string[] = [];
  const common = { livemode: false, created: 1, metadata: {} };
  const intent = { ...common, id: 'pi_1', object: 'payment_intent', status: 'requires_payment_method' };
  const list = (url: string, data: readonly unknown[]) => ({ object: 'list', url, has_more: false, data });
  const wallet = walletsWork
    ? { status: 'active' }
    : { status: 'inactive', status_details: { error_message: 'No file was found' } };
  const wallets = {
    amazon_pay: wallet,
    apple_pay: wallet,
    google_pay: wallet,
    klarna: wallet,
    link: wallet,
    paypal: wallet,
  };

  const answerTo = (call: string, form: Readonly<Record<string, unknown>>, key: string): unknown => {
    const [endpoint] = endpoints.filter(({ id }) => call.endsWith(`/${id}`));
    if (call.startsWith('GET /v1/account')) return { id: 'acct_1', object: 'account', charges_enabled: mayCharge };
    if (call === 'POST /v1/payment_intents') return { ...intent, client_secret: 'pi_1_secret_1' };
    if (call === 'GET /v1/payment_intents/pi_1' && key === 'pk_test_ours') return intent;
    if (call === 'POST /v1/payment_intents/pi_1/cancel') return cancelled.push('pi_1') && intent;
    if (call === 'GET /v1/webhook_endpoints') return list('/v1/webhook_endpoints', endpoints);
    if (call === 'POST /v1/webhook_endpoints') {
      endpoints.push({
        ...common,
        object: 'webhook_endpoint',
        id: `we_${endpoints.length}`,
        status: 'enabled',
        ...form,
      });
      return { ...endpoints.at(-1), secret: 'whsec_1' };
    }
    if (endpoint) return Object.assign(endpoint, { enabled_events: form.enabled_events, status: 'enabled' });
    if (call === 'GET /v1/payment_method_domains') return list('/v1/payment_method_domains', domains);
    if (call === 'POST /v1/payment_method_domains')
      domains.push({
        ...wallets,
        id: 'pmd_1',
        object: 'payment_method_domain',
        livemode: false,
        created: 1,
        enabled: true,
        ...form,
      });
    if (call.startsWith('POST /v1/payment_method_domains')) return domains[0];
    return undefined;
  };

  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const [path = ''] = (request.url ?? '').split('?');
    const form = readForm(Buffer.concat(chunks).toString('utf8'));
    const key = request.headers.authorization?.replace('Bearer ', '') ?? '';
    const body = answerTo(`${request.method} ${path}`, form, key);
    response.writeHead(body ? 200 : 404, { 'content-type': 'application/json' });
    response.end(JSON.stringify(body ?? { error: { type: 'invalid_request_error', message: 'No such object' } }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const recorder = await startRecorder(`http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`);
  const client = (key: string) =>
    new Stripe(key, {
      host: '127.0.0.1',
      port: recorder.port,
      protocol: 'http',
      maxNetworkRetries: 0,
      telemetry: false,
    });
  return {
    endpoints,
    domains,
    cancelled,
    setUp: (publishableKey = 'pk_test_ours') =>
      setUp({ server: client('sk_test_ours'), page: client(publishableKey) }, site),
    said: () => recorder.take(),
    async close() {
      await recorder.close();
      server.closeAllConnections();
      server.close();
    },
  };
};

let account: Awaited<ReturnType<typeof openAccount>>;
afterEach(() => account.close());
const statesOf = (findings: readonly { state: string }[]) => findings.map(({ state }) => state);

test('a new account gets its webhook and its domain, and a second run changes nothing', async () => {
  account = await openAccount();
  const first = await account.setUp();
  expect(statesOf(first)).toEqual(['ok', 'ok', 'done', 'missing', 'done']);
  expect(first[3]?.what).toContain('whsec_1');
  expect(account.endpoints).toMatchObject([
    {
      url: 'https://run.example.com/api/payment-events',
      api_version: Stripe.API_VERSION,
      enabled_events: webhookEvents,
    },
  ]);
  expect(account.domains).toMatchObject([{ domain_name: 'run.example.com' }]);
  expect(account.cancelled).toEqual(['pi_1']);

  account.said();
  expect(statesOf(await account.setUp())).toEqual(['ok', 'ok', 'ok', 'ok']);
  expect(account.endpoints).toHaveLength(1);
  expect(account.said().filter(({ method, path }) => method === 'POST' && path.includes('webhook'))).toEqual([]);
});

test('a webhook with other events gets the right ones; one of another version stays until somebody deletes it', async () => {
  account = await openAccount();
  await account.setUp();
  Object.assign(account.endpoints[0] ?? {}, { enabled_events: ['charge.succeeded'], status: 'disabled' });
  expect(statesOf(await account.setUp())).toEqual(['ok', 'ok', 'done', 'ok']);
  expect(account.endpoints).toMatchObject([{ enabled_events: webhookEvents, status: 'enabled' }]);

  Object.assign(account.endpoints[0] ?? {}, { api_version: '2024-06-20' });
  const findings = await account.setUp();
  expect(account.endpoints).toHaveLength(2);
  expect(findings.map(({ what }) => what).join()).toContain('Webhook we_0 sends version 2024-06-20: delete it');
});

test('says what is missing: another account’s key, a profile, a wallet', async () => {
  account = await openAccount({ mayCharge: false, walletsWork: false });
  const said = (await account.setUp('pk_test_theirs'))
    .filter(({ state }) => state === 'missing')
    .map(({ what }) => what);
  expect(said).toEqual([
    expect.stringContaining('complete the account'),
    expect.stringContaining('another account'),
    expect.stringContaining('whsec_'),
    expect.stringContaining('Apple Pay: No file was found'),
  ]);
  // The payment that the keys were tried with does not stay behind.
  expect(account.cancelled).toEqual(['pi_1']);
});

test('everything that is asked and answered is in Stripe’s specification', async () => {
  account = await openAccount();
  await account.setUp();
  Object.assign(account.endpoints[0] ?? {}, { enabled_events: [] });
  await account.setUp();
  const exchanges = account.said().filter(({ path }) => !path.startsWith('/v1/account'));
  expect(exchanges.length).toBeGreaterThan(10);
  expect(exchanges.flatMap((one) => [...faultsOfRequest(one), ...faultsOfAnswer(one)])).toEqual([]);
});

test('every event that is subscribed to is one that the webhook acts on', async () => {
  const now = new Date();
  const webhook = stripeWebhook({ secret: async () => keys, now: () => now });
  const metadata = { registration_id: '1' };
  const money = { amount: 1, currency: 'eur', metadata };
  const objects = {
    payment_intent: { ...money, id: 'pi_1', object: 'payment_intent', status: 'succeeded' },
    refund: { ...money, object: 'refund', status: 'failed', payment_intent: 'pi_1' },
    dispute: { id: 'dp_1', object: 'dispute' },
    warning: { id: 'issfr_1', payment_intent: 'pi_1', fraud_type: 'made_with_stolen_card' },
  };
  for (const type of webhookEvents) {
    const isRefund = type.includes('refund');
    const name = type.startsWith('payment_intent.')
      ? 'payment_intent'
      : type.startsWith('radar.')
        ? 'warning'
        : isRefund
          ? 'refund'
          : 'dispute';
    const body = JSON.stringify({ type, data: { object: objects[name] } });
    const header = signed(body, keys.webhookSecret, Math.floor(now.getTime() / 1000));
    expect({ type, kind: (await webhook.open(body, header)).kind }).not.toEqual({ type, kind: 'other' });
  }
});

test('the sandbox sends no event that an endpoint is not subscribed to', () => {
  const names: readonly string[] = webhookEvents;
  expect([...unsubscribed].filter((type) => names.includes(type))).toEqual([]);
});

test.each([
  ['', 'pk_test_1', 'secret key'],
  ['pk_test_1', 'pk_test_1', 'secret key'],
  ['sk_test_1', 'sk_test_1', 'publishable key'],
  ['sk_live_1', 'pk_test_1', 'live mode'],
])('refuses the keys %j and %j', async (secretKey, publishableKey, why) => {
  account = await openAccount();
  expect(keysFault(secretKey, publishableKey)).toContain(why);
  expect(keysFault('rk_live_1', 'pk_live_1')).toBeUndefined();
});
