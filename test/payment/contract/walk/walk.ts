import Stripe from 'stripe';
import { stripeHttp } from '../../../../lambdas/payment/stripe/call';
import { stripeProcessor } from '../../../../lambdas/payment/stripe/processor';
import { type Exchange, startRecorder } from '../support/recorder';
import { type Account, type Answer, type Step, steps } from './steps';

export interface Walk {
  readonly secretKey: string;
  /** Where the API is: Stripe, or a sandbox. */
  readonly api: string;
  /** As in `Account`. Without it, the steps that need it are skipped. */
  readonly bank?: Account['bank'];
  readonly searchSeconds: number;
  /** How long one call may take, in milliseconds. */
  readonly attemptMs: number;
}

export interface Walked extends Step {
  readonly state: 'as expected' | 'otherwise' | 'seen' | 'skipped';
  readonly what: string;
  /** What was said to the API, without anything secret. */
  readonly exchanges: readonly Exchange[];
}

/** Takes every step, one after the other. Yields what became of each. */
export async function* walk({ secretKey, api, bank, searchSeconds, attemptMs }: Walk): AsyncGenerator<Walked> {
  const recorder = await startRecorder(api);
  const sdk = new Stripe(secretKey, { host: '127.0.0.1', port: recorder.port, protocol: 'http', telemetry: false });
  const http = stripeHttp(recorder.url, async () => ({ secretKey }));
  const account: Account = {
    sdk,
    processor: stripeProcessor({ http, attemptMs, settleMs: 4 * attemptMs }),
    bank: bank ?? (() => Promise.reject(new Error('Nobody answers the bank.'))),
    post: (path, version, form, key) => post(recorder.url, secretKey, path, version, form, key),
    searchSeconds,
  };
  try {
    for (const step of steps) {
      const isSkipped = step.asks && !bank;
      const result = isSkipped
        ? ({ state: 'skipped', what: 'nobody answers the bank: see --no-browser' } as const)
        : await take(step, account);
      yield { ...step, ...result, exchanges: recorder.take().map(scrubbed) };
    }
  } finally {
    await recorder.close();
  }
}

const take = async (step: Step, account: Account): Promise<Pick<Walked, 'state' | 'what'>> => {
  try {
    return { what: await step.run(account), state: step.answers && !step.asks ? 'seen' : 'as expected' };
  } catch (error) {
    return { what: error instanceof Error ? error.message : String(error), state: 'otherwise' };
  }
};

const post: (url: string, secretKey: string, ...call: Parameters<Account['post']>) => Promise<Answer> = async (
  url,
  secretKey,
  path,
  version,
  form,
  key,
) => {
  const answer = await fetch(`${url}${path}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${secretKey}`,
      'stripe-version': version,
      'content-type': 'application/x-www-form-urlencoded',
      ...(key && { 'idempotency-key': key }),
    },
    body: new URLSearchParams(form).toString(),
  });
  return { status: answer.status, body: await answer.json() };
};

const secretFields = /("(?:authorization|client_secret|receipt_url|request_log_url|sent|stripe_js|url)": ?)"[^"]*"/g;
const objectIds = /\b((?:acct|ch|ctoken|dp|du|evt|in|pi|pm|py|re|req|seti|txn)_)[A-Za-z0-9]{8,}(?:_secret_\w+)?/g;

/** Without keys, secrets and the ids of the account's objects. */
export const scrubbed = (exchange: Exchange): Exchange =>
  JSON.parse(JSON.stringify(exchange).replace(secretFields, '$1"…"').replace(objectIds, '$1…'));
