import Stripe from 'stripe';

/** What was found or done at Stripe. `missing`: somebody has to do something. */
export interface Finding {
  readonly state: 'ok' | 'done' | 'missing';
  readonly what: string;
}

export interface Account {
  /** Calls Stripe with the secret key, which the server uses. */
  readonly server: Stripe;
  /** Calls Stripe with the publishable key, which the page uses. */
  readonly page: Stripe;
}

/**
 * The events that our endpoint at Stripe is subscribed to: what Stripe knows first. Not `payment_intent.succeeded`: a capture is
 * reported by its answer, and is asked again until there is one. Not `payment_intent.amount_capturable_updated` nor
 * `payment_intent.requires_action`: nobody authorises but we, so they could only make a sweep early and refuse somebody
 * who is paying.
 */
export const webhookEvents = [
  'payment_intent.canceled',
  'refund.created',
  'refund.failed',
  'refund.updated',
  'charge.refund.updated',
  'charge.dispute.created',
  'charge.dispute.updated',
  'charge.dispute.closed',
  'charge.dispute.funds_withdrawn',
  'charge.dispute.funds_reinstated',
  'radar.early_fraud_warning.created',
] as const satisfies readonly Stripe.WebhookEndpointCreateParams.EnabledEvent[];

/** The path of the webhook at the site. */
const webhookPath = '/api/payment-events';

/** What is wrong with the keys themselves; `undefined` when they belong to one mode. */
export const keysFault = (secretKey = '', publishableKey = ''): string | undefined => {
  const [, secretMode] = /^(?:sk|rk)_(test|live)_/.exec(secretKey) ?? [];
  const [, pageMode] = /^pk_(test|live)_/.exec(publishableKey) ?? [];
  if (!secretMode) return 'STRIPE_SECRET_KEY must be a secret key: sk_test_… or sk_live_….';
  if (!pageMode) return 'STRIPE_PUBLISHABLE_KEY must be a publishable key: pk_test_… or pk_live_….';
  if (secretMode === pageMode) return undefined;
  return `The secret key is for ${secretMode} mode and the publishable key for ${pageMode} mode. No card would work.`;
};

/** Makes or updates what Startline needs at Stripe. Safe to repeat. `site`: where the page is. */
export const setUp = async (account: Account, site: URL): Promise<readonly Finding[]> => [
  await checkAccount(account),
  await checkKeys(account),
  ...(await setUpWebhook(account.server, new URL(webhookPath, site).href)),
  await setUpWallets(account.server, site.hostname),
];

const checkAccount = async ({ server }: Account): Promise<Finding> => {
  const { id, charges_enabled: mayCharge } = await server.accounts.retrieveCurrent();
  return mayCharge
    ? { state: 'ok', what: `Stripe lets ${id} charge cards.` }
    : { state: 'missing', what: `Stripe does not let ${id} charge cards yet: complete the account's profile.` };
};

/** A payment of one account cannot be read with a publishable key of another. Nothing is charged: no card is tried. */
const checkKeys = async ({ server, page }: Account): Promise<Finding> => {
  const asked = await server.paymentIntents.create({ amount: 1000, currency: 'eur', payment_method_types: ['card'] });
  try {
    await page.paymentIntents.retrieve(asked.id, { client_secret: asked.client_secret ?? '' });
    return { state: 'ok', what: 'Both keys are of one account and one mode.' };
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeError) || error instanceof Stripe.errors.StripeConnectionError)
      throw error;
    return {
      state: 'missing',
      what: `The publishable key is of another account than the secret key: ${error.message}`,
    };
  } finally {
    await server.paymentIntents.cancel(asked.id);
  }
};

const setUpWebhook = async (server: Stripe, url: string): Promise<readonly Finding[]> => {
  const all = await server.webhookEndpoints.list({ limit: 100 }).autoPagingToArray({ limit: 1000 });
  const ours = all.filter((endpoint) => endpoint.url === url);
  const found = ours.find(({ api_version: version }) => version === Stripe.API_VERSION);
  const wanted = { enabled_events: [...webhookEvents] };
  // The version of an endpoint cannot be changed.
  const others: readonly Finding[] = ours
    .filter(({ id }) => id !== found?.id)
    .map(({ id, api_version: version }) => ({
      state: 'missing',
      what: `Webhook ${id} sends version ${version ?? 'of the account'}: delete it once the new secret is in place.`,
    }));
  if (!found) {
    const made = await server.webhookEndpoints.create({ ...wanted, url, api_version: Stripe.API_VERSION });
    const secret = `Put its secret into the processor's secret as webhookSecret, now: Stripe shows it once. ${made.secret}`;
    return [
      { state: 'done', what: `Webhook ${made.id} is made: ${url}.` },
      { state: 'missing', what: secret },
      ...others,
    ];
  }
  const isSame =
    found.status === 'enabled' &&
    JSON.stringify([...found.enabled_events].sort()) === JSON.stringify([...webhookEvents].sort());
  if (isSame) return [{ state: 'ok', what: `Webhook ${found.id} sends the right events to ${url}.` }, ...others];
  await server.webhookEndpoints.update(found.id, { ...wanted, disabled: false });
  return [{ state: 'done', what: `Webhook ${found.id} now sends the right events to ${url}.` }, ...others];
};

/** Apple Pay and Google Pay appear only on domains that Stripe knows. */
const setUpWallets = async (server: Stripe, domain: string): Promise<Finding> => {
  const [known] = (await server.paymentMethodDomains.list({ domain_name: domain })).data;
  const { id, enabled } = known ?? (await server.paymentMethodDomains.create({ domain_name: domain }));
  if (!enabled) await server.paymentMethodDomains.update(id, { enabled: true });
  const checked = await server.paymentMethodDomains.validate(id);
  const lacking = Object.entries({ 'Apple Pay': checked.apple_pay, 'Google Pay': checked.google_pay }).flatMap(
    ([wallet, { status, status_details: details }]) =>
      status === 'active' ? [] : [`${wallet}: ${details?.error_message ?? status}`],
  );
  if (lacking.length > 0)
    return { state: 'missing', what: `Wallets at ${domain} are not active. ${lacking.join('. ')}` };
  return { state: known?.enabled ? 'ok' : 'done', what: `Apple Pay and Google Pay are active at ${domain}.` };
};
