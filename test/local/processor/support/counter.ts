import { keys, openShop } from '../../../payment/support/shop';

interface Asked {
  readonly form?: Record<string, string>;
  readonly key?: string;
  readonly bearer?: string;
  readonly method?: string;
  readonly json?: object;
}

export const asks = '4000002760003184';
export const accepts = '4242424242424242';

/** A shop with the calls that its server and its page make. */
export const openCounter = async (options: Parameters<typeof openShop>[0] = {}) => {
  const shop = await openShop(options);
  const ask = async (path: string, { form, key, bearer = keys.secretKey, method, json }: Asked = {}) => {
    const body = json ? JSON.stringify(json) : form && new URLSearchParams(form);
    const answer = await fetch(`${shop.url}${path}`, {
      method: method ?? (form ? 'POST' : 'GET'),
      headers: { authorization: `Bearer ${bearer}`, ...(key && { 'idempotency-key': key }) },
      ...(body && { body }),
    });
    return { status: answer.status, headers: answer.headers, body: await answer.json() };
  };
  const browser = (path: string, form?: Record<string, string>) =>
    ask(path, { ...(form && { form }), bearer: keys.publishableKey });

  const tokenOf = async (number: string, more: Record<string, string> = {}): Promise<string> => {
    const { body } = await browser('/v1/confirmation_tokens', {
      'payment_method_data[type]': 'card',
      'payment_method_data[card][number]': number,
      'payment_method_data[card][exp_month]': '12',
      'payment_method_data[card][exp_year]': '2040',
      'payment_method_data[card][cvc]': '123',
      ...more,
    });
    return body.id;
  };

  const open = async (change: Record<string, string> = {}) => {
    const form = { amount: '7500', currency: 'eur', capture_method: 'manual', confirmation_method: 'manual' };
    return (await ask('/v1/payment_intents', { form: { ...form, 'metadata[registration_id]': 'r', ...change } })).body;
  };
  const confirm = (id: string, form: Record<string, string>, key?: string) =>
    ask(`/v1/payment_intents/${id}/confirm`, { form: { use_stripe_sdk: 'true', ...form }, ...(key && { key }) });
  const statusOf = async (id: string): Promise<string> => (await ask(`/v1/payment_intents/${id}`)).body.status;

  /** An intent that was confirmed with a card, and its client secret. */
  const asked = async (number = asks, change: Record<string, string> = {}) => {
    const { id, client_secret } = await open(change);
    const token = await tokenOf(number);
    const { status, body } = await confirm(id, { confirmation_token: token });
    return { id, clientSecret: String(client_secret), token, status, body };
  };
  const authenticate = (id: string, clientSecret: string, outcome: string) =>
    browser(`/v1/payment_intents/${id}/authenticate`, { client_secret: clientSecret, outcome });

  return { ...shop, ask, browser, tokenOf, open, confirm, statusOf, asked, authenticate };
};

export type Counter = Awaited<ReturnType<typeof openCounter>>;
